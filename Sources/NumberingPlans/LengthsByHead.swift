/// How many digits a number may have that begins as some digits do: what is too long or too short
/// costs one look instead of a walk through prefixes and patterns.
///
/// A hint, which may say yes too often. By the first three digits, what prefixes can be dropped, or
/// replaced, is known; what is left must be as long as some number of the calling code. Plain memory
/// of 4 KB; whoever makes one deallocates it.
struct LengthsByHead: BitwiseCopyable, @unchecked Sendable {
  /// By the value of the first three digits: bit n for n digits in national form that do not lead
  /// abroad.
  private let national: UnsafeMutablePointer<UInt32>
  /// The regions of the calling code.
  private let group: UnsafePointer<GroupTables>
  /// The trunk prefix of one digit, where no walk tells the lengths and calling code and region share it; else
  /// nil.
  private let trunk: UInt8?
  /// By the same: whether the international prefix may begin so.
  private let mayLeadAbroad: UnsafeMutablePointer<Bool>
  /// Where the way abroad is told by the first digits alone: the most of them; nil where it is not.
  private let mostDigitsAbroad: Int?
  /// Bit n: n digits behind the region's own calling code.
  private let behindCode: UInt32
  private let home: UnsafePointer<RegionTables>
  /// The automata of the other regions of the calling code, where one walk tells all lengths.
  private let others: UnsafeMutableBufferPointer<DigitAutomaton.Tables>
  /// The most digits that a prefix takes, where one walk tells all lengths; nil where none does.
  private let walkedBehind: Int?
  /// By the value of the first three digits, bit n: a prefix may take n of all digits that begin so; 0
  /// where that is not known, or is asked for the digits at hand.
  private let drops: UnsafeMutablePointer<UInt32>
  /// Bit n: n digits are left as they are when a prefix was dropped.
  private let keptLengths: UInt32
  private let callingCode: UInt16
  private let callingCodeLength: Int
  private static let heads = 1000
  /// The most regions of a calling code whose automata are walked.
  private static let mostWalked = 4
  private let otherCount: Int
  /// The most digits a prefix may take for which all are walked.
  private static let mostDrops = 3

