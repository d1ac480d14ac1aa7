import NumberingPlans

/// Leaves counts, prices and days beside a number unused: 0912345678 2晚, 2大1小, 20桌, 5000元, 訂金3000,
/// 8/15入住.
extension TokenWriter {
  /// The most digits of a count, and of a price behind its word.
  private static let mostDigitsOfCount = 4
  private static let mostDigitsOfPrice = 6

  /// Whether the cell may hold few digits beside text.
  var mayHoldCounts: Bool {
    facts.kinds.contains(anyOf: .text, .percent) || mayHoldBasements
      || facts.words.contains(anyOf: .amount, .dateUnit) || mayHoldRoundSpans
      || facts.kinds.contains(.slash)
        && (facts.words.contains(anyOf: .hours, .range) || facts.kinds.contains(.colon))
  }

  /// Sets few digits aside that text makes a count, a price or a day, where they are no part of a number.
  func markCounts() {
    for index in 0..<tokenCount
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostDigitsOfPrice
      && digits[Int(tokens[index].first)] != 48 && mayBeCounted(index)
    {
      if let marked = schoolClass(at: index) ?? nameWithDigits(at: index) {
        mark(marked, as: .amount)
      } else if let end = endOfRoundSpan(index), standsApart(index) {
        mark(index..<end, as: .amount)
      } else if let end = endOfSpanOfDays(index) {
        mark((isWord(.range, at: index - 1) ? index - 1 : index)..<end, as: .date)
      } else if let end = endOfWorkday(index) ?? endOfDaysOff(index) {
        mark(index..<end, as: .hours)
      } else if numbersExtensions(index) {
        if tokens[index + 1].followsBlank { findings.insert(.unusedText) }
        passOver(index + 1)
      } else if let end = endOfCount(index), standsApart(index),
        !isBeforeName(index)
      {
        markCount(index..<end)
      } else if let marked = price(at: index) ?? place(at: index) {
        mark(marked, as: .amount)
      } else if let end = endOfDayBesideText(index), standsApart(index) {
        mark(index..<end, as: .date)
      }
    }
  }

  /// Sets a count aside, or what has the unit of a day, with the price that a count is multiplied by.
  private func markCount(_ count: Range<Int>) {
    if tokens[count.lowerBound + 1].word == .dateUnit { return mark(count, as: .date) }
    mark(count.lowerBound..<endOfProduct(count.upperBound), as: .amount)
  }

