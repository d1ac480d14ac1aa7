/// A strict pull reader of JSON over bytes: it keeps nothing but its position.
///
/// It reads what RFC 8259 allows, except numbers other than whole ones of 64 bits, nesting deeper
/// than 16 and strings longer than 4 096 bytes, none of which a manifest has.
struct JSONReader {
  /// Where and why reading stopped.
  struct Failure: Error {
    /// 0-based byte offset.
    var offset: Int
    /// What the grammar allows there.
    var expected: String
    /// What stands there.
    var found: String
    /// Whether it is JSON, but no value that is read here.
    var isOfValue = false
  }

  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private var depth = 0
  private let deepest = 16
  private let longestString = 4096

  /// Reads `bytes` from a 0-based position on.
  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// 1-based line of a byte offset.
  func line(at offset: Int) -> Int {
    1 + bytes.prefix(offset).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// Enters an object or an array; the next byte must be `bracket`.
  mutating func enter(_ bracket: Unicode.Scalar) throws(Failure) {
    try take(bracket, "'\(bracket)'")
    depth += 1
    guard depth <= deepest else {
      throw Failure(offset: position, expected: "nesting of at most \(deepest)", found: "more")
    }
  }

  /// Steps to the next member or element: false, and past `bracket`, when there is none.
  mutating func next(before bracket: Unicode.Scalar, isFirst: Bool) throws(Failure) -> Bool {
    skipSpace()
    if peek() == UInt8(ascii: bracket) {
      position += 1
      depth -= 1
      return false
    }
    if !isFirst { try take(",", "',' or '\(bracket)'") }
    return true
  }

  /// Reads a key and its colon.
  mutating func key() throws(Failure) -> String {
    let key = try string()
    try take(":", "':'")
    return key
  }

  /// Reads a whole number of 64 bits.
  mutating func integer() throws(Failure) -> Int {
    skipSpace()
    let start = position
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    var value = 0
    while let byte = peek(), isDigit(byte) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(byte - UInt8(ascii: "0"))
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { throw notInteger(at: start) }
      value = sum
      position += 1
    }
    let count = position - firstDigit
    let hasLeadingZero = count > 1 && bytes[firstDigit] == UInt8(ascii: "0")
    guard count > 0, !hasLeadingZero, !continuesNumber(peek()) else { throw notInteger(at: start) }
    return isNegative ? -value : value
  }

  /// Reads a string.
  mutating func string() throws(Failure) -> String {
    try take("\"", "a string")
    let start = position
    var text: [UInt8] = []
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw Failure(offset: position, expected: "no control character", found: excerpt(position))
      }
      guard text.count < longestString else {
        throw Failure(
          offset: start, expected: "a string of at most \(longestString) bytes", found: "a longer")
      }
      position += 1
      if byte == UInt8(ascii: "\\") {
        try appendEscape(to: &text)
      } else {
        text.append(byte)
      }
    }
    guard peek() != nil else {
      throw Failure(offset: position, expected: "'\"' at the end of a string", found: "the end")
    }
    position += 1
    guard text.withUnsafeBytes({ UTF8Validation.isValid($0) }) else {
      throw Failure(offset: start, expected: "UTF-8", found: "bytes that are not")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Passes over a value of any kind.
  mutating func skip() throws(Failure) {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      try enter("{")
      var isFirst = true
      while try next(before: "}", isFirst: isFirst) {
        isFirst = false
        _ = try key()
        try skip()
      }
    case UInt8(ascii: "["):
      try enter("[")
      var isFirst = true
      while try next(before: "]", isFirst: isFirst) {
        isFirst = false
        try skip()
      }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try skipNumber()
    }
  }

  /// Makes sure that nothing but white space is left.
  mutating func end() throws(Failure) {
    skipSpace()
    guard position == bytes.count else {
      throw Failure(offset: position, expected: "the end", found: excerpt(position))
    }
  }

  /// A few bytes from `offset` for a message; anything but printable ASCII shows as `?`.
  func excerpt(_ offset: Int) -> String {
    guard offset < bytes.count else { return "the end" }
    let part = bytes[offset..<min(bytes.count, offset + 24)]
    let printable = part.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return "'\(String(decoding: printable, as: UTF8.self))'"
  }
}

extension JSONReader {
  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ expected: String) throws(Failure) {
    skipSpace()
    guard peek() == UInt8(ascii: scalar) else {
      throw Failure(
        offset: position, expected: expected, found: excerpt(position), isOfValue: startsValue)
    }
    position += 1
  }

  /// Whether a JSON value could start here, so that its type is what is wrong.
  private var startsValue: Bool {
    guard let byte = peek() else { return false }
    return isDigit(byte) || "{[\"-tfn".utf8.contains(byte)
  }

  private mutating func literal(_ word: String) throws(Failure) {
    let start = position
    for byte in word.utf8 {
      guard peek() == byte else {
        throw Failure(offset: start, expected: word, found: excerpt(start))
      }
      position += 1
    }
  }

  // `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private mutating func skipNumber() throws(Failure) {
    let start = position
    skip(anyOf: "-")
    let hasLeadingZero = peek() == UInt8(ascii: "0")
    let whole = skipDigits()
    var isSound = whole > 0 && !(hasLeadingZero && whole > 1)
    if skip(anyOf: ".") { isSound = skipDigits() > 0 && isSound }
    if skip(anyOf: "eE") {
      skip(anyOf: "+-")
      isSound = skipDigits() > 0 && isSound
    }
    guard isSound else {
      throw Failure(offset: start, expected: "a JSON value", found: excerpt(start))
    }
  }

  @discardableResult
  private mutating func skip(anyOf characters: String) -> Bool {
    guard let byte = peek(), characters.utf8.contains(byte) else { return false }
    position += 1
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), isDigit(byte) { position += 1 }
    return position - start
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func continuesNumber(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return isDigit(byte) || ".eE+-".utf8.contains(byte)
  }

  private func notInteger(at offset: Int) -> Failure {
    Failure(
      offset: offset, expected: "a whole number of 64 bits", found: excerpt(offset),
      isOfValue: true)
  }

  /// Reads what follows a backslash.
  private mutating func appendEscape(to text: inout [UInt8]) throws(Failure) {
    let start = position
    guard let byte = peek() else {
      throw Failure(offset: start, expected: "an escape", found: "the end")
    }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += try escapedScalar().utf8
    default: throw Failure(offset: start, expected: "an escape", found: excerpt(start))
    }
  }

  /// Reads `XXXX`, or `XXXX\uXXXX` for a surrogate pair.
  private mutating func escapedScalar() throws(Failure) -> Character {
    let start = position
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), skip(anyOf: "\\"), skip(anyOf: "u") {
      units.append(try codeUnit())
    }
    var iterator = units.makeIterator()
    var decoder = UTF16()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), iterator.next() == nil else {
      throw Failure(offset: start, expected: "a Unicode scalar", found: excerpt(start))
    }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let start = position
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else {
        throw Failure(
          offset: start, expected: "four hexadecimal digits", found: excerpt(start))
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
