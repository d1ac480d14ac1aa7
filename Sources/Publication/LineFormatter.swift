import Records

/// Writes the lines of one list as bytes: `number TAB label LF`, or `number LF`.
///
/// About 10 ns a line: the digits of the number block (number / 10 000) are kept from line to line,
/// so that most numbers cost four digits.
struct LineFormatter {
  /// Bytes that a line needs at most besides its label; the label is copied 16 bytes at a time.
  static let spare = 19 + 1 + 1 + 16

  private var block: Int64 = -1
  private var blockDigits: (UInt64, UInt64) = (0, 0)
  private var blockDigitCount = 0

  /// Writes a line at `target`, which has room for `spare` bytes and the label; gives its end.
  @inline(__always)
  mutating func write(
    _ entry: EntryBatch.Entry, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let number = UInt64(bitPattern: entry.number)
    let high = number / 10_000
    if Int64(bitPattern: high) != block { startBlock(high) }
    var end = target
    if high > 0 {
      UnsafeMutableRawPointer(end).storeBytes(of: blockDigits.0, as: UInt64.self)
      UnsafeMutableRawPointer(end + 8).storeBytes(of: blockDigits.1, as: UInt64.self)
      end += blockDigitCount
      Self.writeFourDigits(UInt32(truncatingIfNeeded: number &- high &* 10_000), at: end)
      end += 4
    } else {
      end = Self.writeDigits(number, at: end)
    }
    if !entry.isBlocking, let label = entry.label {
      end.pointee = 0x09
      end += 1
      Self.copy(label, count: Int(entry.labelCount), to: end)
      end += Int(entry.labelCount)
    }
    end.pointee = 0x0A
    return end + 1
  }

  @inline(never)
  private mutating func startBlock(_ high: UInt64) {
    block = Int64(bitPattern: high)
    // 16 digits hold the block of every number; up to 15 zeros before it are skipped, so that as many
    // bytes behind them are read.
    var digits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { bytes in
      guard let start = bytes.baseAddress else { return }
      let first = start.assumingMemoryBound(to: UInt8.self)
      let upper = high / 100_000_000
      let lower = high &- upper &* 100_000_000
      Self.writeFourDigits(UInt32(truncatingIfNeeded: upper / 10_000), at: first)
      Self.writeFourDigits(UInt32(truncatingIfNeeded: upper % 10_000), at: first + 4)
      Self.writeFourDigits(UInt32(truncatingIfNeeded: lower / 10_000), at: first + 8)
      Self.writeFourDigits(UInt32(truncatingIfNeeded: lower % 10_000), at: first + 12)
      var zeros = 0
      while zeros < 15, first[zeros] == UInt8(ascii: "0") { zeros &+= 1 }
      blockDigitCount = 16 &- zeros
      let place = start + zeros
      blockDigits = (
        place.loadUnaligned(as: UInt64.self),
        place.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
  }

  /// Writes all digits of a value below 10^19; gives their end.
  static func writeDigits(
    _ value: UInt64, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    rest = value
    for index in stride(from: count - 1, through: 0, by: -1) {
      target[index] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    return target + count
  }

  /// Two digits at a time by multiplication: no division, no table to miss the cache.
  @inline(__always)
  private static func writeFourDigits(_ value: UInt32, at target: UnsafeMutablePointer<UInt8>) {
    let upper = (value &* 5243) >> 19  // value / 100 for values below 10 000
    let lower = value &- upper &* 100
    let upperTens = (upper &* 103) >> 10  // value / 10 for values below 100
    let lowerTens = (lower &* 103) >> 10
    let digits =
      upperTens | (upper &- upperTens &* 10) << 8 | lowerTens << 16
      | (lower &- lowerTens &* 10) << 24
    UnsafeMutableRawPointer(target).storeBytes(
      of: (digits | 0x3030_3030).littleEndian, as: UInt32.self)
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
