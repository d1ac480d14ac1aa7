import NumberingPlans

/// Tells whose a fax label is that stands between two numbers and before a slash or a blank.
extension TailGrammar {
  /// Whether a fax label right behind a number, and before a slash or a blank, belongs to that number: 02-27123457
  /// (傳真)/02-27123456; false where it may belong to either, nil where other things tell.
  func faxBeforeSign(_ label: Int) -> Bool? {
    let isBracketed = isBracketed(label)
    let first = isBracketed ? label - 1 : label
    var end = isBracketed ? label + 2 : label + 1
    if tokens[end].kind == .dot, !isBracketed { end += 1 }
    guard isOn(.faxNumbers), first > 0,
      tokens[first - 1].kind == .digits || tokens[first - 1].kind == .close
    else { return nil }
    if tokens[end].kind == .slash {
      guard leadsToDigits(end + 1) else { return nil }
      if context.isLabelled { return isBracketed ? false : nil }
      // 0421/336617 Fax /336618: the slash stands for the area code.
      if !isBracketed, tokens[label].followsBlank, tokens[end].followsBlank,
        !tokens[end + 1].followsBlank
      {
        return nil
      }
      return isBracketed || !tokens[label].followsBlank || tokens[end].followsBlank
    }
    guard !isBracketed, !context.isLabelled, leadsToDigits(end), !beginsWithLabel else {
      return nil
    }
    return mayNameEither(fax: label, before: end) ? false : nil
  }

  /// Whether a label stands between two numbers so that it may belong to either: 02-27123457傳真 02-27123456; or
  /// before a mobile, where nobody has a fax: 02-27123457 傳真 0912345678.
  private func mayNameEither(fax label: Int, before end: Int) -> Bool {
    let isTight = !tokens[label].followsBlank
    let isNextTight = !tokens[end].followsBlank
    if isTight, !isNextTight, tokens[label].isOfIdeographs || plan.notation.notesAreChinese {
      return true
    }
    return plan.notation.mobilesStandAlone && (isTight || !isNextTight) && startsMobile(at: end)
  }

  /// Whether a label stands before the first number of the cell, as the others do before theirs then.
  private var beginsWithLabel: Bool {
    var index = 0
    while index < tokenCount, tokens[index].kind != .digits {
      if isWord(.label, at: index) { return true }
      index += 1
    }
    return false
  }

  /// Whether a mobile begins at a token.
  private func startsMobile(at index: Int) -> Bool {
    let grammar = NumberGrammar(list, context, at: index)
    guard case .base(let base) = grammar.read(at: index) else { return false }
    return base.answer.isMobile
  }
}
