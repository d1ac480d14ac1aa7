import NumberingPlans

/// Lines that a label calls mobiles, where only a digit that nobody dials at home parts the two: Cel. 11 4276-1834.
extension CellReading {
  /// The mobile in place of such a line, or the number as it is.
  func asLabelled(_ base: Base) -> Base {
    let digit = plan.notation.mobileDigit
    guard digit > 0, isCalledMobile(base), let answer = mobile(of: base.answer, digit) else {
      lastNumber.isMobileByLabel = false
      return base
    }
    lastNumber.isMobileByLabel = true
    var mobile = base
    mobile.answer = answer
    return mobile
  }

  /// Whether the label of a number, or of one that a list goes on from, is that of a mobile alone.
  private func isCalledMobile(_ base: Base) -> Bool {
    guard base.answer.callingCode == plan.callingCode, base.answer.type != .mobile else {
      return false
    }
    if lastNumber.isMobileByLabel, lastNumber.end > 0,
      isListed(base.firstToken, behind: lastNumber.end)
    {
      return true
    }
    var label = base.firstToken - 1
    while label > 0, isSignOfLabel(label) { label -= 1 }
    guard label >= 0, isLabelOfMobile(label) else { return false }
    return label < 2 || !completesOther(label)
  }

  /// Whether a sign or a word joins a label to one before it that is of lines as well: Tel./Cel., not Cel y WhatsApp.
  private func completesOther(_ label: Int) -> Bool {
    var before = label - 1
    switch tokens[before].kind {
    case .slash, .ampersand, .dash, .plus: break
    default: guard isWord(.joiner, at: before) || isLetter("y", at: before) else { return false }
    }
    before -= 1
    while before > 0, tokens[before].kind == .dot { before -= 1 }
    return isWord(.label, at: before) && !isLabelOfMobile(before)
  }

  private func isSignOfLabel(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .dot, .open, .plus, .dash, .equals: true
    default: false
    }
  }

  /// The mobile with the digit before the national number of a line; nil where the plan has none.
  private func mobile(of line: PlanQuery.Answer, _ digit: Int64) -> PlanQuery.Answer? {
    let national = line.nationalDigits
    guard line.type == .fixedLine, (8...11).contains(national) else { return nil }
    let number =
      (line.callingCode * 10 + digit) * powerOfTen(national) + line.nationalNumber
    let answer = plan.international(number, digits: line.callingCodeDigits + national + 1)
    return answer.isMobile ? answer : nil
  }
}

extension TokenReading {
  /// Whether a label says that its number is a mobile.
  func isLabelOfMobile(_ index: Int) -> Bool {
    isWord(.label, at: index) && tokens[index].count > 1
      && MobileLabels.all.contains(letters(of: tokens[index]))
  }
}

/// The labels of mobiles: Data/words.tsv.
private enum MobileLabels {
  static let all = SpellingTable(EmbeddedWords.mobileLabel)
}
