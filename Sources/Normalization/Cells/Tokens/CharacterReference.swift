/// A reference to a character as web pages and spreadsheets write it, left behind in an export.
///
/// `&#35;`, `&nbsp;`, `_x000D_`, and the `\r\n` of dumps; part of the rule `folding`.
struct CharacterReference: BitwiseCopyable {
  /// The character.
  let scalar: UInt32
  /// How many bytes the reference has.
  let count: Int

  /// The longest reference that is looked for, with & and the semicolon.
  private static let longest = 10

  /// Whether a reference may begin with a byte.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
  }

  /// Reads the reference that begins with an &, a _ or a backslash; nil where none does.
  init?(in cell: UnsafeBufferPointer<UInt8>, at start: Int) {
    if cell[start] == UInt8(ascii: "\\") {
      guard let control = EscapedControl(in: cell, at: start) else { return nil }
      (scalar, count) = (control.scalar, control.count)
      return
    }
    let rest = UnsafeBufferPointer(rebasing: cell[start...])
    if rest.count >= Self.escapeCount, rest.starts(with: Self.escape.utf8),
      rest[Self.escapeCount - 1] == UInt8(ascii: "_"),
      let known = Self.escapes.first(where: { $0.digit == rest[Self.escapeCount - 2] | 0x20 })
    {
      (scalar, count) = (known.scalar, Self.escapeCount)
      return
    }
    guard rest[0] == UInt8(ascii: "&"),
      let end = rest.prefix(Self.longest).firstIndex(of: UInt8(ascii: ";")), end > 2
    else { return nil }
    let name = UnsafeBufferPointer(rebasing: rest[1..<end])
    let known = name[0] == UInt8(ascii: "#") ? Self.number(name) : Self.named(name)
    guard let known, (1..<0x10000).contains(known) else { return nil }
    (scalar, count) = (known, end + 1)
  }

  /// The ends of lines and the tab within a cell, as spreadsheets write them: _x000D_, _x000A_, _x0009_
  /// (ECMA-376, ST_Xstring).
  private static let escape = "_x000"
  private static let escapeCount = 7
  private static let escapes: [(digit: UInt8, scalar: UInt32)] = [
    (UInt8(ascii: "d"), 0x0D), (UInt8(ascii: "a"), 0x0A), (UInt8(ascii: "9"), 0x09),
  ]

  /// #35, #x23.
  private static func number(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let isHex = name.count > 2 && name[1] | 0x20 == UInt8(ascii: "x")
    let text = String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self)
    return UInt32(text, radix: isHex ? 16 : 10)
  }

  private static func named(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    names.first { $0.name.utf8.count == name.count && name.elementsEqual($0.name.utf8) }?.scalar
  }

  /// Those of HTML that stand in and around numbers.
  private static let names: [(name: String, scalar: UInt32)] = [
    ("nbsp", 0xA0), ("amp", 0x26), ("num", 0x23), ("quot", 0x22), ("apos", 0x27), ("lpar", 0x28),
    ("rpar", 0x29), ("plus", 0x2B), ("sol", 0x2F), ("comma", 0x2C), ("colon", 0x3A),
    ("semi", 0x3B), ("period", 0x2E), ("ast", 0x2A), ("hyphen", 0x2010), ("ndash", 0x2013),
    ("mdash", 0x2014), ("minus", 0x2212), ("middot", 0xB7), ("bull", 0x2022), ("shy", 0xAD),
    ("ensp", 0x2002), ("emsp", 0x2003), ("thinsp", 0x2009), ("lsquo", 0x2018), ("rsquo", 0x2019),
    ("lt", 0x3C), ("gt", 0x3E), ("ldquo", 0x201C), ("rdquo", 0x201D), ("prime", 0x2032),
    ("zwnj", 0x200C), ("zwj", 0x200D),
  ]
}
