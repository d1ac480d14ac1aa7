import NumberingPlans

/// Houses and measures behind a number, which a dash or a marker parts from it: #12之3號, -215m, -2km.
extension TailGrammar {
  /// The token behind a measure in letters that touches digits; nil for others.
  func endOfMeasure(_ unit: Int) -> Int? {
    guard plan.notation.namesTouchNumbers, (1...2).contains(tokens[unit].count),
      !tokens[unit].followsBlank, tokens[unit].kind == .letters || tokens[unit].kind == .word,
      Measures.all.contains(letters(of: tokens[unit]))
    else { return nil }
    switch tokens[unit + 1].kind {
    // 215m2, and not 215m0912345678.
    case .digits:
      return tokens[unit + 1].count == 1 && !tokens[unit + 1].followsBlank ? unit + 2 : nil
    case .letters, .colon, .plus, .dash: return nil
    case .word where tokens[unit + 1].count > 0: return nil
    default: return unit + 1
    }
  }

  /// The token behind the unit of digits with decimals: 12.5坪, 3.5折; nil for others.
  func endOfDecimals(_ dot: Int) -> Int? {
    let (decimals, unit) = (dot + 1, dot + 2)
    guard tokens[dot].kind == .dot, plan.notation.namesTouchNumbers, !tokens[dot].followsBlank,
      tokens[decimals].kind == .digits, tokens[decimals].count <= 2,
      !tokens[decimals].followsBlank, !tokens[unit].followsBlank
    else { return nil }
    switch tokens[unit].kind {
    case .text: return isCount(unit, ofMobile: true) ? unit + 1 : nil
    case .word where tokens[unit].count == 0:
      return isWord(.amount, at: unit) || isWord(.unit, at: unit) ? unit + 1 : nil
    default: return nil
    }
  }

  /// Whether a word is that of a piece of land: 215地號.
  func isLot(_ word: Int) -> Bool {
    let spelled = text(of: tokens[word])
    return ["地號", "地号", "建號", "建号"].contains { spelled.elementsEqual($0.utf8) }
  }

  /// Whether digits are a short code that a word for a line touches: 113專線.
  func isShortCodeOfLine(_ index: Int, _ word: Int) -> Bool {
    guard plan.notation.namesTouchNumbers, isShortCode(digits(of: tokens[index])) else {
      return false
    }
    let last = text(of: tokens[word]).suffix(3)
    return ["線", "线"].contains { last.elementsEqual($0.utf8) }
  }

  /// The token behind the second part of a house: 12之3, 12之3號; nil for others.
  func endOfHouse(_ sign: Int) -> Int? {
    guard plan.notation.namesTouchNumbers, text(of: tokens[sign]).spells("之"),
      !tokens[sign].followsBlank, !tokens[sign + 1].followsBlank
    else { return nil }
    var end = sign + 1
    // 3號 is a house already.
    while tokens[end].kind == .amount, !tokens[end].followsBlank { end += 1 }
    if end > sign + 1 { return end }
    guard tokens[end].kind == .digits, tokens[end].count <= 3 else { return nil }
    end += 1
    let hasUnit =
      (isWord(.amount, at: end) || isWord(.place, at: end)) && tokens[end].count == 0
      && !tokens[end].followsBlank
    return hasUnit ? end + 1 : end
  }
}

/// Letters that measure the digits before them.
private enum Measures {
  static let all = SpellingTable("m km cm mm kg kw gb mb ml")
}
