/// A JSON value to be written in the one canonical form of this package.
///
/// Keys sorted by their bytes, two spaces of indent, LF at the end, nothing escaped that need not
/// be: the bytes of Python's `json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)`.
package enum JSONNode {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([JSONNode])
  case object([String: JSONNode])

  /// The document with its final LF.
  package func document() -> [UInt8] {
    var text: [UInt8] = []
    write(into: &text, depth: 0)
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// The bytes that it takes within a document so many levels deep, without the indent before it.
  func count(atDepth depth: Int) -> Int {
    var text: [UInt8] = []
    write(into: &text, depth: depth)
    return text.count
  }

  private func write(into text: inout [UInt8], depth: Int) {
    switch self {
    case .string(let string): Self.write(string, into: &text)
    case .integer(let integer): text += String(integer).utf8
    case .boolean(let value): text += (value ? "true" : "false").utf8
    case .array(let nodes):
      Self.write(nodes, between: "[]", into: &text, depth: depth) { node, text in
        node.write(into: &text, depth: depth + 1)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      Self.write(sorted, between: "{}", into: &text, depth: depth) { member, text in
        Self.write(member.key, into: &text)
        text += ": ".utf8
        member.value.write(into: &text, depth: depth + 1)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: String, into text: inout [UInt8], depth: Int,
    _ writeElement: (Element, inout [UInt8]) -> Void
  ) {
    text += brackets.utf8.prefix(1)
    for (position, element) in elements.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      breakLine(in: &text, depth: depth + 1)
      writeElement(element, &text)
    }
    if !elements.isEmpty { breakLine(in: &text, depth: depth) }
    text += brackets.utf8.suffix(1)
  }

  private static func breakLine(in text: inout [UInt8], depth: Int) {
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }

  private static func write(_ string: String, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): text += "\\\"".utf8
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      case 0x08: text += "\\b".utf8
      case 0x09: text += "\\t".utf8
      case 0x0A: text += "\\n".utf8
      case 0x0C: text += "\\f".utf8
      case 0x0D: text += "\\r".utf8
      case 0..<0x20: text += "\\u00\(Hexadecimal.string(CollectionOfOne(byte)))".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
