/// How numbers are written in the files: decimal digits, no sign, no leading zero.
public enum DirectoryNumber {
  /// Most digits of a legal number.
  public static let mostDigits = 19

  /// The number that `bytes` write, if it is 1 … Int64.max - 1 in the one allowed form.
  @inlinable
  public static func parse(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 1, bytes.count <= mostDigits, bytes[0] != UInt8(ascii: "0") else {
      return nil
    }
    // 19 digits stay below 10^19 < 2^64, so the sum cannot overflow.
    var value: UInt64 = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    guard value <= UInt64(DirectoryLimits.largestNumber) else { return nil }
    return Int64(value)
  }

  /// The number that a string writes, if it is 1 … Int64.max - 1 in the one allowed form.
  public static func parse(_ string: String) -> Int64? {
    var copy = string
    return copy.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
  }

  /// Writes the digits of a positive number behind `bytes`.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { digits in
      var start = digits.count
      var rest = number
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes += digits[start...]
    }
  }

  /// What messages say about numbers.
  static let rule = "digits of 1 to \(DirectoryLimits.largestNumber) without a leading zero"

  /// The digits for logs: all but the first three and the last two as `x`; of less than eight
  /// digits all.
  public static func masked(_ number: Int64) -> String { masked(digits: String(number)) }

  private static func masked(digits: String) -> String {
    guard digits.count >= 8 else { return String(repeating: "x", count: digits.count) }
    return digits.prefix(3) + String(repeating: "x", count: digits.count - 5) + digits.suffix(2)
  }

  /// A text that stands where a number should, for logs: its digits masked as those of one number.
  static func masked(_ text: String) -> String {
    var digits = Array(masked(digits: text.filter(\.isNumber))).reversed() as [Character]
    return String(text.map { $0.isNumber ? digits.popLast() ?? "x" : $0 })
  }
}
