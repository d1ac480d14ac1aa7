/// Folds the writing of the world to a small stream of tokens: digits of every script,
/// full-width forms, dashes, blanks and brackets; invisible characters vanish.
enum Folding {
  /// Code points of the zeros of the scripts that write decimal digits.
  static let zeros: [UInt32] = [
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0,
    0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0,
    0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0,
    0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0,
    0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0,
    0x1E950, 0x1FBF0,
  ]

  /// The ASCII digit of a scalar above ASCII, nil if it is no decimal digit.
  static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar >= 0xFF10, scalar <= 0xFF19 { return UInt8(scalar - 0xFF10) + 48 }
    if scalar < 0x0660 || (scalar >= 0x2000 && scalar < 0xA620) { return nil }
    if scalar >= 0xABFA, scalar < 0x104A0 { return nil }
    for zero in zeros where scalar >= zero && scalar < zero + 10 {
      return UInt8(scalar - zero) + 48
    }
    return nil
  }

  /// The small letter of a Latin, Greek or Cyrillic capital above ASCII.
  static func smallLetter(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0xC0...0xD6, 0xD8...0xDE, 0x0391...0x03A1, 0x03A3...0x03A9, 0x0410...0x042F: scalar + 32
    case 0x0400...0x040F: scalar + 80
    // Turkey's İ is the capital of a plain i.
    case 0x0130: 0x69
    case 0x0100...0x0137, 0x014A...0x0177, 0x0490, 0x1E00...0x1E94, 0x1EA0...0x1EFE:
      scalar & 1 == 0 ? scalar + 1 : nil
    case 0x0139...0x0148, 0x0179...0x017D: scalar & 1 == 1 ? scalar + 1 : nil
    case 0x0386: 0x03AC
    case 0x0388...0x038A: scalar + 37
    case 0x038C: 0x03CC
    case 0x038E...0x038F: scalar + 63
    default: nil
    }
  }

  /// Whether words of a scalar's script are parted by blanks, so that a run of letters is one.
  @inline(__always)
  static func partsWords(_ scalar: UInt32) -> Bool {
    scalar < 0x0E00 || scalar >= 0x1E00 && scalar < 0x2000 || scalar >= 0xFF21 && scalar <= 0xFF5E
  }

  /// What a scalar is; digits and letters are told apart before.
  static func kind(_ scalar: UInt32) -> Class {
    if scalar < 0x80 { return asciiClasses[Int(scalar)] }
    if scalar >= 0xFF01, scalar <= 0xFF5E { return asciiClasses[Int(scalar - 0xFEE0)] }
    // Ideographs and the syllables of Korea, the most of what is not ASCII.
    if scalar > 0x3100, scalar < 0xFE00 { return scalar == 0x4E00 ? .dashLikeLetter : .letter }
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x180E: return .blank
    case 0x2028, 0x2029: return .newline
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFE00...0xFE0F:
      return .invisible
    case 0x2010...0x2015, 0x2043, 0x207B, 0x2212, 0x2500, 0x2501, 0xFE58, 0xFE63, 0x30FC, 0xFF70,
      0xFE31, 0xFE32, 0x4E00:
      return scalar == 0x4E00 || scalar == 0x30FC ? .dashLikeLetter : .token(.dash)
    case 0x223C, 0x301C, 0x02DC, 0x2053, 0xFE4B: return .token(.tilde)
    case 0x3010, 0x3014, 0x3016, 0x3008, 0x300A, 0x300C, 0x300E, 0x2768, 0xFE59, 0xFE35, 0x207D:
      return .token(.open)
    case 0x3011, 0x3015, 0x3017, 0x3009, 0x300B, 0x300D, 0x300F, 0x2769, 0xFE5A, 0xFE36, 0x207E:
      return .token(.close)
    case 0xFE5F, 0x266F, 0x2317: return .token(.hash)
    case 0xFE61, 0x2217, 0x204E, 0x2731, 0x00D7: return .token(.star)
    case 0x2044, 0x2215: return .token(.slash)
    case 0x3002, 0xFF61, 0xFE52: return .token(.dot)
    case 0x3001, 0xFF64, 0xFE51, 0xFE45, 0x00B7, 0x2027, 0x2022, 0x30FB, 0xFF65, 0x2219, 0x22C5:
      return .token(.enumeration)
    case 0xFE50, 0x060C: return .token(.comma)
    case 0xFE54, 0x061B: return .token(.semicolon)
    case 0xFE55, 0x2236: return .token(.colon)
    case 0xFE62, 0x2795, 0x207A: return .token(.plus)
    case 0x2018...0x201F, 0x00B4, 0x2032, 0x2033: return .token(.quote)
    case 0x2026: return .token(.dot)
    default: return .letter
    }
  }

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

  /// What every ASCII byte is; lives as long as the program.
  nonisolated(unsafe) static let asciiClasses: UnsafePointer<Class> = {
    let table = UnsafeMutablePointer<Class>.allocate(capacity: 128)
    for code in UInt8(0)..<128 { (table + Int(code)).initialize(to: asciiClass(code)) }
    return UnsafePointer(table)
  }()

  private static func asciiClass(_ code: UInt8) -> Class {
    switch code {
    case 0x0A, 0x0D: .newline
    case 0x09, 0x0B, 0x0C, 0x20: .blank
    case 0x00...0x1F, 0x7F: .token(.other)
    case 0x30...0x39: .digit
    case 0x41...0x5A, 0x61...0x7A: .letter
    case UInt8(ascii: "+"): .token(.plus)
    case UInt8(ascii: "-"), UInt8(ascii: "_"): .token(.dash)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): .token(.open)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): .token(.close)
    case UInt8(ascii: "#"): .token(.hash)
    case UInt8(ascii: "*"): .token(.star)
    case UInt8(ascii: "~"): .token(.tilde)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"): .token(.slash)
    case UInt8(ascii: "."): .token(.dot)
    case UInt8(ascii: ","): .token(.comma)
    case UInt8(ascii: ";"), UInt8(ascii: "|"): .token(.semicolon)
    case UInt8(ascii: ":"): .token(.colon)
    case UInt8(ascii: "="): .token(.equals)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): .token(.quote)
    case UInt8(ascii: "&"): .token(.ampersand)
    case UInt8(ascii: "%"): .token(.percent)
    case UInt8(ascii: "?"): .token(.question)
    case UInt8(ascii: "@"): .token(.at)
    case UInt8(ascii: "^"), UInt8(ascii: "$"): .token(.caret)
    default: .token(.other)
    }
  }
}

