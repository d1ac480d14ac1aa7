import NumberingPlans

/// Tells the word for a line that is both a telephone and a fax, where it is one: Telefax, Fono Fax.
extension TokenWriter {
  /// Takes such words for labels where the cell has no other label, and no number before them.
  ///
  /// Beside a number of its own, or a label for one, they name the fax.
  func markTelefaxes() {
    guard plan.notation.sharesTelefax else { return }
    var hasWord = false
    for index in 0..<tokenCount {
      switch tokens[index].kind {
      case .digits where !hasWord: return
      case .word where tokens[index].word == .fax:
        guard spells("telefax", at: index) || startOfTelefax(index) != nil else { return }
        hasWord = true
      case .word where tokens[index].word == .label:
        // Telefax: (02) 2427 618 Cel. 099 2427 618.
        guard
          startOfTelefax(index + 1) == index || startOfTelefax(index + 2) == index
            || isLabelOfMobile(index)
        else { return }
      default: break
      }
    }
    for index in 0..<tokenCount where isWord(.fax, at: index) {
      let start = startOfTelefax(index) ?? index
      tokens[index].word = .label
      tokens[start].kind = .word
      tokens[start].word = .label
    }
    facts.words.insert(.label)
  }

  /// The label, or tele, that only a blank or a dash parts from a fax label: Fono Fax, Tele-fax.
  private func startOfTelefax(_ fax: Int) -> Int? {
    guard isWord(.fax, at: fax), fax > 0 else { return nil }
    let start = tokens[fax - 1].kind == .dash && fax > 1 ? fax - 2 : fax - 1
    return isWord(.label, at: start) && tokens[start].count > 1 || spells("tele", at: start)
      ? start : nil
  }
}

/// Tells labels that are one with a fax label beside them: 電話/傳真, Tel & Fax.
extension TokenReading {
  /// Whether a fax label only completes the label before it: 電話/傳真.
  ///
  /// Before a number it does not where that label names the number before it, and no more than a comma
  /// stands between: 02-27123456 櫃台，傳真：02-27123457.
  func isCombinedLabel(_ index: Int) -> Bool {
    guard isOn(.faxNumbers) else { return true }
    var before = index - 1
    while before > 0, tokens[before].kind == .ordinal { before -= 1 }
    guard before >= 0 else { return false }
    if isWord(.label, at: before), !tokens[index].followsBlank {
      return !endsItem(label: before, fax: index)
    }
    if before > 0, tokens[before].kind == .dot, isShortWord(before - 1) { before -= 1 }
    guard var label = tokenBehindLabel(before) else { return false }
    while label > 0,
      tokens[label].kind == .ordinal || tokens[label].kind == .dot || tokens[label].kind == .quote
    { label -= 1 }
    // P/Fax.
    guard label >= 0, isWord(.label, at: label) || isLetter("p", at: label) else { return false }
    return completes(label, behind: before, fax: index)
  }

  /// Whether a sign joins a fax label to the label before it rather than to the number behind.
  private func completes(_ label: Int, behind sign: Int, fax: Int) -> Bool {
    if namesOwner(label), !joinsOwner(sign) { return false }
    switch tokens[sign].kind {
    case .enumeration: return !endsItem(label: label, fax: fax)
    // A tel - fax B.
    case .dash where tokens[sign].followsBlank && tokens[sign + 1].followsBlank:
      return !endsItem(label: label, fax: fax)
    case .comma: return !endsItem(label: label, fax: fax, passesText: true)
    default: return !(saysWhose(label, before: sign) && endsItem(label: label, fax: fax))
    }
  }

  /// Whether a label right behind a number rather names that than begins a label of both: 02-27123456總機/傳真
  /// 02-27123457, (301) 597-2552 cell / Fax 617 223-2578, and not 02-27123456 電話/傳真 02-27123457.
  private func saysWhose(_ label: Int, before sign: Int) -> Bool {
    if isLabelOfMobile(label) || namesOwner(label) && tokens[sign].followsBlank { return true }
    guard tokens[label].isOfIdeographs else { return false }
    if tokens[label - 1].kind == .digits, !tokens[label].followsBlank { return true }
    return !text(of: tokens[label]).ends(inOneOf: EmbeddedWords.phoneEnding)
  }

