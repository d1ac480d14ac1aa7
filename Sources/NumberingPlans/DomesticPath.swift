/// The short way for a domestic number: trunk prefix 0, then a valid national number.
///
/// It answers only where the full rules must answer the same: the region has its calling code to
/// itself, the digits begin with a 0 that can only be the trunk prefix (no international prefix
/// begins with the first three digits), and what follows is valid at a length that is no local one.
/// Everything else is nil and takes the full rules. Plain values and pointers alone, so that asking
/// costs no reference counting; the tests hold both ways to the same answers.
struct DomesticPath: BitwiseCopyable, @unchecked Sendable {
  private let home: UnsafePointer<RegionTables>
  private let isOpen: Bool
  /// Whether digits of this way that are not valid here are not valid by the full rules either:
  /// no number of the plan begins with 0, so that only what follows the 0 can be one.
  private let decidesAll: Bool

  /// Bit d: no prefix of the region begins with the digit d, be it trunk or international.
  private let bareStarts: UInt16
  /// Bit d: no trunk prefix of the region begins with the digit d.
  private let trunklessStarts: UInt16

  /// The most digits of a number on this way, the trunk prefix included.
  private static let mostDigits = 18

  /// Prepares the way for a region; its tables belong to the plan, which must outlive it.
  init(_ plan: RegionPlan, group: CallingCodeGroup) {
    home = plan.tables
    isOpen =
      group.members.count == 1 && plan.nationalPrefixForParsing?.dropsOnlyZeroBeforeZero == true
      && plan.leadingDigits == nil
    let automaton = plan.automaton
    decidesAll = isOpen && automaton.step(automaton.start, 0x30) == 0
    let trunk = plan.nationalPrefixForParsing?.tables.firstDigits ?? 0
    trunklessStarts = ~trunk
    bareStarts = ~(trunk | (plan.internationalPrefix?.tables.firstDigits ?? 0))
  }

  /// Bit n: n digits that begin with 0 may be a number of this way, the 0 included; all bits where
  /// other ways are open to them.
  var lengths: UInt32 { decidesAll ? home.pointee.soundLengths << 1 : .max }

