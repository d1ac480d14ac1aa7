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

  /// The small letter of a Latin, Greek, Cyrillic or Armenian capital above ASCII.
  static func smallLetter(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0xC0...0xD6, 0xD8...0xDE, 0x0391...0x03A1, 0x03A3...0x03AB, 0x0410...0x042F: scalar + 32
    case 0x0400...0x040F: scalar + 80
    case 0x0531...0x0556: scalar + 48
    // Turkey's İ is the capital of a plain i.
    case 0x0130: 0x69
    // Ơ, Ș, Қ, Ө.
    case 0x0100...0x0137, 0x014A...0x0177, 0x01A0, 0x0218...0x0233, 0x048A...0x04BF,
      0x04D0...0x052F,
      0x1E00...0x1E94, 0x1EA0...0x1EFE:
      scalar & 1 == 0 ? scalar + 1 : nil
    // Ư.
    case 0x0139...0x0148, 0x0179...0x017D, 0x01AF: scalar & 1 == 1 ? scalar + 1 : nil
    // Ə of Azerbaijan.
    case 0x018F: 0x0259
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
}

extension TokenWriter {
  /// Cuts a cell into tokens; those behind the last one are `.end`.
  func fold(_ cell: UnsafeBufferPointer<UInt8>) {
    tags = .left
    foldOnce(cell)
    // <input value="02-27123456">: the number of a tag alone is read where it is.
    if tags == .met, digitCount == 0, cell.contains(where: { $0 &- 48 < 10 }) {
      tags = .read
      foldOnce(cell)
    }
  }

  @inline(__always)
  private func foldOnce(_ cell: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var column: UInt16 = 0
    var blank = false
    self.cell = cell
    tokenCount = 0
    digitCount = 0
    letterCount = 0
    awaitedNumeral = -1
    meetingWord = .unknown
    facts = CellFacts()
    spelled.removeAll()
    findings = Findings()
    (linksDiffer, digitsBeforeFax) = (false, -1)
    context.memory.pointee.removeAll()
    fold(cell, from: &index, to: cell.count, &column, &blank)
    append(.end, cell.count, cell.count, column &+ 1, &blank)
    endTokens(at: tokenCount - 1, areNew: true)
  }