extension TokenWriter {
  /// Cuts a cell into tokens; the token behind the last one is `.end`.
  func fold(_ cell: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var column: UInt16 = 0
    var blank = false
    tokenCount = 0
    digitCount = 0
    letterCount = 0
    facts = CellFacts()
    findings = Findings()
    context.memory.pointee = RememberedAnswers()
    while index < cell.count {
      let start = index
      let lead = cell[index]
      if lead &- 48 < 10 {
        appendDigits(of: cell, from: &index, &column, &blank)
        continue
      }
      column &+= 1
      if lead < 0x80 {
        index += 1
        append(asciiClasses[Int(lead)], cell, UInt32(lead), start, &index, &column, &blank)
      } else {
        let scalar = Folding.decode(cell, &index)
        appendWide(cell, scalar, start, &index, &column, &blank)
      }
    }
    append(.end, cell.count, cell.count, column &+ 1, &blank)
    tokenCount -= 1
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      facts.insert(digits: tokens[index].count)
    }
  }

  /// Appends what stands at a scalar above ASCII; ideographs and full-width forms first.
  private func appendWide(
    _ cell: UnsafeBufferPointer<UInt8>, _ scalar: UInt32, _ start: Int, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    if scalar > 0x4E00, scalar < 0xA000 {
      return appendLetters(cell, scalar, start, &index, &column, &blank)
    }
    if scalar >= 0xFF01, scalar <= 0xFF5E {
      return append(
        asciiClasses[Int(scalar &- 0xFEE0)], cell, scalar, start, &index, &column, &blank)
    }
    var folding = Folding.kind(scalar)
    if case .letter = folding, let digit = Folding.digit(scalar) {
      return append(digit: digit, start, index, column, &blank)
    }
    if case .dashLikeLetter = folding {
      folding = isDash(at: index, in: cell) ? .token(.dash) : .letter
    }
    append(folding, cell, scalar, start, &index, &column, &blank)
  }

  @inline(__always)
  private func append(
    _ folding: Folding.Class, _ cell: UnsafeBufferPointer<UInt8>, _ scalar: UInt32, _ start: Int,
    _ index: inout Int, _ column: inout UInt16, _ blank: inout Bool
  ) {
    switch folding {
    case .digit: append(digit: UInt8(scalar & 0x0F) | 0x30, start, index, column, &blank)
    case .blank: blank = true
    case .invisible: break
    case .newline:
      append(.newline, start, index, column, &blank)
      blank = true
    case .token(let kind): append(kind, start, index, column, &blank)
    case .letter, .dashLikeLetter:
      appendLetters(cell, scalar, start, &index, &column, &blank)
    }
  }

  private func isDash(at next: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard tokenCount > 0, tokens[tokenCount - 1].kind == .digits, next < cell.count else {
      return false
    }
    var index = next
    let scalar = Folding.decode(cell, &index)
    return (scalar >= 48 && scalar < 58) || Folding.digit(scalar) != nil
  }

  @inline(__always)
  private func append(
    _ kind: Token.Kind, _ start: Int, _ end: Int, _ column: UInt16, _ blank: inout Bool
  ) {
    tokens[tokenCount] = Token(
      kind: kind, followsBlank: blank, start: UInt16(truncatingIfNeeded: start),
      end: UInt16(truncatingIfNeeded: end), column: column)
    tokenCount &+= 1
    facts.insert(kind)
    blank = false
  }

  func append(
    digit: UInt8, _ start: Int, _ end: Int, _ column: UInt16, _ blank: inout Bool
  ) {
    digits[digitCount] = digit
    appendDigits(count: 1, start, end, column, &blank)
  }

  /// Appends the run of ASCII digits that begins at a byte.
  @inline(__always)
  private func appendDigits(
    of cell: UnsafeBufferPointer<UInt8>, from index: inout Int, _ column: inout UInt16,
    _ blank: inout Bool
  ) {
    let start = index
    let target = digits + digitCount
    while index < cell.count, cell[index] &- 48 < 10 {
      target[index &- start] = cell[index]
      index &+= 1
    }
    appendDigits(count: index &- start, start, index, column &+ 1, &blank)
    column &+= UInt16(truncatingIfNeeded: index &- start)
  }

  /// Makes a token of the digits behind the last ones, or part of the token that they touch.
  @inline(__always)
  private func appendDigits(
    count: Int, _ start: Int, _ end: Int, _ column: UInt16, _ blank: inout Bool
  ) {
    if tokenCount > 0, !blank, tokens[tokenCount &- 1].kind == .digits {
      tokens[tokenCount &- 1].count &+= UInt16(truncatingIfNeeded: count)
      tokens[tokenCount &- 1].end = UInt16(truncatingIfNeeded: end)
    } else {
      append(.digits, start, end, column, &blank)
      tokens[tokenCount &- 1].first = UInt16(truncatingIfNeeded: digitCount)
      tokens[tokenCount &- 1].count = UInt16(truncatingIfNeeded: count)
    }
    digitCount &+= count
  }

  /// Appends a run of letters as one token, or one ideograph or known word.
  private func appendLetters(
    _ cell: UnsafeBufferPointer<UInt8>, _ scalar: UInt32, _ start: Int, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    if !Folding.partsWords(scalar) {
      if let found = words.longest(in: cell, at: start), !isInsideName(scalar, found, blank) {
        append(.word, start, start + found.count, column, &blank)
        tokens[tokenCount - 1].word = found.word
        facts.words.insert(found.word)
        index = start + found.count
        column &+= found.scalars - 1
      } else if appendNumerals(scalar, in: cell, start, &index, &column, &blank) {
        return
      } else if tokenCount > 0, !blank, tokens[tokenCount - 1].kind == .text {
        tokens[tokenCount - 1].end = UInt16(index)
      } else {
        append(.text, start, index, column, &blank)
      }
      return
    }
    append(.letters, start, index, column, &blank)
    let token = tokenCount - 1
    tokens[token].first = UInt16(letterCount)
    appendLetter(scalar, cell, start, index)
    while index < cell.count {
      let nextStart = index
      var next = index
      let following = Folding.decode(cell, &next)
      guard case .letter = Folding.kind(following), Folding.partsWords(following),
        Folding.digit(following) == nil
      else { break }
      column &+= 1
      index = next
      appendLetter(following, cell, nextStart, next)
    }
    tokens[token].end = UInt16(index)
    tokens[token].count = UInt16(letterCount) - tokens[token].first
    let spelled = UnsafeBufferPointer(
      start: letters + Int(tokens[token].first), count: Int(tokens[token].count))
    let word = words.exact(spelled)
    if word != .none {
      tokens[token].kind = .word
      tokens[token].word = word
      facts.insert(.word)
      facts.words.insert(word)
    }
  }

  /// Whether 內, which may mark an extension, only goes on with a name: 正村內巷12號.
  private func isInsideName(_ scalar: UInt32, _ found: WordBook.Found, _ blank: Bool) -> Bool {
    guard scalar == 0x5167 || scalar == 0x5185, found.scalars == 1, !blank, tokenCount > 0
    else { return false }
    let before = tokens[tokenCount - 1]
    return before.kind == .text || before.kind == .word && before.word == .amount
  }

  private func appendLetter(
    _ scalar: UInt32, _ cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) {
    let plain = scalar >= 0xFF21 && scalar <= 0xFF5A ? scalar - 0xFEE0 : scalar
    if let small = Folding.smallLetter(scalar) {
      append(letter: small)
      return
    }
    if plain < 0x80 {
      letters[letterCount] = UInt8(plain) | 0x20
      letterCount += 1
    } else {
      for index in start..<end {
        letters[letterCount] = cell[index]
        letterCount += 1
      }
    }
  }

  /// Appends a letter of at most three bytes.
  private func append(letter: UInt32) {
    if letter < 0x80 {
      letters[letterCount] = UInt8(letter)
      letterCount += 1
    } else if letter < 0x800 {
      letters[letterCount] = UInt8(0xC0 | letter >> 6)
      letters[letterCount + 1] = UInt8(0x80 | letter & 0x3F)
      letterCount += 2
    } else {
      letters[letterCount] = UInt8(0xE0 | letter >> 12)
      letters[letterCount + 1] = UInt8(0x80 | letter >> 6 & 0x3F)
      letters[letterCount + 2] = UInt8(0x80 | letter & 0x3F)
      letterCount += 3
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
