/// Hands bytes that come in pieces of any length over as whole lines.
///
/// Memory: the line that two pieces share.
struct WholeLines {
  private var rest: [UInt8] = []

  /// Whether the last byte so far was the end of a line, or there was none.
  var areEnded: Bool { rest.isEmpty }

  /// Takes the next piece; hands over the lines that have ended by now.
  mutating func add(
    _ piece: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
      rest += piece
      return
    }
    var lines = UnsafeRawBufferPointer(rebasing: piece[...end])
    if !rest.isEmpty {
      let first = (lines.firstIndex(of: UInt8(ascii: "\n")) ?? end) + 1
      rest += lines[..<first]
      try rest.withUnsafeBufferPointer { (line) throws(PublicationError) in
        try body(UnsafeRawBufferPointer(line))
      }
      lines = UnsafeRawBufferPointer(rebasing: lines[first...])
    }
    try body(lines)
    rest = Array(piece[(end + 1)...])
  }
}
