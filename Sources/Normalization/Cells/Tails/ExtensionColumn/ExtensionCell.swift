import Records

/// Reads the tokens of an extension cell: extensions that signs of lists part, or the ends of a range.
///
/// What parts two of them in another way makes the cell ambiguous, as it does behind a marker in a phone cell:
/// 1 0 1, 2#9, 09:00-18:00 and 1/2/2024 are no lists of extensions.
struct ExtensionCell: TokenReading {
  let list: TokenList
  let context: CellContext
  private(set) var tail = Tail(next: 0)
  /// Whether something stands there that may say what the digits are.
  private(set) var hasOther = false
  /// Whether a note in brackets stands behind an extension: 12 (會計).
  private(set) var hasNote = false
  /// The token of the last extension; -1 before the first.
  private var last = -1
  /// The marker before the first extension; -1 for none.
  private var marker = -1
  private var endsRange = false
  private var hasDecimals = false
  /// The text that names whose extension it is, before it or behind it: 會計12, 801 王小姐; -1 for none.
  private var name = -1

  init(list: TokenList, context: CellContext) {
    self.list = list
    self.context = context
  }

  /// Whether a bare 0 is what a form or a database fills in, 0.0 what a spreadsheet makes of it: no extension.
  var isDummy: Bool {
    isOn(.dummyExtension) && (tokenCount == 1 || hasDecimals && tokenCount == 3)
      && tail.extensions.count == 1 && tail.extensions[0].digits == 1
      && tail.extensions[0].value == 0
  }

  /// Reads all tokens, until one leaves it in doubt what they are.
  mutating func read() {
    while tail.next < tokenCount, tail.problem == nil {
      let index = tail.next
      tail.next += 1
      switch tokens[index].kind {
      case .digits: readDigits(index)
      case .hash where last < 0: marker = index
      case .open where last >= 0: readNote(index)
      case .text: readName(index)
      case .letters where marks(index): marker = index
      case .letters, .other, .question, .plus, .at, .percent, .caret: hasOther = true
      case .word: readWord(index)
      default: break
      }
    }
    if name >= 0 {
      if isNamed { hasNote = true } else { hasOther = true }
    }
    if tail.problem == nil, isDate {
      tail.fail(.ambiguous, at: 0, "extensions, or a date")
    }
  }

  /// Takes text for the name of whoever has the extension, where only one text stands in the cell.
  private mutating func readName(_ index: Int) {
    if name >= 0 { hasOther = true }
    name = index
  }

  /// The digits of an extension that may have a name: one digit may count something, and six be anything.
  private static let digitsOfNamed = 2...5

  /// Whether the text is a name, and the extension the only digits beside it.
  private var isNamed: Bool {
    guard tail.extensions.count == 1, Self.digitsOfNamed.contains(tail.extensions[0].digits),
      !hasDecimals,
      name == (name < last ? last - 1 : last + 1)
        || name == last - 2 && tokens[last - 1].kind == .colon
    else { return false }
    let text = text(of: tokens[name])
    return text.count > 3 && !StatusWords.occur(in: text)
      && !CountingWordsOfColumn.occur(in: text, atEnd: name < last)
  }

  /// Whether letters mark an extension in the region, as App and R and their dots do.
  private func marks(_ index: Int) -> Bool {
    guard last < 0, marker < 0, isShortMarker(index) else { return false }
    var next = index + 1
    while tokens[next].kind == .dot || tokens[next].kind == .colon { next += 1 }
    return tokens[next].kind == .digits
  }

  /// Takes a word for a marker, or for something that says what the digits are.
  private mutating func readWord(_ index: Int) {
    switch tokens[index].word {
    case .marker where last < 0: marker = index
    case .marker, .joiner, .placeholder: break
    case _ where marks(index): marker = index
    case .ordinal where last < 0: break
    case .range where last >= 0: break
    default: hasOther = true
    }
  }

  /// Reads digits as one more extension, the end of a range or decimals, by what parts them from the last ones.
  private mutating func readDigits(_ index: Int) {
    let grammar = TailGrammar(list: list, context: context)
    if isOtherNumber(tokens[index]) {
      return tail.fail(.ambiguous, at: index, "an extension, or a telephone number")
    }
    // What stands behind text is of no use, and not for that which parts it.
    switch last < 0 || hasOther || name > last ? .list : separator(before: index) {
    case .list
    where last >= 0 && !hasOther && grammar.mayBeAbbreviated(tail.extensions.last, tokens[index]):
      tail.fail(.ambiguous, at: index, "an extension, or the last digits of one")
    case .list:
      tail.next = index
      _ = grammar.addExtension(&tail, token: index)
      endsRange = false
    case .range where mayBeInPairs(index):
      tail.fail(.ambiguous, at: index, "a range of extensions, or one written in pairs")
    case .range where !endsRange:
      grammar.readExtensionRange(&tail, to: index)
      endsRange = true
    case .decimals: hasDecimals = true
    default: tail.fail(.ambiguous, at: index, "one extension, several, or something else")
    }
    last = index
  }

  /// The most extensions of a range whose ends have two digits.
  private static let mostOfShortRange = 10

  /// Whether the ends of a range may be two pairs of digits of one extension: 12-34, and not 12-14.
  private func mayBeInPairs(_ index: Int) -> Bool {
    let first = tail.extensions.last
    return tail.extensions.count == 1 && first.digits == 2 && tokens[index].count == 2
      && value(of: tokens[index]) - first.value >= Int64(Self.mostOfShortRange)
  }

  private enum Separator { case list, range, decimals }

