/// Reads names and values side by side, of which the cell has nothing else: type=fax&number=…, type: fax; number: ….
struct PairedFields {
  /// The most bytes of a name.
  private static let longestName = 32

  /// Reads the fields; nil where some part of the cell is no pair.
  static func read(_ source: FieldSource) -> FieldRecord? {
    var record = FieldRecord(source)
    var (start, count) = (0, 0)
    for index in 0...source.bytes.count
    where index == source.bytes.count || endsPair(source.bytes[index]) {
      let part = trimmed(start..<index, of: source.bytes)
      start = index + 1
      if part.isEmpty { continue }
      guard let pair = pair(in: part, of: source.bytes) else { return nil }
      record.add(pair.name, pair.value)
      count += 1
    }
    return count > 1 ? record : nil
  }

  private static func endsPair(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|"), 0x0A, 0x0D:
      true
    default: false
    }
  }

  private static func pair(
    in part: Range<Int>, of bytes: [UInt8]
  ) -> (name: Range<Int>, value: Range<Int>)? {
    let sign = bytes[part].firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
    guard let sign, sign > part.lowerBound else { return nil }
    let name = trimmed(part.lowerBound..<sign, of: bytes)
    guard name.count <= longestName, !name.isEmpty,
      name.allSatisfy({ !(bytes[$0] &- 48 < 10) && bytes[$0] != UInt8(ascii: "(") })
    else { return nil }
    return (name, trimmed(sign + 1..<part.upperBound, of: bytes))
  }

  private static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    func isAround(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
    while start < end, isAround(bytes[start]) { start += 1 }
    while start < end, isAround(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
