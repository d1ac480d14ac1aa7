import NumberingPlans
import Records

/// Houses and measures behind a number, which a dash or a marker parts from it: #12之3號, -215m, -2km.
extension TailGrammar {
  /// The token behind a measure in letters that touches digits; nil for others.
  func endOfMeasure(_ unit: Int) -> Int? {
    guard plan.notation.notesAreChinese, (1...2).contains(tokens[unit].count),
      !tokens[unit].followsBlank, tokens[unit].kind == .letters || tokens[unit].kind == .word,
      MeasuresOfTails.all.contains(letters(of: tokens[unit]))
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
    guard tokens[dot].kind == .dot, plan.notation.notesAreChinese, !tokens[dot].followsBlank,
      tokens[decimals].kind == .digits, tokens[decimals].count <= 2,
      !tokens[decimals].followsBlank, !tokens[unit].followsBlank
    else { return nil }
    switch tokens[unit].kind {
    case .text: return isCount(unit, ofMobile: true) ? unit + 1 : nil
    case .word where tokens[unit].isOfIdeographs:
      return isWord(.amount, at: unit) || isWord(.unit, at: unit) ? unit + 1 : nil
    default: return nil
    }
  }

  /// Leaves the number of a flat in Italy unused, which has the word for an extension.
  ///
  /// Scala B int. 4.
  func leavesFlat(
    _ tail: inout Tail, _ base: Base, marker: Int, digits index: Int
  ) -> Bool {
    if leavesUnit(&tail, base, marker: marker, digits: index) { return true }
    guard letters(of: tokens[marker]).isOne(of: EmbeddedWords.markerOrFlat),
      // Staircase B may have been set aside as a place.
      (base.nextToken..<max(marker, base.nextToken)).contains(where: {
        text(of: tokens[$0]).isOneInAnyCase(of: EmbeddedWords.stair)
      })
    else { return false }
    tail.leave(upTo: index + 1)
    return true
  }

  /// Whether a word is that of a piece of land: 215地號.
  func isLot(_ word: Int) -> Bool {
    text(of: tokens[word]).isOne(of: EmbeddedWords.lot)
  }

  /// Whether digits are a short code that a word for a line touches: 113專線.
  func isShortCodeOfLine(_ index: Int, _ word: Int) -> Bool {
    guard plan.notation.notesAreChinese, isShortCode(digits(of: tokens[index])) else {
      return false
    }
    return text(of: tokens[word]).ends(inOneOf: EmbeddedWords.line)
  }
}

/// The words of measures: Data/words.tsv.
private enum MeasuresOfTails {
  /// Letters that measure the digits before them.
  static let all = SpellingTable(EmbeddedWords.measureLetters)
}

extension TokenReading {
  /// The token behind the second part of a house: 12之3, 12之3號; nil for others.
  func endOfHouse(_ sign: Int) -> Int? {
    guard plan.notation.notesAreChinese,
      text(of: tokens[sign]).isOne(of: EmbeddedWords.partOfHouse),
      !tokens[sign].followsBlank, !tokens[sign + 1].followsBlank
    else { return nil }
    var end = sign + 1
    // 3號 is a house already.
    while tokens[end].kind == .amount, !tokens[end].followsBlank { end += 1 }
    if end > sign + 1 { return end }
    guard tokens[end].kind == .digits, tokens[end].count <= 3 else { return nil }
    end += 1
    let hasUnit =
      (isWord(.amount, at: end) || isWord(.place, at: end)) && tokens[end].isOfIdeographs
      && !tokens[end].followsBlank
    return hasUnit ? end + 1 : end
  }
}
