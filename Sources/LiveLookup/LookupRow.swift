import Records

/// One `KeywordDatabaseRow` of a `KeywordDatabase`, as it stands in a file.
///
/// A serialized `KeywordDatabase` is nothing but its rows one after the other, so files can be
/// written as a stream and joined end to end.
package enum LookupRow {
  /// Most bytes of a row besides its value: two keys, two lengths, the keyword and the row's own.
  package static let longestHead = 32
  /// The value that blocks.
  package static let blockingValue: UInt8 = 1

  /// Writes everything before the value of a row and gives the place after it: there is room for
  /// `longestHead` bytes, and all of them may be written.
  ///
  /// `digits` is how many digits the number has, at most `CallerKeyword.mostDigits`.
  @inline(__always)
  package static func writeHead(
    _ number: Int64, digits: Int, value: Int, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let keyword = 1 &+ digits
    var place = start
    place.pointee = 0x0A
    place = Varint.write(3 &+ keyword &+ Varint.length(of: value) &+ value, to: place + 1)
    place.pointee = 0x0A
    (place + 1).pointee = UInt8(truncatingIfNeeded: keyword)
    (place + 2).pointee = UInt8(ascii: "+")
    place = DecimalDigits.write(UInt64(bitPattern: number), at: place + 3)
    place.pointee = 0x12
    return Varint.write(value, to: place + 1)
  }

  /// Writes the row of an identity and gives the place after it: there is room for
  /// `longestHead` bytes and the value, which is at most `CallerIdentity.longestValue`.
  ///
  /// `digits` is how many digits the number has; `fields` are what follows the name: icon, minutes
  /// and category.
  package static func writeIdentity(
    _ number: Int64, digits: Int, name: UnsafeBufferPointer<UInt8>,
    fields: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let value = CallerIdentity.length(name: name.count, fields: fields.count)
    var place = writeHead(number, digits: digits, value: value, to: start)
    place.pointee = 0x0A
    place = Varint.write(name.count, to: place + 1)
    if let first = name.baseAddress { ShortText.copy(first, count: name.count, to: place) }
    place += name.count
    if let first = fields.baseAddress { ShortText.copy(first, count: fields.count, to: place) }
    return place + fields.count
  }

  /// Writes the row that blocks a number of so many digits and gives the place after it; there is
  /// room for `longestHead` bytes and one more.
  package static func writeBlock(
    _ number: Int64, digits: Int, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let place = writeHead(number, digits: digits, value: 1, to: start)
    place.pointee = blockingValue
    return place + 1
  }

  /// A row within bytes that outlive it.
  package struct View {
    /// What is asked with.
    package var keyword: UnsafeRawBufferPointer
    /// What is answered.
    package var value: UnsafeRawBufferPointer
    /// Length of the row in bytes.
    package var count: Int
  }

  /// What a reader found at a place.
  package enum Found {
    /// A row.
    case row(View)
    /// The bytes end within a row.
    case incomplete
    /// Bytes that this program would not have written, with what is wrong.
    case damaged(String)
  }

  /// Reads the row that begins at `start`.
  @inline(__always)
  package static func read(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Found {
    var place = start
    guard place < bytes.count else { return .incomplete }
    guard bytes[place] == 0x0A else { return .damaged("no row begins here") }
    place += 1
    guard let length = Varint.read(bytes, at: &place) else { return unended(bytes, from: start) }
    guard length <= longestHead + CallerIdentity.longestValue else {
      return .damaged("a row of \(length) bytes")
    }
    let end = place + length
    guard end <= bytes.count else { return .incomplete }
    guard let keyword = field(0x0A, bytes, at: &place, end: end),
      let value = field(0x12, bytes, at: &place, end: end), place == end
    else { return .damaged("a row that is not a keyword and a value") }
    return .row(View(keyword: keyword, value: value, count: end - start))
  }

  @inline(__always)
  private static func field(
    _ key: UInt8, _ bytes: UnsafeRawBufferPointer, at place: inout Int, end: Int
  ) -> UnsafeRawBufferPointer? {
    guard place < end, bytes[place] == key else { return nil }
    place += 1
    guard let length = Varint.read(bytes, at: &place), length <= end - place else { return nil }
    defer { place += length }
    return UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
  }

  private static func unended(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Found {
    bytes.count - start < 10 ? .incomplete : .damaged("a length without an end")
  }
}

extension LookupRow.View {
  /// The number of the keyword; nil when it is not `+` and 7 to 15 digits, the first not 0.
  package var number: Int64? {
    guard keyword.count > CallerKeyword.fewestDigits, keyword.count <= CallerKeyword.longest,
      keyword[0] == UInt8(ascii: "+"), keyword[1] != UInt8(ascii: "0")
    else { return nil }
    var number: Int64 = 0
    for byte in keyword.dropFirst() {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }

  /// The name of a `CallIdentity`; nil when the value does not begin with one.
  package var name: UnsafeRawBufferPointer? {
    guard value.count > 2, value[0] == 0x0A else { return nil }
    var place = 1
    guard let length = Varint.read(value, at: &place), length > 0, length <= value.count - place
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: value[place..<place + length])
  }

  /// What follows the name of a `CallIdentity`: icon, minutes and category.
  package var fieldsAfterName: UnsafeRawBufferPointer? {
    guard let name, let start = name.baseAddress, let first = value.baseAddress else { return nil }
    let end = start - first + name.count
    return UnsafeRawBufferPointer(rebasing: value[end...])
  }
}
