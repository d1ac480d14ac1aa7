/// Words and signs that tell former numbers from new ones only where they stand so: (錯), 之前：… 現在：…, ->.
extension TokenWriter {
  /// Tells them; every mark sees what those before it made of the cell, and asks first whether it may hold any.
  func markStatusWords() {
    markArrowsAsColons()
    markArrows()
    markStruck()
    markCrossesOfNumbers()
    markTakenBack()
    markDaysOfEnds()
    markDatedNotes()
    markDatedChanges()
    markDaysOfChanges()
    markTimes()
    markTopics()
    markStatusInParts()
    markNotedDays()
    markForbiddenDialling()
    joinStatusPhrases()
    markFormerHolders()
    markTrueBesideFalse()
    markStatusTexts()
    markStatusInBrackets()
    if mayHoldTicks { markCrossesBesideTicks() }
  }

  private func markStatusTexts() {
    guard facts.kinds.contains(.text) else { return }
    severalNumbers = .awaited
    defer { severalNumbers = .uncounted }
    for index in 0..<tokenCount where tokens[index].kind == .text && standsAlone(index) {
      guard let word = meaning(ofText: index) ?? failure(index) else {
        continue
      }
      take(index, for: word)
      // Others may set signs aside, or tell that a short number is that of a house.
      if word != .outOfUse, word != .contrast { severalNumbers = .awaited }
    }
  }

  private func meaning(ofText index: Int) -> Word? {
    let text = text(of: tokens[index])
    if let status = statusOfNumberBefore(index, text) ?? statusOfPerson(index, text) {
      return status
    }
    switch StatusWords(ofText: text) {
    case .outOfUse, .departed, .wrong: return statusAlone(index, text)
    case .new:
      if isNew(index, text) { return .new }
      guard text.isOne(of: EmbeddedWords.updated) else { return nil }
      if leadsFromBracket(index) { return .changed }
      // In brackets it may be of either number.
      return isBracketed(index) && isBetweenNumbers(index) ? .changed : change(between: index)
    case .gone: return meaning(ofGone: index, text)
    case .former where facts.words.contains(anyOf: .new, .changed): return .former
    case .forbid where endsItemBehindNumber(index): return .outOfUse
    case .avoid, .forbid: return meaning(ofAvoid: index)
    case .contrast: return meaning(ofContrast: text)
    case let word: return meaning(ofWord: word, at: index)
    }
  }

  /// The same of words that speak of two numbers in full, the one before them and the one behind.
  private func meaning(
    ofWord word: StatusWords?, at index: Int
  ) -> Word? {
    switch word {
    // 0912345678(以前) 0922345678.
    case .former, .formerly:
      isBracketed(index) && isBetweenNumbers(index)
        ? .outOfUse : takesFormerly(index) ? .former : nil
    case .moved: isBetweenNumbers(index) || endsLastNumber(index) ? .outOfUse : nil
    case .change: change(between: index) ?? handover(index)
    case .changeSign: takeSign(index) ? .changed : nil
    default: nil
    }
  }

  /// Whether a text with a colon begins a cell that goes on with who came after: 離職:王小姐… 接任:李小姐….
  private func announcesNew(_ index: Int) -> Bool {
    index == 0 && tokens[1].kind == .colon && facts.words.contains(.new)
  }

  private func meaning(ofGone index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Word? {
    if announcesNew(index) || isGoneBeforeSeveral(index, text) { return .contrast }
    return isBetweenNumbers(index) || endsLastNumber(index) || isGoneAlone(index, text)
      || isGoneBeforeNumber(index, text) || isGoneInBracket(index)
      ? .outOfUse : nil
  }

  /// Whether a text stands in brackets that touch the number in full before them, and more text or digits them:
  /// 0912345678(離職)業務部.
  private func isGoneInBracket(_ index: Int) -> Bool {
    isBracketed(index) && !tokens[index - 1].followsBlank && index > 1
      && endsNumberInFull(before: index - 1)
  }

  /// 不通 and the like: "unreachable" if another number follows, or nothing else; otherwise it is left as text:
  /// 02-27123456(不通) 02-27129999.
  private func failure(_ index: Int) -> Word? {
    guard text(of: tokens[index]).isOne(of: EmbeddedWords.unreachable) else { return nil }
    if endsItemBehindNumber(index) { return .outOfUse }
    guard leadsToNumber(tokens[index + 1].kind == .close ? index + 2 : index + 1),
      isBetweenNumbers(index)
    else { return nil }
    return .outOfUse
  }

  /// Whether a text says of a number that it is the new one: beside a former one, or 更新:0912345678 (0922345678).
  private func isNew(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if facts.words.contains(anyOf: .former, .formerBesideNew) { return true }
    return index == 0 && tokens[1].kind == .colon && leadsToNumber(1)
      && text.isOne(of: EmbeddedWords.updated)
  }

  /// Takes a text for one that says so of the number behind it, with the day before it set aside; false for others.
  ///
  /// A number in full ends before it, or before the bracket that it stands in.
  private func takesFormerly(_ index: Int) -> Bool {
    guard index > 0, leadsToNumber(index + 1) else { return false }
    if endsNumberInFull(before: index) {
      // 02-27123456以前 02-27129999 may speak of the first one.
      return tokens[index].bytes > 6
        || tokens[index].followsBlank
          && (!tokens[index + 1].followsBlank || tokens[index].bytes == 6)
    }
    guard let open = openOfDay(before: index, most: 2 * Self.mostTokensOfDay, with: isBesideDay),
      open > 0, endsNumberInFull(before: open)
    else { return false }
    mark(open + 1..<index, as: .date)
    severalNumbers = .awaited
    return true
  }

  /// Whether a token may stand with a day in its bracket: a unit, a word for a range, text, or a comma.
  private func isBesideDay(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .enumeration, .text: true
    case .word: tokens[index].word == .dateUnit || tokens[index].word == .range
    default: false
    }
  }

  /// What "changed" means between two numbers in full: the first is replaced.
  ///
  /// With a blank on one side only, the word says which one is new.
  private func change(between index: Int) -> Word? {
    guard index > 0, endsNumberInFull(before: index), leadsToNumber(index + 1) else { return nil }
    return tokens[index].followsBlank == tokens[index + 1].followsBlank ? .changed : .new
  }
}
