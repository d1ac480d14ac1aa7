/// The bytes of a cell as whoever wrote its fields had them, and where in the cell each stands.
///
/// Quotation marks that were escaped or doubled on the way through other formats are single ones again: \" and "" and &quot;;
/// \u50b3 is the character that it stands for.
struct FieldSource {
  private(set) var bytes: [UInt8] = []
  /// Where in the cell a byte stands.
  private(set) var origins: [Int] = []

  init(_ cell: UnsafeBufferPointer<UInt8>) {
    bytes.reserveCapacity(cell.count)
    origins.reserveCapacity(cell.count)
    let areDoubled = Self.hasDoubledQuotes(cell)
    var index = 0
    while index < cell.count {
      switch cell[index] {
      case UInt8(ascii: "\\"): index += takeEscape(cell, at: index)
      case UInt8(ascii: "&"): index += takeReference(cell, at: index)
      case UInt8(ascii: "\"")
      where areDoubled && index + 1 < cell.count && cell[index + 1] == cell[index]:
        index += append(cell[index], at: index, count: 2)
      case let byte: index += append(byte, at: index, count: 1)
      }
    }
  }

  /// Whether a quotation mark that stands twice begins a text: ""type"".
  private static func hasDoubledQuotes(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard cell.count > 3 else { return false }
    return (0..<cell.count - 2).contains {
      cell[$0] == quote && cell[$0 + 1] == quote
        && ((cell[$0 + 2] | 0x20) &- 97 < 26 || cell[$0 + 2] >= 0x80)
    }
  }

  private mutating func append(_ byte: UInt8, at origin: Int, count: Int) -> Int {
    bytes.append(byte)
    origins.append(origin)
    return count
  }

  /// Takes what a backslash stands before; how many bytes that has.
  private mutating func takeEscape(_ cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    guard start + 1 < cell.count else { return append(cell[start], at: start, count: 1) }
    switch cell[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "\\"):
      return append(cell[start + 1], at: start, count: 2)
    case UInt8(ascii: "u"):
      let digits = cell[(start + 2)..<min(cell.count, start + 6)]
      // Numbers may have a sign before them, and this one has none: \u+123, \u-000.
      if digits.count == 4, digits[start + 2] >= UInt8(ascii: "0"),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        for byte in String(Character(scalar)).utf8 { _ = append(byte, at: start, count: 1) }
        return 6
      }
    // A line ends there.
    case UInt8(ascii: "n"), UInt8(ascii: "r"):
      return append(0x0A, at: start, count: 2)
    default: break
    }
    return append(cell[start], at: start, count: 1)
  }

  /// Takes the sign that a reference stands for, where it is one of those between fields.
  private mutating func takeReference(_ cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    if let found = CharacterReference(in: cell, at: start), found.scalar < 0x80 {
      return append(UInt8(found.scalar), at: start, count: found.count)
    }
    for (reference, sign) in Self.signs {
      guard UnsafeBufferPointer(rebasing: cell[start...]).begins(with: reference) else { continue }
      return append(sign, at: start, count: reference.utf8CodeUnitCount)
    }
    return append(cell[start], at: start, count: 1)
  }

  private static let signs: [(StaticString, UInt8)] = [
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&amp;", UInt8(ascii: "&")),
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
  ]
}
