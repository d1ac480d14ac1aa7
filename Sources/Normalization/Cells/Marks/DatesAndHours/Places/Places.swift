import NumberingPlans

/// Leaves floors and rooms beside a number unused: Zimmer 214, (02) 9265 9333 Level 12.
extension TokenWriter {
  /// Sets aside words of a place with the few digits behind them, where those can be no other number.
  func markPlaces() {
    guard mayHoldPlaces else { return }
    // F, which else is a fax.
    if facts.words.contains(.fax), letterCount > 0 { markFloors() }
    if mayHoldPlaceWords { markPlaceWords() }
    guard facts.words.contains(.place) else { return }
    markStoreys()
    for index in 0..<tokenCount where isBeforeDigits(index) {
      var digits = index + 1
      // Suite #400.
      while tokens[digits].kind == .dot || tokens[digits].kind == .colon
        || tokens[digits].kind == .ordinal || tokens[digits].kind == .hash
      { digits += 1 }
      if isLetterOfRoom(digits) { digits += 1 }
      guard let last = lastOfRoom(digits, behind: index) else { continue }
      mark(index..<last + 1, as: .amount)
    }
    markBehindPlaces()
  }

  /// Whether the cell may have a floor or a room.
  var mayHoldPlaces: Bool {
    facts.words.contains(anyOf: .place, .fax) || mayHoldPlaceWords
  }

  /// Whether the cell may have a word that says so in the region alone.
  var mayHoldPlaceWords: Bool {
    letterCount > 1
      && plan.notation.placeWords.contains { word in
        word.withUnsafeBufferPointer { spelled.mayHold($0) }
      }
  }

  /// Makes words of a place of those that mark an extension, or join numbers, elsewhere: Local 3.
  private func markPlaceWords() {
    for index in 0..<tokenCount where tokens[index].count > 1 && tokens[index].kind != .digits {
      let written = letters(of: tokens[index])
      guard tokens[index].kind == .letters || tokens[index].kind == .word,
        plan.notation.placeWords.contains(where: { $0.elementsEqual(written) }),
        tokens[token(afterSigns: index + 1)].kind == .digits
      else { continue }
      tokens[index].kind = .word
      tokens[index].word = .place
      facts.words.insert(.place)
    }
  }

  private func markFloors() {
    if let end = endOfLeadingBasement() { mark(0..<end, as: .amount) }
    for index in 0..<tokenCount where isFloor(index) {
      tokens[index].kind = .amount
      tokens[index + 1].kind = .amount
      facts.kinds.insert(.amount)
    }
    for index in 0..<tokenCount {
      guard let first = firstOfFloor(endingAt: index) else { continue }
      for marked in first...index { tokens[marked].kind = .amount }
      facts.kinds.insert(.amount)
    }
  }

  /// Sets aside words of a place with an ordinal before them, as of a floor.
  private func markStoreys() {
    for index in 1..<max(tokenCount, 1)
    where isWord(.place, at: index) && tokens[index].count > 2 {
      guard let first = firstOfStorey(before: index) ?? leadingStorey(before: index) else {
        continue
      }
      mark(first..<index + 1, as: .amount)
    }
  }

  /// The ordinal of a floor before its word; nil without one.
  ///
  /// 2nd floor, 1er étage, 2. emelet.
  private func firstOfStorey(before place: Int) -> Int? {
    let (first, ending) = (place - 2, tokens[place - 1])
    guard first >= 0, !isJoined(before: first), tokens[place].followsBlank,
      tokens[first].kind == .digits,
      tokens[first].count <= 2, first == 0 || tokens[first].followsBlank, !ending.followsBlank,
      ending.kind == .dot
        || (ending.kind == .letters || ending.kind == .word) && (1...4).contains(ending.count),
      tokens[place + 1].kind != .digits || tokens[place + 1].followsBlank
    else { return nil }
    return first
  }

  /// The digits of a floor that begin the cell, before its word and a number in full: 2 piętro 12 229 22 06.
  private func leadingStorey(before place: Int) -> Int? {
    guard place == 1, tokens[0].kind == .digits, tokens[0].count <= 2, tokens[1].followsBlank,
      startsFullNumber(at: token(afterSigns: 2))
    else { return nil }
    return 0
  }

  /// Whether one letter that is no marker touches the digits of a room: Room G12.
  private func isLetterOfRoom(_ index: Int) -> Bool {
    tokens[index].count == 1 && tokens[index].kind != .digits && !isWord(.marker, at: index)
      && tokens[index].bytes == 1 && tokens[index + 1].kind == .digits
      && !tokens[index + 1].followsBlank
  }