  /// Whether digits begin with a 0 that the full rules drop, valid or not: it can only be the trunk prefix, and
  /// no number begins with it.
  @inline(__always)
  func dropsZero(of digits: UnsafeBufferPointer<UInt8>) -> Bool {
    decidesAll && digits.count >= 3 && digits[0] == 0x30
      && !home.pointee.foreignStarts[Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)]
  }

  /// Whether no prefix of the region, trunk or international, can begin with an ASCII digit.
  @inline(__always)
  func startsBare(_ digit: UInt8) -> Bool { bareStarts >> UInt16(digit & 15) & 1 == 1 }

  /// Whether digits are no valid number, as far as that can be told in one walk: no
  /// prefix and no calling code begins as they do, and the plan does not know them as they stand.
  @inline(__always)
  func refuses(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isOpen, digits.count > 3, let base = digits.baseAddress, startsBare(digits[0])
    else { return false }
    var head: UInt16 = 0
    for index in 0..<home.pointee.callingCodeLength {
      head = head &* 10 &+ UInt16(base[index] & 15)
    }
    if head == home.pointee.callingCode { return false }
    let automaton = home.pointee.automaton
    // Most are told by their length behind two digits.
    let start = automaton.step(automaton.step(automaton.start, base[0]), base[1])
    let rest = digits.count &- 2
    guard rest < 32, automaton.facts[Int(start)].remaining >> UInt32(rest) & 1 == 1 else {
      return true
    }
    return automaton.facts[Int(automaton.walk(base + 2, rest, from: start))].type == 0
  }

  /// The number behind the trunk prefix; nil where the full rules must decide.
  @inline(__always)
  func resolve(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    let count = digits.count
    guard isOpen, count >= 3, count <= Self.mostDigits, digits[0] == 0x30 else { return nil }
    let bit: UInt32 = 1 << UInt32(count &- 1)
    guard home.pointee.soundLengths & bit != 0 else { return nil }
    let start = Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)
    guard !home.pointee.foreignStarts[start] else { return nil }
    guard DigitWords.counts.contains(count) else { return resolveOneByOne(digits) }
    guard let value = DigitWords.value(behindFirstOf: digits),
      let type = type(ofTail: digits, behind: start &* 10 &+ Int(digits[3] & 15))
    else { return nil }
    return resolution(value: value, count: count, type: type)
  }

  /// The type of a number by its first three digits behind the trunk prefix, and as many more as say
  /// something of it; nil where the full rules must decide.
  @inline(__always)
  private func type(ofTail digits: UnsafeBufferPointer<UInt8>, behind head: Int) -> NumberType? {
    let automaton = home.pointee.automaton
    var state = Int(automaton.heads[head])
    var index = 4
    while automaton.tails[state].lengths &>> UInt32(truncatingIfNeeded: digits.count &- index) & 1
      == 0
    {
      guard index < digits.count else {
        let facts = automaton.facts[state]
        return facts.matchesGeneral ? NumberType(rawValue: facts.type &- 1) : nil
      }
      state = Int(automaton.step(UInt16(truncatingIfNeeded: state), digits[index]))
      index &+= 1
    }
    return automaton.tails[state].type
  }

  /// The same for numbers of any length, digit by digit.
  @inline(never)
  private func resolveOneByOne(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    let automaton = home.pointee.automaton
    var state = automaton.start
    var value: UInt64 = 0
    for index in 1..<digits.count {
      let digit = digits[index] &- 0x30
      guard digit < 10 else { return nil }
      state = automaton.step(state, digit)
      value = value &* 10 &+ UInt64(digit)
    }
    let facts = automaton.facts[Int(state)]
    guard facts.matchesGeneral, let type = NumberType(rawValue: facts.type &- 1) else { return nil }
    return resolution(value: value, count: digits.count, type: type)
  }

  @inline(__always)
  private func resolution(value: UInt64, count: Int, type: NumberType) -> Resolution {
    Resolution(
      callingCode: home.pointee.callingCode, nationalNumber: value,
      digitCount: UInt8(truncatingIfNeeded: count &- 1), region: home.pointee.region,
      validity: .valid, type: type)
  }

  /// The number behind the region's own calling code, if no trunk prefix can stand between them;
  /// nil where the full rules must decide.
  @inline(__always)
  func resolveInternational(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    let code = home.pointee.callingCodeLength
    let count = digits.count &- code
    guard isOpen, count >= 2, count < Self.mostDigits else { return nil }
    var head: UInt16 = 0
    for index in 0..<code {
      guard isDigit(digits[index]) else { return nil }
      head = head &* 10 &+ UInt16(digits[index] & 15)
    }
    guard head == home.pointee.callingCode, trunklessStarts >> UInt16(digits[code] & 15) & 1 == 1
    else { return nil }
    let automaton = home.pointee.automaton
    var state = automaton.start
    var value: UInt64 = 0
    for index in code..<digits.count {
      let digit = digits[index] &- 0x30
      guard digit < 10 else { return nil }
      state = automaton.step(state, digit)
      value = value &* 10 &+ UInt64(digit)
    }
    let type = automaton.facts[Int(state)].type
    guard type != 0 else { return nil }
    return Resolution(
      callingCode: head, nationalNumber: value, digitCount: UInt8(truncatingIfNeeded: count),
      region: home.pointee.region, validity: .valid, type: NumberType(rawValue: type &- 1))
  }

  /// How many of the last digits of a number on this way say nothing of it but its value.
  ///
  /// With any others in their place it is as valid, and of the same type. 0 where the full rules
  /// must decide.
  func freeDigits(of digits: UnsafeBufferPointer<UInt8>, isInternational: Bool) -> Int {
    let quick = isInternational ? resolveInternational(digits) : resolve(digits)
    guard quick != nil else { return 0 }
    let automaton = home.pointee.automaton
    // Prefixes are told by the digits before these.
    let told = isInternational ? home.pointee.callingCodeLength &+ 1 : 3
    var state = automaton.start
    var free = 0
    for index in (isInternational ? home.pointee.callingCodeLength : 1)..<digits.count {
      free = index >= told && automaton.hasOneSuccessor(state) ? free &+ 1 : 0
      state = automaton.step(state, digits[index])
    }
    return free
  }

  /// Which first digits are a valid number, for every length at once; nil where the full rules
  /// must decide.
  @inline(__always)
  func completeLengths(of digits: UnsafeBufferPointer<UInt8>) -> CompleteLengths? {
    guard dropsZero(of: digits) else { return nil }
    let automaton = home.pointee.automaton
    let sound = home.pointee.soundLengths
    var lengths = CompleteLengths()
    var state = automaton.start
    var bit: UInt32 = 1
    for index in 1..<min(digits.count, Self.mostDigits) {
      state = automaton.step(state, digits[index])
      if state == 0 { break }
      bit &<<= 1
      let facts = automaton.facts[Int(state)]
      guard facts.type != 0, facts.matchesGeneral, sound & bit != 0 else { continue }
      lengths.longestType = facts.type &- 1
      if facts.type == NumberType.fixedLine.rawValue &+ 1 {
        lengths.lines |= bit
      } else {
        lengths.others |= bit
      }
    }
    return lengths
  }

  /// For every pair of digits behind a leading 0: whether an international prefix may begin so.
  static func foreignStarts(of matcher: PrefixMatcher?) -> [Bool] {
    (0..<100).map { value in
      let digits = [0x30, UInt8(value / 10) + 0x30, UInt8(value % 10) + 0x30]
      return matcher?.mayMatch(startingWith: digits) ?? false
    }
  }
}

/// The lengths at which digits are a valid national number, in digits without the trunk prefix.
package struct CompleteLengths: BitwiseCopyable, Sendable, Equatable {
  /// Bit n: a fixed line of n digits.
  package var lines: UInt32 = 0
  /// Bit n: a number of another type of n digits.
  package var others: UInt32 = 0
  fileprivate var longestType: UInt8 = 0

  init() {}

  /// The type of the longest number; meaningless where there is none.
  package var type: NumberType? { NumberType(rawValue: longestType) }
}