  /// Whether text, a word or a sign touches digits, without which nothing here tells what they are.
  @inline(__always)
  private func mayBeCounted(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .text, .word, .percent, .slash: return true
    case .letters:
      guard tokens[index].count <= 2, tokens[index + 1].count == 1 else { return false }
      // 3M公司.
      if tokens[index + 2].kind == .text { return true }
    case .close:
      if schoolClass(at: index) != nil { return true }
    case .dot, .dash, .tilde:
      if tokens[index].count <= 2 || isRoundSpan(index) { return true }
    default: break
    }
    switch tokens[index - 1].kind {
    case .text, .word, .colon: return true
    // B1.
    case .letters, .ordinal: return isLetter("b", at: index - 1)
    default: return false
    }
  }

  /// The digits of a price behind its word.
  private func price(at index: Int) -> Range<Int>? {
    guard isBehindPriceWord(index) else { return nil }
    return endOfPrice(index).map { index..<$0 }
  }

  /// The postcode, the house, the block or the floor below the ground to which digits belong.
  private func place(at index: Int) -> Range<Int>? {
    if let end = endOfBasement(index) { return index - 1..<end }
    if isPostcodeBeforeAddress(index) { return index..<index + 1 }
    if isHouse(index) { return index..<index + 4 }
    if isPartOfHouse(index) { return index..<index + 1 }
    return isBlock(index) ? index..<index + 5 : nil
  }

  /// The token behind the hours between words for early and late: 早8晚5, 早9-晚6; nil for others.
  private func endOfWorkday(_ index: Int) -> Int? {
    guard index > 0, isHour(index), !tokens[index].followsBlank,
      ends(index - 1, in: EmbeddedWords.early)
    else { return nil }
    var late = index + 1
    if tokens[late].kind == .dash || isRange(late) { late += 1 }
    guard ends(late, in: EmbeddedWords.late), isHour(late + 1),
      tokens[late].bytes == 3, !tokens[late].followsBlank,
      !tokens[late + 1].followsBlank
    else { return nil }
    switch tokens[late + 2].kind {
    case .dash, .slash, .dot, .colon: return nil
    default: return late + 2
    }
  }

  /// Whether text ends in one of some words.
  func ends(_ index: Int, in words: StaticString) -> Bool {
    tokens[index].kind == .text && text(of: tokens[index]).ends(inOneOf: words)
  }

  /// The token behind a count that begins with digits; nil where no unit touches them.
  func endOfCount(_ index: Int) -> Int? {
    let next = index + 1
    guard tokens[index].count <= Self.mostDigitsOfCount else { return nil }
    switch tokens[next].kind {
    case .slash: return isUnit(next + 1) ? next + 2 : nil
    case .text: return isUnit(next) ? next + 1 : nil
    case .percent: return tokens[next].followsBlank || tokens[index].count > 3 ? nil : next + 1
    case .word:
      guard !tokens[next].followsBlank, tokens[next].isOfIdeographs else { return nil }
      switch tokens[next].word {
      case .amount: return next + 1
      case .dateUnit:
        return tokens[index].count <= 2 || isYearOfTheEra(tokens[index]) ? next + 1 : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether text begins with a unit and touches what stands before it.
  private func isUnit(_ index: Int) -> Bool {
    guard tokens[index].kind == .text, !tokens[index].followsBlank else { return false }
    let start = Int(tokens[index].start)
    let whole = cell[start..<Int(tokens[index].end)]
    if CountWords.units.contains(UnsafeBufferPointer(rebasing: whole)) { return true }
    // The first ideograph of several.
    return whole.count > 3 && cell[start] >= 0xE4
      && CountWords.units.contains(UnsafeBufferPointer(rebasing: whole.prefix(3)))
  }

  /// Whether text that ends in a word for a price touches digits, or stands before them with a blank or a
  /// colon between: 訂金3000, 每晚2800, 尾款 38,000.
  ///
  /// One ideograph is a word only where it touches them.
  private func isBehindPriceWord(_ index: Int) -> Bool {
    let word = tokens[index - 1].kind == .colon ? index - 2 : index - 1
    guard word >= 0, tokens[word].kind == .text else { return false }
    let end = Int(tokens[word].end)
    let start = max(Int(tokens[word].start), end - CountWords.longestPrice)
    guard CountWords.prices.contains(UnsafeBufferPointer(rebasing: cell[start..<end])) else {
      return false
    }
    let isTight = word == index - 1 && !tokens[index].followsBlank
    return isTight || end - start == CountWords.longestPrice && !startsFullNumber(at: index)
  }

  /// The token behind a price behind its word; nil where its digits go on as no price does.
  private func endOfPrice(_ index: Int) -> Int? {
    var end = index + 1
    while tokens[end].kind == .comma, !tokens[end].followsBlank, tokens[end + 1].kind == .digits,
      tokens[end + 1].count == 3, !tokens[end + 1].followsBlank
    { end += 2 }
    switch tokens[end].kind {
    case .dash, .slash, .dot, .hash, .star, .tilde, .plus, .close: return nil
    case .digits: return tokens[end].followsBlank && startsFullNumber(at: end) ? end : nil
    default: return end
    }
  }

  /// Whether digits behind a number in full or its extension, or at the start, are as many as those of a
  /// postcode, and a county or a city follows: 420 台中市豐原區….
  private func isPostcodeBeforeAddress(
    _ index: Int
  ) -> Bool {
    switch tokens[index].count {
    case 6: break
    case 3, 5: if plan.notation.postcodeDigits == 6 { return false }
    default: return false
    }
    guard tokens[index + 1].kind == .text else { return false }
    // 新北市251淡水區….
    if index > 0, ends(index - 1, in: EmbeddedWords.cityEnding), !tokens[index].followsBlank,
      hasThird(index + 1, of: EmbeddedWords.districtEnding)
    {
      return true
    }
    guard hasThird(index + 1, of: EmbeddedWords.cityEnding) else { return false }
    if index == 0 || standsApart(index) { return true }
    // 地址：811636高雄市…, but not 電話：334547台東縣….
    if tokens[index - 1].kind == .colon, index > 1, tokens[index - 2].kind == .text { return true }
    return tokens[index].followsBlank && index > 1 && tokens[index - 1].kind == .digits
      && (tokens[index - 2].kind == .hash || isWord(.marker, at: index - 2))
  }

  /// Whether the third ideograph of a text is one of some: says that it begins with a county, a city or a district.
  private func hasThird(
    _ text: Int, of words: StaticString
  ) -> Bool {
    let start = Int(tokens[text].start)
    guard Int(tokens[text].end) - start >= 9 else { return false }
    return cell[start + 6..<start + 9].isOne(of: words)
  }

  /// Whether digits that touch the text of an address are the number of a house with two parts: 336-1號, 333之1號.
  private func isHouse(_ index: Int) -> Bool {
    let second = index + 2
    guard index > 0, isOfAddress(index - 1), tokens[index].count <= 4,
      tokens[index + 1].kind == .dash || joinsPartsOfHouse(index + 1),
      tokens[second].kind == .digits, tokens[second].count <= 3, isWord(.amount, at: second + 1)
    else { return false }
    return !(index...second + 1).contains { tokens[$0].followsBlank }
  }

  /// Whether a token is text, or a word for a part of a road: 一段100-2號.
  private func isOfAddress(_ index: Int) -> Bool {
    tokens[index].kind == .text || isWord(.place, at: index) && tokens[index].isOfIdeographs
  }

  /// Whether one digit or two follow the number of a house that has more parts: 100號之2.
  private func isPartOfHouse(_ index: Int) -> Bool {
    index > 1 && tokens[index].count <= 2 && tokens[index - 2].kind == .amount
      && joinsPartsOfHouse(index - 1) && !tokens[index].followsBlank
  }

  /// Whether a text stands between the two parts of the number of a house: 之.
  private func joinsPartsOfHouse(_ index: Int) -> Bool {
    tokens[index].kind == .text && text(of: tokens[index]).isOne(of: EmbeddedWords.partOfHouse)
  }

  /// Whether digits that touch the text of an address behind a number are those of a block, a lot and a
  /// house: 03-3271-1234 京橋1-2-3.
  private func isBlock(_ index: Int) -> Bool {
    let (second, third) = (index + 2, index + 4)
    guard index > 0, tokens[index - 1].kind == .text, tokens[index].count <= 2,
      tokens[index + 1].kind == .dash, tokens[second].kind == .digits, tokens[second].count <= 2,
      tokens[index + 3].kind == .dash, tokens[third].kind == .digits, tokens[third].count <= 3,
      tokens[third + 1].kind != .dash,
      tokens[third + 1].kind != .digits
        || tokens[third + 1].followsBlank
    else { return false }
    return !(index...third).contains { tokens[$0].followsBlank } && hasNumber(before: index - 1)
  }

  /// Whether the digits before text and words are a number in full.
  private func hasNumber(before text: Int) -> Bool {
    var index = text
    while index > 0, text - index < ListedExtensions.most, tokens[index].kind != .digits {
      index -= 1
    }
    return tokens[index].kind == .digits && endsNumberInFull(before: index + 1)
  }

  /// Whether digits are an extension, alone or in a list, and what stands behind them is no unit: 號 behind
  /// one of a list, 轉123、125號, or the first ideograph of a name, 轉12 段小姐, #12、15 人事室.
  private func numbersExtensions(_ index: Int) -> Bool {
    let unit = index + 1
    guard tokens[unit].kind == .word, tokens[unit].isOfIdeographs, tokens[unit + 1].kind != .digits
    else { return false }
    // 3号楼, 2號線.
    if tokens[unit + 1].kind == .word, !tokens[unit + 1].followsBlank,
      tokens[unit + 1].word == .place || tokens[unit + 1].word == .amount
    {
      return false
    }
    let spelled = cell[Int(tokens[unit].start)..<Int(tokens[unit].end)]
    let isNumber = isNumberSign(unit)
    // Nobody has the name 號房.
    let isName =
      tokens[unit].followsBlank && spelled.count == 3 && tokens[unit + 1].kind == .text
      && !tokens[unit + 1].followsBlank && !isNumber
    guard isName || isNumber else { return false }
    switch tokens[unit].word {
    case .amount, .place, .unit, .dateUnit:
      return isName ? isMarkedExtension(index) : isListedExtension(index)
    default: return false
    }
  }

  /// Whether a text of several ideographs behind an extension of a list rather is a name than a unit and more: 转568、505张女士.
  private func isBeforeName(_ index: Int) -> Bool {
    index > 2 && tokens[index + 1].kind == .text
      && tokens[index + 1].bytes > 3 && tokens[index - 2].kind == .digits
      && tokens[index].count > 2 && tokens[index].count == tokens[index - 2].count
      && isListedExtension(index)
  }
}

/// The words of counts and prices in scripts that do not part words: Data/words.tsv.
private enum CountWords {
  static let units = SpellingTable(
    EmbeddedWords.countUnit, EmbeddedWords.sureUnit, EmbeddedWords.schoolGrade)
  static let prices = SpellingTable(EmbeddedWords.price)

  /// Bytes of the longest word for a price.
  static let longestPrice = 6
}
