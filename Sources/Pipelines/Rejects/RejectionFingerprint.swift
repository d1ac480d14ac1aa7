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

  /// The 64 bits of a row that is read.
  static func bits(of row: RejectsRow) -> UInt64 {
    var value = row.value
    return value.withUTF8 {
      bits(source: row.source, field: row.field, reason: row.reason, value: $0)
    }
  }

  /// The 64 bits of a rejection that has no row yet.
  static func bits(
    source: String, field: String, reason: String, value: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    add(source.utf8, to: &hash)
    add(field.utf8, to: &hash)
    add(reason.utf8, to: &hash)
    add(value, to: &hash)
    return hash
  }

  /// The text of the bits of the `occurrence`-th (from 1) of equal rejections.
  static func text(_ bits: UInt64, occurrence: Int) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
      + (occurrence > 1 ? ":\(occurrence)" : "")
  }

  @inline(__always)
  private static func add(_ bytes: some Sequence<UInt8>, to hash: inout UInt64) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = hash &* 0x100_0000_01B3
  }
}

/// How often each fingerprint of a run occurs: filled, then sealed, then taken from.
///
/// Memory: 12 bytes for each that differs from all others, up to 20 more while it is filled.
struct FingerprintStock {
  private var filled: [UInt64] = []
  private var values: [UInt64] = []
  private var counts: [Int32] = []
  private let most: Int
  /// Whether more different ones were added than it holds; then it holds none.
  private(set) var isOver = false

  /// The most bytes that one takes.
  static let mostBytesEach = 32
  /// As many are sorted in at once, or half of what is sorted in already.
  private static let fewestFilled = 1 << 17

  /// Creates an empty stock that holds at most so many different ones.
  init(most: Int = .max) { self.most = most }

  /// Adds one, before sealing.
  mutating func add(_ bits: UInt64) {
    if isOver { return }
    filled.append(bits)
    if filled.count >= max(Self.fewestFilled, values.count / 2) { sortIn() }
  }

  /// Counts what was added.
  mutating func seal() {
    if isOver { return }
    sortIn()
    filled = []
  }

  /// Merges what waits with what is sorted in.
  private mutating func sortIn() {
    filled.sort()
    var (values, counts) = ([UInt64](), [Int32]())
    values.reserveCapacity(self.values.count + filled.count)
    counts.reserveCapacity(self.values.count + filled.count)
    func add(_ bits: UInt64, _ count: Int32) {
      if bits == values.last {
        counts[counts.count - 1] += count
      } else {
        values.append(bits)
        counts.append(count)
      }
    }
    var place = 0
    for (bits, count) in zip(self.values, self.counts) {
      while place < filled.count, filled[place] < bits {
        add(filled[place], 1)
        place += 1
      }
      add(bits, count)
    }
    for bits in filled[place...] { add(bits, 1) }
    filled.removeAll(keepingCapacity: true)
    isOver = values.count > most
    self.values = isOver ? [] : values
    self.counts = isOver ? [] : counts
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
