/// Fax labels that share a number with a phone, or have the name of a department before them.
extension TokenWriter {
  /// Takes a fax label for another label of the number before it, beside a word that says so and
  /// before no number of its own: fax same, auch Fax, (同傳真).
  func markSharedFaxes() {
    guard facts.kinds.contains(anyOf: .letters, .text) else { return }
    let firstDigits = (0..<tokenCount).first { tokens[$0].kind == .digits } ?? tokenCount
    for index in 0..<tokenCount where isWord(.fax, at: index) {
      let behind = token(afterSigns: index + 1)
      let last = saysSame(behind) ? behind : index
      guard last > index || index > 0 && saysSame(index - 1) else { continue }
      let next = tokens[token(afterSigns: last + 1)].kind
      guard next != .digits, next != .plus, firstDigits < index else { continue }
      tokens[index].word = .label
    }
  }

  /// Whether a token is a word for the same: letters, or all the text between signs.
  private func saysSame(_ index: Int) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .letters: return SharedFaxWords.same.contains(letters(of: token))
    case .text:
      return SharedFaxWords.same.contains(text(of: token))
    // FAX兼.
    case .word where token.word == .joiner:
      guard token.count == 0, !token.followsBlank else { return false }
      switch tokens[index + 1].kind {
      case .close, .end, .newline: return true
      default: return false
      }
    default: return false
    }
  }
}

extension TokenWriter {
  /// Takes the name of a department before a fax label for part of that, for it is no second label of the
  /// number: 教務處傳真.
  func markOwnersOfFaxes() {
    guard facts.words.contains(.label) else { return }
    for index in 1..<max(tokenCount, 1)
    where isWord(.fax, at: index) && isWord(.label, at: index - 1) {
      let owner = tokens[index - 1]
      guard owner.count == 0, !tokens[index].followsBlank,
        SharedWords.owners.contains(text(of: owner))
      else { continue }
      passOver(index - 1)
    }
  }
}

extension TokenReading {
  /// Whether a label in letters only says whose a number is: Office, Büro.
  func namesOwner(_ label: Int) -> Bool {
    tokens[label].count > 1 && isWord(.label, at: label)
      && SharedWords.owners.contains(letters(of: tokens[label]))
  }

  /// Whether a label in a script that does not part words only says whose a number is: 總務處.
  func namesOwner(inText label: Int) -> Bool {
    tokens[label].isOfIdeographs && isWord(.label, at: label)
      && SharedWords.owners.contains(text(of: tokens[label]))
  }
}

/// The words that say that a number serves for both: Data/words.tsv.
private enum SharedFaxWords {
  static let same = SpellingTable(EmbeddedWords.same)
}
