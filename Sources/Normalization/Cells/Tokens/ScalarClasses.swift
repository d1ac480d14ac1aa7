/// What single characters are, whatever stands around them.
extension Folding {
  /// What a scalar is.
  enum Class: BitwiseCopyable {
    case blank
    case newline
    case invisible
    case digit
    case letter
    case dashLikeLetter
    case token(Token.Kind)
  }

  /// The signs of ASCII; control characters and what is left are `.other`.
  private static let asciiSigns: [(kind: Token.Kind, signs: String)] = [
    (.plus, "+"), (.dash, "-_"), (.open, "([{<"), (.close, ")]}>"), (.hash, "#"), (.star, "*"),
    (.tilde, "~"), (.slash, "/\\"), (.dot, "."), (.comma, ","), (.semicolon, ";|"), (.colon, ":"),
    (.equals, "="), (.quote, "'\"`"), (.ampersand, "&"), (.percent, "%"), (.question, "?"),
    (.at, "@"), (.caret, "^$"),
  ]

  /// What is no letter above ASCII; full-width forms of ASCII are what they are forms of.
  private static let wideSigns: [(class: Class, scalars: [ClosedRange<UInt32>])] = [
    (
      .blank,
      [
        0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
      ]
    ),
    (.newline, [0x2028...0x2029]),
    (
      .invisible,
      [
        0xAD...0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
        0xFEFF...0xFEFF,
      ]
    ),
    (.dashLikeLetter, [0x30FC...0x30FC]),
    (
      .token(.dash),
      [
        0x2010...0x2015, 0x2043...0x2043, 0x207B...0x207B, 0x2212...0x2212, 0x2500...0x2501,
        0xFE31...0xFE32, 0xFE58...0xFE58, 0xFE63...0xFE63, 0xFF70...0xFF70,
      ]
    ),
    (
      .token(.tilde),
      [0x02DC...0x02DC, 0x2053...0x2053, 0x223C...0x223C, 0x301C...0x301C, 0xFE4B...0xFE4B]
    ),
    (
      .token(.open),
      [
        0x207D...0x207D, 0x2768...0x2768, 0x3008...0x3008, 0x300A...0x300A, 0x300C...0x300C,
        0x300E...0x300E, 0x3010...0x3010, 0x3014...0x3014, 0x3016...0x3016, 0xFE35...0xFE35,
        0xFE59...0xFE59,
      ]
    ),
    (
      .token(.close),
      [
        0x207E...0x207E, 0x2769...0x2769, 0x3009...0x3009, 0x300B...0x300B, 0x300D...0x300D,
        0x300F...0x300F, 0x3011...0x3011, 0x3015...0x3015, 0x3017...0x3017, 0xFE36...0xFE36,
        0xFE5A...0xFE5A,
      ]
    ),
    (.token(.hash), [0x2317...0x2317, 0x266F...0x266F, 0xFE5F...0xFE5F]),
    (
      .token(.star),
      [0x00D7...0x00D7, 0x204E...0x204E, 0x2217...0x2217, 0x2731...0x2731, 0xFE61...0xFE61]
    ),
    (.token(.slash), [0x2044...0x2044, 0x2215...0x2215]),
    (.token(.dot), [0x2026...0x2026, 0x3002...0x3002, 0xFE52...0xFE52, 0xFF61...0xFF61]),
    (
      .token(.enumeration),
      [
        0x00B7...0x00B7, 0x2022...0x2022, 0x2027...0x2027, 0x2219...0x2219, 0x22C5...0x22C5,
        0x3001...0x3001, 0x30FB...0x30FB, 0xFE45...0xFE45, 0xFE51...0xFE51, 0xFF64...0xFF65,
      ]
    ),
    (.token(.comma), [0x060C...0x060C, 0xFE50...0xFE50]),
    (.token(.semicolon), [0x061B...0x061B, 0xFE54...0xFE54]),
    // Armenia's full stop looks like a colon, and its mark ՝ stands where others write one.
    (.token(.colon), [0x055D...0x055D, 0x0589...0x0589, 0x2236...0x2236, 0xFE55...0xFE55]),
    (.token(.plus), [0x207A...0x207A, 0x2795...0x2795, 0xFE62...0xFE62]),
    (.token(.quote), [0x00B4...0x00B4, 0x2018...0x201F, 0x2032...0x2033]),
  ]