  /// The last token of a room whose number begins with digits: 12B, 3-112, 214, 病床12-03; nil for others.
  private func lastOfRoom(_ digits: Int, behind place: Int) -> Int? {
    if hasLetterOfRoom(digits) { return digits + 1 }
    if isOfPlace(digits) || isOfRoom(digits, behind: place) { return digits }
    let (dash, part) = (tokens[digits + 1], tokens[digits + 2])
    guard tokens[digits].kind == .digits, tokens[digits].count <= 2, dash.kind == .dash,
      !dash.followsBlank, part.kind == .digits, !part.followsBlank,
      part.count == 3 || part.count < 3 && tokens[place].isOfIdeographs,
      !startsFullNumber(at: digits)
    else { return nil }
    switch tokens[digits + 3].kind {
    case .digits where tokens[digits + 3].followsBlank && startsFullNumber(at: digits + 3):
      return digits + 2
    case .digits, .dash, .dot, .slash: return nil
    default: return digits + 2
    }
  }

  /// Whether one letter ends the number of a room, and nothing goes on with it: Rm 12B.
  private func hasLetterOfRoom(_ index: Int) -> Bool {
    let (letter, next) = (tokens[index + 1], tokens[index + 2])
    guard tokens[index].kind == .digits, tokens[index].count <= 4, letter.count == 1,
      letter.end - letter.start == 1, !letter.followsBlank,
      letter.kind == .letters || letter.kind == .word
    else { return false }
    switch next.kind {
    case .digits, .letters, .word, .text: return next.followsBlank
    case .dash, .dot, .slash: return tokens[index + 3].kind != .digits || next.followsBlank
    default: return true
    }
  }

  /// Whether a word of a place says what the digits behind it are: Zimmer 214, 房號502, and not 502室.
  ///
  /// In scripts that do not part words those of one character stand behind their digits.
  private func isBeforeDigits(_ index: Int) -> Bool {
    guard isWord(.place, at: index) else { return false }
    if tokens[index].count > 0 { return true }
    return tokens[index].bytes > 4
      && (tokens[index].followsBlank || index == 0 || tokens[index - 1].kind != .digits)
  }

  /// Sets digits aside that touch a floor or a part of a building before them: 3栋2单元501, A座1205,
  /// 12樓之3.
  private func markBehindPlaces() {
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && !tokens[index].followsBlank && isOfPlace(index) {
      var place = index - 1
      if place > 0, tokens[place].kind == .text, !tokens[place].followsBlank,
        text(of: tokens[place]).isOne(of: EmbeddedWords.partOfHouse)
      {
        place -= 1
      }
      let isOfIdeographs = place > 0 && isWord(.place, at: place) && tokens[place].isOfIdeographs
      let isLettered =
        isOfIdeographs && tokens[place - 1].kind == .letters && tokens[place - 1].count == 1
      guard isLettered || isOfIdeographs && isBuilding(place) || isFloorSetAside(place) else {
        continue
      }
      for marked in (isLettered ? place - 1 : place)...index { tokens[marked].kind = .amount }
      facts.kinds.insert(.amount)
    }
  }

  private func isFloorSetAside(_ place: Int) -> Bool {
    tokens[place].kind == .amount && tokens[place].word == .place
  }

  /// Whether a word of a place touches the number of a building: 3号楼201.
  private func isBuilding(_ place: Int) -> Bool {
    !tokens[place].followsBlank && tokens[place - 1].kind == .amount
  }

