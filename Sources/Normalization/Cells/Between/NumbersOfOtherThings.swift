import NumberingPlans
import Records

/// Numbers in full behind a word for something else, which nobody can tell from it: 密碼0912345678, 病歷0912345678.
extension CellReading {
  /// Rejects unparted digits behind such a word; gives the token at which reading goes on, nil for others.
  func rejectOtherThing(_ base: Base, into result: CellResult) -> Int? {
    guard facts.kinds.contains(.text), plan.notation.notesAreChinese,
      base.nextToken == base.firstToken + 1, tokens[base.firstToken].kind == .digits
    else { return nil }
    var word = base.firstToken - 1
    if word > 0, tokens[word].kind == .colon { word -= 1 }
    guard word >= 0, tokens[word].kind == .text,
      OtherThings.all.end(
        UnsafeBufferPointer(rebasing: list.cell[..<Int(tokens[word].end)]), ideographs: 2...6)
    else { return nil }
    let end = endOfRejected(base.nextToken)
    reject(
      .ambiguous, token: base.firstToken, to: end, note: "a phone, or the number of something else",
      of: base, into: result)
    return end
  }
}

/// The words for what else may have such a number: Data/words.tsv.
private enum OtherThings {
  static let all = SpellingTable(EmbeddedWords.otherDigitsInFull)
}
