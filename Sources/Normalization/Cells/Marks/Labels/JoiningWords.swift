import NumberingPlans

/// Tells the letters and words that stand between two numbers and mean something else elsewhere.
extension TokenWriter {
  /// Tells whatever joins two numbers, or the ends of a range, and is something else elsewhere.
  func markJoiners() {
    if facts.words.contains(.joiner) { dropLettersBeforeDigits() }
    if facts.kinds.contains(.letters) {
      if mayHoldJoiningLetters { markJoiningLetters() }
      if facts.hasLone("a") { markRangingLetters() }
    }
    markJoiningWords()
  }

  /// Tells the letter that joins numbers, blanks around it, as in 12 e 13.
  ///
  /// That is e in Portuguese and Italian, i in Polish and Croatian, u or u. in
  /// German, and o in Spanish and Italian, which labels a number at work elsewhere; in 8.86E+11 it is none.
  func markJoiningLetters() {
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .letters || isWord(.label, at: index) {
      guard tokens[index].count == 1,
        isJoining(letters[Int(tokens[index].first)]), tokens[index].followsBlank,
        tokens[index - 1].kind == .digits || tokens[index - 1].kind == .close
      else { continue }
      let isDotted = tokens[index + 1].kind == .dot && isLetter("u", at: index)
      let next = isDotted ? index + 2 : index + 1
      guard tokens[next].followsBlank,
        tokens[next].kind == .digits || tokens[next].kind == .open
          || isDotted && leadsToDirectLine(next)
      else { continue }
      tokens[index].kind = .word
      tokens[index].word = .joiner
      facts.words.insert(.joiner)
    }
  }
}

extension TokenWriter {
  /// Takes y for a letter where it touches a few digits, or stands before one or two where nobody joins numbers by
  /// it: Y7 is a year of school.
  private func dropLettersBeforeDigits() {
    for index in 0..<tokenCount where isWord(.joiner, at: index) && isLetter("y", at: index) {
      let next = tokens[index + 1]
      guard next.kind == .digits, next.count <= 4 else { continue }
      let joins = context.answer { $0.notation.joiningLetters.contains(UInt8(ascii: "y")) }
      guard next.followsBlank ? !joins && next.count < 3 : !startsFullNumber(at: index + 1) else {
        continue
      }
      tokens[index].kind = .letters
      facts.kinds.insert(.letters)
    }
  }

  /// Whether a dash leads to the last digits of another direct line.
  ///
  /// 0421/3366-17 u. -18.
  private func leadsToDirectLine(_ index: Int) -> Bool {
    plan.notation.hasDirectDialling && tokens[index].kind == .dash
      && tokens[index + 1].kind == .digits
  }

  private var mayHoldJoiningLetters: Bool {
    facts.hasLone("e") || facts.hasLone("i") || facts.hasLone("u")
      || context.answer { $0.notation.joiningLetters.contains { facts.hasLone($0) } }
  }

  private func isJoining(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "u"): true
    default: context.answer { $0.notation.joiningLetters.contains(letter) }
    }
  }

  /// Tells the words that join two numbers and are others elsewhere: 612 3971 tai 612 3981.
  ///
  /// In German that is od. for oder, too.
  func markJoiningWords() {
    guard letterCount > 0, JoiningWords.withShort.mayHoldSome(of: spelled) else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].count > 1 && tokens[index].followsBlank
      && (tokens[index - 1].kind == .digits || tokens[index - 1].kind == .close)
    {
      let isShort =
        tokens[index + 1].kind == .dot && plan.notation.hasDirectDialling
        && spells("od", at: index)
      let next = isShort ? index + 2 : index + 1
      guard tokens[next].followsBlank,
        tokens[next].kind == .digits || tokens[next].kind == .open || tokens[next].kind == .plus
          || isShort && leadsToDirectLine(next),
        isShort || JoiningWords.all.contains(letters(of: tokens[index]))
      else { continue }
      tokens[index].kind = .word
      tokens[index].word = .joiner
      facts.words.insert(.joiner)
    }
  }

  /// Tells the letter that joins the ends of a range in Spanish, Portuguese and Italian: 1101 a 1103.
  ///
  /// Blanks stand around it, and as many digits before it as behind it.
  func markRangingLetters() {
    for index in 1..<max(tokenCount, 1) where tokens[index].kind == .letters {
      let (before, next) = (tokens[index - 1], tokens[index + 1])
      guard tokens[index].count == 1, letters[Int(tokens[index].first)] == UInt8(ascii: "a"),
        !isJoining(UInt8(ascii: "a")),
        tokens[index].followsBlank, next.followsBlank, before.kind == .digits,
        next.kind == .digits, before.count == next.count, (3...5).contains(next.count)
      else { continue }
      tokens[index].kind = .word
      tokens[index].word = .range
      facts.words.insert(.range)
    }
  }
}

/// The words that only join numbers: Data/words.tsv.
enum JoiningWords {
  static let all = SpellingTable(EmbeddedWords.joinerBetween)
  static let short = SpellingTable(EmbeddedWords.joinerShort)
  static let withShort = SpellingTable(EmbeddedWords.joinerBetween, EmbeddedWords.joinerShort)
}