  init(_ home: RegionPlan, group: CallingCodeGroup) {
    (self.home, self.group) = (home.tables, group.tables)
    let prefix = home.nationalPrefixForParsing
    let isSmall = group.members.count <= Self.mostWalked
    let isWalked = isSmall && home.transform.isEmpty && prefix?.matchesEnd != true
    walkedBehind = isWalked ? prefix?.longestMatch ?? 0 : nil
    others = .allocate(capacity: Self.mostWalked)
    var count = 0
    for member in group.members where isSmall && member !== home {
      others.initializeElement(at: count, to: member.automaton.tables)
      count += 1
    }
    otherCount = count
    keptLengths = (0..<32).reduce(UInt32(0)) {
      $0 | (home.tables.keepsLength($1) ? 1 << UInt32($1) : 0)
    }
    callingCode = home.tables.pointee.callingCode
    callingCodeLength = home.tables.pointee.callingCodeLength
    let lengths = group.members.reduce(UInt32(0)) {
      $0 | $1.automaton.facts(of: $1.automaton.start).remaining
    }
    // Behind the calling code the prefix of the group's first region counts.
    let regions = [home, group.main]
    let literals =
      regions.map { region in
        region.transform.count { if case .digit = $0 { true } else { false } }
      }.max() ?? 0
    let dropped = regions.map { $0.nationalPrefixForParsing?.longestMatch ?? 0 }.max() ?? 0
    // A rule may put back all that it takes; what is only dropped is one digit at least.
    let least = regions.allSatisfy(\.transform.isEmpty) ? 1 : 0
    let withoutPrefix = Self.lengths(
      lengths, dropping: least...max(dropped, least), adding: literals)
    behindCode = lengths | withoutPrefix
    let soleDigit = home.transform.isEmpty ? prefix?.tables.soleDigit : nil
    // The prefix that the calling code and the region share, where it is one digit.
    let sharedDigit =
      group.main.transform.isEmpty
        && soleDigit == group.main.nationalPrefixForParsing?.tables.soleDigit ? soleDigit : nil
    let abroad = home.internationalPrefix
    mostDigitsAbroad = abroad?.matchesEnd == true ? nil : abroad?.longestMatch ?? 0
    trunk = isSmall ? nil : sharedDigit
    national = .allocate(capacity: Self.heads)
    mayLeadAbroad = .allocate(capacity: Self.heads)
    drops = .allocate(capacity: Self.heads)
    for head in 0..<Self.heads {
      let digits = [head / 100, head / 10 % 10, head % 10].map { UInt8($0) + 48 }
      var mask = group.members.reduce(UInt32(0)) { $0 | Self.lengths(digits, by: $1.automaton) }
      if home.nationalPrefixForParsing?.mayMatch(startingWith: digits) == true {
        mask |=
          soleDigit == nil
          ? withoutPrefix
          : group.members.reduce(UInt32(0)) {
            $0 | Self.lengths(Array(digits.dropFirst()), by: $1.automaton) << 1
          }
      }
      let code = Array(String(callingCode).utf8).prefix(3)
      if digits.starts(with: code) {
        mask |=
          sharedDigit.map { Self.lengths(digits, behind: callingCodeLength, trunk: $0, group) }
          ?? Self.lengths(
            lengths, dropping: callingCodeLength...callingCodeLength + 2 * dropped,
            adding: 2 * literals)
      }
      (national + head).initialize(to: mask)
      (mayLeadAbroad + head).initialize(to: abroad?.mayMatch(startingWith: digits) == true)
      let known = isSmall ? home.possibleDrops(startingWith: digits) ?? 0 : 0
      let most = isWalked ? 1 : Self.mostDrops
      (drops + head).initialize(to: known.nonzeroBitCount > most ? 0 : known)
    }
  }

  func deallocate() {
    national.deallocate()
    mayLeadAbroad.deallocate()
    drops.deallocate()
    others.deallocate()
  }

  /// Bit n: a number of n digits begins with a head.
  private static func lengths(_ head: [UInt8], by automaton: DigitAutomaton) -> UInt32 {
    let state = head.withUnsafeBufferPointer { head in
      head.baseAddress.map { automaton.walk($0, head.count) } ?? 0
    }
    return automaton.facts(of: state).remaining << UInt32(head.count) | 0xF
  }

  /// Bit n: n digits that begin with a head, the calling code and up to two trunk digits behind it.
  private static func lengths(
    _ head: [UInt8], behind code: Int, trunk: UInt8, _ group: CallingCodeGroup
  ) -> UInt32 {
    var mask: UInt32 = 0
    for dropped in code...code + 2 {
      if dropped > code, dropped <= head.count, head[dropped - 1] & 15 != trunk { break }
      let rest = Array(head.dropFirst(dropped))
      for member in group.members {
        mask |= lengths(rest, by: member.automaton) << UInt32(dropped)
      }
    }
    return mask
  }

  /// How many digits there may be where up to some are dropped, and others are put before the rest.
  private static func lengths(
    _ lengths: UInt32, dropping: ClosedRange<Int>, adding: Int
  ) -> UInt32 {
    var mask: UInt32 = 0
    for dropped in dropping {
      for added in 0...adding {
        let more = dropped - added
        mask |= more < 0 ? lengths >> UInt32(-more) : lengths << UInt32(more)
      }
    }
    return mask
  }

