/// Compares bytes of a cell with words of the source, byte by byte: a `String` walks its characters for that.
extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are a text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && begins(with: text)
  }

  /// Whether the first bytes are a text.
  @inline(__always)
  func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for index in 0..<length where self[index] != text.utf8Start[index] { return false }
    return true
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether the bytes are a text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool { UnsafeBufferPointer(rebasing: self).spells(text) }
}
