import NumberingPlans
import Records

/// Further extensions of a number behind the name of who has them: 轉業務12會計15, ，教務處分機 12, , Ambulanz -524.
extension TailGrammar {
  /// The dash before the direct line of a department or a person that letters name: , Ambulanz -524; nil for others.
  ///
  /// A blank stands before the dash and none behind it, and the base has an extension within it.
  func dashBehindName(_ start: Int, _ tail: Tail, _ base: Base) -> Int? {
    guard plan.notation.hasDirectDialling, !tail.hasExtensions,
      tail.isOpen, digitsBehindLastDash(of: base) != nil
    else { return nil }
    var dash = start
    while dash - start < Self.mostWordsOfName, isOfName(dash) { dash += 1 }
    guard dash > start, tokens[dash].kind == .dash, tokens[dash].followsBlank,
      tokens[dash + 1].kind == .digits, !tokens[dash + 1].followsBlank,
      (1...5).contains(tokens[dash + 1].count)
    else { return nil }
    switch tokens[dash + 2].kind {
    case .digits, .dash, .slash, .dot: return nil
    default: return dash
    }
  }

  /// Whether a token may belong to the name of who has a direct line.
  private func isOfName(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters: tokens[index].count > 1
    case .colon, .dot: true
    case .word: tokens[index].word == .label
    default: false
    }
  }

  /// Whether a token is text, or a word of a script that does not part words, which may end a name.
  private func isName(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text: return true
    case .word where tokens[index].isOfIdeographs:
      switch tokens[index].word {
      case .label, .amount, .place: return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether a token is a word that text of ideographs may hold: 聽到語音後.
  private func isWithinText(_ index: Int) -> Bool {
    guard tokens[index].kind == .word, tokens[index].isOfIdeographs else { return false }
    switch tokens[index].word {
    case .range, .joiner, .hours, .unit: return true
    default: return false
    }
  }

  /// The most words between a sign of lists and the marker of the extension that they name.
  private static let mostWordsOfName = 6

  /// The marker of an extension behind a sign of lists and the name of who has it: ，教務處分機 12,
  /// ，聽到語音後按 52231#; nil where no extension of the number follows.
  ///
  /// One digit is the choice of a menu.
  func markerBehindName(_ start: Int, _ tail: Tail, of base: Base) -> Int? {
    guard isOn(.extensionMarkers), tail.isEmpty || mayHaveDirectLine(tail, base) else { return nil }
    var index = start
    while index - start < Self.mostWordsOfName,
      isName(index) || tokens[index].kind == .letters || isOfName(index) || isWithinText(index)
    { index += 1 }
    guard index > start, leadsToExtension(index, behindName: start) else { return nil }
    var next = tokens[index + 1].kind == .colon || tokens[index + 1].kind == .dot ? 2 : 1
    // 招生分機：#21500.
    if tokens[index].kind == .word, tokens[index + next].kind == .hash { next += 1 }
    let digits = tokens[index + next]
    return digits.kind == .digits && (2...6).contains(digits.count)
      && !startsFullNumber(at: index + next)
      ? index : nil
  }

  /// Whether a token behind a name marks an extension: a sign, or one letter, may count something else, as in
  /// Store #12.
  private func leadsToExtension(_ marker: Int, behindName start: Int) -> Bool {
    let isOfIdeographs = !(start..<marker).contains { tokens[$0].count > 0 }
    if tokens[marker].kind == .hash {
      return isOfIdeographs && plan.notation.hasUnmarkedExtensions
    }
    return isWord(.marker, at: marker) && (isOfIdeographs || tokens[marker].count != 1)
  }

  /// The digits of an extension of the number behind the name of another one who has it, with a marker of its
  /// own or touching the name: 轉業務12會計15, ，李经理分机802; nil for others.
  private func extensionOfNextHolder(_ start: Int, _ tail: Tail, of base: Base) -> Int? {
    guard base.answer.type != .mobile, tail.extensions.count > 0, tail.isOfOneNumber,
      isOn(.extensionLists), tail.extensions.last.digits > 1
    else { return nil }
    var index = start
    while index - start < Self.mostWordsOfName, isName(index) { index += 1 }
    guard index > start, !contradicts(index - 1) else { return nil }
    if isWord(.marker, at: index), tokens[index].isOfIdeographs {
      index += tokens[index + 1].kind == .colon ? 2 : 1
    } else if let digits = digitsInBracket(index, behind: start, tail) {
      index = digits
    } else if tokens[index].followsBlank, !namesLikeFirst(index, behind: start) {
      return nil
    }
    guard tokens[index].kind == .digits,
      Int(tokens[index].count) == tail.extensions.last.digits, !isHotline(index),
      !startsFullNumber(at: index)
    else { return nil }
    switch tokens[index + 1].kind {
    case .dash, .slash, .dot, .colon, .digits, .percent: return nil
    case .word:
      switch tokens[index + 1].word {
      case .label, .marker, .joiner, .fax: return index
      default: return nil
      }
    default: return index
    }
  }

  /// The digits in a bracket behind a name, as those of the extension before: 轉 教務處(201)、學務處(301).
  private func digitsInBracket(_ open: Int, behind start: Int, _ tail: Tail) -> Int? {
    guard tokens[open].kind == .open, tokens[open + 2].kind == .close,
      (1...3).contains(where: { start > $0 && tokens[start - $0].kind == .close }),
      holder(endingAt: open - 1) != nil || isWord(.label, at: open - 1)
    else { return nil }
    return open + 1
  }

  /// Whether a blank parts digits from the name of who has the extension before, and who has them touches them:
  /// 转8012王主任 8013李科长.
  private func namesLikeFirst(_ digits: Int, behind start: Int) -> Bool {
    guard tokens[start].kind == .text || isLabelOfDepartment(start), !tokens[start].followsBlank,
      tokens[start - 1].kind == .digits, !tokens[digits + 1].followsBlank,
      let next = holderOrDepartment(digits + 1)
    else { return false }
    return tokens[digits].count > 2 || next == .title
  }

  /// Whose an extension is by the text or the label behind it.
  private func holderOrDepartment(_ index: Int) -> Holder? {
    holder(endingAt: index) ?? (isLabelOfDepartment(index) ? .title : nil)
  }

  /// Notes that a name was left unused, unless it is all of labels.
  func noteName(_ tail: inout Tail, _ name: Range<Int>) {
    for index in name where isText(index) {
      tail.findings.insert(.unusedText)
    }
  }

  /// Adds such an extension; false where there is none.
  func addsExtensionOfNextHolder(_ tail: inout Tail, at start: Int, of base: Base) -> Bool {
    guard let digits = extensionOfNextHolder(start, tail, of: base) else { return false }
    noteName(&tail, start..<digits)
    _ = addExtension(&tail, token: digits)
    return true
  }
}
