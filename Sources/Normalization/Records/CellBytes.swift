/// What the record level asks of the bytes of a cell.
extension UnsafeBufferPointer<UInt8> {
  /// The bytes without blanks, tabs and line breaks of ASCII at both ends.
  @inline(__always)
  var trimmingBlanks: UnsafeBufferPointer<UInt8> {
    var low = 0
    var high = count
    while low < high, self[low].isBlank { low &+= 1 }
    while low < high, self[high &- 1].isBlank { high &-= 1 }
    return low == 0 && high == count
      ? self : UnsafeBufferPointer(rebasing: self[low..<high])
  }

  /// Whether the cell holds nothing, or nothing but white space and invisible characters.
  @inline(__always)
  var isEmptyCell: Bool {
    guard let first else { return true }
    // Visible ASCII, and the lead bytes of CJK ideographs and Hangul: almost every cell that is not empty.
    if first > 0x20 && first < 0x7F || first >= 0xE4 && first <= 0xED { return false }
    return holdsNothingVisible
  }

  @inline(never)
  private var holdsNothingVisible: Bool {
    if beginsVisibly { return false }
    let blanks = trimmingBlanks
    guard let first = blanks.first else { return true }
    if first > 0x20 && first < 0x7F { return false }
    return String(decoding: blanks, as: UTF8.self).unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        || $0.properties.generalCategory == .control
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the first character is a letter with an accent, a Greek, Cyrillic or full-width one, or kana.
  ///
  /// Of all other characters Unicode's properties are asked.
  private var beginsVisibly: Bool {
    guard count > 2 else { return false }
    switch (self[0], self[1]) {
    case (0xC3...0xCB, 0x80...0xBF), (0xD0...0xD4, 0x80...0xBF), (0xE3, 0x81...0x83): return true
    case (0xEF, 0xBC): return self[2] > 0x80 && self[2] <= 0xBF
    default: return false
    }
  }
}

extension UInt8 {
  /// Whether the byte is a blank, a tab or a line break of ASCII.
  @inline(__always)
  var isBlank: Bool { self == 0x20 || self &- 9 < 5 }
}
