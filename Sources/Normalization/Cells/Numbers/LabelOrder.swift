import NumberingPlans

/// Tells whether the labels of a cell stand behind their numbers: 02-27123456(電話) 02-27123457(傳真).
extension TokenReading {
  /// Whether numbers and labels alternate, a number first and a label last, at least two of each.
  ///
  /// A colon behind a label says that it stands before a number, or before none.
  func labelsFollowNumbers() -> Bool {
    var order = LabelOrder()
    var index = endOfHeading
    while index < tokenCount {
      switch tokens[index].kind {
      case .digits:
        if !isBehindMarker(index) { order.takeNumber() }
      case .comma, .enumeration, .semicolon: order.endItem()
      case .newline: order.endLine()
      case .open:
        if let close = endOfBracketedText(index) {
          order.takeLabel()
          index = close
        }
      case .word:
        if saysBefore(index) { return false }
        if isLabel(index, hasNumber: order.hasNumber) { order.takeLabel() }
      default: break
      }
      if order.isBroken { return false }
      index += 1
    }
    return order.alternates && (order.isStrict || !leadsOnAmidNotes)
  }

  /// Whether a word is a label, and no heading that says whose the numbers are.
  private func isLabel(_ index: Int, hasNumber: Bool) -> Bool {
    if isWord(.fax, at: index) { return true }
    return isWord(.label, at: index)
      && (hasNumber || !namesOwner(index) && !namesOwner(inText: index))
  }

  /// Whether a word says that labels stand before numbers, or that there is no number.
  private func saysBefore(_ index: Int) -> Bool {
    switch tokens[index].word {
    case .label, .fax: isBeforeColon(index) || isWord(.fax, at: index) && leadsToNext(fax: index)
    case .placeholder: true
    default: false
    }
  }

  /// The token behind a label for phones with which the cell begins, where all other labels stand in brackets: Phone: A
  /// (main) B (fax).
  ///
  /// In Chinese the last one is that of a fax, 電話：A（總機）B（傳真）, and the first one is not: 電話 A（傳真）B.
  private var endOfHeading: Int {
    guard isWord(.label, at: 0) else { return 0 }
    let first = token(afterSigns: 1)
    let isHeading =
      leadsToDigits(first)
      && (first..<tokenCount).allSatisfy {
        !isWord(.label, at: $0) && !isWord(.fax, at: $0) || isInBracketOfWords($0)
      }
    guard isHeading, !plan.notation.notesAreChinese || endsInOnlyFax else { return 0 }
    return first
  }

  /// Whether the cell ends with a fax label in a bracket, and has no other.
  private var endsInOnlyFax: Bool {
    tokenCount > 2 && tokens[tokenCount - 1].kind == .close
      && (0..<tokenCount).first { isWord(.fax, at: $0) } == tokenCount - 2
  }

  /// The most words before another one in its bracket.
  private var mostWordsInBracket: Int { 4 }

  /// Whether nothing but words stand between a token and the bracket before it: (toll free).
  private func isInBracketOfWords(_ index: Int) -> Bool {
    for before in stride(from: index - 1, through: max(index - mostWordsInBracket, 0), by: -1) {
      switch tokens[before].kind {
      case .open: return true
      case .word, .text, .letters, .dash, .slash: continue
      default: return false
      }
    }
    return false
  }

  /// Whether a fax label without a bracket leads to a number, and brackets hold the notes behind some: 202-555-0101 (O)
  /// Fax 202-555-0102 (O).
  ///
  /// Such a note is no label as the other one is.
  private var leadsOnAmidNotes: Bool {
    !plan.notation.notesAreChinese && (0..<tokenCount).contains(where: isNoteInBracket)
      && (1..<max(tokenCount, 1)).contains {
        isWord(.fax, at: $0) && tokens[$0 - 1].kind != .open
          && leadsToDigits(token(afterSigns: $0 + 1))
      }
  }

