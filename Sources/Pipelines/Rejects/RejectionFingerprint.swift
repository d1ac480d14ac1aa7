/// What is the same about a rejection on every night: its source, field, reason and cell.
///
/// The 64 bits of FNV-1a over the four, a byte 0 after each, as 16 hexadecimal digits. Files and lines
/// are no part of it: exports are renamed, and rows move. The second of equal rejections has `:2`
/// behind its digits, and so on, so that a rejection that comes a second time is a new one.
struct RejectionFingerprint {
  /// The 64 bits of a row.
  static func bits(of row: inout RejectsCursor) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    add(row.bytes(of: .source), to: &hash)
    add(row.bytes(of: .field), to: &hash)
    add(row.bytes(of: .reason), to: &hash)
    add(row.bytes(of: .value), to: &hash)
    return hash
  }

  /// The text of the bits of the `occurrence`-th (from 1) of equal rejections.
  static func text(_ bits: UInt64, occurrence: Int) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
      + (occurrence > 1 ? ":\(occurrence)" : "")
  }

  @inline(__always)
  private static func add(_ bytes: UnsafeBufferPointer<UInt8>, to hash: inout UInt64) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = hash &* 0x100_0000_01B3
  }
}

/// How often each fingerprint of a run occurs: filled, then sealed, then taken from.
///
/// Memory: 12 bytes a fingerprint, 8 more while it is filled.
struct FingerprintStock {
  private var filled: [UInt64] = []
  private var values: [UInt64] = []
  private var counts: [Int32] = []

  /// Adds one, before sealing.
  mutating func add(_ bits: UInt64) { filled.append(bits) }

  /// Counts what was added.
  mutating func seal() {
    filled.sort()
    for bits in filled {
      if bits == values.last {
        counts[counts.count - 1] += 1
      } else {
        values.append(bits)
        counts.append(1)
      }
    }
    filled = []
  }

  /// Takes one away; false when there is none left.
  mutating func take(_ bits: UInt64) -> Bool {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < bits { low = middle + 1 } else { high = middle }
    }
    guard low < values.count, values[low] == bits, counts[low] > 0 else { return false }
    counts[low] -= 1
    return true
  }
}

/// How often each fingerprint occurred so far.
struct FingerprintCounts {
  private var counts: [UInt64: Int32] = [:]

  /// Counts one more; gives how many there are now.
  @discardableResult
  mutating func add(_ bits: UInt64) -> Int {
    counts[bits, default: 0] += 1
    return Int(counts[bits] ?? 1)
  }

}
