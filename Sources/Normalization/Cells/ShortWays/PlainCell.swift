import CSystem
import NumberingPlans

/// The short way for what nine cells of ten are: digits with dashes, blanks and brackets, complete.
///
/// It decides nothing of its own: whatever it is not sure of goes through all the rules, and what
/// it accepts they read the same (a property that the tests hold it to). All bytes are told apart at
/// once and the groups of digits found by counting bits, and what is asked of their lengths is asked by
/// arithmetic: byte by byte the processor guesses wrong seven times a cell, group by group twice.
struct PlainCell {
  /// The digits, one behind the other.
  let digits: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var groups = 0
  private var lengths = GroupLengths()
  private var hasPlus = false
  /// Whether a bracket stands around the second group.
  private var hasInnerBracket = false
  /// Whether nothing but a dash stands before the last group, perhaps between blanks.
  private var endsBehindDash = false
  /// Whether that may lead to the end of a run: 08-12 34 41-42.
  private var mayEndInRun = false
  /// Whether dashes stand before each of the last two groups of one or two digits: 030 52300-35-36.
  private var endsInTwo = false
  /// What the plan said of the digits, where it was asked for their national form.
  private(set) var told = Told()

  /// What the plan said of digits that may lack no trunk prefix, and how many they are; 0 for nothing.
  struct Told: BitwiseCopyable {
    var answer = PlanQuery.Answer()
    var digits = 0
    /// Whether the cell has nothing but digits, dashes, blanks and brackets, and no 00 first: all signs are
    /// written plainly, whatever they say.
    var areSignsPlain = false
  }

  /// The fewest and the most digits of one complete number that cannot be two.
  static let fewestDigits = 9
  private static let mostDigits = 14
  /// The most groups: +33 6 12 34 56 78 has six.
  private static let mostGroups = 7
  /// Where groups seem to start that are not there: behind the longest cell, so that they are empty.
  private static let absentStarts: UInt32 = 0b111 &<< 29

  /// `digits` has room for 32 bytes.
  init(digits: UnsafeMutablePointer<UInt8>) { self.digits = digits }

  /// The one number of a plain cell; nil sends the cell through the rules.
  @inline(__always)
  mutating func read(
    _ cell: UnsafeBufferPointer<UInt8>, plan: PlanQuery, fewestDigits: Int = Self.fewestDigits
  ) -> PlanQuery.Answer? {
    guard cell.count > fewestDigits || cell.count == 9, cell.count <= 24 else { return nil }
    let places = callbook_find_places(cell.baseAddress, cell.count)
    guard hasPlainSigns(places, cell.count) else { return nil }
    guard scan(places, cell), count >= fewestDigits, isUnmistakable(plan), mayBeNumber(plan),
      !hasInnerBracket || isSureOfBracket(plan)
    else {
      told.areSignsPlain = !hasPlus && (cell[0] != 48 || cell[1] != 48)
      return nil
    }
    let all = UnsafeBufferPointer(start: UnsafePointer(digits), count: count)
    let answer = hasPlus ? plan.international(all) : plan.national(all, needsTrunk: true)
    if !hasPlus { told = Told(answer: answer, digits: count, areSignsPlain: true) }
    guard answer.validity == .valid, answer.nationalNumber % 1_000_000 != 0,
      isAlone(answer, plan, cell[0])
    else { return nil }
    return answer
  }

  /// Whether the digits in brackets behind the first group belong to the number: 062129555 (0) 12 may be a switchboard.
  @inline(__always)
  private func isSureOfBracket(_ plan: PlanQuery) -> Bool {
    lengths.first == 1
      ? plan.isTrunk(digits[0]) : digits[0] == 48 && lengths.second > 1
  }

  /// Whether all the digits are of the number, and none of its groups something else.
  @inline(__always)
  private func isAlone(
    _ answer: PlanQuery.Answer, _ plan: PlanQuery, _ firstByte: UInt8
  ) -> Bool {
    // +86 87012345: a hotline behind its area code, or a line that lacks one.
    if hasPlus || digits[0] != 48 || digits[1] == 48, plan.areaOfHotline(answer) > 0 {
      return false
    }
    guard groups > 1 else { return true }
    // In an open plan the last group may be something else: 030 1234567 10115, 030 123456 - 123457.
    guard answer.nationalDigits <= 11 else { return false }
    if endsBehindDash, lengths.endShort(groups) || mayEndInRun,
      answer.type != .fixedLine || answer.callingCode != plan.callingCode
    {
      return false
    }
    // +8 495 …: the trunk prefix for the calling code.
    if hasPlus, lengths.first == 1, plan.isTrunk(digits[0]), digits[0] != plan.callingCodeDigits[0]
    {
      return false
    }
    return !plan.reusesAreas && !mayHoldMore(answer, plan, firstByte)
  }

