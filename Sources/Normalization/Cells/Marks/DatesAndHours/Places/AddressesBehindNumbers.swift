import NumberingPlans

/// Sets the postcode of a town and the house of a road aside that begin the cell, or stand behind a number or its
/// extension: ext 12, 400 Main St, Kl. 80 5020 Salzburg, 089 273771, 80331 München.
///
/// Else they were one more extension, or the last digits of another number.
extension TokenWriter {
  /// The most digits of a postcode, of a house and of an extension.
  private static let mostOfPostcode: UInt16 = 6
  private static let mostOfHouse: UInt16 = 5
  private static let mostOfExtension: UInt16 = 5
  /// The fewest letters of the name of a town.
  private static let fewestOfTown: UInt16 = 3

  /// Whether the cell may hold one, by its facts alone.
  private var mayHoldTownOrRoad: Bool {
    facts.mayHoldNumber && facts.kinds.contains(.letters) && !plan.notation.notesAreChinese
  }

  func markAddressesBehindNumbers() {
    guard mayHoldTownOrRoad else { return }
    if tokens[0].kind == .digits, !startsFullNumber(at: 0), let end = endOfAddress(0) {
      mark(0..<end, as: .amount)
    }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostOfPostcode {
      if let address = houseOfRoad(index) ?? postcodeOfCountry(index) {
        mark(address, as: .amount)
        continue
      }
      guard tokens[index].followsBlank, let end = endOfAddress(index) else { continue }
      let first = tokens[index - 1].kind == .digits ? index : index - 1
      guard isApart(first, from: index) else { continue }
      mark(first..<end, as: .amount)
    }
  }

  /// A house behind a road whose name ends in the word for one: Hauptstraße 12, Hauptstraße 12/3/5.
  private func houseOfRoad(_ index: Int) -> Range<Int>? {
    let road = tokens[index - 1].kind == .dot ? index - 2 : index - 1
    guard tokens[index].count <= 3, tokens[index].followsBlank, !beginsWithZero(index), road >= 0,
      tokens[road].kind == .letters, isCapital(road),
      letters(of: tokens[road]).ends(inOneOf: EmbeddedWords.roadEnding)
    else { return nil }
    var end = index + 1
    while tokens[end].kind == .slash, !tokens[end].followsBlank, tokens[end + 1].kind == .digits,
      !tokens[end + 1].followsBlank, tokens[end + 1].count <= 2, !isTrunk(end + 1)
    { end += 2 }
    switch tokens[end].kind {
    case .digits:
      guard tokens[end].followsBlank, startsFullNumber(at: end), !isNeeded(index, by: end) else {
        return nil
      }
    case .slash where isTrunk(end + 1): break
    case .dash, .slash, .dot: guard tokens[end].followsBlank else { return nil }
    default: break
    }
    return index..<end
  }

  /// Whether a number in full begins with its trunk 0 behind the sign that closes a house: 5/0664/7098856.
  private func isTrunk(_ index: Int) -> Bool {
    tokens[index].kind == .digits && beginsWithZero(index) && tokens[index].count > 1
      && startsFullNumber(at: index)
  }

  /// A postcode behind the letters of a country: D-80331 München, A-1010 Wien.
  private func postcodeOfCountry(_ index: Int) -> Range<Int>? {
    let country = index - 2
    guard country >= 0, tokens[index - 1].kind == .dash, !tokens[index - 1].followsBlank,
      !tokens[index].followsBlank, tokens[country].kind == .letters, tokens[country].count <= 2,
      isInCapitals(country),
      country == 0 || tokens[country].followsBlank
        || tokens[country - 1].kind == .open,
      let end = endOfPostcode(beforeTown: index)
    else { return nil }
    return country..<end
  }

  /// The token behind the digits of a postcode before a town, or of a house before a road; nil for others.
  func endOfAddress(_ index: Int) -> Int? {
    endOfPostcode(beforeTown: index) ?? endOfHouse(beforeRoad: index)
  }

