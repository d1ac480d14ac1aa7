internal import Normalization

/// What the name and the look of a column promise, before any numbering plan is asked.
extension SketchColumn {
  /// How much the name promises phone numbers: 0 to 1.
  var phoneFit: Double { memory.once(.phoneFit) { fitForPhones() } }

  private func fitForPhones() -> Double {
    if isOfPostcodes || isOfOthers { return 0 }
    if Self.letters[name.lowercased().filter(\.isLetter)] == .phone, phoneLook >= 0.5 { return 0.6 }
    let fit = promise(.phone)
    // Words such as "office" name a phone where the cells look like one, and something else where not.
    guard fit == 0, phoneLook >= 0.5, tokens.contains(where: isLabel) else {
      return fit
    }
    return 0.6
  }

  private func isLabel(_ word: String) -> Bool {
    HeadingWords.label.contains(word) && !HeadingWords.ordinal.contains(word)
  }

  /// Whether the name says that calling codes stand in front, and they are this one.
  func hasCallingCodes(_ code: Int) -> Bool {
    promise(.international) > 0
      && share { $0.drop { !$0.isNumber }.hasPrefix(String(code)) } >= 0.95
  }

  /// What letters that stand for words mean above columns of numbers.
  private static let letters: [String: ColumnWords.Topic] = [
    "t": .phone, "p": .phone, "m": .phone, "f": .fax,
  ]

  /// Whether the numbers are those of somebody else than the record speaks of.
  var isOfOthers: Bool { promise(.otherParty) > 0 }

  /// Whether the name says fax, in any language.
  var isFax: Bool { memory.once(.isFax) { hasFaxes() } }

  private func hasFaxes() -> Bool {
    Self.letters[name.lowercased().filter(\.isLetter)] == .fax && phoneLook >= 0.5
      || promise(.fax) > 0
      || tokens.contains { $0.count > 2 && HeadingWords.fax.contains($0) }
  }

  /// How much the name promises extensions: 0 to 1.
  ///
  /// Cells have at most six digits where only a word of phone cells says so: those words are short.
  var extensionFit: Double { memory.once(.extensionFit) { fitForExtensions() } }

  private func fitForExtensions() -> Double {
    let fit = promise(.extensionDigits)
    guard fit == 0, promise(.phone) == 0,
      tokens.contains(where: { HeadingWords.marker.contains($0) }),
      share({ (1...6).contains(CellLook.digits($0)) && CellLook.letters($0) == 0 }) >= 0.8
    else { return fit }
    return 0.5
  }

  /// Whether the cells are postcodes by their name: a word for one, and not more digits than any has.
  var isOfPostcodes: Bool { memory.once(.isOfPostcodes) { hasPostcodes() } }

  private func hasPostcodes() -> Bool {
    guard
      promise(.postcode) > 0
        || tokens.contains(where: { HeadingWords.postcode.contains($0) })
    else { return false }
    return share { CellLook.digits($0) <= 9 } >= 0.8
  }

  /// Whether the digits are those of something else, whatever plan they fit: of postcodes, places on
  /// a map, companies, persons or accounts, by name or look.
  var isRuledOut: Bool { memory.once(.isRuledOut) { hasOtherDigits() } }

  private func hasOtherDigits() -> Bool {
    if isOfPostcodes || isOfOthers || share(CellLook.isCoordinate) > 0.8 { return true }
    if phoneFit > 0 || promise(.areaCode) > 0 { return false }
    if promise(.coordinate) > 0 || promise(.identity) > 0 {
      return true
    }
    let words = tokens
    return (words + zip(words, words.dropFirst()).map { $0 + $1 }).contains {
      HeadingWords.identity.contains($0)
    }
      || zip(words, words.dropFirst()).contains {
        HeadingWords.identityBeforeNumber.contains($0) && HeadingWords.ordinal.contains($1)
      }
  }

  /// What the digits are by the name of the column, where they are those of no phone; nil for others.
  var kindOfDigits: String? {
    guard share({ CellLook.digits($0) >= 3 }) >= 0.5 else { return nil }
    if isFax { return "fax numbers" }
    if isOfOthers, phoneLook >= 0.5 { return "numbers of somebody else" }
    if isOfPostcodes { return "postcodes" }
    guard isRuledOut, share(CellLook.isCoordinate) <= 0.8, promise(.coordinate) == 0
    else { return nil }
    return "numbers of companies, persons or accounts"
  }

  /// How many digits the cells have, such as "2 to 4", where they might be extensions; nil for others.
  var lengthOfDigits: String? {
    let lengths = filled.map { CellLook.digits($0) }
    guard promise(.noPhone) == 0, Set(filled).count > 1,
      share({ (2...5).contains($0.count) && $0.allSatisfy(\.isWholeNumber) }) >= 0.9,
      let least = lengths.min(), let most = lengths.max()
    else { return nil }
    return least == most ? "\(most)" : "\(least) to \(most)"
  }

  /// Digits that only rise, as serial numbers do.
  var isSequence: Bool { memory.once(.isSequence) { rises() } }

  private func rises() -> Bool {
    let values = filled.compactMap { Int($0) }
    guard values.count == filled.count, values.count >= 5 else { return false }
    return zip(values, values.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 1000 }
  }

  /// How much name and look speak for phone numbers, against what other columns have: about -1.5 to 1.
  var phoneWeight: Double { memory.once(.phoneWeight) { weighForPhones() } }

  private func weighForPhones() -> Double {
    let fit = phoneFit
    var weight = 0.5 * fit + 0.1 * promise(.number)
    weight += 0.3 * share(CellLook.isGrouped) - share(CellLook.isCompactDay)
    weight += 0.15 * share(CellLook.startsLikePhone)
    guard fit == 0 else { return weight }
    weight -= 0.5 * promise(.noPhone) + 0.4 * share(CellLook.startsWithDay)
    weight -= share(CellLook.isCoordinate)
    return isSequence ? weight - 0.3 : weight
  }

  /// Whether the cells may be area codes of a region with this plus sign and calling code.
  ///
  /// One that has the calling code in every cell has none, though the digits may be an area code too.
  func mayHoldAreaCodes(prefix: String) -> Bool {
    guard memory.once(.areaCodeShare, { share(CellLook.mayBeAreaCode) }) >= 0.8 else {
      return false
    }
    let code = String(prefix.dropFirst())
    if filled.allSatisfy({ $0.filter(\.isNumber) == code }) { return false }
    if promise(.areaCode) > 0 { return true }
    return promise(.noPhone) == 0 && extensionFit == 0 && !isRuledOut && !isFax
      && !isSequence
  }

  /// Whether cells are numbers, and written as people write phone numbers, whatever their column is
  /// called.
  func isPhoneBeyondDoubt(_ trial: PhoneTrial) -> Bool {
    let looks = max(share(CellLook.isGrouped), share(CellLook.startsLikePhone))
    return trial.usedShare >= 0.95 && trial.repairShare <= 0.1 && looks >= 0.9
      && distinctShare >= 0.5 && promise(.noPhone) == 0
  }
}
