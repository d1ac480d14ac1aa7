/// Names of persons behind digits, which a unit of hours, a month or a letter else makes a time of: 10 Hr. Böhme,
/// 10 H. Böhme, 10 Jan Müller.
extension TokenReading {
  /// The most initials of a person.
  private static var mostInitials: Int { 4 }

  /// Whether the name of a person begins behind digits, which are the last ones of a number then.
  ///
  /// Hr. Böhme, H.-J. Müller, Jan Müller, AM Müller.
  func namesPerson(_ index: Int) -> Bool {
    guard tokens[index].followsBlank, isOfPhrase(index), isCapital(index) else { return false }
    let written = letters(of: tokens[index])
    if TailWords.titles.contains(written) { return true }
    if WordsOfPersons.titles.contains(written) {
      return isName(tokens[index + 1].kind == .dot ? index + 2 : index + 1)
    }
    if WordsOfPersons.names.contains(written) || isHalfOfDay(index) { return isName(index + 1) }
    return endOfInitials(index).map(isName) ?? false
  }

  /// Whether digits may be an hour, a day or the last ones of a number, by the word behind them alone: 10 PM, 10 März,
  /// 10 H Müller.
  func mayBeTimeOrPerson(_ index: Int) -> Bool {
    let word = index + 1
    guard tokens[word].followsBlank, isOfPhrase(word), !namesPerson(word) else { return false }
    let written = letters(of: tokens[word])
    // 8 am - 5 pm.
    if isHalfOfDay(word) { return tokens[word + 1].kind != .dash && !isRange(word + 1) }
    if SharedWords.months.contains(written) {
      let year = tokens[word + 1].kind == .dot ? word + 2 : word + 1
      return tokens[word].count > 2 && tokens[year].kind != .digits
    }
    guard isCapital(word), value(of: tokens[index]) != 24 else { return false }
    return WordsOfPersons.titles.contains(written) || isInitial(word) && isName(word + 1)
  }

  /// Whether letters are those of a half of the day, without dots.
  private func isHalfOfDay(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.halfOfDay)
  }

  /// The token behind initials, their dots and dashes; nil without a dot.
  private func endOfInitials(_ start: Int) -> Int? {
    var (index, count) = (start, 0)
    while count < Self.mostInitials, isInitial(index), tokens[index + 1].kind == .dot {
      count += 1
      index += tokens[index + 2].kind == .dash ? 3 : 2
    }
    return count > 0 ? index : nil
  }

  /// Whether one capital stands alone.
  private func isInitial(_ index: Int) -> Bool {
    let bytes = tokens[index].bytes
    return isOfPhrase(index) && (bytes == 1 || bytes == 2 && text(of: tokens[index])[0] > 0x7F)
      && isCapital(index)
  }

  /// Whether a word with a capital stands at a token that says nothing of hours.
  private func isName(_ index: Int) -> Bool {
    guard tokens[index].count > 1, isCapital(index) else { return false }
    switch tokens[index].kind {
    case .letters: return true
    case .word:
      switch tokens[index].word {
      case .hours, .joiner, .range, .unit: return false
      default: return true
      }
    default: return false
    }
  }
}

/// The words that are both of a person and of a time or an amount: Data/words.tsv.
private enum WordsOfPersons {
  /// Hr., which is an hour, too.
  static let titles = SpellingTable(EmbeddedWords.titleOrUnit)
  /// Jan, which is a month, too.
  static let names = SpellingTable(EmbeddedWords.monthOrName)
}
