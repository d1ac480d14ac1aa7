import NumberingPlans
import Records

/// The short way for plain cells that are no number: digits with dashes, blanks and a bracket, which no plan assigns,
/// or which are too many or too few.
///
/// It decides nothing of its own: wherever a mark might set something aside, a correction might make a number, or
/// another number might begin at a later group, the cell goes through all the rules; what it refuses they refuse
/// for the same reason, at the same place (a property that the tests hold it to).
struct RefusedCell {
  /// What the region has that plain digits may mean beside a number.
  struct Habits: BitwiseCopyable {
    /// Calling codes of neighbours that stand before numbers without a sign.
    let hasNeighbourCodes: Bool
    /// Digits before a number that show or withhold who calls.
    let hasCallerPrefixes: Bool
    /// Area codes that stand behind lines.
    let writesAreaBehind: Bool
    /// Mobiles that are read wherever a blank stands before them.
    let mobilesStandAlone: Bool
    /// The first digit of the calling code, in ASCII.
    let firstOfCode: UInt8

    /// nil where digits that no plan assigns may be a number all the same.
    init?(_ plan: PlanQuery, _ settings: CellSettings) {
      guard settings.validation == .plan, settings.isOn(.validation), plan.overseas == nil
      else { return nil }
      hasNeighbourCodes = !plan.notation.neighbourCodes.isEmpty
      hasCallerPrefixes = !plan.notation.callerPrefixes.isEmpty
      writesAreaBehind = plan.notation.writesAreaBehind
      mobilesStandAlone = plan.notation.mobilesStandAlone
      firstOfCode = plan.callingCodeDigits[0]
    }
  }

  /// The digits, one behind the other.
  private let digits: UnsafeMutablePointer<UInt8>
  private let habits: Habits
  private var count = 0
  private var groups = 0
  /// Digits of each group, a byte each.
  private var lengths: UInt32 = 0
  /// Bit n: a group ends behind n digits.
  private var ends: UInt32 = 0
  /// Bit n: a blank stands before the n-th group.
  private var blanks: UInt8 = 0
  /// Bit n: a dash stands there.
  private var dashes: UInt8 = 0
  private var isOpen = false
  /// Offset of the first digit in the cell.
  private(set) var start = 0
  /// Offset behind the last digit, or the bracket behind that.
  private(set) var end = 0

  /// Bytes of the longest cell that is looked at, and the fewest digits.
  private static let longest = 24
  private static let fewestDigits = 5
  private static let mostGroups = 4
  /// One digit alone counts something, perhaps; a row longer than this may be two numbers.
  private static let groupDigits = 2...15
  /// The fewest digits of a group behind others that may be a mobile, the number of which no sign parts.
  private static let fewestOfMobile = 10

  /// `digits` has room for 64 bytes.
  @inline(__always)
  init(digits: UnsafeMutablePointer<UInt8>, habits: Habits) {
    self.digits = digits
    self.habits = habits
  }

  /// Why the cell is no number, all of which then is from `start` to `end`; nil sends it through the rules.
  ///
  /// `told` is what the plan said of its digits.
  @inline(__always)
  mutating func read(
    _ cell: UnsafeBufferPointer<UInt8>, _ told: PlainCell.Told, plan: PlanQuery
  ) -> RejectionReason? {
    guard cell.count <= Self.longest, scan(cell), count >= Self.fewestDigits,
      count <= NumberGrammar.mostDigits, !isPrefixed, !mayBeSetAside
    else { return nil }
    let all = first(count)
    guard groups > 1 || count > Self.fewestDigits && !plan.isShortCode(all) else { return nil }
    let whole = isTold(told) ? told.answer : plan.national(all, needsTrunk: false)
    if whole.validity == .valid {
      // The plan takes the area code for a part of another number: (02)0982-9111.
      let isOther = told.digits == count && contradictsArea(told.answer, plan)
      return isOther && !mayBeNumberBehindZero(all, plan) ? .unassigned : nil
    }
    let mayBeNumber = digits[0] == 48 ? mayBeNumberBehindZero(all, plan) : mayBeNumber(plan)
    return mayBeNumber ? nil : reason(all, isPossible: whole.validity == .possible, plan)
  }

  /// Why digits that nothing makes a number are none.
  @inline(__always)
  private func reason(
    _ all: UnsafeBufferPointer<UInt8>, isPossible: Bool, _ plan: PlanQuery
  ) -> RejectionReason {
    if digits[0] != 48, beginsWithLocalNumber(plan) { return .missingAreaCode }
    if count > Self.fewestDigits { return isPossible ? .unassigned : .impossibleLength }
    return plan.isShortCode(all) ? .impossibleLength : .innerLineOnly
  }

