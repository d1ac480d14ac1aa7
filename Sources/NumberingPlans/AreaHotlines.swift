/// Hotlines that have a number behind any area code, though it is no line's: 010-12308, 021-95533, 010-95105105.
///
/// The metadata says which there are; this says that the table of areas, which knows lines only, does not speak
/// against them.
package struct AreaHotlines: Sendable {
  /// How many digits they have behind the area code.
  package static let digits = 5...8
  /// The same where nothing else is said.
  private static let usualDigits = 5...6
  package let isEmpty: Bool
  /// Bit n: some of them begins with the digit n.
  package let firstDigits: UInt16
  /// The values of those that have one beginning, by how many digits they have.
  private let spans: [(digits: Int, values: ClosedRange<Int64>)]

  /// Hotlines by their first digits, and how many they have where these are not the usual ones: 100,95,951=8.
  init(_ heads: String = "") {
    var spans: [(digits: Int, values: ClosedRange<Int64>)] = []
    var firstDigits: UInt16 = 0
    for item in heads.split(separator: ",") {
      let parts = item.split(separator: "=")
      guard let head = parts.first, let value = Int64(head), let first = head.utf8.first else {
        continue
      }
      firstDigits |= 1 << UInt16(first & 15)
      let own = parts.count > 1 ? Int(parts[1]).map { $0...$0 } : nil
      for digits in own ?? Self.usualDigits {
        var scale: Int64 = 1
        for _ in head.utf8.count..<digits { scale *= 10 }
        spans.append((digits, value * scale...(value + 1) * scale - 1))
      }
    }
    self.spans = spans
    self.firstDigits = firstDigits
    isEmpty = spans.isEmpty
  }

  /// Whether digits behind an area code, given as their value, are those of a hotline.
  package func contains(_ value: Int64, digits: Int) -> Bool {
    spans.contains { $0.digits == digits && $0.values.contains(value) }
  }

  /// Whether digits behind an area code are those of a hotline.
  package func contains(_ local: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.digits.contains(local.count) else { return false }
    return contains(local.reduce(0) { $0 * 10 + Int64($1 & 15) }, digits: local.count)
  }
}
