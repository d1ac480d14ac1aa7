import NumberingPlans
import Records

/// Takes back an extension of which a word right behind it says that another one took its place, or that it is in use no
/// more: ext 214 changed to 215, ext 214 -> 215, ext 214 disconnected.
extension TailGrammar {
  /// The most digits of the extension in its place.
  private static let mostDigits = 5

  /// Gives the number without such an extension; false for others.
  func takesBackExtension(_ tail: inout Tail, _ base: Base, by word: Int) -> Bool {
    guard !plan.notation.notesAreChinese, tail.hasExtensions,
      let digits = extensionBefore(word, tail)
    else { return false }
    let next = firstOfNumber(behind: word)
    let isNumber = beginsDigits(next)
    switch tokens[word].word {
    case .changed, .new:
      guard tokens[next].kind == .digits, tokens[next].count <= Self.mostDigits,
        !startsFullNumber(at: next), !startsLocalNumber(at: next, like: base)
      else { return false }
      tail.fail(.ambiguous, at: digits, "an extension, or the one in its place")
      tail.next = next + 1
    case .outOfUse:
      // Other words condemn the number as well: ext 12 (wrong).
      guard !isNumber, DeadExtensions.all.contains(letters(of: tokens[word])) else { return false }
      tail.fail(.badExtension, at: digits, "an extension that is dialled no more")
      tail.next = word + 1
    default: return false
    }
    tail.keepsNumber =
      tail.isOfOneNumber && base.repair == nil
    tail.removeExtensions()
    return true
  }

  /// The digits of the only extension, where no more than brackets stand between them and a word.
  private func extensionBefore(_ word: Int, _ tail: Tail) -> Int? {
    var digits = word - 1
    while tokens[digits].kind == .open || tokens[digits].kind == .close
      || tokens[digits].kind == .dash
    { digits -= 1 }
    let isLast =
      tokens[digits].kind == .digits && Int(tokens[digits].count) == tail.extensions.last.digits
    return isLast && tail.extensions.count == 1 ? digits : nil
  }
}

/// The words that say of a line, and of no number, that it was taken away: Data/words.tsv.
private enum DeadExtensions {
  static let all = SpellingTable(EmbeddedWords.extensionTakenAway)
}
