import NumberingPlans

/// Spans of prices, counts and years, which are as long as a line of the area: 2000-3000元, 5000-6000平, 2024-2025.
extension TokenWriter {
  /// Whether the cell may hold years without a word.
  var mayHoldRoundSpans: Bool {
    plan.notation.notesAreChinese && facts.hasTokens(digits: 4)
      && facts.kinds.contains(anyOf: .dash, .tilde)
  }

  /// Whether digits and those behind a dash or a tilde are the ends of a span: both end in 0, or are years.
  func isRoundSpan(_ index: Int) -> Bool {
    let (sign, last) = (index + 1, index + 2)
    guard tokens[sign].kind == .dash || tokens[sign].kind == .tilde, !tokens[sign].followsBlank,
      tokens[last].kind == .digits, !tokens[last].followsBlank,
      (3...5).contains(tokens[index].count), (3...5).contains(tokens[last].count)
    else { return false }
    let (from, to) = (value(of: tokens[index]), value(of: tokens[last]))
    return from < to && (from % 100 == 0 && to % 100 == 0 || areYears(from, to))
  }

  /// Whether up to three digits, and those behind a dash or a tilde, are the ends of a span: 25-30.
  private func isSmallSpan(_ index: Int) -> Bool {
    let (sign, last) = (index + 1, index + 2)
    return (tokens[sign].kind == .dash || tokens[sign].kind == .tilde)
      && !tokens[sign].followsBlank && tokens[last].kind == .digits && !tokens[last].followsBlank
      && tokens[index].count <= 3 && tokens[last].count <= 3
      && digits[Int(tokens[last].first)] != 48
      && value(of: tokens[index]) < value(of: tokens[last])
      && (tokens[index].followsBlank || beginsItem(index))
  }

  /// Whether a sign of lists that touches digits sets them apart, and they are no extension of a list: ，3-5天.
  private func beginsItem(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .comma, .semicolon, .enumeration:
      // 、57-58號.
      return !isListedExtension(index) && !isNumberSign(index + 3)
        && !isLineWord(index + 3)
    default: return false
    }
  }

  /// The token behind the unit of a span, which may be one that counts nothing else: 3-5天, 1-2F.
  private func endOfSpan(_ last: Int) -> Int? {
    if let end = endOfCount(last) { return end }
    let unit = tokens[last + 1]
    guard !unit.followsBlank else { return nil }
    switch unit.kind {
    case .text: return text(of: unit).begins(withOneOf: EmbeddedWords.spanUnit) ? last + 2 : nil
    // 2～3営業日.
    case .word: return unit.isOfIdeographs && unit.word == .hours ? last + 2 : nil
    default: return nil
    }
  }

  private func areYears(_ from: Int64, _ to: Int64) -> Bool {
    let years: ClosedRange<Int64> = 1950...2049
    return years.contains(from) && years.contains(to) && to - from <= 10
  }

  /// The token behind such a span and its unit, which years need not have; nil for others.
  func endOfRoundSpan(_ index: Int) -> Int? {
    guard plan.notation.notesAreChinese, isRoundSpan(index) else {
      return isSmallSpan(index) ? endOfSpan(index + 2) : nil
    }
    let last = index + 2
    if let end = endOfCount(last) { return end }
    guard areYears(value(of: tokens[index]), value(of: tokens[last])), tokens[index].followsBlank
    else { return nil }
    switch tokens[last + 1].kind {
    case .end, .text, .word, .close, .comma, .newline: return last + 1
    default: return nil
    }
  }

  /// Whether digits before a dash and a count begin a span of counts, and are neither the end of a number nor an extension
  /// in front of a dash between blanks: 0912 345 678 - 5股, （内線）775 - 2台.
  func beginsSpan(before index: Int) -> Bool {
    guard index > 0, isSetApart(index + 1) else { return true }
    switch tokens[index - 1].kind {
    case .digits: return endsNumberInFull(before: index)
    case .close: return index < 2 || !isWord(.marker, at: index - 2)
    default: return true
    }
  }
}