  /// Whether digits, which do not begin with 0, are no number in national form, by the first three
  /// of them and how many they are.
  @inline(__always)
  func refuses(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count > 3, digits.count < 32, digits[0] != 48 else { return false }
    let head =
      Int(digits[0] & 15) &* 100 &+ Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)
    return head < Self.heads && national[head] >> UInt32(digits.count) & 1 == 0
      && !mayLeadAbroad[head]
  }

  /// What stands before digits in national form.
  enum Beginning: BitwiseCopyable {
    /// The international prefix, of some digits, and what may be a calling code.
    case abroad(Int)
    /// Nothing, a trunk prefix or the region's own calling code.
    case home
    case unknown
  }

  /// What stands before digits, however many of them are looked at, beyond the most of a prefix.
  func beginning(of digits: UnsafeBufferPointer<UInt8>) -> Beginning {
    guard digits.count > 2, let base = digits.baseAddress else { return .unknown }
    let head = Int(base[0] & 15) &* 100 &+ Int(base[1] & 15) &* 10 &+ Int(base[2] & 15)
    guard head < Self.heads else { return .unknown }
    guard mayLeadAbroad[head] else { return .home }
    guard let mostDigitsAbroad, digits.count > mostDigitsAbroad,
      let prefix = home.pointee.internationalPrefix
    else { return .unknown }
    guard let match = prefix.match(base, count: digits.count), base[match.length] != 48 else {
      return .home
    }
    return .abroad(match.length)
  }

  /// Bit n: digits that may be a prefix abroad, or be cut within one, say nothing of n of them.
  var lengthsOfPrefix: UInt32 { 2 &<< UInt32(min(mostDigitsAbroad ?? 31, 30)) &- 1 }

  /// Bit n: the first n digits, which lead nowhere abroad, may be a number in national form; all bits
  /// where nothing is known.
  ///
  /// A number without any prefix whose type's raw value is a bit of `types` does not count.
  func lengths(of digits: UnsafeBufferPointer<UInt8>, withoutBare types: UInt32) -> UInt32 {
    guard digits.count > 2, let base = digits.baseAddress else { return .max }
    let head = Int(base[0] & 15) &* 100 &+ Int(base[1] & 15) &* 10 &+ Int(base[2] & 15)
    guard head < Self.heads else { return .max }
    let byHead = national[head]
    var left = drops[head]
    let hasCode = startsWithCode(digits)
    if let trunk, digits.count > callingCodeLength &+ 5 {
      return byHead & lengths(base, hasCode: hasCode, trunk: trunk)
    }
    guard left > 0 || walkedBehind != nil, !hasCode else { return byHead }
    // What is longer than any number that begins so is not walked.
    let most = min(digits.count, 31 &- byHead.leadingZeroBitCount)
    let walked = UnsafeBufferPointer(start: base, count: most)
    if left == 0, let walkedBehind {
      let prefix = home.pointee.nationalPrefix?.match(base, count: digits.count)?.length ?? 0
      return byHead
        & walkedLengths(walked, dropping: prefix, behind: walkedBehind, withoutBare: types)
    }
    var mask: UInt32 = 0
    while left > 0 {
      let drop = left.trailingZeroBitCount
      left &= left &- 1
      mask |= walkedLengths(walked, dropping: drop, behind: max(drop, 3), withoutBare: types)
    }
    return byHead & mask
  }

  /// Bit n: n digits make a number by the first three of them behind every prefix that they may have:
  /// a trunk digit, the calling code, and up to two trunk digits behind that.
  private func lengths(_ digits: UnsafePointer<UInt8>, hasCode: Bool, trunk: UInt8) -> UInt32 {
    var mask = lengths(behind: digits, dropping: 0)
    if digits[0] & 15 == trunk { mask |= lengths(behind: digits, dropping: 1) }
    guard hasCode else { return mask }
    for dropped in callingCodeLength...callingCodeLength &+ 2 {
      if dropped > callingCodeLength, digits[dropped &- 1] & 15 != trunk { break }
      mask |= lengths(behind: digits, dropping: dropped)
    }
    return mask
  }

  @inline(__always)
  private func lengths(behind digits: UnsafePointer<UInt8>, dropping dropped: Int) -> UInt32 {
    group.pointee.lengths(behind: digits + dropped) << UInt32(dropped &+ 3)
      | (1 &<< UInt32(dropped &+ 4)) &- 1
  }

  private func startsWithCode(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count >= callingCodeLength else { return true }
    var head: UInt16 = 0
    for index in 0..<callingCodeLength { head = head &* 10 &+ UInt16(digits[index] & 15) }
    return head == callingCode
  }

  /// The lengths at which digits are a number, behind their prefix or as they stand; shorter ones
  /// than a prefix may be are not looked at.
  ///
  /// Which prefix is dropped depends on the first digits alone, so two walks tell for all lengths
  /// what `ResolvingTables` tells for one. The region's own automaton tells whether the prefix stays, too.
  private func walkedLengths(
    _ digits: UnsafeBufferPointer<UInt8>, dropping prefix: Int, behind longest: Int,
    withoutBare types: UInt32
  ) -> UInt32 {
    let unseen = min(max(longest, 2), digits.count)
    var kept = prefix == 0 ? .max : ~(keptLengths &<< UInt32(prefix))
    // Short ones, and what is longer than any number, are asked for as well.
    var mask: UInt32 = (2 &<< UInt32(unseen)) &- 2 | ~0 << UInt32(min(digits.count &+ 1, 31))
    var own = Walk(home.pointee.automaton)
    for length in 1...digits.count {
      own.step(digits[length &- 1], isRest: length > prefix)
      guard length > unseen else { continue }
      if own.isOver { break }
      let bit: UInt32 = 1 &<< UInt32(length)
      let (whole, rest) = (own.whole, own.rest)
      if !rest.matchesGeneral, whole.matchesGeneral { kept |= bit }
      let type = kept & bit != 0 ? whole.type : rest.type
      if Self.counts(type, isBare: kept & bit != 0 || prefix == 0, types) { mask |= bit }
    }
    for index in 0..<otherCount {
      var other = Walk(others[index])
      for length in 1...digits.count {
        other.step(digits[length &- 1], isRest: length > prefix)
        guard length > prefix else { continue }
        if other.isOver { break }
        guard length > unseen else { continue }
        let bit: UInt32 = 1 &<< UInt32(length)
        let type = kept & bit != 0 ? other.whole.type : other.rest.type
        if Self.counts(type, isBare: kept & bit != 0 || prefix == 0, types) { mask |= bit }
      }
    }
    return mask
  }

  /// Whether a type of a region, 0 for none, makes digits a number, which do not count without a prefix
  /// where it is one of some.
  @inline(__always)
  private static func counts(_ type: UInt8, isBare: Bool, _ types: UInt32) -> Bool {
    type != 0 && (!isBare || types &>> UInt32(type &- 1) & 1 == 0)
  }

  /// Digits on their way through an automaton, as they are written and behind their prefix.
  private struct Walk: BitwiseCopyable {
    private let automaton: DigitAutomaton.Tables
    private var wholeState: UInt16
    private var restState: UInt16

    init(_ automaton: DigitAutomaton.Tables) {
      self.automaton = automaton
      (wholeState, restState) = (automaton.start, automaton.start)
    }

    @inline(__always)
    mutating func step(_ digit: UInt8, isRest: Bool) {
      wholeState = automaton.step(wholeState, digit)
      if isRest { restState = automaton.step(restState, digit) }
    }

    /// Whether no number goes on.
    @inline(__always) var isOver: Bool { wholeState | restState == 0 }
    @inline(__always) var whole: DigitAutomaton.Facts { automaton.facts[Int(wholeState)] }
    @inline(__always) var rest: DigitAutomaton.Facts { automaton.facts[Int(restState)] }
  }

  /// Whether digits behind "+" may be a number.
  @inline(__always)
  func mayBeInternational(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count > callingCodeLength, digits.count < 32 else { return true }
    var head: UInt16 = 0
    for index in 0..<callingCodeLength { head = head &* 10 &+ UInt16(digits[index] & 15) }
    return head != callingCode
      || behindCode &>> UInt32(digits.count &- callingCodeLength) & 1 == 1
  }
}