  /// Whether a 0 stands behind the calling code, or six digits alone, where those may mean something else.
  @inline(never)
  private func isInDoubt(_ plan: PlanQuery) -> Bool {
    hasPlus
      ? digits[plan.callingCodeDigits.count] == 48 : lengths.first == 6 || digits[1] == 48
  }

  /// Whether what stands before or behind the number may have been taken for a part of it.
  @inline(__always)
  private func mayHoldMore(
    _ answer: PlanQuery.Answer, _ plan: PlanQuery, _ firstByte: UInt8
  ) -> Bool {
    if plan.doubtsGroups, isInDoubt(plan) { return true }
    if !hasPlus, digits[0] != 48,
      digits[lengths.first] == 48 && !isOfServices(answer, plan)
        || lengths.first == 1 && plan.lacksTrunkPrefix
    {
      return true
    }
    if !hasPlus, digits[0] == 48, plan.lacksArea(answer) { return true }
    // +886-2-0134-5678: an area code, and no number of services without one.
    if hasPlus, groups > 2, plan.lacksArea(answer) { return true }
    if !hasPlus, hasDoubtfulPrefix(answer, plan) { return true }
    // 65-950 519-36: a number of Singapore, and two digits behind it.
    if !hasPlus, digits[0] != 48, groups > 2, lengths.last(of: groups) < 3 { return true }
    // (01) 503939 0617: the line behind the bracket may be a number with its area code.
    return groups > 2 && firstByte &- 48 >= 10 && !hasPlus && count &- lengths.first > 9
      && !plan.hasAreaTable
  }

  /// Whether what the plan took for a prefix may be a part of the number, or of another one.
  @inline(__always)
  private func hasDoubtfulPrefix(_ answer: PlanQuery.Answer, _ plan: PlanQuery) -> Bool {
    // 67774-28448: two numbers of the Solomon Islands, whose calling code is 677; 1138-1239-5670: no carrier's prefix.
    if digits[0] != 48, answer.nationalDigits < count,
      lengths.first >= plan.shortestNumber || lengths.first < count &- answer.nationalDigits
    {
      return true
    }
    // Behind another prefix than that of an overseas department zeros may lead abroad: 05943 00670 is in full.
    return answer.callingCode != plan.callingCode && digits[lengths.first] == 48
      && digits[lengths.first &+ 1] == 48 && plan.overseas == nil
  }

  /// Whether a number without trunk prefix is one of services, behind whose first digits a 0 may stand: 400-055-5146.
  @inline(never)
  private func isOfServices(_ answer: PlanQuery.Answer, _ plan: PlanQuery) -> Bool {
    plan.notation.servicesLackTrunk && (answer.type == .tollFree || answer.type == .sharedCost)
      && answer.nationalDigits == count
      && lengths.first == 3
  }

