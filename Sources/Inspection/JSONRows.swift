import DirectoryFormat

/// The rows of a JSON rendering, which has one entry a line (docs/formats.md).
enum JSONRows {
  /// Hands over each row until `body` answers false; a line that is none has the number 0.
  static func forEach(
    of path: String, _ list: DirectoryList,
    _ body: (_ number: Int64, _ label: UnsafeRawBufferPointer) -> Bool
  ) {
    let brackets: (UInt8, UInt8) =
      list == .blocking
      ? (UInt8(ascii: "["), UInt8(ascii: "]")) : (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var hasMore = true
    var isOver = false
    var label: [UInt8] = []
    TextFile.forEachLine(of: path) { position, line in
      if position == 1, line.elementsEqual([brackets.0]) { return true }
      if !hasMore || position == 2, line.elementsEqual([brackets.1]), !isOver {
        isOver = true
        return true
      }
      label.removeAll(keepingCapacity: true)
      let number =
        isOver || position == 1 || !hasMore ? 0 : Self.number(line, list, &label, &hasMore)
      return label.withUnsafeBytes { body(number, $0) }
    }
    // A file that ends without its bracket is not JSON.
    if !isOver { _ = body(0, UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  /// Reads `"digits": "label"` or `"digits"`, with a comma unless it is the last.
  private static func number(
    _ line: UnsafeRawBufferPointer, _ list: DirectoryList, _ label: inout [UInt8],
    _ hasMore: inout Bool
  ) -> Int64 {
    var rest = line[...]
    hasMore = rest.last == UInt8(ascii: ",")
    if hasMore { rest.removeLast() }
    let quote = UInt8(ascii: "\"")
    guard rest.count >= 2, rest.popFirst() == quote, rest.popLast() == quote else { return 0 }
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    rest = rest[digits.endIndex...]
    let number = DirectoryNumber.parse(UnsafeRawBufferPointer(rebasing: digits)) ?? 0
    if list == .blocking { return rest.isEmpty ? number : 0 }
    let between = Array("\": \"".utf8)
    guard rest.starts(with: between) else { return 0 }
    return unescape(rest.dropFirst(between.count), into: &label) ? number : 0
  }

  /// Labels hold no control characters, so that only two escapes are ever needed.
  private static func unescape(
    _ text: Slice<UnsafeRawBufferPointer>, into label: inout [UInt8]
  ) -> Bool {
    var isEscaped = false
    for byte in text {
      let isMark = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      if isEscaped {
        guard isMark else { return false }
        isEscaped = false
      } else if isMark {
        guard byte == UInt8(ascii: "\\") else { return false }
        isEscaped = true
        continue
      }
      label.append(byte)
    }
    return !isEscaped
  }
}
