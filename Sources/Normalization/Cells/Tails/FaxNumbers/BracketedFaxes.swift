import NumberingPlans

/// Tells whose a fax label in brackets between two numbers is.
extension TailGrammar {
  /// Whether a fax label in brackets belongs to the number before it: 06-2581347(F) 06-2581348.
  ///
  /// False when it may belong to either, as behind a number that has a label, 電話：06-2581347(傳真) 06-2581348; nil when
  /// nothing but the words around it tell.
  func bracketedFax(_ index: Int, _ next: Int, _ base: Base) -> Bool? {
    guard isOn(.faxNumbers), isBracketed(index),
      beginsDigits(next)
    else { return nil }
    // A _(傳真) B: the dash parts the label from A.
    let isParted = index > 1 && tokens[index - 2].kind == .dash && tokens[index - 2].followsBlank
    let isTight = !tokens[index - 1].followsBlank && !isParted
    let isNextTight = next == index + 2 && !tokens[next].followsBlank
    if context.isLabelled { return isTight && !isNextTight ? false : nil }
    if isTight == isNextTight {
      return !isTight && !isParted && tokens[index + 2].followsBlank && endsInNumber(from: next)
        && mayBePhone(index + 2, behindFax: base)
    }
    return isTight ? true : nil
  }

  /// Whether a number behind a fax may be its phone by what the plan says of both: people have faxes on lines, and on
  /// numbers of services that forward them, but none on mobiles.
  private func mayBePhone(_ start: Int, behindFax base: Base) -> Bool {
    guard case .base(let other) = NumberGrammar(list, context, at: start).read(at: start) else {
      return false
    }
    switch other.answer.type {
    case base.answer.type: return true
    case .fixedLine, .mobile, .fixedLineOrMobile: return base.answer.type != .mobile
    default: return false
    }
  }

  /// Whether nothing but a number stands behind a fax label between blanks, so that no other label tells that it is of
  /// that one: 503-823-4001 (fax) 503-823-4000.
  ///
  /// In Chinese people write it before its number as well.
  private func endsInNumber(from start: Int) -> Bool {
    guard !plan.notation.notesAreChinese else { return false }
    return (start..<tokenCount).allSatisfy {
      switch tokens[$0].kind {
      case .digits, .dash, .dot, .slash, .open, .close, .plus: true
      default: false
      }
    }
  }
}
