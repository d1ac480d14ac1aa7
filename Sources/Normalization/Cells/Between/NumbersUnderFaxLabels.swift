import NumberingPlans

/// Tells faxes from phones among the numbers behind a fax label.
extension CellReading {
  /// Leaves out digits under a fax label that the plan does not know; gives the token at which reading goes on, a
  /// number in full behind them.
  func leaveFax(_ token: Int, upTo next: Int) -> Int {
    let end = mobile(behind: token, upTo: next) ?? laterStart(behind: token, upTo: next) ?? next
    let count = (token..<max(end, token)).reduce(0) {
      $0 + (tokens[$1].kind == .digits ? Int(tokens[$1].count) : 0)
    }
    if count >= 5 { dropFax(upTo: end) }
    return end
  }

  /// Whether a fax label in brackets right behind digits is theirs and of no other number: digits that were no number,
  /// and a blank parts the next one, 0138-8273641（传真） 13812345678; or a word says that they are for faxes, too,
  /// 02-27123456（兼傳真）、02-27123458.
  func isOfNumberBefore(fax label: Int) -> Bool {
    var (open, close) = (label - 1, label + 1)
    while open > 0, label - open < Self.mostWordsOfBracket, isInBracketOfFax(open) { open -= 1 }
    while close - label < Self.mostWordsOfBracket, isInBracketOfFax(close) { close += 1 }
    guard open > 0, tokens[open].kind == .open, tokens[close].kind == .close,
      tokens[open - 1].kind == .digits
    else { return false }
    if (open + 1..<close).contains(where: saysAlso) { return true }
    return plan.notation.mobilesStandAlone && open == label - 1 && close == label + 1
      && !tokens[open].followsBlank && tokens[close + 1].followsBlank
  }

  /// The most words on either side of a fax label in its bracket.
  private static let mostWordsOfBracket = 4

  private func isInBracketOfFax(_ index: Int) -> Bool {
    tokens[index].kind == .text || isWord(.joiner, at: index) || isWord(.label, at: index)
  }