  /// What a scalar is; digits of other scripts are told apart from letters before.
  @inline(__always)
  static func kind(_ scalar: UInt32) -> Class {
    if scalar < firstIdeographs { return lowClasses[Int(scalar)] }
    // Ideographs and the syllables of Korea, the most of what is not ASCII.
    if scalar < firstForms { return scalar == 0x4E00 ? .dashLikeLetter : .letter }
    return scalar < 0x10000 ? formClasses[Int(scalar &- firstForms)] : .letter
  }

  private static let firstIdeographs: UInt32 = 0x3100
  private static let firstForms: UInt32 = 0xFE00

  /// What every ASCII byte is, and every scalar before the ideographs; lives as long as the program.
  static var asciiClasses: UnsafePointer<Class> { lowClasses }

  nonisolated(unsafe) private static let lowClasses: UnsafePointer<Class> = {
    let table = letters(Int(firstIdeographs))
    for code in 0..<128 { table[code] = asciiClass(UInt8(code)) }
    set(wideSigns, in: table, from: 0, to: firstIdeographs)
    return UnsafePointer(table)
  }()

  /// What the forms of other characters are: U+FE00 … U+FFFF.
  nonisolated(unsafe) private static let formClasses: UnsafePointer<Class> = {
    let table = letters(Int(0x10000 - firstForms))
    set(wideSigns, in: table, from: firstForms, to: 0x10000)
    for code in 0x21...0x7E { table[0xFF00 - Int(firstForms) + code - 0x20] = lowClasses[code] }
    return UnsafePointer(table)
  }()

  private static func letters(_ count: Int) -> UnsafeMutablePointer<Class> {
    let table = UnsafeMutablePointer<Class>.allocate(capacity: count)
    table.initialize(repeating: .letter, count: count)
    return table
  }

  private static func set(
    _ signs: [(class: Class, scalars: [ClosedRange<UInt32>])],
    in table: UnsafeMutablePointer<Class>, from first: UInt32, to end: UInt32
  ) {
    for (kind, ranges) in signs {
      for scalar in ranges.joined() where scalar >= first && scalar < end {
        table[Int(scalar - first)] = kind
      }
    }
  }

  private static func asciiClass(_ code: UInt8) -> Class {
    switch code {
    case 0x0A, 0x0D: return .newline
    case 0x09, 0x0B, 0x0C, 0x20: return .blank
    case 0x30...0x39: return .digit
    case 0x41...0x5A, 0x61...0x7A: return .letter
    default:
      let found = asciiSigns.first { $0.signs.utf8.contains(code) }
      return .token(found?.kind ?? .other)
    }
  }
}

extension Folding {
  /// Decodes one scalar and moves `index` behind it; a byte that is no UTF-8 is U+FFFD alone.
  @inline(__always)
  static func decode(_ cell: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
    let lead = cell[index]
    index += 1
    if lead < 0x80 { return UInt32(lead) }
    // Three bytes that are neither too many for their scalar nor a surrogate: what Asia writes.
    if lead > 0xE0, lead < 0xF0, lead != 0xED, index + 2 <= cell.count,
      cell[index] & 0xC0 == 0x80, cell[index + 1] & 0xC0 == 0x80
    {
      let scalar = UInt32(lead & 0x0F) << 12 | UInt32(cell[index] & 0x3F) << 6
      index += 2
      return scalar | UInt32(cell[index - 1] & 0x3F)
    }
    return decodeLong(cell, lead, &index)
  }

  private static func decodeLong(
    _ cell: UnsafeBufferPointer<UInt8>, _ lead: UInt8, _ index: inout Int
  ) -> UInt32 {
    let length = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1
    guard lead >= 0xC2, lead < 0xF5, index + length <= cell.count else { return 0xFFFD }
    var scalar = UInt32(lead) & (0x3F >> UInt32(length))
    for offset in 0..<length {
      guard cell[index + offset] & 0xC0 == 0x80 else { return 0xFFFD }
      scalar = scalar << 6 | UInt32(cell[index + offset] & 0x3F)
    }
    let smallest: UInt32 = length == 1 ? 0x80 : length == 2 ? 0x800 : 0x10000
    guard scalar >= smallest, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else {
      return 0xFFFD
    }
    index += length
    return scalar
  }
}
