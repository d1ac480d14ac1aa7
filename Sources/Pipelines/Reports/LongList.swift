internal import DirectoryFormat
internal import Foundation

/// The one long list of a report's JSON document, which is written and read element by element: a
/// pipeline may have thousands of sources.
///
/// The documents have sorted keys, two spaces of indent and no list but this one under its key.
enum LongList {
  /// Hands the text of a document over in pieces, one for each element; `rest` is the document with
  /// an empty list.
  static func write<Rest: Encodable, Element: Encodable>(
    _ rest: Rest, _ key: String, _ elements: [Element], to piece: (String) throws -> Void
  ) throws {
    var writer = JSONWriter(.report)
    writer.open(.object)
    for (name, value) in JSONNode.sorted(try EncodedNode.members(of: rest)) {
      writer.key(name)
      guard name == key else {
        value.write(to: &writer)
        continue
      }
      writer.open(.list)
      for element in elements {
        try piece(writer.takeText())
        writer.element()
        try EncodedNode.of(element).write(to: &writer)
      }
      writer.close()
    }
    writer.close()
    writer.endLine()
    try piece(writer.takeText())
  }

  /// Hands every object of the list over, and gives the document with an empty list; nil for a
  /// document of another form, of which nothing may have been handed over by then.
  static func read(
    _ text: [UInt8], _ key: String, each object: (Data) throws -> Void
  ) rethrows -> Data? {
    let opening = Array("  \"\(key)\" : [".utf8)
    var lines = Lines(text)
    while let line = lines.next() {
      if text[line].elementsEqual(opening) {
        guard let end = try objects(&lines, in: text, object) else { return nil }
        return Data(text[..<line.upperBound]) + Data(text[end...])
      }
    }
    return nil
  }

  /// Reads to the end of the list; gives where its closing bracket stands.
  private static func objects(
    _ lines: inout Lines, in text: [UInt8], _ object: (Data) throws -> Void
  ) rethrows -> Int? {
    var start: Int?
    while let line = lines.next() {
      let content = text[line]
      if content.starts(with: "  ]".utf8) { return start == nil ? line.lowerBound + 2 : nil }
      if content.elementsEqual("    {".utf8) {
        start = line.lowerBound
      } else if content.starts(with: "    }".utf8), let first = start {
        try object(Data(text[first..<line.lowerBound + 5]))
        start = nil
      }
    }
    return nil
  }

  /// The lines of a text, without their ends.
  private struct Lines {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    mutating func next() -> Range<Int>? {
      guard position < text.count else { return nil }
      let end =
        text.withUnsafeBytes { bytes -> Int? in
          guard let base = bytes.baseAddress,
            let found = memchr(base + position, 0x0A, bytes.count - position)
          else { return nil }
          return UnsafeRawPointer(found) - base
        } ?? text.count
      defer { position = end + 1 }
      return position..<end
    }
  }
}
