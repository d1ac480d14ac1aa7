import Records

/// Writes the lines of a list as bytes: `number TAB label LF`, or `number LF`.
enum LineFormatter {
  /// Bytes that a line needs at most besides its label.
  static let spare = DecimalDigits.most + 1 + 1

  /// Writes a line at `target`, which has room for `spare` bytes and the label; gives its end.
  @inline(__always)
  static func write(
    _ entry: EntryBatch.Entry, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = DecimalDigits.write(UInt64(bitPattern: entry.number), at: target)
    if !entry.isBlocking, let label = entry.label {
      end.pointee = 0x09
      end += 1
      ShortText.copy(label, count: Int(entry.labelCount), to: end)
      end += Int(entry.labelCount)
    }
    end.pointee = 0x0A
    return end + 1
  }
}
