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
  private let callingCode: UInt16
  private let callingCodeLength: Int
  private static let heads = 1000

  init(_ home: RegionPlan, group: CallingCodeGroup) {
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

  /// Whether digits in national form may be a number, of three digits or more.
  @inline(__always)
  func mayBeNational(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count > 2, digits.count < 32 else { return true }
    let head = Int(digits[0] & 15) &* 100 &+ Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)
    return head >= Self.heads || national[head] &>> UInt32(digits.count) & 1 == 1
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
