import CSystem

/// The short way for what nine cells of ten are: digits with dashes, blanks and brackets, complete.
///
/// It decides nothing of its own: whatever it is not sure of goes through all the rules, and what
/// it accepts they read the same (a property that the tests hold it to). All bytes are told apart at
/// once and the groups of digits found by counting bits: byte by byte the processor guesses wrong
/// seven times a cell.
struct PlainCell {
  /// The digits, one behind the other.
  let digits: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var groups = 0
  private var lengths: (Int, Int, Int, Int) = (0, 0, 0, 0)
  private var hasPlus = false

  /// The fewest and the most digits of one complete number that cannot be two.
  private static let fewestDigits = 9
  private static let mostDigits = 14
  private static let mostGroups = 4

  /// `digits` has room for 32 bytes.
  init(digits: UnsafeMutablePointer<UInt8>) { self.digits = digits }

  /// The one number of a plain cell; nil sends the cell through the rules.
  @inline(__always)
  mutating func read(
    _ cell: UnsafeBufferPointer<UInt8>, plan: PlanQuery
  ) -> PlanQuery.Answer? {
    guard cell.count >= 9, cell.count <= 24, scan(cell), isUnmistakable() else { return nil }
    // More digits than a number has, or less: one with an extension or a second number, perhaps.
    if !hasPlus, digits[0] == 48, plan.lengthsBehindZero >> UInt32(count) & 1 == 0 { return nil }
    let all = UnsafeBufferPointer(start: UnsafePointer(digits), count: count)
    let answer = hasPlus ? plan.international(all) : plan.national(all, needsTrunk: true)
    guard answer.validity == .valid, answer.nationalNumber % 1_000_000 != 0 else { return nil }
    // In an open plan the last group may be something else: 030 1234567 10115.
    guard answer.nationalDigits <= 11 || groups < 3 else { return nil }
    // +8 495 …: the trunk prefix for the calling code.
    if hasPlus, groups > 1, lengths.0 == 1, plan.isTrunk(digits[0]) { return nil }
    if groups > 1, plan.reusesAreas || mayHoldMore(answer, plan) { return nil }
    return answer
  }

  /// Whether what stands before or behind the number may have been taken for a part of it.
  @inline(__always)
  private func mayHoldMore(_ answer: PlanQuery.Answer, _ plan: PlanQuery) -> Bool {
    if !hasPlus, digits[0] != 48,
      digits[lengths.0] == 48 || lengths.0 == 1 && plan.lacksTrunkPrefix
    {
      return true
    }
    if !hasPlus, digits[0] == 48, plan.lacksArea(answer) { return true }
    return groups > 2 && answer.nationalDigits > 11
  }

  /// Takes the digits; false for any byte, and any order of bytes, that needs a rule.
  @inline(__always)
  private mutating func scan(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let text = cell.baseAddress else { return false }
    let places = callbook_find_places(text, cell.count)
    let signs = places.hyphens | places.opens | places.closes | places.pluses
    let every = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- cell.count)
    count = places.digits.nonzeroBitCount
    var starts = places.digits & ~(places.digits &<< 1)
    groups = starts.nonzeroBitCount
    guard places.digits | places.blanks | signs == every, count >= Self.fewestDigits,
      count <= Self.mostDigits, groups <= Self.mostGroups
    else { return false }
    hasPlus = places.pluses != 0
    // A plus or an opening bracket comes before everything else.
    let visible = places.digits | signs
    guard (places.opens | places.pluses) & (visible & (visible &- 1)) == 0 else { return false }
    // A closing bracket belongs to the first group.
    let first = starts & (0 &- starts)
    let others = starts ^ first
    let fromSecond = 0 &- (others & (0 &- others))
    guard (places.closes & fromSecond) | ((places.closes | places.hyphens) & (first &- 1)) == 0
    else { return false }
    // Behind a hyphen comes a digit, perhaps after a blank; so there is one at most between groups.
    let behind = places.hyphens &<< 1
    let behindBlank = (behind & places.blanks) &<< 1
    guard (behind & ~(places.digits | places.blanks)) | (behindBlank & ~places.digits) == 0
    else { return false }
    takeGroups(&starts, of: places.digits, in: text, cell.count)
    return true
  }

  /// Copies the groups of digits one behind the other and keeps their lengths.
  @inline(__always)
  private mutating func takeGroups(
    _ starts: inout UInt32, of places: UInt32, in text: UnsafePointer<UInt8>, _ textCount: Int
  ) {
    var target = digits
    while starts != 0 {
      let start = starts.trailingZeroBitCount
      let length = (~(places &>> UInt32(truncatingIfNeeded: start))).trailingZeroBitCount
      copyDigits(text, textCount, from: start, to: target)
      if length > 8 { copyDigits(text, textCount, from: start &+ 8, to: target + 8) }
      target += length
      lengths = (lengths.1, lengths.2, lengths.3, length)
      starts &= starts &- 1
    }
    if groups == 1 { lengths = (lengths.3, 0, 0, 0) }
    if groups == 2 { lengths = (lengths.2, lengths.3, 0, 0) }
    if groups == 3 { lengths = (lengths.1, lengths.2, lengths.3, 0) }
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

  /// Whether no date, time, run of lines or zero too many can be meant.
  @inline(__always)
  private func isUnmistakable() -> Bool {
    if groups > 1 {
      // A short end behind a longer group may be an extension or the end of a run.
      let last = groups == 2 ? lengths.1 : groups == 3 ? lengths.2 : lengths.3
      let before = groups == 2 ? lengths.0 : groups == 3 ? lengths.1 : lengths.2
      if last < 2 || last == 2 && before > 3 || last == 3 && before > 4 { return false }
    }
    if Self.mayBeDate(lengths.0, lengths.1, lengths.2) { return false }
    if Self.mayBeDate(lengths.1, lengths.2, lengths.3) { return false }
    return hasPlus || digits[0] != 48 || digits[1] != 48
  }
  /// Whether groups are as long as those of a date: 2024-1-15, 02-01-2024.
  @inline(__always)
  private static func mayBeDate(_ first: Int, _ second: Int, _ third: Int) -> Bool {
    let short = 1...2
    return short.contains(second)
      && (first == 4 && short.contains(third) || short.contains(first) && third == 4)
  }
}
