/// A character set as iconv names it.
struct CharacterSet: Equatable, Sendable {
  /// The iconv name; nil for UTF-8, which needs no decoding.
  let name: String?

  static let utf8 = CharacterSet(name: nil)

  private init(name: String?) { self.name = name }

  /// A name from the pipeline or an XML declaration, and the first bytes of the file.
  ///
  /// UTF-16 and UTF-32 without an order take it from the byte order mark, else little endian, as
  /// spreadsheets write it. Plain ASCII is read as UTF-8.
  init(named name: String, start: [UInt8]) {
    let canonical = name.uppercased().filter { $0 != "-" && $0 != "_" }
    switch canonical {
    case "UTF8", "ASCII", "USASCII", "AUTO": self.init(name: nil)
    case "UTF16", "UCS2", "UNICODE", "UTF32", "UCS4":
      let wide = canonical.hasSuffix("32") || canonical.hasSuffix("4")
      let marked = Self.byteOrderMark(of: start)?.name
      let family = wide ? "UTF-32" : "UTF-16"
      self.init(name: marked.flatMap { $0.hasPrefix(family) ? $0 : nil } ?? family + "LE")
    default: self.init(name: name)
    }
  }

  /// The character set that a byte order mark tells, if there is one.
  static func byteOrderMark(of start: [UInt8]) -> CharacterSet? {
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if start.starts(with: [0xFF, 0xFE, 0, 0]) { return CharacterSet(name: "UTF-32LE") }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) { return CharacterSet(name: "UTF-32BE") }
    if start.starts(with: [0xFF, 0xFE]) { return CharacterSet(name: "UTF-16LE") }
    if start.starts(with: [0xFE, 0xFF]) { return CharacterSet(name: "UTF-16BE") }
    return nil
  }

  /// What an XML file says of itself: its mark, the width of `<?`, its declaration, else UTF-8.
  static func declared(byXML start: [UInt8]) -> CharacterSet {
    if let marked = byteOrderMark(of: start) { return marked }
    if start.starts(with: [0x3C, 0, 0x3F, 0]) { return CharacterSet(name: "UTF-16LE") }
    if start.starts(with: [0, 0x3C, 0, 0x3F]) { return CharacterSet(name: "UTF-16BE") }
    guard start.starts(with: Array("<?xml".utf8)),
      let close = start.firstIndex(of: 0x3E)
    else { return .utf8 }
    let declaration = String(decoding: start[..<close], as: UTF8.self)
    guard let key = declaration.firstRange(of: "encoding") else { return .utf8 }
    let rest = declaration[key.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'",
      let end = rest.dropFirst().firstIndex(of: quote)
    else { return .utf8 }
    let named = CharacterSet(named: String(rest.dropFirst()[..<end]), start: start)
    // These bytes were just read as ASCII: a declaration of a wide encoding cannot be true.
    return named.name?.hasPrefix("UTF-16") == true || named.name?.hasPrefix("UTF-32") == true
      ? .utf8 : named
  }
}
