/// The short way for a domestic number: trunk prefix 0, then a valid national number.
///
/// It answers only where the full rules must answer the same: the region has its calling code to
/// itself, the digits begin with a 0 that can only be the trunk prefix (no international prefix
/// begins with the first three digits), and what follows is valid at a length that is no local one.
/// Everything else is nil and takes the full rules. Plain values and pointers alone, so that asking
/// costs no reference counting; the tests hold both ways to the same answers.
struct DomesticPath: Sendable {
  private let isOpen: Bool
  private let callingCode: UInt16
  private let region: RegionCode
  private let possibleLengths: UInt32
  private let localOnlyLengths: UInt32
  private let automaton: DigitAutomaton.Tables
  /// By the two digits behind a leading 0: whether an international prefix may begin so.
  nonisolated(unsafe) private let foreign: UnsafePointer<Bool>

  /// Prepares the way for a region; its tables belong to the plan, which must outlive it.
  init(_ plan: RegionPlan, group: CallingCodeGroup) {
    let trunk = plan.nationalPrefixForParsing
    isOpen =
      group.members.count == 1 && trunk?.dropsOnlyZeroBeforeZero == true
      && plan.leadingDigits == nil
    callingCode = plan.callingCode
    region = plan.region
    possibleLengths = plan.possibleLengths
    localOnlyLengths = plan.localOnlyLengths
    automaton = plan.automaton.tables
    foreign = plan.foreignStarts
  }

  /// The number behind the trunk prefix; nil where the full rules must decide.
  @inline(__always)
  func resolve(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    guard isOpen, digits.count >= 5, digits.count <= 16, digits[0] == 0x30 else { return nil }
    for byte in digits where !isDigit(byte) { return nil }
    let start = Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)
    guard !foreign[start] else { return nil }
    let bit: UInt32 = 1 << UInt32(digits.count &- 1)
    guard possibleLengths & bit != 0, localOnlyLengths & bit == 0 else { return nil }
    var state = automaton.start
    var value: UInt64 = 0
    for index in 1..<digits.count {
      let digit = digits[index] & 15
      state = automaton.successors[Int(state) &<< 4 | Int(digit)]
      value = value &* 10 &+ UInt64(digit)
    }
    let facts = automaton.facts[Int(state)]
    guard facts.type != 0, facts.matchesGeneral else { return nil }
    return Resolution(
      callingCode: callingCode, nationalNumber: value, digitCount: UInt8(digits.count &- 1),
      region: region, validity: .valid, type: NumberType(rawValue: facts.type &- 1))
  }

  /// For every pair of digits behind a leading 0: whether an international prefix may begin so.
  static func foreignStarts(of matcher: PrefixMatcher?) -> [Bool] {
    (0..<100).map { value in
      let digits = [0x30, UInt8(value / 10) + 0x30, UInt8(value % 10) + 0x30]
      return matcher?.mayMatch(startingWith: digits) ?? false
    }
  }
}