  /// The first digits.
  @inline(__always)
  private func first(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(digits), count: count)
  }

  @inline(__always)
  private func length(of group: Int) -> Int {
    Int(lengths &>> UInt32(truncatingIfNeeded: 8 &* group) & 0xFF)
  }

  /// Whether the plan said of these digits what it says of them where the trunk prefix may be missing.
  @inline(__always)
  private func isTold(_ told: PlainCell.Told) -> Bool {
    told.digits == count
      && (told.answer.type == nil || told.answer.nationalDigits < told.digits)
  }

  /// Whether the first group is an area code in brackets, or behind a dash, and the number has none.
  private func contradictsArea(_ answer: PlanQuery.Answer, _ plan: PlanQuery) -> Bool {
    guard groups > 1, digits[0] == 48, answer.validity == .valid, plan.lacksArea(answer),
      answer.type != .sharedCost, start > 0 || answer.type == .premiumRate && dashes & 2 != 0
    else { return false }
    return plan.isAreaCode(first(length(of: 0)))
  }
}

extension RefusedCell {
  /// Takes the digits; false for any order of bytes that needs a rule.
  private mutating func scan(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    var before: UInt8 = 0
    for index in 0..<cell.count {
      let byte = cell[index]
      if byte &- 48 < 10 {
        if length == 0 { beginGroup(at: index, behind: before) }
        digits[count] = byte
        count &+= 1
        length &+= 1
        end = index &+ 1
      } else {
        guard length == 0 || endGroup(length), takeSign(byte, at: index, behind: before) else {
          return false
        }
        length = 0
      }
      before = byte
    }
    return (length == 0 || endGroup(length)) && !isOpen && before != UInt8(ascii: "-")
  }

  /// Takes a blank, a dash or a bracket around the first group; false for what needs a rule.
  @inline(__always)
  private mutating func takeSign(_ sign: UInt8, at index: Int, behind before: UInt8) -> Bool {
    let followsDigit = before &- 48 < 10
    switch sign {
    case UInt8(ascii: " "): return count > 0 && before != UInt8(ascii: "-")
    case UInt8(ascii: "-"): return followsDigit || before == UInt8(ascii: ")")
    case UInt8(ascii: "("):
      isOpen = true
      return index == 0
    case UInt8(ascii: ")"):
      guard isOpen, followsDigit, groups == 1 else { return false }
      isOpen = false
      end = index &+ 1
      return true
    default: return false
    }
  }

  @inline(__always)
  private mutating func beginGroup(at index: Int, behind before: UInt8) {
    if count == 0 { start = index }
    let group: UInt8 = 1 &<< UInt8(truncatingIfNeeded: groups)
    if before == UInt8(ascii: " ") { blanks |= group }
    if before == UInt8(ascii: "-") { dashes |= group }
  }

  @inline(__always)
  private mutating func endGroup(_ length: Int) -> Bool {
    guard groups < Self.mostGroups, Self.groupDigits.contains(length) else { return false }
    lengths |= UInt32(truncatingIfNeeded: length) &<< UInt32(truncatingIfNeeded: 8 &* groups)
    groups &+= 1
    ends |= 1 &<< UInt32(truncatingIfNeeded: count)
    return true
  }

  /// Whether groups may be a year, hours, a span of prices, the number of a card, or zeros that fill the cell.
  private var mayBeSetAside: Bool {
    // 1234 5678 1234 5678; and 09-12 14-17, of which no group has three digits.
    if lengths == 0x0404_0404 || lengths & 0xFCFC_FCFC == 0 && lengths & 0x0101_0101 == 0 {
      return true
    }
    var (place, wasClock, wasRound) = (0, false, false)
    for group in 0..<groups {
      let length = length(of: group)
      let text = digits + place
      place &+= length
      let isClock = length == 4 && text[2] < 54 && (text[0] < 50 || text[0] == 50 && text[1] < 53)
      let isRound = text[length &- 1] == 48 && text[length &- 2] == 48
      if isClock && wasClock || isRound && wasRound { return true }
      if length == 4, text[0] == 49 && text[1] == 57 || text[0] == 50 && text[1] == 48 {
        return true
      }
      (wasClock, wasRound) = (isClock, isRound)
    }
    guard wasRound else { return false }
    for place in count &- length(of: groups &- 1)..<count where digits[place] != 48 { return false }
    return true
  }

  /// Whether digits may stand before the number that are none of it: 00, or what shows who calls.
  @inline(__always)
  private var isPrefixed: Bool {
    if digits[0] == 48, digits[1] == 48 { return true }
    return habits.hasCallerPrefixes && groups > 1 && length(of: 0) <= 4
  }

