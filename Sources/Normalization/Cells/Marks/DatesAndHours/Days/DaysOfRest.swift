import NumberingPlans

/// Days on which nobody is there, as a month and a day: 春節2/8~2/14休, 2/8-2/14公休, 春節期間(2/8~2/14)休息.
extension TokenWriter {
  /// Whether the cell may hold such days.
  var mayHoldDaysOfRest: Bool {
    plan.notation.notesAreChinese && facts.mayHoldNumber && facts.kinds.contains(.slash)
      && (facts.kinds.contains(.text) || facts.words.contains(.hours))
  }

  func markDaysOfRest() {
    guard mayHoldDaysOfRest else { return }
    for index in 0..<tokenCount where tokens[index].kind == .digits && mayBeginDays(index) {
      guard let days = endOfDays(index) else { continue }
      let behind = tokens[days.end].kind == .close ? days.end + 1 : days.end
      if speaksOfRest(behind) || days.areTwo && followsFeast(index) {
        mark(index..<days.end, as: .date)
      }
    }
  }

  /// Whether no sign or digits before a day go on with it.
  private func mayBeginDays(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .text, .open, .newline, .semicolon, .colon, .hours, .date: return true
    case .word: return tokens[index - 1].word != .marker
    case .digits, .close, .comma, .enumeration: return tokens[index].followsBlank
    default: return false
    }
  }

  /// The token behind a month and a day, or behind the second of two with a sign or a word for a span between.
  private func endOfDays(_ index: Int) -> (end: Int, areTwo: Bool)? {
    guard let end = endOfDay(index) else { return nil }
    let last: Int? =
      switch tokens[end].kind {
      case .dash, .tilde: endOfDay(end + 1) ?? endOfDayAlone(end + 1, month: index)
      case .word where isWord(.range, at: end): endOfDay(end + 1)
      default: nil
      }
    if let last { return (last, true) }
    switch tokens[end].kind {
    case .dash, .tilde, .slash, .dot, .digits, .hash: return nil
    default: return (end, false)
    }
  }

  private func endOfDay(_ month: Int) -> Int? {
    let (slash, day) = (tokens[month + 1], tokens[month + 2])
    guard tokens[month].kind == .digits, tokens[month].count <= 2, slash.kind == .slash,
      !slash.followsBlank, day.kind == .digits, day.count <= 2, !day.followsBlank,
      isDay(monthAt: month, dayAt: month + 2)
    else { return nil }
    return month + 3
  }

  /// The same of a later day of one month: 2/8-14.
  private func endOfDayAlone(_ day: Int, month: Int) -> Int? {
    guard tokens[day].kind == .digits, tokens[day].count <= 2, !tokens[day].followsBlank,
      isDay(monthAt: month, dayAt: day), value(of: tokens[day]) > value(of: tokens[month + 2])
    else { return nil }
    return day + 1
  }

  private func speaksOfRest(_ index: Int) -> Bool {
    guard tokens[index].isOfIdeographs, isText(index) || tokens[index].kind == .word else {
      return false
    }
    return text(of: tokens[index]).begins(withOneOf: EmbeddedWords.rest)
  }

  /// Whether the name of a feast stands before days, or before the bracket around them.
  private func followsFeast(_ index: Int) -> Bool {
    let before = index > 0 && tokens[index - 1].kind == .open ? index - 2 : index - 1
    guard before >= 0, tokens[before].isOfIdeographs,
      isText(before) || tokens[before].kind == .word
    else { return false }
    return text(of: tokens[before]).begins(withOneOf: EmbeddedWords.feast)
  }
}
