import NumberingPlans

/// Tells the numbers that labels have of their own, which are no digits of the numbers behind: 電話1：02-23822888.
extension TokenWriter {
  /// The most places where a cell is asked for a number behind a label.
  private static let mostNumberedPlaces = 40

  /// Whether the cell may have a number behind a word.
  var mayNumberLabels: Bool {
    // A word for number is a label where none stands beside it.
    facts.words.contains(anyOf: .label, .fax, .ordinal)
      || facts.kinds.contains(.text) && facts.hasToken(digits: 1)
      || facts.kinds.contains(.colon) && facts.kinds.contains(.letters)
  }

  /// Tells the number behind a word and before a colon and a number, or in a bracket or between a
  /// label and a blank: 電話1：, Line 2:, 電話(1), TEL1.
  func markNumbersOfLabels() {
    var places = 0
    var hasFirst = false
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count == 1
      && places < Self.mostNumberedPlaces
    {
      guard let word = word(numberedBy: index), value(of: tokens[index]) > 0 else { continue }
      places += 1
      var next = index + 1
      if tokens[next].kind == .close { next += 1 }
      let hasColon = tokens[next].kind == .colon
      if hasColon { next += 1 }
      // (1) 327-1000 of Budapest is a number by itself.
      let isWhole = tokens[next].kind == .plus || startsFullNumber(at: next)
      guard isWhole || hasFirst && hasColon && mayBeLine(next),
        hasColon || isTightBeforeTrunk(index, next) || !startsFullNumber(at: word + 1)
      else { continue }
      hasFirst = true
      for token in word + 1..<next { passOver(token) }
    }
  }

  /// Whether digits may be a line of the area of the number before: 電話1:02-27123456 電話2:27123457.
  private func mayBeLine(_ first: Int) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, tokens[first].kind == .digits, !beginsWithZero(first)
    else { return false }
    var (index, count) = (first, 0)
    while tokens[index].kind == .digits || tokens[index].kind == .dash,
      index == first || !tokens[index].followsBlank
    {
      count += Int(tokens[index].kind == .digits ? tokens[index].count : 0)
      index += 1
    }
    return (6...8).contains(count)
  }

  /// Whether the number of a label or a text touches it, and the number behind it has its trunk 0: Tel1 070-123 45 67.
  private func isTightBeforeTrunk(_ index: Int, _ next: Int) -> Bool {
    let word = tokens[index - 1].kind
    let first = tokens[next].kind == .open ? next + 1 : next
    guard !tokens[index].followsBlank, word == .word || word == .text, tokens[next].followsBlank,
      tokens[first].kind == .digits
    else { return false }
    // 門市1 2712 3456, where there is no trunk 0.
    return beginsWithZero(first)
      || word == .text && startsFullNumber(at: next) && !startsFullNumber(at: index)
  }

  /// The word whose number may stand at a token.
  private func word(numberedBy index: Int) -> Int? {
    let next = tokens[index + 1]
    let isBracketed = tokens[index - 1].kind == .open && next.kind == .close
    var word = isBracketed ? index - 2 : index - 1
    if word > 0, tokens[word].kind == .dot || tokens[word].kind == .quote { word -= 1 }
    guard word >= 0 else { return nil }
    switch tokens[word].kind {
    case .text where isTightBeforeTrunk(index, index + 1): return word
    case .text, .letters: return next.kind == .colon ? word : nil
    case .word where tokens[word].word == .label || tokens[word].word == .fax:
      let isTight = !tokens[index].followsBlank && next.followsBlank
      return isBracketed || isTight || next.kind == .colon ? word : nil
    default: return nil
    }
  }
}
