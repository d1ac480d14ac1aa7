import Records

/// Writes the lines of a list as bytes: `number TAB label LF`, or `number LF`.
enum LineFormatter {
  /// Bytes that a line needs at most besides its label; the label is copied 16 bytes at a time.
  static let spare = 19 + 1 + 1 + 16

  /// Writes a line at `target`, which has room for `spare` bytes and the label; gives its end.
  @inline(__always)
  static func write(
    _ entry: EntryBatch.Entry, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = writeNumber(UInt64(bitPattern: entry.number), at: target)
    if !entry.isBlocking, let label = entry.label {
      end.pointee = 0x09
      end += 1
      copy(label, count: Int(entry.labelCount), to: end)
      end += Int(entry.labelCount)
    }
    end.pointee = 0x0A
    return end + 1
  }

  /// Writes the digits of a number from 1 to 2^63 - 1, and up to 16 bytes in all; gives their end.
  @inline(__always)
  static func writeNumber(
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
  private static func writeLongNumber(
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
  @inline(__always)
  private static func eightDigits(_ value: UInt64) -> UInt64 {
    let upper = value / 10_000
    let fours = upper | (value &- upper &* 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x7F_0000_007F  // x / 100 below 10 000
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F  // x / 10 below 100
    return tens | (pairs &- tens &* 10) &<< 8
  }

  private static let asciiZeros: UInt64 = 0x3030_3030_3030_3030

  @inline(__always)
  private static func store(_ digits: UInt64, at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: digits.littleEndian, as: UInt64.self)
  }

  /// Copies a label without reading past its end; may write 16 bytes past the target's end.
  @inline(__always)
  private static func copy(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    if count >= 8 && count <= 16 {
      let head = from.loadUnaligned(as: UInt64.self)
      let tail = from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      to.storeBytes(of: head, as: UInt64.self)
      to.storeBytes(of: tail, toByteOffset: count - 8, as: UInt64.self)
    } else if count > 16 && count <= 32 {
      let head = from.loadUnaligned(as: SIMD16<UInt8>.self)
      let tail = from.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
      to.storeBytes(of: head, as: SIMD16<UInt8>.self)
      to.storeBytes(of: tail, toByteOffset: count - 16, as: SIMD16<UInt8>.self)
    } else {
      to.copyMemory(from: from, byteCount: count)
    }
  }
}
