/// Days of a month on which nobody is there: 每月第2、4個週日休, 每月1、15日公休.
extension TokenWriter {
  /// The most tokens of a list of days.
  private static let mostTokensOfDays = 16

  /// The token behind one or several days of a month, or weeks of one, behind a word for every month: 每月第2、4個週日,
  /// 每月1、15日; nil for others.
  func endOfDaysOff(_ index: Int) -> Int? {
    guard index > 0, !tokens[index].followsBlank, tokens[index].count <= 2,
      ends(index - 1, in: EmbeddedWords.placeInRow)
        || isWord(.dateUnit, at: index - 1) && index > 1
          && ends(index - 2, in: EmbeddedWords.every)
    else { return nil }
    var end = index + 1
    while partsItems(end), tokens[end + 1].kind == .digits, tokens[end + 1].count <= 2,
      end - index < Self.mostTokensOfDays
    { end += 2 }
    guard !tokens[end].followsBlank else { return nil }
    switch tokens[end].kind {
    case .text: return startsWeek(end) ? end + 1 : nil
    case .word where tokens[end].word == .hours: return end
    case .word where tokens[end].word == .dateUnit && end > index + 1: return end + 1
    default: return nil
    }
  }

  private func startsWeek(_ index: Int) -> Bool {
    text(of: tokens[index]).isOne(of: EmbeddedWords.countedWeeks) && isWord(.hours, at: index + 1)
  }
}
