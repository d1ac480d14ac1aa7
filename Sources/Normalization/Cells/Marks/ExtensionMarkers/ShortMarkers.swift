import NumberingPlans

/// Tells the letters that mark an extension in one region only: R. 12 in Brazil, D: 123 in Turkey.
extension TokenWriter {
  /// Tells the letters that mark an extension in the region, as R and a dot in Brazil: only behind
  /// a number and before a few digits.
  func markShortMarkers() {
    for index in 1..<max(tokenCount, 1) where isShortMarker(index) {
      if isBehindDigits(index) {
        tokens[index].kind = .word
        tokens[index].word = .marker
        facts.words.insert(.marker)
      }
      guard followsNumber(index) else { continue }
      var next = index + 1
      while tokens[next].kind == .dot || tokens[next].kind == .colon { next += 1 }
      guard tokens[next].kind == .digits, tokens[next].count <= 5,
        mayEndExtension(next), !isOtherWord(index, before: next)
      else { continue }
      tokens[index].kind = .word
      tokens[index].word = .marker
      facts.words.insert(.marker)
    }
  }

  /// Whether nothing behind a blank or a dash goes on with the digits behind a marker: another number in full begins
  /// there, a postcode or a house, or a word.
  private func mayEndExtension(_ index: Int) -> Bool {
    let next = index + 1
    switch tokens[next].kind {
    case .digits: return tokens[next].followsBlank && beginsOther(next, behind: index)
    case .dash:
      guard tokens[next].followsBlank, tokens[next + 1].followsBlank else { return false }
      switch tokens[next + 1].kind {
      case .digits, .open: return beginsOther(next + 1, behind: index)
      case .letters, .word, .text, .plus: return true
      default: return false
      }
    default: return true
    }
  }

  /// Whether a number in full that does not need the digits before it begins at a token, or an address.
  private func beginsOther(_ index: Int, behind digits: Int) -> Bool {
    startsFullNumber(at: index) ? !isNeeded(digits, by: index) : endOfAddress(index) != nil
  }

  /// Whether a marker is another word before these digits: R 7 de Setembro, w 2019, д12.
  private func isOtherWord(_ marker: Int, before index: Int) -> Bool {
    let (token, next) = (tokens[index], tokens[index + 1])
    if isOrdinal(index) { return true }
    let hasWord = goesOnWithWord(index)
    let spelled = letters(of: tokens[marker])
    if spelled.spells("r") {
      return hasWord
        && letters(of: next).isOne(of: EmbeddedWords.ofMonth)
    }
    // A house, or a flat, has fewer digits than the extensions that people write so.
    if spelled.isOne(of: EmbeddedWords.markerOrHouse) { return token.count < 3 }
    guard spelled.isOne(of: EmbeddedWords.markerOrIn) else { return false }
    let isShort = tokens[marker + 1].kind == .dot || tokens[marker + 1].kind == .colon
    if hasWord { return !isShort || !isCapital(index + 1) }
    return !isShort && (token.count < 3 || isYear(token))
  }

  private func goesOnWithWord(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return (next.kind == .letters || next.kind == .word) && next.followsBlank && next.count > 1
  }

  /// Whether digits with a dot count a floor or the like.
  private func isOrdinal(_ index: Int) -> Bool {
    let (dot, place) = (tokens[index + 1], index + 2)
    guard tokens[index].count <= 2, dot.kind == .dot, !dot.followsBlank else { return false }
    return isWord(.place, at: place)
      || tokens[index].count == 1 && tokens[place].kind == .letters
  }

  /// Whether a short marker and its dot end few digits behind a slash: 0341 123456/1234 App.
  private func isBehindDigits(_ index: Int) -> Bool {
    index > 2 && tokens[index - 1].kind == .digits && tokens[index - 1].count <= 5
      && tokens[index - 2].kind == .slash && tokens[index + 1].kind == .dot
      && tokens[index + 2].kind != .digits
  }

  /// The most words and signs between a number and the marker of an extension.
  private static let mostTokensBetween = 12

  private func followsNumber(_ index: Int) -> Bool {
    // (0662) 390025 Frau Maier - App. 37, (0345) 221-0; Sekretariat: App. 1100.
    let mayFollowName = tokens[index].count > 2 && tokens[index + 1].kind == .dot
    var before = index - 1
    while before >= max(index - Self.mostTokensBetween, 0) {
      switch tokens[before].kind {
      case .letters where mayFollowName: before -= 1
      case .word where mayFollowName && tokens[before].word == .label: before -= 1
      case .close, .comma, .dash, .dot, .open, .slash, .semicolon, .colon, .newline: before -= 1
      default: return tokens[before].kind == .digits
      }
    }
    return false
  }
}

extension TokenReading {
  /// Whether a token is letters that mark an extension in the region, maybe a word that is something else
  /// elsewhere, as m in Hungary, a label, and kl in Austria, hours in Denmark.
  func isShortMarker(_ index: Int) -> Bool {
    guard
      tokens[index].kind == .letters || tokens[index].count == 1 && isWord(.label, at: index)
        || isWord(.hours, at: index)
    else { return false }
    let spelled = letters(of: tokens[index])
    return plan.notation.shortMarkers.contains {
      $0.count == spelled.count && $0.elementsEqual(spelled)
    }
  }
}