  /// Whether digits and an F are a floor: 02-27123456 3F, and not 01 42 76 40 41F.
  private func isFloor(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 2, isWord(.fax, at: index + 1),
      tokens[index + 1].bytes == 1, !tokens[index + 1].followsBlank,
      tokens[index + 2].kind != .digits || tokens[index + 2].followsBlank
        || index == 0 && touchesNumber(index + 2)
    else { return false }
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .digits:
      return tokens[index].followsBlank
        && (tokens[index - 1].count >= 4 || isExtension(index - 1))
    case .comma, .enumeration, .open, .text, .newline, .close, .semicolon, .other: return true
    // / 3F, - 3F, but not 06/40F.
    case .slash: return endsPart(before: index - 1)
    case .dash: return isSetApart(index - 1) && endsPart(before: index - 1)
    // 12號5F.
    case .amount: return !tokens[index].followsBlank
    default: return false
    }
  }

  /// The first token of a floor that ends in a slash and an F, as Hong Kong writes them: G/F, LG2/F,
  /// 12/F; T/F is a label of telephone and fax.
  private func firstOfFloor(endingAt last: Int) -> Int? {
    guard isWord(.fax, at: last), tokens[last].bytes == 1, last > 1,
      tokens[last - 1].kind == .slash, !tokens[last].followsBlank, !tokens[last - 1].followsBlank,
      tokens[last + 1].kind != .digits || tokens[last + 1].followsBlank
    else { return nil }
    var first = last - 2
    if tokens[first].kind == .digits {
      guard tokens[first].count <= 2, !isTail(first) else { return nil }
      guard !tokens[first].followsBlank, first > 0, isStorey(first - 1) else { return first }
      first -= 1
    }
    return isStorey(first) ? first : nil
  }

  /// Whether few digits belong to a number before them.
  private func isTail(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .digits:
      !tokens[index].followsBlank
        || tokens[index - 1].count < 4 && !isExtension(index - 1)
    case .dash, .slash: !(isSetApart(index - 1) && endsPart(before: index - 1))
    case .dot, .plus, .hash, .star, .tilde: true
    case .word: tokens[index - 1].word == .marker
    default: false
    }
  }

  /// Whether one or two letters may name a storey; of those that are labels only M does, of the
  /// mezzanine.
  private func isStorey(_ index: Int) -> Bool {
    let token = tokens[index]
    guard (1...2).contains(token.count) else { return false }
    if token.kind == .letters { return true }
    return isWord(.label, at: index) && token.count == 1
      && letters[Int(token.first)] == UInt8(ascii: "m")
  }

  /// Whether digits behind a word of a place are its own: few, and nothing goes on with them.
  private func isOfPlace(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 4 else { return false }
    let next = tokens[index + 1]
    switch next.kind {
    case .dash where next.followsBlank && tokens[index + 2].followsBlank,
      .slash where next.followsBlank && tokens[index + 2].followsBlank:
      return tokens[index + 2].kind != .digits || startsFullNumber(at: index + 2)
    case .dash, .slash, .dot, .plus: return tokens[index + 2].kind != .digits
    case .digits:
      return next.followsBlank && startsFullNumber(at: index + 1)
        && !isNeeded(index, by: index + 1)
    // Piso 3º B.
    case .letters where isOrdinalLetter(index + 1): return true
    case .letters, .text: return next.followsBlank
    default: return true
    }
  }

  /// Whether few digits behind a room are no area code of the digits behind them, whatever parts these: sala 12 /
  /// 3308-3429; an office may have the number.
  private func isOfRoom(_ index: Int, behind place: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 2, !beginsWithZero(index),
      tokens[place].count > 2, tokens[index - 1].kind != .dot,
      !PlaceOrOwnerWords.all.contains(letters(of: tokens[place]))
    else { return false }
    let isSign = tokens[index + 1].kind == .slash || tokens[index + 1].kind == .dash
    let next = isSign ? index + 2 : index + 1
    // II piętro 71 519 73 46.
    return (isSign || place == 0 || tokens[place - 1].kind != .letters)
      && tokens[index + 1].followsBlank && tokens[next].followsBlank
      && tokens[next].kind == .digits && tokens[next].count > 2
  }

  /// Whether a letter touches digits as the ending of an ordinal in Spanish, Portuguese and Italian, and a blank or a sign
  /// stands behind it.
  private func isOrdinalLetter(_ index: Int) -> Bool {
    let first = Int(tokens[index].first)
    // º and ª stand beyond ASCII.
    let isSign =
      tokens[index].count == 2 && letters[first] == 0xC2
      && (letters[first + 1] == 0xBA || letters[first + 1] == 0xAA)
    return !tokens[index].followsBlank
      && (isSign || isLetter("o", at: index) || isLetter("a", at: index))
      && (tokens[index + 1].kind != .digits || tokens[index + 1].followsBlank)
  }

  /// Whether digits are a room: 301室, and not 8889室內設計.
  func isRoom(_ index: Int) -> Bool {
    guard isWord(.place, at: index + 1), !tokens[index + 1].followsBlank else { return false }
    let next = tokens[index + 2]
    return next.followsBlank || next.kind != .text && next.kind != .word && next.kind != .letters
  }
}

/// The words of places that may say whose a number is, too: Data/words.tsv.
private enum PlaceOrOwnerWords {
  static let all = SpellingTable(EmbeddedWords.placeOrOwner)
}