  /// What parts digits from the extension before them; nil for what nobody can tell.
  private func separator(before index: Int) -> Separator? {
    if isDecimalZero(index) { return .decimals }
    var signs = Signs()
    for between in last + 1..<index { signs.count(tokens[between]) }
    if signs.others > 0 || mayBeThousands(index) { return nil }
    if signs.lists > 0 { return signs.ranges == 0 ? .list : nil }
    if signs.ranges > 0 { return signs.ranges == 1 && signs.markers == 0 ? .range : nil }
    return signs.markers > 0 && repeatsMarker(index) ? .list : nil
  }

  /// How many signs and words of each kind stand between two extensions.
  private struct Signs {
    private(set) var lists = 0
    private(set) var ranges = 0
    private(set) var markers = 0
    private(set) var others = 0

    /// Counts a sign or a word.
    mutating func count(_ token: Token) {
      switch (token.kind, token.word) {
      case (.comma, _), (.enumeration, _), (.semicolon, _), (.slash, _), (.newline, _),
        (.ampersand, _), (.word, .joiner):
        lists += 1
      case (.dash, _), (.tilde, _), (.word, .range): ranges += 1
      case (.hash, _), (.word, .marker): markers += 1
      case (.quote, _), (.close, _), (.open, _): break
      // ext. 12, 分機:12.
      case (.dot, _) where markers > 0, (.colon, _) where markers > 0: break
      default: others += 1
      }
    }
  }

  /// Whether the marker before the first extension stands before these digits too: #12 #13, x12 x13.
  private func repeatsMarker(_ index: Int) -> Bool {
    guard marker >= 0 else { return false }
    var other = index - 1
    while other > last, tokens[other].kind == .dot || tokens[other].kind == .colon { other -= 1 }
    return tokens[other].kind == tokens[marker].kind
      && tokens[other].bytes == tokens[marker].bytes
  }

  /// Whether a comma may part thousands: 1,234 and not 101,102.
  private func mayBeThousands(_ index: Int) -> Bool {
    index == last + 2 && tokens[last + 1].kind == .comma && !tokens[index].followsBlank
      && tokens[index].count == 3 && tokens[last].count < 3
  }

  /// Whether digits are the decimals that a spreadsheet added: 12.0.
  private func isDecimalZero(_ index: Int) -> Bool {
    isOn(.spreadsheetDamage) && index == last + 2 && tokens[last + 1].kind == .dot
      && tail.extensions.count == 1 && !hasDecimals && index == tokenCount - 1
      && tokens[index].count <= 2 && value(of: tokens[index]) == 0
  }

  /// Whether a row of digits is as long as extensions are not, and is a number of the plan or of an area, or
  /// a date.
  private func isOtherNumber(_ token: Token) -> Bool {
    guard token.count > 6, token.count < 16, token.count != context.extensionWidth else {
      return false
    }
    let digits = digits(of: token)
    if plan.isLocal(digits) || plan.national(digits, needsTrunk: true).validity == .valid {
      return true
    }
    let value = value(of: token)
    return token.count == 8 && CalendarDay.isYear(value / 10_000)
      && CalendarDay.isDay(month: value / 100 % 100, day: value % 100)
  }

  /// Whether the cell is a day and its year: 1/2/2024.
  private var isDate: Bool {
    guard tokenCount == 5, tokens[1].kind == .slash, tokens[3].kind == .slash,
      tokens[2].kind == .digits, tokens[2].count < 3
    else { return false }
    let (first, last) = (tokens[0], tokens[4])
    return isYear(first) && last.count < 3 || isYear(last) && first.count < 3
  }

  /// Passes over a note in brackets without digits, unless it says that the extension is out of use, or that of
  /// a fax; with digits it is anybody's guess.
  private mutating func readNote(_ open: Int) {
    var close = open + 1
    while close < tokenCount, tokens[close].kind != .close {
      if tokens[close].kind == .digits {
        return tail.fail(.ambiguous, at: close, "another extension, or a note")
      }
      if speaksAgainst(close) { return tail.fail(.badExtension, at: close) }
      close += 1
    }
    guard close < tokenCount else { return hasOther = true }
    if saysOutOfUse(open + 1..<close) { return tail.fail(.badExtension, at: open + 1) }
    hasNote = hasNote || close > open + 1
    tail.next = close + 1
  }
}

extension ExtensionCell {
  /// Whether a word says that nobody is reached at an extension, or a fax.
  private func speaksAgainst(_ index: Int) -> Bool {
    switch (tokens[index].kind, tokens[index].word) {
    case (.word, .outOfUse), (.word, .former), (.word, .formerBesideNew), (.word, .changed),
      (.word, .placeholder):
      return true
    case (.word, .fax): return isOn(.faxNumbers)
    case (.text, _), (.letters, _): return StatusWords.speaksAgainst(text(of: tokens[index]))
    default: return false
    }
  }

  /// Whether the words of a note say so together: not in use.
  private func saysOutOfUse(_ note: Range<Int>) -> Bool {
    guard let first = note.first(where: { tokens[$0].kind == .letters }),
      let last = note.last(where: { tokens[$0].kind == .letters }), first < last
    else { return false }
    let spelled = letters(from: first, through: last)
    return context.find { $0.exact(spelled) } == .outOfUse
  }
}

/// The words that count something before digits or behind them, and name nobody: Data/words.tsv.
private enum CountingWordsOfColumn {
  private static let words = SpellingTable(EmbeddedWords.counting, EmbeddedWords.sureUnit)

  /// Whether a text of more than one ideograph ends in one, or begins with one.
  static func occur(in text: UnsafeBufferPointer<UInt8>, atEnd: Bool) -> Bool {
    guard text.count > 3 else { return true }
    return atEnd ? words.end(text, ideographs: 1...1) : words.begin(text, ideographs: 1...1)
  }
}
