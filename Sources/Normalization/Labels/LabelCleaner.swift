package import Records

/// Makes a label fit to be shown: NFC, trimmed, on one line, without invisible characters.
///
/// TAB, CR, LF, U+2028 and U+2029 become one space (a run of them one space together). Other control characters and
/// all that Unicode calls default-ignorable (bidirectional controls, zero-width characters, lone
/// joiners and variation selectors) are taken out and counted; a joiner, a variation selector or a
/// tag inside an emoji stays. Then the text is composed (NFC) and white space at both ends goes.
/// Cleaning a cleaned label changes nothing.
package enum LabelCleaner {
  /// What became of a label.
  package enum Outcome: Equatable, BitwiseCopyable {
    /// These bytes of the cell are the label as they stand.
    case unchanged(offset: Int, count: Int)
    /// The label was appended to the buffer; at most 65 534 bytes.
    case cleaned(offset: Int, count: Int)
    /// Nothing is left.
    case empty
    /// More than 65 534 bytes are left.
    case tooLong
  }

  /// Longest label in bytes of UTF-8.
  package static let longestInBytes = 65_534

  /// Whether something of a label is left that a phone shows, and not too much.
  package static func canShow(_ label: String) -> Bool { cleaned(label) != nil }

  /// The label that comes of a text; nil where nothing is left, or too much.
  package static func cleaned(_ text: String) -> String? {
    var buffer = ElementBuffer<UInt8>()
    var removed = 0
    let outcome = Array(text.utf8).withUnsafeBufferPointer {
      rewrite($0, into: &buffer, removed: &removed)
    }
    guard case .cleaned(let offset, let count) = outcome else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: buffer.base + offset, count: count), as: UTF8.self)
  }

  /// Cleans the bytes of a cell.
  ///
  /// - Parameters:
  ///   - cell: UTF-8; invalid bytes become U+FFFD.
  ///   - buffer: takes the label where it differs from the bytes of the cell.
  ///   - removed: grows by the number of characters taken out.
  package static func clean(
    _ cell: UnsafeBufferPointer<UInt8>, into buffer: inout ElementBuffer<UInt8>,
    removed: inout Int
  ) -> Outcome {
    if CleanText.holds(cell) {
      let range = CleanText.trimmed(cell)
      if range.isEmpty { return .empty }
      if range.count > longestInBytes { return .tooLong }
      return .unchanged(offset: range.lowerBound, count: range.count)
    }
    return rewrite(cell, into: &buffer, removed: &removed)
  }

  /// Cleans what a buffer holds from an offset on, and leaves nothing but the label there.
  static func cleanEnd(
    of buffer: inout ElementBuffer<UInt8>, from offset: Int, removed: inout Int
  ) -> Outcome {
    let text = UnsafeBufferPointer(rebasing: buffer.elements[offset...])
    guard CleanText.holds(text) else {
      // The text is copied before the buffer loses it.
      let copy = String(decoding: text, as: UTF8.self)
      buffer.truncate(to: offset)
      return rewrite(copy, into: &buffer, removed: &removed)
    }
    let range = CleanText.trimmed(text)
    let isLabel = !range.isEmpty && range.count <= longestInBytes
    buffer.truncate(to: offset + (isLabel ? range.upperBound : 0))
    if isLabel { return .cleaned(offset: offset + range.lowerBound, count: range.count) }
    return range.isEmpty ? .empty : .tooLong
  }

  /// Cleans without looking for a short cut; the same label as `clean`, always copied.
  @inline(never)
  package static func rewrite(
    _ cell: UnsafeBufferPointer<UInt8>, into buffer: inout ElementBuffer<UInt8>,
    removed: inout Int
  ) -> Outcome {
    rewrite(String(decoding: cell, as: UTF8.self), into: &buffer, removed: &removed)
  }

  private static func rewrite(
    _ given: String, into buffer: inout ElementBuffer<UInt8>, removed: inout Int
  ) -> Outcome {
    let text = VisibleText.of(given, removed: &removed)
    let visible = Composition.trimmed(text)
    if visible.utf8.count > Composition.mostTimesShorter * longestInBytes { return .tooLong }
    let label = Composition.composed(visible)
    if label.isEmpty { return .empty }
    let offset = buffer.count
    for byte in label.utf8 { buffer.append(byte) }
    let count = buffer.count - offset
    if count > longestInBytes {
      buffer.truncate(to: offset)
      return .tooLong
    }
    return .cleaned(offset: offset, count: count)
  }
}