  /// Cuts some of a cell into tokens, up to a byte.
  @inline(__always)
  func fold(
    _ cell: UnsafeBufferPointer<UInt8>, from index: inout Int, to end: Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    while index < end {
      let start = index
      let lead = cell[index]
      if lead &- 48 < 10 {
        appendDigits(of: cell, from: &index, &column, &blank)
        continue
      }
      if PageTag.mayBegin(with: lead), leavesTag(of: cell, at: &index, &column, &blank) { continue }
      column &+= 1
      if CharacterReference.mayBegin(with: lead),
        let found = CharacterReference(in: cell, at: index)
      {
        index += found.count
        append(found, start, &index, &column, &blank)
      } else if lead < 0x80 {
        index += 1
        append(asciiClasses[Int(lead)], cell, UInt32(lead), start, &index, &column, &blank)
      } else {
        let scalar = Folding.decode(cell, &index)
        appendWide(cell, scalar, start, &index, &column, &blank)
      }
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

  /// Appends what a reference to a character stands for; a letter is text that nobody knows.
  private func append(
    _ found: CharacterReference, _ start: Int, _ index: inout Int, _ column: inout UInt16,
    _ blank: inout Bool
  ) {
    switch Folding.kind(found.scalar) {
    case .digit: append(digit: UInt8(found.scalar & 0x0F) | 0x30, start, index, column, &blank)
    case .blank: blank = true
    case .invisible: break
    case .newline:
      append(.newline, start, index, column, &blank)
      blank = true
    case .token(let kind): append(kind, start, index, column, &blank)
    case .letter, .dashLikeLetter: append(.text, start, index, column, &blank)
    }
    column &+= UInt16(truncatingIfNeeded: found.count - 1)
  }

  /// Whether a sign that is a dash or a letter stands between digits, and is a dash.
  private func isDash(at next: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard tokenCount > 0, tokens[tokenCount - 1].kind == .digits, next < cell.count else {
      return false
    }
    var index = next
    let scalar = Folding.decode(cell, &index)
    return (scalar >= 48 && scalar < 58) || Folding.digit(scalar) != nil
  }

  @inline(__always)
  func append(
    _ kind: Token.Kind, _ start: Int, _ end: Int, _ column: UInt16, _ blank: inout Bool
  ) {
    tokens[tokenCount] = Token(
      kind: kind, followsBlank: blank, start: UInt16(truncatingIfNeeded: start),
      end: UInt16(truncatingIfNeeded: end), column: UInt32(column))
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
      return appendIdeograph(cell, scalar, start, &index, &column, &blank)
    }
    append(.letters, start, index, column, &blank)
    let token = tokenCount - 1
    tokens[token].first = UInt16(letterCount)
    appendLetter(scalar, cell, start, index)
    while index < cell.count {
      let (run, target) = (index, letters + letterCount)
      while index < cell.count, (cell[index] | 0x20) &- 97 < 26 {
        target[index &- run] = cell[index] | 0x20
        index &+= 1
      }
      letterCount &+= index &- run
      column &+= UInt16(truncatingIfNeeded: index &- run)
      if index == cell.count { break }
      // No other sign of ASCII goes on with a word.
      if cell[index] < 0x80 { break }
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
    facts.insert(letters: spelled)
    self.spelled.insert(spelled)
    let word = context.find { $0.exact(spelled) }
    if word != .none, !isMistypedDigit(token) {
      tokens[token].kind = .word
      tokens[token].word = word
      facts.insert(.word)
      facts.words.insert(word)
    }
  }

  /// Appends an ideograph, a word or the digits that begin with it.
  @inline(__always)
  private func appendIdeograph(
    _ cell: UnsafeBufferPointer<UInt8>, _ scalar: UInt32, _ start: Int, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    facts.insertIdeograph()
    if let found = context.find({ $0.longest(in: cell, at: start) }),
      !isInsideName(scalar, found, blank),
      !isPartOfText(found, in: cell, at: start, blank)
    {
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
  }

  /// Whether 內, which may mark an extension, only goes on with a name: 正村內巷12號.
  private func isInsideName(_ scalar: UInt32, _ found: WordBook.Found, _ blank: Bool) -> Bool {
    guard scalar == 0x5167 || scalar == 0x5185, found.scalars == 1, !blank, tokenCount > 0
    else { return false }
    let before = tokens[tokenCount - 1]
    return before.kind == .text
      || before.kind == .word && (before.word == .amount || before.word == .place)
  }

  /// Whether an ideograph that alone is short for a fax label stands amid others: 傳統市場, 王真.
  private func isPartOfText(
    _ found: WordBook.Found, in cell: UnsafeBufferPointer<UInt8>, at start: Int, _ blank: Bool
  ) -> Bool {
    // 舊 is part of many names.
    let tellsUse = found.word.tellsUse
    guard found.scalars == 1, found.count == 3,
      found.word == .fax || tellsUse && cell[start] >= 0xE4 || isSyllable(found, cell, start)
    else { return false }
    if found.word == .fax || tellsUse, !blank, tokenCount > 0 {
      switch tokens[tokenCount - 1].kind {
      // A→改B.
      case .word where tellsUse && tokens[tokenCount - 1].word == .changed: break
      case .text, .letters, .word: return true
      default: break
      }
    }
    var next = start + found.count
    guard next < cell.count else { return false }
    if tellsUse, words.longest(in: cell, at: next) != nil { return false }
    if case .letter = Folding.kind(Folding.decode(cell, &next)) { return true }
    return false
  }

  /// Whether a word of a place or a postcode is a syllable of Korea, which may begin another word: 호텔, 우체국.
  private func isSyllable(
    _ found: WordBook.Found, _ cell: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Bool {
    guard found.word == .place || found.word == .postcode else { return false }
    return cell[start] >= 0xEA
  }

  @inline(__always)
  private func appendLetter(
    _ scalar: UInt32, _ cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) {
    guard scalar < 0x80 else { return appendWideLetter(scalar, cell, start, end) }
    letters[letterCount] = UInt8(truncatingIfNeeded: scalar | 0x20)
    letterCount &+= 1
  }

  private func appendWideLetter(
    _ scalar: UInt32, _ cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) {
    facts.insertWideLetter()
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