  /// Whether every byte of a cell is a digit, a blank or a sign of plain cells.
  @inline(__always)
  private func hasPlainSigns(_ places: callbook_places, _ count: Int) -> Bool {
    let signs = places.hyphens | places.opens | places.closes | places.pluses
    let every = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- count)
    return places.digits | places.blanks | signs == every
  }

  /// Whether a number with its trunk 0 may have so many digits: else it is one with an extension or a second
  /// number, perhaps.
  @inline(__always)
  private func mayBeNumber(_ plan: PlanQuery) -> Bool {
    hasPlus || digits[0] != 48 || plan.lengthsBehindZero >> UInt32(count) & 1 == 1
  }

  /// Takes the digits; false for any order of bytes that needs a rule.
  @inline(__always)
  private mutating func scan(
    _ places: callbook_places, _ cell: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let text = cell.baseAddress else { return false }
    let signs = places.hyphens | places.opens | places.closes | places.pluses
    let starts = places.digits & ~(places.digits &<< 1)
    hasPlus = places.pluses != 0
    // A plus or an opening bracket comes before everything else, but for a bracket around the second group.
    let visible = places.digits | signs
    let behindFirst = (places.opens | places.pluses) & (visible & (visible &- 1))
    // A closing bracket belongs to the first group, or to that second one.
    let first = starts & (0 &- starts)
    let others = starts ^ first
    let second = others & (0 &- others)
    let bracketed = behindFirst == 0 ? second : (others ^ second) & (0 &- (others ^ second))
    guard behindFirst == 0 || hasBracketBehindTrunk(places, first, second),
      (places.closes & (0 &- bracketed)) | ((places.closes | places.hyphens) & (first &- 1)) == 0
    else { return false }
    // Behind a hyphen comes a digit, perhaps after a blank; so there is one at most between groups.
    let behind = places.hyphens &<< 1
    let behindBlank = (behind & places.blanks) &<< 1
    // 451- 67 may be a run.
    if behindBlank & ~(places.blanks &<< 3) != 0 { return false }
    guard
      (behind & ~(places.digits | places.blanks | places.opens)) | (behindBlank & ~places.digits)
        == 0
    else { return false }
    let last = Self.highestBit(starts)
    // 4827017 - 12 may be two numbers; behind a 0 or a plus the number is in full.
    let blank = cell[0] &- 49 < 9 ? 0 : places.blanks & last &>> 1
    endsBehindDash = places.hyphens & (last &>> 1 | blank &>> 1) != 0
    guard takeGroups(starts, of: places.digits, in: text, cell.count),
      count <= Self.mostDigits
    else { return false }
    // 08-12 34 41-42, 08-123 454-67: behind so many groups a dash may lead to the end of a run.
    if groups > 3, lengths.last(of: groups) < 3 {
      mayEndInRun = endsInRun(starts, places.hyphens)
      endsInTwo = lengths.beforeLast(of: groups) < 3 && endsInTwo(starts, places.hyphens)
    }
    return true
  }

  /// Whether the only bracket stands around the second group: 1 (212) 555-0123, 0466(22)9199.
  @inline(__always)
  private mutating func hasBracketBehindTrunk(
    _ places: callbook_places, _ first: UInt32, _ second: UInt32
  ) -> Bool {
    hasInnerBracket =
      places.pluses == 0 && places.opens &<< 1 == second && places.opens > first
      && places.closes.nonzeroBitCount == 1 && places.closes > second
    return hasInnerBracket
  }

  /// Copies the groups of digits one behind the other and keeps their lengths; false where there are
  /// more than seven.
  ///
  /// Three are copied whether they are there or not.
  @inline(__always)
  private mutating func takeGroups(
    _ starts: UInt32, of places: UInt32, in text: UnsafePointer<UInt8>, _ textCount: Int
  ) -> Bool {
    var left = starts | Self.absentStarts
    let first = takeGroup(&left, of: places, in: text, textCount)
    // What is longer than eight digits is the first group of most cells.
    copyDigits(text, textCount, from: starts.trailingZeroBitCount &+ 8, to: digits + 8)
    count = first
    let second = takeGroup(&left, of: places, in: text, textCount)
    count &+= second
    let third = takeGroup(&left, of: places, in: text, textCount)
    count &+= third
    lengths = GroupLengths(first, second, third)
    groups = 1 &+ (second > 0 ? 1 : 0) &+ (third > 0 ? 1 : 0)
    left &= ~Self.absentStarts
    while left != 0, groups < Self.mostGroups {
      let next = takeGroup(&left, of: places, in: text, textCount)
      count &+= next
      lengths.append(next, at: groups)
      groups &+= 1
    }
    return left == 0
  }

  /// Whether a dash stands before the last of many groups, and none before the one before it.
  @inline(__always)
  private func endsInRun(_ starts: UInt32, _ hyphens: UInt32) -> Bool {
    let last = Self.highestBit(starts)
    let before = Self.highestBit(starts ^ last)
    let third = Self.highestBit(starts ^ last ^ before)
    return hyphens & (last &- before) != 0 && hyphens & (before &- third) == 0
  }

  /// Whether dashes stand before each of the last two groups.
  @inline(__always)
  private func endsInTwo(_ starts: UInt32, _ hyphens: UInt32) -> Bool {
    let last = Self.highestBit(starts)
    let before = Self.highestBit(starts ^ last)
    return hyphens & (last &>> 1) != 0 && hyphens & (before &>> 1) != 0
  }

  @inline(__always)
  private static func highestBit(_ bits: UInt32) -> UInt32 {
    1 &<< UInt32(truncatingIfNeeded: 31 &- bits.leadingZeroBitCount)
  }

  /// Copies the first of the groups behind the digits that are there, and gives its length.
  @inline(__always)
  private func takeGroup(
    _ starts: inout UInt32, of places: UInt32, in text: UnsafePointer<UInt8>, _ textCount: Int
  ) -> Int {
    let start = starts.trailingZeroBitCount
    starts &= starts &- 1
    let length = (~(places &>> UInt32(truncatingIfNeeded: start))).trailingZeroBitCount
    copyDigits(text, textCount, from: start, to: digits + count)
    if count > 0, length > 8 {
      copyDigits(text, textCount, from: start &+ 8, to: digits + count + 8)
    }
    return length
  }

  /// Copies up to eight bytes from an offset on without reading outside the text.
  @inline(__always)
  private func copyDigits(
    _ text: UnsafePointer<UInt8>, _ textCount: Int, from start: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    let offset = min(start, textCount &- 8)
    let word = UInt64(
      littleEndian: UnsafeRawPointer(text + offset).loadUnaligned(as: UInt64.self))
    let shift = UInt64(truncatingIfNeeded: 8 &* (start &- offset))
    UnsafeMutableRawPointer(target).storeBytes(
      of: (word &>> shift).littleEndian, as: UInt64.self)
  }

  /// Whether a short end may only be dialled in place of the last digits of a switchboard's number: 0211/8233-51.
  @inline(__always)
  private func mayDialBehindDash(_ plan: PlanQuery) -> Bool {
    endsBehindDash && plan.hasDirectDialling
      && (lengths.beforeLast(of: groups) > 2 || mayEndInRun && !endsInHours)
      && !endsInNextLine(Int(lengths.last(of: groups)))
  }

  /// Whether the last two groups of one or two digits may be hours: 35 06-09.
  private var endsInHours: Bool {
    let (last, before) = (Int(lengths.last(of: groups)), Int(lengths.beforeLast(of: groups)))
    func value(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + Int(digits[$1] & 15) } }
    return value(count - last..<count) <= 24 && value(count - last - before..<count - last) <= 24
  }

  /// Whether the last digits are one more than as many before them, which makes them the end of a run: 1234567-68.
  private func endsInNextLine(_ last: Int) -> Bool {
    var (before, behind) = (0, 0)
    for index in count &- last..<count {
      before = before &* 10 &+ Int(digits[index &- last])
      behind = behind &* 10 &+ Int(digits[index])
    }
    return behind == before &+ 1
  }

  /// Whether no date, time, run of lines or zero too many can be meant.
  @inline(__always)
  private func isUnmistakable(_ plan: PlanQuery) -> Bool {
    if lengths.endShort(groups) || mayEndInRun, !mayDialBehindDash(plan) { return false }
    // 030 52300-35-36, 0711 6009-0 -524.
    if endsInTwo || endsBehindDash && groups > 2 && lengths.beforeLast(of: groups) < 2,
      plan.hasDirectDialling
    {
      return false
    }
    if lengths.mayHoldDate { return false }
    return hasPlus || digits[0] != 48 || digits[1] != 48
  }
}

