/// How the tokens of a cell are written.
extension TokenReading {
  /// Whether digits begin with 0, as they do behind the trunk prefix of most regions.
  @inline(__always)
  func beginsWithZero(_ index: Int) -> Bool { beginsWithZero(tokens[index]) }

  /// The same of the digits of a token.
  @inline(__always)
  func beginsWithZero(_ token: Token) -> Bool { digits[Int(token.first)] == 48 }

  /// Whether digits, or a plus before them, begin at a token.
  @inline(__always)
  func beginsDigits(_ index: Int) -> Bool {
    tokens[index].kind == .digits || tokens[index].kind == .plus
  }

  /// The same, or a bracket before them.
  func leadsToDigits(_ index: Int) -> Bool {
    tokens[index].kind == .open ? beginsDigits(index + 1) : beginsDigits(index)
  }

  /// Whether a dot and more digits behind digits make a decimal fraction of them, as coordinates have it: -71.45,
  /// 42.44276725.
  func isFraction(_ index: Int) -> Bool {
    tokens[index + 1].kind == .dot && !tokens[index + 1].followsBlank
      && tokens[index + 2].kind == .digits && tokens[index + 2].count > 4
      && !tokens[index + 2].followsBlank
  }

  /// Whether a token is text or letters that no word book knows.
  @inline(__always)
  func isText(_ index: Int) -> Bool {
    tokens[index].kind == .letters || tokens[index].kind == .text
  }

  /// Whether a token is text, letters or a word that the word book knows.
  func isWordOrText(_ index: Int) -> Bool { isText(index) || tokens[index].kind == .word }

  /// Whether a token is text, or a word of a script that does not part words: 信箱.
  func isTextOrIdeographs(_ index: Int) -> Bool {
    tokens[index].kind == .text || tokens[index].kind == .word && tokens[index].isOfIdeographs
  }

  /// Whether a token is text or a word, and of a script that does not part words.
  func isOfIdeographs(_ index: Int) -> Bool {
    tokens[index].isOfIdeographs && (tokens[index].kind == .text || tokens[index].kind == .word)
  }

  /// Whether a token is a word in letters, known or not, of which phrases are made: not in service.
  func isOfPhrase(_ index: Int) -> Bool {
    tokens[index].kind == .letters || tokens[index].kind == .word && !tokens[index].isOfIdeographs
  }

  /// Whether letters begin with a capital.
  func isCapital(_ index: Int) -> Bool {
    let written = text(of: tokens[index])
    let small = letters(of: tokens[index])
    return !written.prefix(2).elementsEqual(small.prefix(2))
  }

  /// Whether letters are capitals of ASCII, all of them, as those on a keypad are.
  func isInCapitals(_ index: Int) -> Bool { text(of: tokens[index]).allSatisfy { $0 &- 65 < 26 } }

  /// Whether a list goes on to a token from a number that ends before another one.
  func isListed(_ start: Int, behind end: Int) -> Bool {
    var index = start - 1
    while index >= max(end - 1, 0) {
      switch tokens[index].kind {
      case .comma, .enumeration, .slash, .semicolon, .ampersand: return true
      case .open, .plus, .quote: index -= 1
      case .dash: return !tokens[index].followsBlank && !tokens[index + 1].followsBlank
      default: return isWord(.joiner, at: index)
      }
    }
    return false
  }

  /// Whether brackets stand around a token alone.
  func isBracketed(_ index: Int) -> Bool {
    tokens[index - 1].kind == .open && tokens[index + 1].kind == .close
  }

  /// What the cell has from one token through another, byte by byte.
  func text(from first: Int, through last: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: list.cell[Int(tokens[first].start)..<Int(tokens[last].end)])
  }

  /// The letters from one token of letters through another, in lower case and without what stands between.
  func letters(from first: Int, through last: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(tokens[first].first)
    return UnsafeBufferPointer(
      start: letters + start, count: max(0, Int(tokens[last].first + tokens[last].count) - start))
  }
}

extension Token {
  /// Whether a text or a word is of a script that does not part words, of which no letters are kept: 分機, ต่อ.
  @inline(__always)
  var isOfIdeographs: Bool { count == 0 }

  /// How many bytes of the cell it takes.
  var bytes: Int { Int(end) - Int(start) }
}

extension Token.Kind {
  /// Whether it may stand between a word and the number that it is about, and says nothing: Phone (02), № – 7.
  var isSignBeforeNumber: Bool {
    switch self {
    case .colon, .open, .close, .dash, .dot, .equals, .quote, .ordinal: true
    default: false
    }
  }

  /// Whether it parts the items of a list in one line.
  var partsItems: Bool {
    switch self {
    case .comma, .enumeration, .slash, .semicolon: true
    default: false
    }
  }

  /// Whether an item ends where it stands: a list, a bracket, a line or the cell goes no further with it.
  var endsItemOrBracket: Bool {
    switch self {
    case .end, .close, .comma, .enumeration, .semicolon, .newline: true
    default: false
    }
  }
}

extension Sequence<UInt8> {
  /// The value of ASCII digits, as far as it fits.
  var decimalValue: Int64 { reduce(0) { $0 &* 10 &+ Int64($1 &- 48) } }
}
