import Records

/// What is done to the text of cells.
enum XMLText {
  /// Where the text between two places begins and ends without the blanks around it.
  static func trimmed(
    _ bytes: borrowing ElementBuffer<UInt8>, _ start: Int, _ end: Int
  ) -> (Int, Int) {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    var (from, to) = (start, end)
    while from < to, isBlank(bytes.base[from]) { from += 1 }
    while to > from, isBlank(bytes.base[to - 1]) { to -= 1 }
    return (from, to)
  }

  /// Appends an attribute's value.
  ///
  /// In attributes libxml2 leaves an ampersand as `&#38;` for a second pass that SAX has not.
  static func append(
    attribute value: UnsafeBufferPointer<UInt8>, to bytes: inout ElementBuffer<UInt8>
  ) {
    let escaped: StaticString = "&#38;"
    var i = 0
    while i < value.count {
      bytes.append(value[i])
      let isEscaped =
        value[i] == 0x26 && i + 5 <= value.count
        && (0..<5).allSatisfy { value[i + $0] == escaped.utf8Start[$0] }
      i += isEscaped ? 5 : 1
    }
  }

  /// Whether U+FFFD stands anywhere.
  static func holdsReplacement(_ bytes: borrowing ElementBuffer<UInt8>) -> Bool {
    var i = 0
    while i + 2 < bytes.count {
      if bytes.base[i] == 0xEF, bytes.base[i + 1] == 0xBF, bytes.base[i + 2] == 0xBD { return true }
      i += 1
    }
    return false
  }
}