  /// Whether a word says that a number is for faxes, too: 兼, 同, 含.
  private func saysAlso(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .word: tokens[index].word == .joiner && tokens[index].isOfIdeographs
    case .text: text(of: tokens[index]).isOne(of: EmbeddedWords.alsoFax)
    default: false
    }
  }

  /// What a number is that stands under a fax label.
  enum UnderFaxLabel {
    case fax, phone, inDoubt
    /// The phone of a mobile amid a list of faxes, which may go on behind it.
    case mobileAmidFaxes

    var isPhone: Bool { self == .phone || self == .mobileAmidFaxes }
  }

  /// What a number under a fax label is: a fax where the label names it, too.
  ///
  /// Where unknown words, or nothing, stand between them, a toll-free number behind words is a phone, as is one
  /// with a name of its own where a phone stands before the fax; of others nobody knows.
  func underFaxLabel(_ base: Base) -> UnderFaxLabel {
    if isBehindBracketOfFax(base.firstToken) || isLabelledBehind(base) { return .phone }
    if fax.numbers.end != nil, !fax.endsInMobile, !isLoneMobile(base), isMobileOfRegion(base) {
      return .mobileAmidFaxes
    }
    if isOfFaxLabel(base.firstToken) {
      if case .none = fax.numbers { return .fax }
      if isLoneMobile(base) { return .phone }
      return isNamedBehind(base) ? .inDoubt : .fax
    }
    let isPhone =
      isLoneMobile(base) || base.answer.type == .tollFree && isIntroduced(base)
      || isNamedByLetter(base)
      || isNamedBesidePhone(base) || hasLabelOfItsOwn(base)
    return isPhone ? .phone : .inDoubt
  }

  /// Takes the numbers that a list goes on with behind a mobile for faxes, as those before it.
  func goOnWithFaxes(behind kind: UnderFaxLabel, upTo end: Int) {
    guard kind == .mobileAmidFaxes else { return }
    context.readsFax = true
    if case .inDoubt = fax.numbers {
      fax.numbers = .inDoubt(upTo: end)
    } else {
      fax.numbers = .upTo(end)
    }
  }

  /// Whether a label for a phone ends the cell behind a later number: fax A - B tel.
  private func isLabelledBehind(_ base: Base) -> Bool {
    guard !plan.notation.notesAreChinese, case .upTo = fax.numbers,
      isWord(.label, at: base.nextToken), !namesOwner(base.nextToken)
    else { return false }
    let next = tokens[base.nextToken + 1].kind == .dot ? base.nextToken + 2 : base.nextToken + 1
    return tokens[next].kind == .end
  }

  /// Whether a label for a phone stands right before a number, behind text that went with the number before it.
  ///
  /// Fax: A - Sales Tel. B.
  func hasLabelOfItsOwn(_ base: Base) -> Bool {
    guard !plan.notation.notesAreChinese else { return false }
    var label = base.firstToken - 1
    while label > 0, isSignOfLabel(label) || tokens[label].kind == .ordinal { label -= 1 }
    return label > 0 && isWord(.label, at: label) && isText(label - 1)
  }

  /// Whether a number in a list behind a fax has a name behind it, as that has not: 傳真02-27123457、02-27123456(會計)
  /// may be a phone.
  private func isNamedBehind(_ base: Base) -> Bool {
    guard plan.notation.notesAreChinese, case .upTo(var last) = fax.numbers else { return false }
    repeat { last -= 1 } while last > 0 && isListed(last + 1, behind: last)
    guard last >= 0, tokens[last].kind == .digits || tokens[last].kind == .close else {
      return false
    }
    var name = base.nextToken
    if tokens[name].kind == .open { name += 1 }
    guard isText(name) || isWord(.label, at: name)
    else { return false }
    let next = tokens[token(afterSigns: name + 1)].kind
    return tokens[name - 1].kind == .open || next != .digits && next != .plus
  }

  /// The most tokens of a bracket with a fax label and its number.
  private static let mostTokensOfBracket = 24

  /// Whether the last fax stands with its label in a bracket that closes before a token: (fax 01 42 33 44
  /// 56) / 06 12 34 56 78.
  private func isBehindBracketOfFax(_ start: Int) -> Bool {
    guard case .upTo = fax.numbers else { return false }
    var close = start - 1
    while close > 0, start - close < Self.mostTokensOfBracket, tokens[close].kind != .close {
      if tokens[close].kind == .digits { return false }
      close -= 1
    }
    guard close > 0, tokens[close].kind == .close else { return false }
    var (index, hasLabel) = (close - 1, false)
    while index >= 0, close - index < Self.mostTokensOfBracket, tokens[index].kind != .open {
      if isWord(.fax, at: index) { hasLabel = true }
      index -= 1
    }
    return hasLabel && tokens[close - 1].kind == .digits
  }

  /// Whether one letter names a number, as in letterheads: F 02 512 34 57 G 0475 12 34 56, C: 917….
  ///
  /// Without a sign behind it a vowel may join two faxes, and n be the word for number; a and b may
  /// count faxes.
  private func isNamedByLetter(_ base: Base) -> Bool {
    var letter = base.firstToken - 1
    while letter > 0, isSignOfLabel(letter) { letter -= 1 }
    guard letter > 0, tokens[letter].kind == .letters, isOneLetter(tokens[letter]),
      tokens[letter].followsBlank || tokens[letter - 1].kind != .digits
    else { return false }
    let spelled = letters(of: tokens[letter])
    if spelled.isOne(of: EmbeddedWords.letterCounting) { return false }
    return !spelled.isOne(of: EmbeddedWords.letterJoining) || tokens[letter + 1].kind == .colon
      || tokens[letter + 1].kind == .dot
  }

  /// Whether a sign may stand between a letter and the number that it names.
  private func isSignOfLabel(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .dot, .plus, .open, .close: true
    default: false
    }
  }

  /// Whether a token is one letter of any script: those beyond ASCII take two bytes.
  private func isOneLetter(_ token: Token) -> Bool {
    token.count == 1 || token.count == 2 && letters[Int(token.first)] >= 0x80
  }

  /// Whether text stands before a number, and none behind it.
  private func isIntroduced(_ base: Base) -> Bool {
    var before = base.firstToken - 1
    while before > 0, tokens[before].kind == .colon || tokens[before].kind == .plus { before -= 1 }
    guard before >= 0, isText(before) else {
      return false
    }
    switch tokens[base.nextToken].kind {
    case .text, .letters, .word, .open: return false
    default: return true
    }
  }
}
