import NumberingPlans

/// Tells short codes that are to be dialled from extensions: 緊急請撥 110.
extension TailGrammar {
  /// Leaves a short code unused behind a word for dialling where what stands before says that it is one, and doubts an
  /// emergency number or a hotline of four digits or more, which may be an extension as well; false for other digits.
  func leavesDialledCode(
    _ tail: inout Tail, _ base: Base, marker start: Int, digits index: Int
  ) -> Bool {
    guard mayBeHotline(index), let dial = dialWord(before: index), isHotline(index),
      !isWord(.marker, at: index + 1)
    else { return false }
    if namesCode(before: dial), !isMoreDigits(index + 1) {
      tail.leave(upTo: index + 1)
      return true
    }
    guard tokens[index].count > 3 || plan.emergencyCodes.contains(value(of: tokens[index])) else {
      return false
    }
    tail.doubt(start, keeping: base, "an extension, or a short code")
    if tail.keepsNumber { tail.removeExtensions() }
    return true
  }

  /// The word for dialling before digits, behind which its second part, a colon or a bracket may stand.
  private func dialWord(before index: Int) -> Int? {
    var word = index - 1
    while word > 0, [.colon, .open, .ordinal].contains(tokens[word].kind) { word -= 1 }
    guard isWord(.marker, at: word), tokens[word].isOfIdeographs,
      text(of: tokens[word]).isOne(of: EmbeddedWords.dial)
    else { return nil }
    return word
  }

  /// Whether text before a word for dialling says for what everybody dials a short code: 報警, 緊急事件.
  private func namesCode(before dial: Int) -> Bool {
    let name = tokens[dial - 1]
    guard name.isOfIdeographs, name.kind == .text || name.kind == .word else { return false }
    let spelled = text(of: name)
    return spelled.ends(inOneOf: EmbeddedWords.shortCodeName)
      || spelled.begins(withOneOf: EmbeddedWords.shortCodeOccasion)
  }

  /// Whether digits, or a sign that joins them, go on.
  private func isMoreDigits(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .dash, .dot: true
    default: false
    }
  }

  /// Whether five digits are a hotline that is dialled behind area codes as well, and so may be an extension: 95588.
  func isAreaHotline(_ index: Int) -> Bool {
    tokens[index].count == 5 && plan.hotlines.contains(digits(of: tokens[index]))
  }
}