/// How many digits each of up to seven groups has, four bits a group; 15 where it has more.
private struct GroupLengths: BitwiseCopyable {
  private var bits: UInt32 = 0

  init() {}

  @inline(__always)
  init(_ first: Int, _ second: Int, _ third: Int) {
    bits = Self.limited(first) | Self.limited(second) &<< 4 | Self.limited(third) &<< 8
  }

  @inline(__always)
  mutating func append(_ length: Int, at index: Int) {
    bits |= Self.limited(length) &<< UInt32(truncatingIfNeeded: 4 &* index)
  }

  @inline(__always)
  private static func limited(_ length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: min(length, 15))
  }

  @inline(__always) var first: Int { Int(bits & 15) }

  @inline(__always) var second: Int { Int(bits &>> 4 & 15) }

  @inline(__always)
  func last(of groups: Int) -> UInt32 {
    (bits &<< 4) &>> UInt32(truncatingIfNeeded: 4 &* groups) & 15
  }

  @inline(__always)
  func beforeLast(of groups: Int) -> UInt32 {
    (bits &<< 8) &>> UInt32(truncatingIfNeeded: 4 &* groups) & 15
  }

  /// Whether a short end behind a longer group may be an extension or the end of a run: of one digit, of
  /// two behind more than three, of three behind more than four.
  @inline(__always)
  func endShort(_ groups: Int) -> Bool {
    let last = last(of: groups)
    let before = beforeLast(of: groups)
    let longest: UInt32 = last > 3 ? 15 : 0x0403_0000 &>> (8 &* last) & 15
    return before > longest || last < 2
  }

  /// Whether groups are as long as those of a date: 2024-1-15, 02-01-2024.
  @inline(__always)
  var mayHoldDate: Bool {
    // The lowest bit of each four: whether its length is 4, and whether it is 1 or 2.
    let ones: UInt32 = 0x0111_1111
    let (one, two, four, eight) = (bits, bits &>> 1, bits &>> 2, bits &>> 3)
    let years = four & ~(one | two | eight) & ones
    let short = (one ^ two) & ~(four | eight) & ones
    return short &>> 4 & (years & short &>> 8 | short & years &>> 8) != 0
  }
}
