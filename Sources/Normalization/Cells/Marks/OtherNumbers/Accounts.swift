/// Sets the names of accounts aside in which letters touch digits: 微信号 a13901012233, LINE: 0912345678a.
extension TokenWriter {
  /// The most signs and words between the name of a service and that of an account.
  private static let mostBetween = 5

  func markAccounts() {
    guard facts.kinds.contains(.digits),
      facts.kinds.contains(.text) || SharedWords.accounts.mayHoldSome(of: spelled)
    else { return }
    markNumbersOfAccounts()
    var index = 0
    while index < tokenCount {
      guard isPart(index), touchesOtherKind(index) || isLinkedToLetters(index),
        !takesServiceForLabel(index)
      else {
        index += 1
        continue
      }
      var first = index
      while first > 0, continuesName(first) { first -= 1 }
      var end = index + 1
      while end < tokenCount, continuesName(end) { end += 1 }
      if isBehindService(first) {
        for marked in first..<end { tokens[marked].kind = .amount }
        facts.kinds.insert(.amount)
      }
      index = end
    }
  }

  /// Sets digits behind the name of a service aside that are no number in full: behind a number they
  /// would get its area code.
  private func markNumbersOfAccounts() {
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && (5...12).contains(tokens[index].count) {
      switch tokens[index - 1].kind {
      case .colon, .text, .letters, .ordinal:
        guard isBehindService(index), !startsFullNumber(at: index) else { continue }
        tokens[index].kind = .amount
        facts.kinds.insert(.amount)
      default: continue
      }
    }
  }

  /// Takes letters that touch a number in full, and are no more than the name of a service, for its label,
  /// vx13812345678; false for others.
  private func takesServiceForLabel(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, index > 0,
      tokens[index].count > 8 || digits[Int(tokens[index].first)] == 48,
      tokens[index - 1].kind == .letters, !continuesName(index - 1), !continuesName(index + 1),
      SharedWords.accounts.contains(letters(of: tokens[index - 1])), startsFullNumber(at: index),
      !isBehindService(index - 1)
    else { return false }
    tokens[index - 1].kind = .word
    tokens[index - 1].word = .label
    facts.words.insert(.label)
    return true
  }

  /// Whether a word such as ID stands between the name of a service and a number in full, for so people name
  /// themselves there: LINE ID: 0912345678.
  func isNumberOfAccount(_ word: Int, _ number: Int) -> Bool {
    word > 0 && tokens[word - 1].kind == .letters && tokens[word].count == 2
      && SharedWords.accounts.contains(letters(of: tokens[word - 1]))
      && startsFullNumber(at: number)
  }

  /// Whether a dash or a dot that touches both joins few digits to the letters before it: abc_163.
  private func isLinkedToLetters(_ index: Int) -> Bool {
    guard index > 1, tokens[index].kind == .digits, !tokens[index].followsBlank,
      isLink(index - 1), tokens[index - 2].kind == .letters
    else { return false }
    // wxid_13812345678.
    let isUnderscore = list.cell[Int(tokens[index - 1].start)] == UInt8(ascii: "_")
    return isUnderscore || tokens[index].count < 7 && !startsFullNumber(at: index)
  }

  /// Whether a token is digits or letters, as names are made of.
  private func isPart(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .letters: true
    case .word: tokens[index].word == .label && tokens[index].count > 0
    default: false
    }
  }

  /// Whether digits touch the letters before a token, or letters the digits.
  private func touchesOtherKind(_ index: Int) -> Bool {
    index > 0 && !tokens[index].followsBlank && isPart(index - 1)
      && (tokens[index].kind == .digits) != (tokens[index - 1].kind == .digits)
  }

  /// Whether a token goes on with the name before it.
  private func continuesName(_ index: Int) -> Bool {
    guard !tokens[index].followsBlank else { return false }
    if isPart(index) { return isPart(index - 1) || isLink(index - 1) && index > 1 }
    return isLink(index) && isPart(index - 1) && isPart(index + 1)
      && !tokens[index + 1].followsBlank
  }

  private func isLink(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .dot: !tokens[index].followsBlank
    default: false
    }
  }

  /// Whether the name of a service stands before a token, with signs and words for an account between.
  private func isBehindService(_ first: Int) -> Bool {
    var index = first - 1
    while index >= max(first - Self.mostBetween, 0) {
      switch tokens[index].kind {
      case .letters:
        if SharedWords.accounts.contains(letters(of: tokens[index])) { return true }
        // ID.
        guard tokens[index].count == 2 else { return false }
        index -= 1
      case .text:
        let name = text(of: tokens[index])
        // 公众平台微信号.
        return SharedWords.accounts.contains(name)
          || SharedWords.accounts.end(name, ideographs: 2...4)
      case .colon, .dot, .dash, .at, .open, .equals, .ordinal, .other, .quote: index -= 1
      case .word where tokens[index].word == .ordinal || tokens[index].word == .label: index -= 1
      case .word where tokens[index].word == .identity || tokens[index].word == .amount: index -= 1
      default: return false
      }
    }
    return false
  }
}
