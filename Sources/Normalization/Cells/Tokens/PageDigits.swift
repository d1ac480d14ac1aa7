/// The digits of links of web pages and of their texts.
enum PageDigits {
  /// The digits of some bytes, full-width ones too, but for those of tags.
  static func all(of cell: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> [UInt8] {
    digits(of: cell, bytes) { index in
      guard PageTag.mayBegin(with: cell[index]) else { return nil }
      return PageTag(in: cell, at: index)?.count
    }
  }

  /// The digits of a link, but for those of signs that are written as %20.
  static func ofLink(_ cell: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> [UInt8] {
    digits(of: cell, bytes) { escaped(cell, at: $0, before: bytes.upperBound) == nil ? nil : 3 }
  }

  private static func digits(
    of cell: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, passing passed: (Int) -> Int?
  ) -> [UInt8] {
    var (found, index): ([UInt8], Int) = ([], bytes.lowerBound)
    while index < bytes.upperBound {
      if let count = passed(index) {
        index += count
      } else if isWide(cell, index) {
        found.append(cell[index + 2] &- 0x90 &+ 48)
        index += 3
      } else {
        if cell[index] &- 48 < 10 { found.append(cell[index]) }
        index += 1
      }
    }
    return found
  }

  /// Whether a full-width digit begins at a byte: U+FF10 to U+FF19.
  static func isWide(_ cell: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index + 2 < cell.count && cell[index] == 0xEF && cell[index + 1] == 0xBC
      && cell[index + 2] &- 0x90 < 10
  }

  /// The byte that a percent sign and two hexadecimal digits stand for; nil for others.
  static func escaped(_ cell: UnsafeBufferPointer<UInt8>, at index: Int, before end: Int) -> UInt8?
  {
    guard cell[index] == UInt8(ascii: "%"), index + 2 < end,
      let high = hexadecimal(cell[index + 1]), let low = hexadecimal(cell[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70, 97...102: (byte | 0x20) - 87
    default: nil
    }
  }
}
