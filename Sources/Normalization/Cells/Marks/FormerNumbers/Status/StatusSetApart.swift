/// Words for out of use that signs set apart from their number, or that have a day behind them: ***DO NOT CALL***
/// 212-743-8166, 212-743-8166 deceased 3/4/24.
extension TokenWriter {
  /// Whether a dash between blanks, a bracket or a sign that stresses words stands before a number: Do not call - 020 7946
  /// 0018, (do not call) ….
  func isParted(_ number: Int) -> Bool {
    tokens[number - 1].kind == .close || isEmphasis(number - 1)
      || tokens[number - 1].kind == .dash && tokens[number - 1].followsBlank
        && tokens[number].followsBlank
  }

  func isEmphasis(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .other, .quote, .star: true
    default: false
    }
  }

  /// The last token of the words before a number that signs set apart from it.
  func lastWord(before number: Int) -> Int {
    var last = number - 1
    if isParted(number) {
      while last > 0, tokens[last].kind == .close || isEmphasis(last) { last -= 1 }
      if last == number - 1 { last -= 1 }
    }
    while last > 0, tokens[last].kind == .colon || tokens[last].kind == .dot { last -= 1 }
    return last
  }

  /// Whether nothing but signs, or a day, stands before words.
  func beginsCell(_ first: Int) -> Bool {
    var count = 0
    for index in 0..<first {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: count += Int(tokens[index].count)
      case .open, .star, .other, .quote, .slash, .dot, .dash, .colon, .comma: continue
      default: return false
      }
    }
    return count <= Self.mostDigitsOfDay
  }

  private static var mostDigitsOfDay: Int { 8 }

  /// The most words for out of use before a day, and those between them and it.
  private static var mostWordsBeforeDay: Int { 4 }
  private static var mostWordsBetween: Int { 3 }

  /// Takes words behind a number for a status with its day, deceased 3/4/24, wrong number as of May 2019, and sets the day
  /// aside.
  func takeDatedStatus(_ first: Int) {
    guard mayLeadToDay(first) else { return }
    var last = first
    while last - first < Self.mostWordsBeforeDay, isOfPhrase(last) {
      if let day = dayBehind(last), isStatus(first, last) || endsInStatus(first, last),
        speaksOfNumber(first, before: day.upperBound)
      {
        for index in last + 1..<day.upperBound { passOver(index) }
        for index in first + 1..<last + 1 { passOver(index) }
        return take(first, for: .outOfUse)
      }
      last += 1
    }
  }

  /// Whether digits stand behind words that are few enough; asked before any word is looked up.
  private func mayLeadToDay(_ first: Int) -> Bool {
    for index in first + 1...first + Self.mostWordsBeforeDay + Self.mostWordsBetween
    where tokens[index].kind == .digits { return true }
    return false
  }

  /// Whether a word is short, as of, or names a month, or says since when.
  private func leadsToDay(_ index: Int) -> Bool {
    isWord(.hours, at: index) || isWord(.place, at: index) || isWord(.range, at: index)
      || tokens[index].count <= 3 || SharedWords.months.contains(letters(of: tokens[index]))
  }

  /// The tokens of a day, with the words before it and the bracket around it, that ends the cell or an item of a list.
  private func dayBehind(_ last: Int) -> Range<Int>? {
    var index = last + 1
    while index - last <= Self.mostWordsBetween,
      tokens[index].kind == .open || tokens[index].kind == .comma || tokens[index].kind == .dash
        || isOfPhrase(index) && leadsToDay(index)
    { index += 1 }
    guard tokens[index].kind == .digits else { return nil }
    var count = 0
    while true {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: count += Int(tokens[index].count)
      case .slash, .dot, .dash: break
      case .close, .end, .comma, .semicolon, .newline:
        guard (3...Self.mostDigitsOfDay).contains(count) else { return nil }
        return last + 1..<(tokens[index].kind == .close ? index + 1 : index)
      default: return nil
      }
      index += 1
    }
  }
}