  /// Whether digits behind a 0 may be a number by the plan, or by a correction.
  private func mayBeNumberBehindZero(
    _ all: UnsafeBufferPointer<UInt8>, _ plan: PlanQuery
  ) -> Bool {
    // What all digits are is told already.
    let asked = ends & ~(1 &<< UInt32(truncatingIfNeeded: count)) & ~0xF
    if asked != 0, !plan.resolver.dropsZero(of: all) || asked & plan.lengthsBehindZero != 0 {
      if let numbers = plan.completeNumbers(of: all) {
        if numbers.lengths & asked != 0 { return true }
      } else if mayBeNumber(from: 0, endingBehind: NumberGrammar.fewestDigits, plan) {
        return true
      }
    }
    if mayBeFormer(plan) { return true }
    // 0886 2…: a zero too many.
    if digits[1] == habits.firstOfCode, mayBeNumber(from: 1, endingBehind: 9, plan) { return true }
    let area = length(of: 0)
    guard groups > 1 else { return false }
    // 010-02132323  010-82157081: another number behind as many digits as one has.
    for group in 1..<groups where beginsWithZero(group, behind: 9...12) && followsBlank(group) {
      return true
    }
    // (02)02…: an area code twice; 0755-139…: one before a mobile.
    return area < 6 && mayBeNumber(from: area, endingBehind: isDoubled(area) ? 10 : 11, plan)
  }

  /// Whether the first digits stand twice.
  @inline(__always)
  private func isDoubled(_ area: Int) -> Bool {
    digits[area] == 48 && digits[area &+ 1] == digits[1]
  }

  /// Whether digits from one on may be a number that ends with a group behind so many digits of the cell at least.
  private func mayBeNumber(from first: Int, endingBehind least: Int, _ plan: PlanQuery) -> Bool {
    var left = ends & ~0 &<< UInt32(truncatingIfNeeded: least)
    guard left != 0 else { return false }
    let rest = UnsafeBufferPointer(start: UnsafePointer(digits + first), count: count &- first)
    left = left &>> UInt32(truncatingIfNeeded: first) & plan.possibleLengths(of: rest)
    while left != 0 {
      let length = left.trailingZeroBitCount
      left &= left &- 1
      if plan.national(UnsafeBufferPointer(rebasing: rest[..<length]), needsTrunk: true).validity
        == .valid
      {
        return true
      }
    }
    return false
  }

  /// Whether the digits up to the end of a group may be a number of an old plan.
  @inline(__always)
  private func mayBeFormer(_ plan: PlanQuery) -> Bool {
    var left = ends & ~0 &<< 6
    while left != 0 {
      let length = left.trailingZeroBitCount
      left &= left &- 1
      if plan.formerHeads.mayBegin(first(length)) { return true }
    }
    return false
  }

  /// Whether digits that begin with no 0 may be a number by the plan, or by a correction, or another one may
  /// begin behind them.
  private func mayBeNumber(_ plan: PlanQuery) -> Bool {
    let isParted = blanks != 0
    if isParted, habits.mobilesStandAlone || blanks & 2 != 0 && (4...6).contains(length(of: 0)) {
      return true
    }
    for group in 1..<max(groups, 1)
    where beginsWithZero(group, behind: 0...31) && (followsBlank(group) || habits.writesAreaBehind)
      || length(of: group) >= Self.fewestOfMobile
    {
      return true
    }
    if groups > 1, length(of: 0) <= 3,
      habits.hasNeighbourCodes || plan.isCallingCode(first(length(of: 0)))
    {
      return true
    }
    if mayBeFormer(plan) { return true }
    // With its trunk 0 or without; what are all digits is told already.
    var left = ends & ~(1 &<< UInt32(truncatingIfNeeded: count)) & ~0 &<< 4
    while left != 0 {
      let some = first(left.trailingZeroBitCount)
      left &= left &- 1
      if !plan.refuses(some), plan.national(some, needsTrunk: false).validity == .valid {
        return true
      }
    }
    return plan.isMobileWithoutArea(first(count))
  }

  /// Whether the digits up to the end of a group are a number that lacks its area code.
  private func beginsWithLocalNumber(_ plan: PlanQuery) -> Bool {
    var left = plan.hasAreaTable ? ends : 1 &<< UInt32(truncatingIfNeeded: count)
    if length(of: 0) < 6 { left &= ~(1 &<< UInt32(truncatingIfNeeded: length(of: 0))) }
    while left != 0 {
      let length = left.trailingZeroBitCount
      left &= left &- 1
      if plan.isLocal(first(length)) { return true }
    }
    return false
  }

  /// Whether a group behind so many digits begins with a 0.
  @inline(__always)
  private func beginsWithZero(_ group: Int, behind counts: ClosedRange<Int>) -> Bool {
    var place = 0
    for earlier in 0..<group { place &+= length(of: earlier) }
    return digits[place] == 48 && counts.contains(place)
  }

  @inline(__always)
  private func followsBlank(_ group: Int) -> Bool {
    blanks &>> UInt8(truncatingIfNeeded: group) & 1 == 1
  }
}
