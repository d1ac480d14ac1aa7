/// How many digits a number may have that begins as some digits do: what is too long or too short
/// costs one look instead of a walk through prefixes and patterns.
///
/// A hint, which may say yes too often. By the first three digits, what prefixes can be dropped, or
/// replaced, is known; what is left must be as long as some number of the calling code. Plain memory
/// of 4 KB; whoever makes one deallocates it.
struct LengthsByHead: BitwiseCopyable, @unchecked Sendable {
  /// By the value of the first three digits: bit n for n digits in national form.
  private let national: UnsafeMutablePointer<UInt32>
  /// Bit n: n digits behind the region's own calling code.
  private let behindCode: UInt32
  private let home: UnsafePointer<RegionTables>
  /// The most digits that a prefix takes, where one walk tells all lengths; nil where none does.
  private let walkedBehind: Int?
  /// Bit n: n digits are left as they are when a prefix was dropped.
  private let keptLengths: UInt32
  private let callingCode: UInt16
  private let callingCodeLength: Int
  private static let heads = 1000

  init(_ home: RegionPlan, group: CallingCodeGroup) {
    self.home = home.tables
    let prefix = home.nationalPrefixForParsing
    walkedBehind =
      group.members.count == 1 && home.transform.isEmpty && prefix?.matchesEnd != true
      ? prefix?.longestMatch ?? 0 : nil
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
    let withoutPrefix = Self.lengths(lengths, dropping: dropped, adding: literals)
    behindCode = withoutPrefix
    national = .allocate(capacity: Self.heads)
    for head in 0..<Self.heads {
      let digits = [head / 100, head / 10 % 10, head % 10].map { UInt8($0) + 48 }
      var mask = lengths
      if home.nationalPrefixForParsing?.mayMatch(startingWith: digits) == true {
        mask |= withoutPrefix
      }
      let code = Array(String(callingCode).utf8).prefix(3)
      if digits.starts(with: code) {
        mask |= Self.lengths(
          lengths, dropping: callingCodeLength + 2 * dropped, adding: 2 * literals)
      }
      // What leads abroad may be of any length.
      if home.internationalPrefix?.mayMatch(startingWith: digits) == true { mask = .max }
      (national + head).initialize(to: mask)
    }
  }

  func deallocate() { national.deallocate() }

  /// How many digits there may be where up to some are dropped, and others are put before the rest.
  private static func lengths(_ lengths: UInt32, dropping most: Int, adding: Int) -> UInt32 {
    var mask = lengths
    for count in 0...most { mask |= lengths << UInt32(count) }
    for count in 0...adding { mask |= lengths >> UInt32(count) }
    return mask
  }

  /// Bit n: the first n digits may be a number in national form; all bits where nothing is known.
  func lengths(of digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard digits.count > 2, let base = digits.baseAddress else { return .max }
    let head = Int(base[0] & 15) &* 100 &+ Int(base[1] & 15) &* 10 &+ Int(base[2] & 15)
    guard head < Self.heads else { return .max }
    let byHead = national[head]
    guard byHead != .max, let walkedBehind, !startsWithCode(digits) else { return byHead }
    return byHead & walkedLengths(base, min(digits.count, 31), behind: walkedBehind)
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
  /// what `ResolvingTables` tells for one.
  private func walkedLengths(
    _ digits: UnsafePointer<UInt8>, _ count: Int, behind longest: Int
  ) -> UInt32 {
    let prefix = home.pointee.nationalPrefix?.match(digits, count: count)?.length ?? 0
    let automaton = home.pointee.automaton
    var (whole, rest) = (automaton.start, automaton.start)
    var mask: UInt32 = 0
    for length in 1...count {
      whole = automaton.step(whole, digits[length &- 1])
      if length > prefix { rest = automaton.step(rest, digits[length &- 1]) }
      let bit: UInt32 = 1 &<< UInt32(length)
      guard length > max(longest, 2) else {
        mask |= bit
        continue
      }
      let (asWritten, behind) = (automaton.facts[Int(whole)], automaton.facts[Int(rest)])
      let isKept =
        !behind.matchesGeneral && asWritten.matchesGeneral
        || keptLengths &>> UInt32(length &- prefix) & 1 == 0
      if (isKept ? asWritten : behind).type != 0 { mask |= bit }
    }
    // What is longer than any number is asked for as well.
    return mask | ~0 << UInt32(min(count &+ 1, 31))
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
