internal import Records

/// Counts the entries that share the beginning of their numbers, or their label, where a gate asks.
///
/// Entries come in the order of their numbers, so the counts are the same on every machine. Memory: some
/// 3 MB, however many there are.
final class EntryGroups {
  /// The large groups of a run, as summary.json keeps them: no number, and of labels digests only.
  struct Sizes: Codable, Equatable, Sendable {
    /// Entries by the first five digits of their numbers.
    var prefixes: [String: Int] = [:]
    /// Entries by the digest of their label, 16 hexadecimal digits.
    var labels: [String: Int] = [:]
  }

  /// Smaller groups are not kept, and count as many.
  static let fewest = 100
  /// Groups of a kind that are kept, the largest.
  private static let mostKept = 1_000
  /// Labels that are counted at once; each count is at most this part of the entries too low.
  private static let mostLabels = 4_096
  /// Bytes of a label that are kept.
  private static let keptBytes = 256

  private struct Label {
    var text: [UInt8]
    var isWhole: Bool
    var count: Int
  }

  private var prefixes = [Int](repeating: 0, count: 100_000)
  private var labels: [UInt64: Label] = [:]

  /// Counts a batch; entries for the lookup alone stand in no list.
  func add(_ batch: EntryBatch) {
    let entries = batch.entries.base
    for index in 0..<batch.entries.count where entries[index].slot != EntryBatch.Entry.noSlot {
      var head = entries[index].number
      while head > 99_999 { head /= 10 }
      prefixes[Int(head)] += 1
      if let label = entries[index].label {
        add(UnsafeBufferPointer(start: label, count: Int(entries[index].labelCount)))
      }
    }
  }

  /// Counts a label, after Misra and Gries: where there is no room each of the others loses one.
  private func add(_ label: UnsafeBufferPointer<UInt8>) {
    let hash = ByteHash.of(label)
    if labels[hash] != nil {
      labels[hash]?.count += 1
    } else if labels.count < Self.mostLabels {
      labels[hash] = Label(
        text: Array(label.prefix(Self.keptBytes)), isWhole: label.count <= Self.keptBytes, count: 1)
    } else {
      labels = labels.compactMapValues { other in
        guard other.count > 1 else { return nil }
        return Label(text: other.text, isWhole: other.isWhole, count: other.count - 1)
      }
    }
  }

  /// The large groups.
  var sizes: Sizes {
    let prefixes = prefixes.enumerated().map { (key: "\($0.offset)", count: $0.element) }
    let labels = labels.map { (key: Self.key($0.key), count: $0.value.count) }
    return Sizes(prefixes: Self.largest(prefixes), labels: Self.largest(labels))
  }

  private static func largest(_ groups: [(key: String, count: Int)]) -> [String: Int] {
    let kept = groups.filter { $0.count >= fewest }
      .sorted { ($1.count, $0.key) < ($0.count, $1.key) }.prefix(mostKept)
    return Dictionary(kept.map { ($0.key, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  /// The label with a key, and whether that is all of it.
  func label(_ key: String) -> (text: String, isWhole: Bool) {
    let label = labels.first { Self.key($0.key) == key }?.value
    return (String(decoding: label?.text ?? [], as: UTF8.self), label?.isWhole ?? true)
  }

  private static func key(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
