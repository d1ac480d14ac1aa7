import NumberingPlans

/// Where the number behind such a word ends: groups that signs or blanks join, and the letters that touch it.
extension TokenWriter {
  /// The token behind a number that has as many digits as it must, or behind the groups that may be
  /// one; nil where it must have other ones.
  func endOfOtherNumber(_ start: Int, digits wanted: Int, of word: Int) -> Int? {
    if wanted > 0 {
      var end = start + 1
      var count = Int(tokens[start].count)
      while count < wanted, let next = groupOfOtherNumber(at: end) {
        count += Int(tokens[next].count)
        end = next + 1
      }
      let next = groupOfOtherNumber(at: end)
      if wanted == OtherNumberWords.account
        || count == wanted && (next == nil || startsFullNumber(at: end))
      {
        return endOfLetters(behind: end)
      }
      if tokens[word].kind == .letters { return nil }
    }
    var end = start + 1
    while let next = groupOfOtherNumber(at: end) {
      if next == end ? tokens[next].followsBlank : tokens[end].kind == .slash,
        startsFullNumber(at: next), !isInGroups(start..<end, of: word, before: next)
      {
        return end
      }
      end = next + 1
    }
    return endOfLetters(behind: end)
  }

  /// The token behind the letters and digits that touch a number: 4711F, 123456789B01,
  /// 27AAPFU0939F1ZV.
  private func endOfLetters(behind end: Int) -> Int {
    var last = end
    while last < tokenCount, !tokens[last].followsBlank, mayEndNumber(last) { last += 1 }
    guard last == tokenCount || tokens[last].followsBlank || tokens[last].kind != .word else {
      return end
    }
    return last
  }

  /// Whether letters or digits that touch a number may be its last ones.
  private func mayEndNumber(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters: tokens[index].count <= 5
    case .digits: tokens[index - 1].kind != .digits
    // 91330106MA27AB3412.
    case .word:
      tokens[index].count == 1
        || tokens[index].count == 2 && tokens[index].bytes == 2
          && tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
    default: false
    }
  }

  /// The group behind a dash and a letter that joins it: 112-A-0375, 112-A0375.
  private func groupBehindLetter(_ dash: Int) -> Int? {
    let letter = dash + 1
    guard tokens[dash].kind == .dash, plan.notation.notesAreChinese, tokens[letter].count == 1,
      tokens[letter].kind == .letters || tokens[letter].kind == .word
    else { return nil }
    let group = tokens[letter + 1].kind == .dash ? letter + 2 : letter + 1
    return tokens[group].kind == .digits && !(letter...group).contains { tokens[$0].followsBlank }
      ? group : nil
  }

  /// The next group of a number at a token: signs without blanks join groups, and blanks.
  func groupOfOtherNumber(at index: Int) -> Int? {
    switch tokens[index].kind {
    case .digits: return index
    case .dash, .dot, .slash:
      let isJoined =
        !tokens[index].followsBlank && tokens[index + 1].kind == .digits
        && !tokens[index + 1].followsBlank
      return isJoined ? index + 1 : groupBehindLetter(index)
    default: return nil
    }
  }
}
