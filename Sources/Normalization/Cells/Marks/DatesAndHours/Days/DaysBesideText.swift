import NumberingPlans

/// Months and days by what stands beside them: 12/25宴客, 12.25婚宴 28桌.
extension TokenWriter {
  /// The token behind a month and a day with a slash before text, hours or a count, or behind one: 12/25宴客,
  /// 8/15 18:30, 12/25(六) 20桌, 20桌 12/25; nil for others.
  func endOfDayBesideText(_ index: Int) -> Int? {
    let day = index + 2
    if tokens[index + 1].kind == .dot { return endOfDottedDay(index) }
    guard tokens[index].count <= 2, tokens[index + 1].kind == .slash,
      !tokens[index + 1].followsBlank, tokens[day].kind == .digits, !tokens[day].followsBlank,
      tokens[day].count <= 2, isDay(monthAt: index, dayAt: day) || isDay(monthAt: day, dayAt: index)
    else { return nil }
    let next = tokens[day + 1]
    let isDay =
      switch next.kind {
      case .text, .hours: true
      case .word: next.word == .hours
      case .digits:
        next.followsBlank
          && (tokens[day + 2].kind == .colon || endOfCount(day + 1) != nil)
      case .open: isDayOfWeek(day + 2)
      case .end: index > 0 && tokens[index - 1].kind == .amount
      default: false
      }
    guard isDay else { return nil }
    return next.kind == .open ? day + 4 : day + 1
  }

  /// The token behind a month, a dot and a day at the start of a cell, or behind text that they touch, before text, a
  /// count or a mobile: 12.25婚宴 28桌, 3.15 13812345678, 入住3.15; nil for others.
  private func endOfDottedDay(_ month: Int) -> Int? {
    let day = month + 2
    guard plan.notation.notesAreChinese, tokens[month].count <= 2,
      !tokens[month + 1].followsBlank, tokens[day].kind == .digits, !tokens[day].followsBlank,
      tokens[day].count <= 2, isDay(monthAt: month, dayAt: day),
      month == 0 || tokens[month - 1].kind == .text && !tokens[month].followsBlank
        || isWord(.range, at: month - 1)
    else { return nil }
    let next = tokens[day + 1]
    switch next.kind {
    case .digits:
      guard next.followsBlank, next.count < 10 || startsFullNumber(at: day + 1) else { return nil }
      return day + 1
    case .open: return isDayOfWeek(day + 2) ? day + 4 : nil
    case .text, .end, .hours, .amount, .date: return day + 1
    // 3.5元, 3.15到3.17.
    case .word: return next.count == 0 ? day + 1 : nil
    default: return nil
    }
  }

  /// The token behind the days of one month, or behind the day until when something holds; nil for others.
  ///
  /// 3月15-17日, 至3/15.
  func endOfSpanOfDays(_ index: Int) -> Int? {
    guard index > 0, plan.notation.notesAreChinese, tokens[index].count <= 2 else { return nil }
    let (sign, last) = (index + 1, index + 2)
    guard tokens[last].kind == .digits, tokens[last].count <= 2, !tokens[sign].followsBlank,
      !tokens[last].followsBlank
    else { return nil }
    switch tokens[sign].kind {
    case .dash, .tilde:
      let isOfMonth =
        tokens[index - 1].kind == .date && !tokens[index].followsBlank
        && value(of: tokens[index]) < value(of: tokens[last])
      return isOfMonth && isWord(.dateUnit, at: last + 1) ? last + 2 : nil
    case .slash where isWord(.range, at: index - 1) && tokens[index - 1].isOfIdeographs:
      guard isDay(monthAt: index, dayAt: last), index == 1 || !endsExtension(before: index - 1)
      else {
        return nil
      }
      switch tokens[last + 1].kind {
      case .slash, .dash, .dot, .digits, .hash: return nil
      default: return last + 1
      }
    default: return nil
    }
  }

  /// Whether the digits before a token stand behind a marker, so that a row of extensions may begin with them.
  private func endsExtension(before range: Int) -> Bool {
    guard range > 1, tokens[range - 1].kind == .digits else { return false }
    return tokens[range - 2].kind == .hash || isWord(.marker, at: range - 2)
      || tokens[range - 2].kind == .dash
  }

  /// Whether a bracket holds one ideograph, as that of a day of the week: 12/25(六).
  private func isDayOfWeek(_ index: Int) -> Bool {
    tokens[index + 1].kind == .close && tokens[index].bytes == 3
      && (tokens[index].kind == .text || isWord(.dateUnit, at: index))
  }
}
