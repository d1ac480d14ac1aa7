/// Writes JSON from its tokens: everything in this package that is JSON is written here.
///
/// Keys keep the order in which they come. Escaped is what RFC 8259 says must be, nothing else; what a
/// terminal must not be shown is escaped by `Display` afterwards. Whoever opens a bracket closes it.
/// Memory: what was written since it was last taken.
package struct JSONWriter {
  /// What encloses elements.
  package enum Bracket: Sendable {
    /// `[` and `]`.
    case list
    /// `{` and `}`.
    case object
  }

  private struct Level {
    var bracket: Bracket
    var isEmpty = true
  }

  /// What was written and not taken.
  package private(set) var bytes: [UInt8] = []
  private var layout: JSONLayout
  private var levels: [Level]

  /// Begins a document, or a value that stands so many levels deep in one.
  package init(_ layout: JSONLayout, depth: Int = 0) {
    self.layout = layout
    levels = Array(repeating: Level(bracket: .list), count: depth)
  }

  /// What was written, which is forgotten here; the room that it took is kept.
  package mutating func take<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { bytes.removeAll(keepingCapacity: true) }
    return try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// What was written as text, which is forgotten here.
  package mutating func takeText() -> String { take { String(decoding: $0, as: UTF8.self) } }

  /// Opens a list or an object.
  package mutating func open(_ bracket: Bracket) {
    bytes.append(UInt8(ascii: bracket == .list ? "[" : "{"))
    levels.append(Level(bracket: bracket))
  }

  /// Closes what was opened last; nothing where nothing is open.
  package mutating func close() {
    guard let level = levels.popLast() else { return }
    if level.isEmpty, layout.lineEndsOfEmpty > 1 { endLine() }
    if !level.isEmpty || layout.lineEndsOfEmpty > 0 { breakLine() }
    bytes.append(UInt8(ascii: level.bracket == .list ? "]" : "}"))
  }

  /// Begins an element of the list that is open.
  package mutating func element() {
    guard let last = levels.indices.last else { return }
    if !levels[last].isEmpty {
      bytes += layout.indent == nil ? layout.comma.utf8 : ",".utf8
    }
    levels[last].isEmpty = false
    breakLine()
  }

  /// Begins a member of the object that is open.
  package mutating func key(_ name: String) {
    element()
    string(name)
    bytes += layout.colon.utf8
  }

  /// Begins a member whose name is given as its UTF-8.
  package mutating func key(_ name: UnsafeRawBufferPointer) {
    element()
    string(name)
    bytes += layout.colon.utf8
  }

  /// Writes a value on one line within a document of many.
  package mutating func onOneLine(_ body: (inout JSONWriter) -> Void) {
    let former = layout
    layout = .line
    body(&self)
    layout = former
  }

  /// Writes a text.
  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a text that is given as its UTF-8.
  package mutating func string(_ text: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for (index, byte) in text.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      bytes += text[start..<index]
      escape(byte)
      start = index + 1
    }
    bytes += text[start...]
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  package mutating func integer(_ number: Int64) { bytes += String(number).utf8 }

  /// Writes a number of tenths, with one decimal.
  package mutating func tenths(_ number: Int64) {
    let size = number.magnitude
    bytes += "\(number < 0 ? "-" : "")\(size / 10).\(size % 10)".utf8
  }

  /// Writes a truth value.
  package mutating func boolean(_ value: Bool) { bytes += (value ? "true" : "false").utf8 }

  /// Ends a document or a row with LF.
  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func breakLine() {
    guard let indent = layout.indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: levels.count * indent)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    default: bytes += "\\u00\(Hexadecimal.string(CollectionOfOne(byte)))".utf8
    }
  }
}
