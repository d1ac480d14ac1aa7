import NumberingPlans

/// Words that condemn the only number of a cell: 0912345678 已離職, 0912345678(往生), 前任里長 0912345678.
extension TokenWriter {
  /// Whether text says that who had the number before it is there no more, or that nobody answers.
  func isGoneAlone(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    StatusWords.known(written) != nil && endsItemBehindNumber(index)
  }

  /// Whether text alone says so of the number behind it: of the only one of the cell, 離職 0912345678, 離職-王 0912345678,
  /// or in brackets behind the name before it, 王(離職)0912345678 李0922345678.
  func isGoneBeforeNumber(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    guard plan.notation.notesAreChinese,
      StatusWords.known(written) == .gone
    else { return false }
    let next = index + 1
    if index == 0 {
      let isNamed =
        tokens[next].kind == .dash && tokens[next + 1].kind == .text && leadsToNumber(next + 2)
      guard isNamed || leadsToNumber(next), !hasSeveralNumbers() else { return false }
      if isNamed { passOver(next + 1) }
      return true
    }
    guard tokens[index - 1].kind == .open, tokens[next].kind == .close, leadsToNumber(next + 1)
    else { return false }
    if index == 1 { return !hasSeveralNumbers() }
    return isWordOrText(index - 2) && !tokens[index - 1].followsBlank
      && !tokens[next + 1].followsBlank
      && !hasNumber(in: 0..<index)
  }

  /// Whether text says so before the first of several numbers, and no other word which of them is the new one: 關機
  /// 0912345678 0922345678.
  func isGoneBeforeSeveral(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    index == 0 && plan.notation.notesAreChinese && !facts.words.contains(anyOf: .new, .changed)
      && StatusWords.known(written) == .gone && leadsToNumber(1) && hasSeveralNumbers()
  }

  /// What a text says of the number in full before it, though before one it names a service or a person: 掛失
  /// 0800-024-365; nil for others.
  ///
  /// Beside other numbers it may be the service of this one: 02-27123456(客服)、02-27129999(掛失).
  func statusOfNumberBefore(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Word? {
    if LoneStatusWords.services.contains(written), endsItemBehindNumber(index) {
      return hasSeveralNumbers() ? .contrast : .outOfUse
    }
    return isFormerSpouse(index, written) ? .outOfUse : nil
  }

  /// Whether a text that touches a number in full names who is family no more, and a comma and a word for dialling lead to
  /// another one: 0912345678前夫，請打0922345678.
  private func isFormerSpouse(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    guard tokens[index + 1].kind == .comma, !tokens[index].followsBlank, index > 0,
      written.isOne(of: EmbeddedWords.formerFamily), endsNumberInFull(before: index),
      hasNumber(in: index + 1..<tokenCount)
    else { return false }
    return text(of: tokens[index + 2]).begins(withOneOf: EmbeddedWords.dialsOther)
  }

  /// Whether a bracket behind a number in full begins with a text that leads to another one: （更新:0922345678）.
  func leadsFromBracket(_ index: Int) -> Bool {
    index > 1 && tokens[index - 1].kind == .open && endsNumberInFull(before: index - 1)
      && leadsToNumber(index + 1)
  }

  /// What a word for out of use says: nothing where it is what a desk is about, or when a shop closes, for a time stands
  /// beside it, 閉店20時, 閉店 20:00.
  func statusAlone(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Word? {
    isClosingTime(index, text) || isJoinedToCounterpart(index) ? nil : .outOfUse
  }

  private func isClosingTime(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ClosingTimes.all.contains(text) else { return false }
    let next = tokens[index + 1].kind == .colon ? index + 2 : index + 1
    return tokens[next].kind == .digits && !startsFullNumber(at: next)
      || index > 0 && tokens[index - 1].kind == .digits && tokens[index - 1].count <= 2
  }

  /// What text says that begins with a word for a former holder: of the only number, that it is out of use.
  func meaning(ofContrast written: UnsafeBufferPointer<UInt8>) -> Word {
    (isFormerHolder(written) || written.isOne(of: EmbeddedWords.leftOffice))
      && !hasSeveralNumbers()
      ? .outOfUse : .contrast
  }

  /// Whether text names who had an office before: 前任里長, and not 前任咖啡.
  private func isFormerHolder(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
    plan.notation.notesAreChinese && ContrastWords.begin(written)
      && written.ends(inOneOf: EmbeddedWords.officeOfFormer)
  }
}

/// The words that condemn a number: Data/words.tsv.
private enum LoneStatusWords {
  /// Names of services elsewhere.
  static let services = SpellingTable(EmbeddedWords.serviceGone)
}

/// Words for out of use that say when a shop closes as well: Data/words.tsv.
private enum ClosingTimes {
  static let all = SpellingTable(EmbeddedWords.closingTime)
}
