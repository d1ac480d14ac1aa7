/// Sets prices aside: NT$2,800, 25,00 €, Rp 150.000, ¥128, Rs. 500/-, 500 Kč.
///
/// Only what a sign of a currency touches, or its word stands beside, and no number of the plan in
/// groups: RS 51 3212-3456 is a number of Rio Grande do Sul.
extension TokenWriter {
  /// The most digits of a price, before and behind its signs together.
  private static let mostDigits = 10

  /// Whether the cell may hold the sign of a currency.
  var mayHoldPrices: Bool {
    facts.kinds.contains(anyOf: .caret, .other, .text) || facts.words.contains(.amount)
      || facts.hasWideLetters || CurrencyWords.besidePrices.mayHoldSome(of: spelled)
  }

  /// Whether letters are a word for a currency: Rs, INR, Kč.
  private func isCurrencyWord(_ index: Int) -> Bool {
    guard tokens[index].kind == .letters, tokens[index].count > 1 else { return false }
    return CurrencyWords.besidePrices.contains(letters(of: tokens[index]))
  }

  /// Marks every price of a cell.
  func markPrices() {
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      if mayBeCurrency(index - 1), isBehindCurrency(index) { markPrice(at: index) }
      if mayBeCurrency(index + 1), tokens[index].kind == .digits, isBeforeCurrency(index) {
        markPrice(endingAt: index)
      }
    }
  }

  /// Whether a token is a sign or a word as currencies have them, or the dot of one.
  @inline(__always)
  private func mayBeCurrency(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .caret, .dot, .letters, .other, .text, .word: true
    default: false
    }
  }

  /// Whether the sign of a currency, or Rp, stands before digits.
  private func isBehindCurrency(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    var before = index - 1
    if tokens[before].kind == .dot, before > 0 { before -= 1 }
    // 25€ 210 9241234: the sign belongs to what it touches.
    if before > 0, !tokens[before].followsBlank, tokens[index].followsBlank,
      tokens[before - 1].kind == .digits || tokens[before - 1].kind == .amount
    {
      return false
    }
    switch tokens[before].kind {
    case .caret:
      let isTight = !tokens[index].followsBlank || before > 0 && tokens[before - 1].kind == .letters
      return isTight && cell[Int(tokens[before].start)] != UInt8(ascii: "^")
    case .other, .text, .letters:
      if isCurrencyWord(before) {
        return (before == 0 || tokens[before - 1].kind != .amount) && mayBePriceBehindWord(index)
      }
      return before == index - 1 && Self.isCurrency(cell, endingAt: Int(tokens[before].end))
    default: return false
    }
  }

  /// Whether digits behind the word of a currency are no number in groups.
  private func mayBePriceBehindWord(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits, .dash, .close: tokens[index].count > 9 || !startsFullNumber(at: index)
    default: true
    }
  }

  /// Whether digits before the word of a currency are a price: nothing before them goes on with them,
  /// and no digits behind the word are its price.
  private func isPriceBeforeWord(_ index: Int) -> Bool {
    let next = tokens[index + 2].kind == .dot ? index + 3 : index + 2
    let isShort = tokens[index].count <= 4 && index == 0
    guard tokens[index].count <= 6,
      tokens[next].kind != .digits || isShort && startsFullNumber(at: next)
    else { return false }
    var first = index
    while first > 1, isSign(first - 1), tokens[first - 2].kind == .digits { first -= 2 }
    return first == 0 || tokens[first - 1].kind != .digits && tokens[first - 1].kind != .close
  }

  /// Whether the sign of a currency stands behind digits, or 円 and the like behind thousands.
  private func isBeforeCurrency(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    switch next.kind {
    case .letters where isCurrencyWord(index + 1): return isPriceBeforeWord(index)
    case .other, .text, .letters:
      // 0121 627 2000 £25.50: the sign belongs to what touches it.
      return Self.isCurrency(cell, at: Int(next.start))
        && (tokens[index + 2].kind != .digits || !next.followsBlank)
    case .word:
      return next.word == .amount && !next.followsBlank && index > 1 && isSign(index - 1)
    default: return false
    }
  }

  /// Whether the sign of a currency ends before a byte.
  private static func isCurrency(
    _ cell: UnsafeBufferPointer<UInt8>, endingAt end: Int
  ) -> Bool {
    end > 2 && isCurrency(cell, at: end - 3) || end > 1 && isPoundOrYen(cell, at: end - 2)
  }

  /// Whether the sign of a currency stands at a byte: pound and yen, narrow and wide, wide won, baht,
  /// or one of Unicode's block of currencies.
  private static func isCurrency(_ cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    if isPoundOrYen(cell, at: start) { return true }
    guard start + 2 < cell.count else { return false }
    switch (cell[start], cell[start + 1], cell[start + 2]) {
    case (0xE2, 0x82, 0xA0...0xBF), (0xE2, 0x83, 0x80), (0xE0, 0xB8, 0xBF): return true
    case (0xEF, 0xBF, 0xA1), (0xEF, 0xBF, 0xA5), (0xEF, 0xBF, 0xA6): return true
    default: return false
    }
  }

  private static func isPoundOrYen(_ cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    start + 1 < cell.count && cell[start] == 0xC2
      && (cell[start + 1] == 0xA3 || cell[start + 1] == 0xA5)
  }

  /// Marks the price behind a sign of a currency.
  private func markPrice(at first: Int) {
    guard !startsNumber(first), let end = endOfPrice(first) else { return }
    for index in startOfPrice(first)..<end { tokens[index].kind = .amount }
    facts.kinds.insert(.amount)
  }

  /// The sign or word of the currency before a price, or its digits where text stands there.
  private func startOfPrice(_ first: Int) -> Int {
    switch tokens[first - 1].kind {
    case .caret, .other: return first - 1
    case .letters where isCurrencyWord(first - 1): return first - 1
    case .dot where first > 1 && isCurrencyWord(first - 2): return first - 2
    default: return first
    }
  }

  /// Whether digits are a number rather than a price.
  private func startsNumber(_ index: Int) -> Bool {
    let isFraction = tokens[index].count == 1 && isSign(index + 1)
    return digits[Int(tokens[index].first)] == 48 && !isFraction
  }

  /// Whether a comma or dot stands between digits.
  private func isSign(_ index: Int) -> Bool {
    (tokens[index].kind == .dot || tokens[index].kind == .comma) && !tokens[index].followsBlank
      && tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
  }

  /// The token behind a price that begins with digits; nil where they go on as no price does.
  private func endOfPrice(_ first: Int) -> Int? {
    var end = first + 1
    var count = Int(tokens[first].count)
    while isSign(end), (2...3).contains(tokens[end + 1].count) {
      count += Int(tokens[end + 1].count)
      end += 2
    }
    guard count <= Self.mostDigits else { return nil }
    switch tokens[end].kind {
    case .slash
    where tokens[end + 1].kind == .dash
      && (tokens[end + 2].kind != .digits || tokens[end + 2].followsBlank):
      // Rs. 500/-: nothing behind the whole rupees.
      return end + 2
    case .dash, .slash, .dot, .comma:
      return tokens[end + 1].kind == .digits && !tokens[end + 1].followsBlank ? nil : end
    case .digits: return tokens[end].followsBlank ? end : nil
    default: return end
    }
  }

  /// Marks the price that ends in digits before a sign of a currency.
  private func markPrice(endingAt last: Int) {
    var first = last
    var count = Int(tokens[first].count)
    while first > 1, isSign(first - 1), tokens[first - 2].kind == .digits,
      (2...3).contains(tokens[first].count)
    {
      first -= 2
      count += Int(tokens[first].count)
    }
    // The star of a footnote is no marker before decimals: 7267864* (*0,14 €/Min.).
    let isFootnote = first < last && tokens[first - 1].kind == .star
    guard count <= Self.mostDigits - 2, !startsNumber(first),
      isFootnote || !isJoinedDigits(before: first)
    else { return }
    for index in first...last { tokens[index].kind = .amount }
    facts.kinds.insert(.amount)
  }

  private func isJoinedDigits(before index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .plus, .hash, .star: return true
    case .dash where tokens[index - 1].followsBlank && tokens[index].followsBlank: return false
    case .dash, .slash, .dot: return index > 1 && tokens[index - 2].kind == .digits
    default: return false
    }
  }
}

/// The words of currencies: Data/words.tsv.
enum CurrencyWords {
  static let all = SpellingTable(EmbeddedWords.currency)
  /// Rupiah, and Rappen, which stand behind a price only.
  static let besidePrices = SpellingTable(EmbeddedWords.currency, EmbeddedWords.currencyShort)
}
