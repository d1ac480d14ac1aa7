import NumberingPlans
import Records

/// Leaves the digits of an address unused that stand before the first label of a number: Alvear 81, Tel: (0351)
/// 424-0527.
extension CellReading {
  /// The most digits of a house, a post-box or a postcode that are left unused; more may be a phone.
  private static let mostOfAddress = 5

  /// Takes the rejections back of digits that are no number of the plan and stand before the label of the first number,
  /// with a word beside them that nobody knows.
  func leaveAddress(before firstNumber: Int, rejectedFrom first: Int, into result: CellResult) {
    guard !plan.notation.notesAreChinese,
      let label = firstLabel(before: firstNumber),
      let word = (0..<label).last(where: { isWordOfAddress($0) })
    else { return }
    var (kept, token) = (first, 0)
    for index in first..<result.rejections.count {
      let rejection = result.rejections[index]
      // They stand in the order in which they were found.
      if token > 0, rejection.valueOffset < tokens[token].start { token = 0 }
      while token < label, tokens[token].start < rejection.valueOffset { token += 1 }
      if isOfAddress(rejection, at: token, before: label, lastWord: word) {
        findings.insert(.unusedText)
      } else {
        result.rejections[kept] = rejection
        kept += 1
      }
    }
    result.rejections.truncate(to: kept)
  }

  /// The label of the first number, where no other stands before it; nil without one.
  private func firstLabel(before number: Int) -> Int? {
    (0..<number).first {
      (isWord(.fax, at: $0) || isWord(.label, at: $0) && !isOrdinal($0)) && leadsToDigits(label: $0)
    }
  }

  /// Whether nothing but signs and other labels stands between a label and digits.
  ///
  /// Tel./Fax: 03571, and not P.O. Box 12.
  private func leadsToDigits(label: Int) -> Bool {
    var index = token(afterSigns: label + 1)
    while isWord(.label, at: index) || isWord(.fax, at: index) || tokens[index].kind == .slash
      || tokens[index].kind == .ampersand
    { index = token(afterSigns: index + 1) }
    switch tokens[index].kind {
    case .digits, .plus, .hash: return true
    default: return false
    }
  }

  /// Whether a label is a word for number, which names houses as well.
  private func isOrdinal(_ index: Int) -> Bool {
    tokens[index].count > 0 && context.find { $0.exact(letters(of: tokens[index])) } == .ordinal
  }

  /// Whether digits that were rejected are those of a house, a post-box or a postcode.
  private func isOfAddress(
    _ rejection: CellRejection, at start: Int, before label: Int, lastWord: Int
  ) -> Bool {
    let end = rejection.valueOffset + rejection.valueCount
    guard start < label, lastWord > start || tokens[start].kind != .hash else { return false }
    switch rejection.reason {
    case .impossibleLength, .innerLineOnly, .missingAreaCode, .junk: break
    default: return false
    }
    var (digits, index) = (0, start)
    while index < tokenCount, tokens[index].start < end {
      switch tokens[index].kind {
      case .digits:
        digits += Int(tokens[index].count)
        let isPostcode =
          digits == plan.notation.postcodeDigits && rejection.reason == .impossibleLength
        guard index < label, digits <= Self.mostOfAddress || isPostcode else { return false }
      case .word where tokens[index].word == .marker: return false
      case .letters, .word, .text, .comma, .semicolon, .enumeration: digits = 0
      default: break
      }
      index += 1
    }
    return true
  }

  /// Whether a word that nobody knows stands at a token, or the name of a place as Japan and Korea write it.
  private func isWordOfAddress(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters: return tokens[index].count > 1
    // 홍길동 is a person, 동안구 임곡로 a street.
    case .text:
      if endsInPlace(index) { return index > 0 && endsInPlace(index - 1) }
      return tokens[index].isOfIdeographs && text(of: tokens[index]).count >= Self.shortestPlace
        && text(of: tokens[index]).holds(oneOf: EmbeddedWords.placeWithin)
    default: return false
    }
  }

  /// Bytes of the shortest name of a place in ideographs; 中村 is a person.
  private static let shortestPlace = 15

  private func endsInPlace(_ index: Int) -> Bool {
    tokens[index].kind == .text && text(of: tokens[index]).ends(inOneOf: EmbeddedWords.placeEnding)
  }

  /// Whether one digit or two stand amid the letters of a name: L4Senior.
  func isAmidLetters(_ index: Int) -> Bool {
    tokens[index].count <= 2 && tokens[index + 1].kind == .letters && tokens[index + 1].count > 2
      && !tokens[index + 1].followsBlank
  }
}