  /// Whether a label before a fax label may say that its owner has both: Office/Fax, and not Office-Fax.
  private func joinsOwner(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .slash, .ampersand, .plus: true
    default: isWord(.joiner, at: index)
    }
  }

  /// The token before a sign or a word that joins two labels; nil where none does.
  private func tokenBehindLabel(_ index: Int) -> Int? {
    switch tokens[index].kind {
    case .slash, .ampersand, .enumeration, .dash, .comma, .open, .dot, .plus: return index - 1
    case .word where tokens[index].word == .joiner:
      // 電話（兼傳真）.
      return index > 1 && tokens[index - 1].kind == .open ? index - 2 : index - 1
    case .letters where isShortWord(index), .word where isRange(index): return index - 1
    default: return nil
    }
  }

  /// Whether a label stands behind the number that it names, and a fax label leads to another one.
  ///
  /// Text may stand before the label where a comma parts it from the fax: 總經理辦公室，傳真 02-27123457.
  private func endsItem(label: Int, fax: Int, passesText: Bool = false) -> Bool {
    let next = tokens[token(afterSigns: fax + 1)].kind
    guard next == .digits || next == .plus else { return false }
    // 02-27123456（電話傳真） 02-27123458.
    if tokens[label - 1].kind == .open, tokens[fax + 1].kind == .close,
      text(of: tokens[label]).ends(inOneOf: EmbeddedWords.phoneEnding)
    {
      return false
    }
    var before = label - 1
    while before > 0,
      tokens[before].kind == .open || tokens[before].kind == .close
        || passesText && tokens[before].kind == .text
    { before -= 1 }
    return before >= 0 && tokens[before].kind == .digits
  }

  /// Whether letters may be the word that joins two labels, as e in tel e fax.
  private func isShortWord(_ index: Int) -> Bool {
    tokens[index].kind == .letters && tokens[index].count <= 2
  }

  /// Whether a label completes the fax label before it: 傳真/電話.
  func isCombinedWithNext(_ index: Int) -> Bool {
    var next = index + 1
    while tokens[next].kind == .ordinal || tokens[next].kind == .dot { next += 1 }
    switch tokens[next].kind {
    case .slash, .ampersand, .enumeration, .dash, .comma: next += 1
    case .word where tokens[next].word == .joiner: next += 1
    default: return false
    }
    return isWord(.label, at: next)
  }

  /// Whether a fax label behind its number is no label of a phone as well.
  func isFaxLabelAlone(_ label: Int) -> Bool {
    !isCombinedLabel(label) && (!isCombinedWithNext(label) || beginsNextItem(behindFax: label))
  }

  /// Whether the label behind a fax label and a sign says whose the next number is: Office A Fax, Reception B Tel.
  ///
  /// A slash that touches both rather joins them: A Fax/Tel B Tel.
  private func beginsNextItem(behindFax label: Int) -> Bool {
    guard !plan.notation.notesAreChinese else { return false }
    var sign = label + 1
    while tokens[sign].kind == .ordinal || tokens[sign].kind == .dot { sign += 1 }
    let owner = sign + 1
    guard tokens[owner].followsBlank, isWord(.label, at: owner),
      namesOwner(owner) || tokens[sign].kind == .comma || tokens[sign].kind == .dash
    else { return false }
    return leadsToDigits(token(afterSigns: owner + 1))
  }
}

extension CellReading {
  /// Whether a fax label stands in brackets behind another label.
  func isBracketedLabel(_ fax: Int) -> Bool {
    fax > 1 && tokens[fax - 1].kind == .open && tokens[fax + 1].kind == .close
      && isWord(.label, at: fax - 2)
  }

  /// Whether a number stands in brackets right behind another one, as the label for a fax does behind that for a
  /// phone: 電話（傳真）：02-27123456（02-27123457）.
  func isOfPairedLabel(_ base: Base) -> Bool {
    guard fax.pairsLabels, lastNumber.end > 0, tokens[lastNumber.end - 1].kind == .digits else {
      return false
    }
    let open = tokens[base.firstToken].kind == .open ? base.firstToken : base.firstToken - 1
    return open == lastNumber.end && tokens[open].kind == .open
      && tokens[base.nextToken - 1].kind == .close
  }
}
