/// A JSON value whose keys are sorted by their bytes when it is written.
///
/// So equal values have equal bytes: those of Python's
/// `json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)` for a document.
package enum JSONNode {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([JSONNode])
  case object([String: JSONNode])

  /// The document with its final LF.
  package func document(_ layout: JSONLayout = .indented) -> [UInt8] {
    var writer = JSONWriter(layout)
    write(to: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// The bytes that it takes within a document so many levels deep, without the indent before it.
  func count(atDepth depth: Int) -> Int {
    var writer = JSONWriter(.indented, depth: depth)
    write(to: &writer)
    return writer.bytes.count
  }

  /// Writes the value where one is due.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let string): writer.string(string)
    case .integer(let integer): writer.integer(Int64(integer))
    case .boolean(let value): writer.boolean(value)
    case .array(let nodes):
      writer.open(.list)
      for node in nodes {
        writer.element()
        node.write(to: &writer)
      }
      writer.close()
    case .object(let members):
      writer.open(.object)
      for (key, value) in Self.sorted(members) {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.close()
    }
  }

  /// Members in the order in which they are written.
  package static func sorted(
    _ members: [String: JSONNode]
  ) -> [(key: String, value: JSONNode)] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