  /// Whether an extension, or a number in full, ends before the blank or the sign before an address.
  private func isApart(_ first: Int, from index: Int) -> Bool {
    if first < index {
      switch tokens[first].kind {
      case .comma: break
      case .slash, .dash: guard tokens[first].followsBlank else { return false }
      default: return false
      }
    }
    // #5, 120 Main St is a flat.
    if isExtensionBeforeAddress(first - 1),
      tokens[first].kind != .comma || tokens[first - 2].kind != .hash
    {
      return true
    }
    return first < index && !isLineBeside(index, behind: first) && endsNumber(before: first)
  }

  /// Whether few digits stand behind a word or a sign that marks an extension.
  private func isExtensionBeforeAddress(_ index: Int) -> Bool {
    guard index > 0, tokens[index].kind == .digits, tokens[index].count <= Self.mostOfExtension
    else { return false }
    var marker = index - 1
    while marker > 0, tokens[marker].kind == .dot || tokens[marker].kind == .colon { marker -= 1 }
    return isWord(.marker, at: marker) || tokens[marker].kind == .hash
  }

  /// Whether digits are as many as those before their sign, and close to them: the line of who is named.
  private func isLineBeside(_ index: Int, behind sign: Int) -> Bool {
    guard tokens[sign - 1].kind == .digits, tokens[index].count > 2 else { return false }
    let count = min(Int(tokens[index].count), Int(tokens[sign - 1].count))
    let (one, other) = (value(of: tokens[index]), value(of: tokens[sign - 1]) % powerOfTen(count))
    return abs(one - other) <= 100
  }

  /// The token behind a postcode in the form of the region before the name of a town: 80331 München, 00-001 Warszawa,
  /// 1012 AB Amsterdam.
  private func endOfPostcode(beforeTown index: Int) -> Int? {
    var (end, count) = (index + 1, tokens[index].count)
    let isInParts = tokens[end].kind == .dash && tokens[end + 1].count == 3
    if isInParts, !tokens[end].followsBlank, tokens[end + 1].kind == .digits,
      !tokens[end + 1].followsBlank, count == 2 || count == 5
    {
      (count, end) = (count + 3, end + 2)
    } else if isPostcodeInTwo(index) {
      return isTown(index + 2) ? index + 2 : nil
    } else if Int(count) != postcodeDigits {
      return nil
    }
    guard count > 3 else { return nil }
    if count == 4, isInCapitals(end), tokens[end].count == 2,
      tokens[end].followsBlank,
      isTown(end + 1) || tokens[end + 1].kind.endsItemOrBracket || tokens[end + 1].kind.partsItems
    {
      return end + 1
    }
    return isTown(end) ? end : nil
  }

  private var postcodeDigits: Int {
    plan.notation.postcodeDigits > 0 ? plan.notation.postcodeDigits : 5
  }

  /// Whether three digits and two behind a blank are a postcode of the region: 352 33 Växjö.
  private func isPostcodeInTwo(_ index: Int) -> Bool {
    postcodeDigits == 5 && tokens[index].count == 3
      && tokens[index + 1].kind == .digits && tokens[index + 1].count == 2
      && tokens[index + 1].followsBlank
  }

  /// Whether a name with a capital stands at a token, and no colon behind it.
  private func isTown(_ index: Int) -> Bool {
    tokens[index].kind == .letters && tokens[index].followsBlank
      && tokens[index].count >= Self.fewestOfTown && isCapital(index)
      && tokens[index + 1].kind != .colon
  }

  /// The token behind a house before the name of its road: 400 Main St, 12 rue Foch.
  private func endOfHouse(beforeRoad index: Int) -> Int? {
    guard tokens[index].count <= Self.mostOfHouse else { return nil }
    let word = index + 1
    guard tokens[word].followsBlank else { return nil }
    if TailWords.roads.contains(letters(of: tokens[word])) {
      return isCapitalOrJoined(word + 1) ? word : nil
    }
    return lastOfRoad(from: word) == nil ? nil : word
  }

  /// Whether the name of a road goes on at a token: Foch, de la Paix.
  private func isCapitalOrJoined(_ index: Int) -> Bool {
    (tokens[index].kind == .letters || tokens[index].kind == .word) && tokens[index].count > 1
      && tokens[index].followsBlank
  }
}
