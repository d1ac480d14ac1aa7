import NumberingPlans
import Records

/// Words that nobody knows before digits, which may say that those are another number.
extension TokenReading {
  /// Whether a word that nobody knows stands before digits, which may say that they are another
  /// number: GST 49-091-850, IRD No 49-091-850.
  func followsUnknownWord(_ start: Int) -> Bool {
    var index = start - 1
    while index >= 0, isSignOrOrdinal(index) { index -= 1 }
    return index >= 0 && isText(index)
  }

  /// Whether a token may stand between a word and its number: a sign, #, or a word for number.
  private func isSignOrOrdinal(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .hash: true
    case .word: OrdinalWords.all.contains(letters(of: tokens[index]))
    case let kind: kind.isSignBeforeNumber
    }
  }
}

extension CellReading {
  /// Whether letters that touch a number in full are the name of who has it: Amy0912345678.
  ///
  /// In Chinese nobody sets a name apart. Fewer letters belong to the number of something else: A123456789.
  func isOwner(_ name: Int) -> Bool {
    let digits = tokens[name + 1]
    guard plan.notation.notesAreChinese, tokens[name].count > 2,
      digits.count > 9 || beginsWithZero(digits), !isSignOfCode(name - 1)
    else { return false }
    return startsFullNumber(at: name + 1)
  }

  /// Whether what touches letters before them makes them part of a code: no., A-.
  private func isSignOfCode(_ index: Int) -> Bool {
    guard index >= 0, !tokens[index + 1].followsBlank else { return false }
    switch tokens[index].kind {
    case .digits, .dash, .hash, .at: return true
    default: return false
    }
  }
}

extension NumberGrammar {
  /// Whether few letters in brackets stand before a number, as labels do: (R) 2341226.
  func followsShortNote(_ start: Int) -> Bool {
    start > 2 && tokens[start - 1].kind == .close && tokens[start - 2].kind == .letters
      && tokens[start - 2].count <= 3 && tokens[start - 3].kind == .open
  }

  /// What becomes of digits that only a guess makes a number, behind a word that nobody knows.
  func withheldGuess(_ start: Int, upTo next: Int) -> NumberOutcome {
    if let later = laterStart(behind: start, upTo: next) {
      return .rejected(.impossibleLength, token: start, next: later + 1)
    }
    return .rejected(.ambiguous, token: groups[0].token, next: next)
  }
}

/// The words for number, which are labels where no other label stands beside them.
private enum OrdinalWords {
  static let all = SpellingTable(EmbeddedWords.ordinal)
}

extension TokenReading {
  /// Whether letters stand for the word for number: nº 7, n° 7, č 7.
  func isLetterForNumber(_ index: Int) -> Bool {
    guard tokens[index].kind == .letters, tokens[index].count <= 3 else { return false }
    let first = letters[Int(tokens[index].first)]
    guard first == UInt8(ascii: "n") || first >= 0x80 else { return false }
    return LettersForNumber.all.contains(letters(of: tokens[index]))
  }
}

/// Letters and signs that stand for the word for number.
private enum LettersForNumber {
  static let all = SpellingTable(EmbeddedWords.letterForNumber)
}