  /// Whether a bracket at a token holds text, or a label for a phone.
  private func isNoteInBracket(_ open: Int) -> Bool {
    guard tokens[open].kind == .open else { return false }
    return endOfBracketedText(open) != nil
      || isWord(.label, at: open + 1) && tokens[open + 2].kind == .close
  }

  /// Whether a fax label right before a number is of that one, whatever stands behind it: a bracket, a sign of
  /// lists or a blank sets it apart from the number before.
  ///
  /// Where nothing does, a label for a phone at the end says that the others stand behind their numbers, too.
  private func leadsToNext(fax label: Int) -> Bool {
    var next = label + 1
    while tokens[next].kind == .ordinal || tokens[next].kind == .dot { next += 1 }
    guard leadsToDigits(next) else { return false }
    let isApart = tokens[label].followsBlank
    let isNextApart = tokens[next].followsBlank
    switch tokens[label - 1].kind {
    case .open: return true
    case .comma, .enumeration, .slash, .semicolon, .ampersand, .plus, .dash:
      if isApart || !isNextApart { return true }
    case .digits, .close:
      if isApart != isNextApart { return isApart }
    default: if isApart, !isNextApart { return true }
    }
    return plan.notation.notesAreChinese && !endsInLabelOfPhone
  }

  /// Whether the last token is a label that does not name an owner.
  private var endsInLabelOfPhone: Bool {
    isWord(.label, at: tokenCount - 1) && !namesOwner(tokenCount - 1)
      && !namesOwner(inText: tokenCount - 1)
  }

  /// The token of the bracket that closes text, and nothing else, behind one that opens.
  private func endOfBracketedText(_ open: Int) -> Int? {
    // <br> is no label.
    if list.cell[Int(tokens[open].start)] == UInt8(ascii: "<") { return nil }
    var index = open + 1
    while isText(index) { index += 1 }
    return index > open + 1 && tokens[index].kind == .close ? index : nil
  }

  /// Whether a marker of extensions stands before digits.
  private func isBehindMarker(_ index: Int) -> Bool {
    var before = index - 1
    while before > 0 {
      switch tokens[before].kind {
      case .colon, .dot, .ordinal: before -= 1
      default: return isWord(.marker, at: before)
      }
    }
    return before == 0 && isWord(.marker, at: 0)
  }

  /// Whether a colon or an equals sign stands behind a label.
  private func isBeforeColon(_ label: Int) -> Bool {
    var index = label + 1
    while tokens[index].kind == .close || tokens[index].kind == .ordinal
      || tokens[index].kind == .dot
    { index += 1 }
    return tokens[index].kind == .colon || tokens[index].kind == .equals
  }
}

/// Numbers and labels in the order in which a cell has them.
private struct LabelOrder {
  /// Labels so far; several side by side are one.
  private(set) var labels = 0
  /// Whether the last thing was a label.
  private(set) var endsInLabel = false
  /// Whether a label stood before every number, or in another line than its number.
  private(set) var isBroken = false
  /// Whether a number came.
  private(set) var hasNumber = false
  private var isNewLine = false
  /// Whether two labels stood side by side, or a number of a list without one.
  private var isUneven = false

  /// Whether one label stands behind each of three numbers or more.
  var isStrict: Bool { labels > 2 && !isUneven }

  /// Takes notice of a sign of lists.
  mutating func endItem() {
    if hasNumber, !endsInLabel { isUneven = true }
  }

  /// Whether labels stand behind at least two numbers.
  var alternates: Bool { labels > 1 && endsInLabel }

  /// Takes notice of a number.
  mutating func takeNumber() {
    hasNumber = true
    endsInLabel = false
    isNewLine = false
  }

  /// Takes notice of a label.
  mutating func takeLabel() {
    if !hasNumber || isNewLine { isBroken = true }
    if endsInLabel { isUneven = true } else { labels += 1 }
    endsInLabel = true
  }

  /// Takes notice of the end of a line, behind which a label stands before its number.
  mutating func endLine() { isNewLine = true }
}
