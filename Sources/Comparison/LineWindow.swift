package import DirectoryFormat

/// Whole lines in somebody else's memory, and the file that they are of, for messages.
package struct LineWindow {
  /// The lines that are not consumed.
  package private(set) var bytes: UnsafeRawBufferPointer
  private let path: String
  private var offset: Int

  /// Lines that start `offset` bytes into the file at `path`; the last one ends with a line feed.
  package init(_ bytes: UnsafeRawBufferPointer, path: String, offset: Int = 0) {
    self.bytes = bytes
    self.path = path
    self.offset = offset
  }

  /// Takes `count` bytes, which are whole lines, away.
  package mutating func consume(_ count: Int) {
    bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
    offset += count
  }

  /// The lines that were consumed between this state of a window and a later one.
  package func before(_ rest: LineWindow) -> LineWindow {
    let count = bytes.count - rest.bytes.count
    return LineWindow(
      UnsafeRawBufferPointer(rebasing: bytes[..<count]), path: path, offset: offset)
  }

  /// The first line, read as one of `list`; nil when none is left.
  package func line(
    of list: DirectoryList, prefix: Int = 0
  ) throws(ComparisonError) -> LineView? {
    if bytes.isEmpty { return nil }
    if let line = LineView(at: bytes, list: list, prefix: prefix) { return line }
    let text = bytes.prefix { $0 != 0x0A }.prefix(40)
    throw fault(
      expected: "a line of the \(list.rawValue) list at byte \(offset)",
      found: "'\(String(decoding: text, as: UTF8.self))'")
  }

  func fault(expected: String, found: String) -> ComparisonError {
    .damaged(path: path, line: 0, expected: expected, found: found)
  }
}
