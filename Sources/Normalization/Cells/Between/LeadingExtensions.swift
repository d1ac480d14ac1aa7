import NumberingPlans
import Records

/// Reads an extension that stands before its number: 分機12 02-27123456, 王小姐(分機12) 02-27123456.
extension CellReading {
  /// The most digits of a cell behind such an extension: those of one number.
  static let mostDigitsBehind = 13

  /// Whether the digits behind a marker may be the extension of the one number of the cell, which follows.
  ///
  /// One digit may lead out of a house: 撥 9 02-27123456.
  func standsBeforeItsNumber(_ marker: Int, _ digits: Int, _ result: CellResult) -> Bool {
    let isLikeFirst = leadsLikeFirst(bracket: marker - 1)
    guard isOn(.extensionMarkers), result.numbers.count == 0 || isLikeFirst,
      leading.first < 0, (2...5).contains(tokens[digits].count),
      isNameOfExtensions(marker) || leadsByColon(marker, digits)
    else { return false }
    let number = numberBehind(extension: digits).digits
    return leadsToNumber(behindExtension: digits)
      && (digitsLeft(from: number) <= Self.mostDigitsBehind || isLikeFirst && isAlone(number))
  }

  /// Whether no more than one number stands between digits and the next extension in brackets before its number.
  private func isAlone(_ first: Int) -> Bool {
    for index in first..<tokenCount {
      switch tokens[index].kind {
      case .digits:
        let count = digitsLeft(from: first) - digitsLeft(from: index) + Int(tokens[index].count)
        if count > Self.mostDigitsBehind { return false }
      case .open where leadsLikeFirst(bracket: index): return true
      default: break
      }
    }
    return true
  }

  /// The token behind an extension that was rejected, where a number in full follows.
  func endBeforeNumber(marker: Int, extension digits: Int) -> Int? {
    let isName =
      isNameOfExtensions(marker) || tokens[marker].kind == .hash && tokens[digits].count > 1
      || isWord(.marker, at: marker) && tokens[marker].count > 1 && !plan.notation.notesAreChinese
        && tokens[digits].count < 5
    return isName && leadsToNumber(behindExtension: digits) ? digits + 1 : nil
  }

  /// Whether few digits behind a marker stand before a number in full that does not need them: interno 35 328-7677752.
  func isItemBeforeNumber(_ index: Int) -> Bool {
    tokens[index].count <= 4 && !beginsWithZero(index) && tokens[index + 1].followsBlank
      && startsFullNumber(at: index + 1) && !isNeeded(index, by: index + 1)
  }

  /// The token behind an extension, labels and signs at which a number may begin, and that of its first digits.
  func numberBehind(extension digits: Int) -> (start: Int, digits: Int) {
    var start = digits + 1
    while mayStandBefore(start) { start += 1 }
    return (start, tokens[start].kind == .digits ? start : start + 1)
  }

  /// Whether a number in full follows the digits of an extension, no more than labels and signs between.
  func leadsToNumber(behindExtension digits: Int) -> Bool {
    let number = numberBehind(extension: digits)
    guard tokens[number.digits].kind == .digits,
      number.start > digits + 1 || tokens[number.start].followsBlank
    else { return false }
    return startsFullNumber(at: number.start)
  }

  /// Whether a marker is a word of ideographs, or ext: one letter, and what names other things too, is none.
  private func isNameOfExtensions(_ marker: Int) -> Bool {
    guard isWord(.marker, at: marker) else { return false }
    return tokens[marker].isOfIdeographs
      || letters(of: tokens[marker]).isOne(of: EmbeddedWords.markerInFull)
  }

  /// Whether a colon leads from an extension and the word for it, with which the cell begins, to a number that does not
  /// end in it.
  ///
  /// Int. 227: 026 351 71 11.
  private func leadsByColon(_ marker: Int, _ digits: Int) -> Bool {
    marker == 0 && isWord(.marker, at: marker) && tokens[digits + 1].kind == .colon
      && letters(of: tokens[marker]).isOne(of: EmbeddedWords.markerBeforeColon)
      && !UnsafeBufferPointer(start: self.digits, count: digitCount)
        .suffix(Int(tokens[digits].count)).elementsEqual(self.digits(of: tokens[digits]))
  }

  /// Whether a sign or a label may stand between an extension and its number.
  func mayStandBefore(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .close, .comma, .semicolon, .enumeration, .newline, .colon, .quote: true
    case .word: tokens[index].word == .label
    default: false
    }
  }

  /// Rejects an extension that stands before no number.
  func rejectLeadingExtension(into result: CellResult) {
    guard leading.first >= 0 else { return }
    let end = max(leading.first, leading.last) + 1
    reject(.innerLineOnly, token: leading.first, to: end, into: result)
    leading.first = -1
  }
}

extension TokenReading {
  /// Whether a bracket holds an extension and a number in full follows, as at the beginning of the cell, so that each
  /// is of the number behind it: (ext 214) 0161 496 0123, (ext 215) 0161 496 0124.
  func leadsLikeFirst(bracket open: Int) -> Bool {
    guard open >= 0, tokens[0].kind == .open, isWord(.marker, at: 1), tokens[open].kind == .open,
      isWord(.marker, at: open + 1)
    else { return false }
    let sign = tokens[open + 2].kind
    let digits = sign == .dot || sign == .colon ? open + 3 : open + 2
    return tokens[digits].kind == .digits && tokens[digits + 1].kind == .close
      && startsFullNumber(at: digits + 2)
  }
}
