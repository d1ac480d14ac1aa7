/// Writes numbers as decimal digits, eight at once.
public enum DecimalDigits {
  /// Digits of the largest number.
  @inlinable public static var most: Int { 19 }

  /// Writes the digits of a number from 1 to 2^63 - 1, and up to 16 bytes in all; gives their end.
  @inlinable
  @inline(__always)
  public static func write(
    _ number: UInt64, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let start = UnsafeMutableRawPointer(target)
    let high = number / 100_000_000
    let first = eightDigits(high % 100_000_000)
    let last = eightDigits(number % 100_000_000)
    if high >= 100_000_000 { return writeLongNumber(high / 100_000_000, first, last, at: target) }
    // Zeros before the first digit are the lowest bytes that are zero.
    if first == 0 {
      let zeros = last.trailingZeroBitCount & ~7
      store((last | asciiZeros) &>> UInt64(zeros), at: start)
      return target + (8 &- zeros / 8)
    }
    let zeros = UInt64(first.trailingZeroBitCount & ~7)
    let ending = last | asciiZeros
    store((first | asciiZeros) &>> zeros | ending << (64 &- zeros), at: start)
    store(ending &>> zeros, at: start + 8)
    return target + (16 &- Int(zeros / 8))
  }

  /// A number of 17 to 19 digits, of which the last 16 are given.
  @inline(never)
  @usableFromInline
  static func writeLongNumber(
    _ upper: UInt64, _ first: UInt64, _ last: UInt64, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = target
    if upper >= 100 {
      end.pointee = 0x30 + UInt8(upper / 100)
      end += 1
    }
    if upper >= 10 {
      end.pointee = 0x30 + UInt8(upper / 10 % 10)
      end += 1
    }
    end.pointee = 0x30 + UInt8(upper % 10)
    store(first | asciiZeros, at: UnsafeMutableRawPointer(end + 1))
    store(last | asciiZeros, at: UnsafeMutableRawPointer(end + 9))
    return end + 17
  }

  /// The digits of a value below 10^8, one a byte, the first one lowest.
  ///
  /// All of them at once by multiplication: fours, then pairs, then digits.
  @inlinable
  @inline(__always)
  static func eightDigits(_ value: UInt64) -> UInt64 {
    let upper = value / 10_000
    let fours = upper | (value &- upper &* 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x7F_0000_007F  // x / 100 below 10 000
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F  // x / 10 below 100
    return tens | (pairs &- tens &* 10) &<< 8
  }

  @inlinable static var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

  @inlinable
  @inline(__always)
  static func store(_ digits: UInt64, at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: digits.littleEndian, as: UInt64.self)
  }
}
