import NumberingPlans

/// Sets few digits aside that are an item of their own with the unit or the thing that touches them, in scripts that do
/// not part words: 내선 18 / 2팀, 03-3588-7173／3階, 1호점 02-588-7173, 转8001，3号楼.
extension TokenWriter {
  /// The most digits of such a count, and the most parts that one has: 3栋2单元501室.
  private static let mostDigits = 3
  private static let mostParts = 4

  /// The most words and signs that are looked at on either side of the digits.
  private static let mostWords = 8

  /// Whether the cell may hold one, by its facts alone.
  private var mayHoldCountedItems: Bool {
    facts.mayHoldNumber && facts.kinds.contains(anyOf: .text, .word)
      && (facts.hasToken(digits: 1) || facts.hasToken(digits: 2) || facts.hasToken(digits: 3))
  }

  /// Sets such counts aside with all their parts.
  func markCountedItems() {
    guard mayHoldCountedItems else { return }
    // Told by the whole cell, and so asked for once.
    var numbersItems: Bool?
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      guard let end = endOfCountedItem(index) ?? endOfAllHours(index) else { continue }
      let first = firstOfCountedItem(index)
      guard beginsCountedItem(first, digits: index) else { continue }
      if beginsNumber(end) {
        let isOfItems = numbersItems ?? self.numbersItems
        numbersItems = isOfItems
        if isOfItems { continue }
      }
      mark(firstOfPair(before: first)..<end, as: .amount)
    }
  }

  /// The first of two counts that have their unit behind the second one: 2、3樓; the second where it stands alone.
  private func firstOfPair(before second: Int) -> Int {
    let first = second - 2
    guard first > 0, tokens[first + 1].kind == .enumeration, !tokens[first + 1].followsBlank,
      tokens[second].kind == .digits, !tokens[second].followsBlank, tokens[first].kind == .digits,
      tokens[first].count <= tokens[second].count,
      value(of: tokens[first]) < value(of: tokens[second]),
      beginsCountedItem(first, digits: first)
    else { return second }
    return first
  }

  /// Whether ideographs touch few digits.
  @inline(__always)
  private func mayBeCountedItem(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return tokens[index].kind == .digits && tokens[index].count <= Self.mostDigits
      && (next.kind == .text || next.kind == .word) && next.isOfIdeographs && !next.followsBlank
      && digits[Int(tokens[index].first)] != 48
  }

  /// The token behind digits and their unit, with the parts that touch them; nil where something else touches the digits.
  private func endOfCountedItem(_ start: Int) -> Int? {
    var index = start
    for _ in 0..<Self.mostParts {
      guard mayBeCountedItem(index) else { return nil }
      let last = lastOfThing(from: index + 1)
      guard isThing(index + 1...last, digits: index) else { return nil }
      let next = last + 1
      if let end = endOfPart(behind: last) { return end }
      // 9시-18시.
      let isSpan = tokens[next].kind == .dash || tokens[next].kind == .tilde
      let part = isSpan && !tokens[next].followsBlank ? next + 1 : next
      guard tokens[part].kind == .digits, !tokens[part].followsBlank,
        part == next || mayBeCountedItem(part)
      else { return endsThing(before: next) ? endOfThingApart(last, next) : nil }
      index = part
    }
    return nil
  }

  /// The token behind the second part of a floor, whatever touches that: 2樓之1健康中心; nil without one.
  private func endOfPart(behind last: Int) -> Int? {
    guard text(of: tokens[last]).ends(inOneOf: EmbeddedWords.partOfHouse),
      tokens[last + 1].kind == .digits, tokens[last + 1].count < 3,
      !tokens[last + 1].followsBlank, tokens[last + 2].kind != .digits
    else { return nil }
    return last + 2
  }

  /// The token behind the hours of a day in letters, behind a sign and an extension: x12 - 24 hours.
  private func endOfAllHours(_ index: Int) -> Int? {
    let unit = index + 1
    guard index > 1, tokens[index].count == 2, value(of: tokens[index]) == 24,
      tokens[index - 1].kind != .digits, tokens[index - 1].kind != .close,
      tokens[index - 2].kind == .digits, isMarkedExtension(index - 2),
      isLetter("h", at: unit) && !tokens[unit].followsBlank
        || isWord(.unit, at: unit) && tokens[unit].count > 1,
      endsThing(before: unit + 1)
    else { return nil }
    return unit + 1
  }

  /// The last token of the text and the words that nothing parts, up to a label that says whose a number is: 3층 of
  /// 3층예약.
  private func lastOfThing(from first: Int) -> Int {
    var last = first
    while last - first < Self.mostWords, !tokens[last + 1].followsBlank, isOfIdeographs(last + 1),
      !isWord(.marker, at: last + 1), !isWord(.label, at: last + 1)
    { last += 1 }
    return last
  }

  /// Whether a text is a unit, or begins with one and more than the title of a person goes on with it.
  private func isThing(_ words: ClosedRange<Int>, digits index: Int) -> Bool {
    let spelled = text(from: words.lowerBound, through: words.upperBound)
    if CountedThings.all.contains(spelled) { return true }
    if spelled.begins(withOneOf: EmbeddedWords.storey) { return true }
    guard !spelled.ends(inOneOf: EmbeddedWords.titleEnding) else { return false }
    // 1과영업부, 2課税務課.
    return CountedThings.all.begin(spelled, ideographs: 2...4)
      || spelled.count > 6 && spelled.begins(withOneOf: EmbeddedWords.officePart)
  }

  /// Whether a sign, a blank or the end of the cell stands behind a thing, and no more digits go on with it.
  private func endsThing(before next: Int) -> Bool {
    switch tokens[next].kind {
    case .end: true
    case .dash, .dot, .slash, .plus, .star, .hash:
      tokens[next].followsBlank || tokens[next + 1].kind != .digits
        || startsFullNumber(at: next + 1)
    case .word: tokens[next].followsBlank || tokens[next].word == .label
    case .letters, .text, .digits: tokens[next].followsBlank
    default: true
    }
  }

  /// The token behind the thing that a blank parts from the sign of its number: 2번 출구.
  private func endOfThingApart(_ sign: Int, _ next: Int) -> Int {
    tokens[next].kind == .text && isNumberSign(sign)
      && text(of: tokens[next]).isOne(of: EmbeddedWords.countedApart) ? next + 1 : next
  }

  /// The first token of a count: a word that belongs to its digits stands before them, 第3組, 지하 1층.
  private func firstOfCountedItem(_ index: Int) -> Int {
    guard index > 0 else { return index }
    let isBefore =
      tokens[index - 1].kind == .text
      ? text(of: tokens[index - 1]).isOne(of: EmbeddedWords.countedBefore)
      : mayHoldBasements && !tokens[index].followsBlank && isLetter("b", at: index - 1)
    return isBefore ? index - 1 : index
  }

  /// Whether a sign or a blank sets a count apart from the number or the extension before it, or nothing stands there.
  func beginsCountedItem(_ first: Int, digits index: Int) -> Bool {
    guard first > 0 else { return true }
    let before = tokens[first - 1]
    switch before.kind {
    case .newline, .comma, .enumeration, .semicolon, .other, .ampersand:
      return !isBehindMarker(first - 1) && !mayGoOn(index, behind: first - 1)
    case .slash: return endsPart(before: first - 1) && !mayGoOn(index, behind: first - 1)
    case .open: return endsPart(before: first - 1)
    case .dash: return isSetApart(first - 1) && !isBehindMarker(first - 1)
    case .digits, .close:
      return (tokens[first].followsBlank || before.kind == .close)
        && endsNumberOrExtension(before: first, digits: index)
    case .amount, .hours, .date, .text: return tokens[first].followsBlank
    case .word: return tokens[first].followsBlank && before.word != .marker
    default: return false
    }
  }

  /// How far what may go on with a list lies above what stands before its sign.
  private static let farthestNext: Int64 = 3

  /// Whether digits with a unit may go on with a list of extensions or lines: they have no more than the sign of a number,
  /// 轉123、125號, or two of them lie right above what stands before the sign, #12、13課.
  private func mayGoOn(_ index: Int, behind sign: Int) -> Bool {
    if isNumberSign(index + 1), !isOfIdeographs(index + 2), isListedExtension(index) {
      return true
    }
    guard sign > 0, tokens[sign - 1].kind == .digits, tokens[index].count > 1,
      !text(of: tokens[index + 1]).begins(withOneOf: EmbeddedWords.storey)
    else { return false }
    let before = lastDigits(of: tokens[sign - 1], count: Int(tokens[index].count))
    return (1...Self.farthestNext).contains(value(of: tokens[index]) - before)
  }

  /// The value of so many digits at the end of a token, or of all of them.
  private func lastDigits(of token: Token, count: Int) -> Int64 {
    var end = token
    end.first += token.count - min(token.count, UInt16(count))
    end.count = min(token.count, UInt16(count))
    return value(of: end)
  }

  /// Whether a number in full, or its extension, ends before a count, in brackets or not.
  private func endsNumberOrExtension(before first: Int, digits index: Int) -> Bool {
    var last = first - 1
    while last > 0, tokens[last].kind == .close { last -= 1 }
    guard tokens[last].kind == .digits else { return false }
    if isExtension(last) { return true }
    guard tokens[first].followsBlank else { return false }
    guard tokens[index].count < Self.mostDigits else { return endsNumberInFull(before: first) }
    return endsNumber(before: first)
  }
}

/// The units and the things that few digits count or number: Data/words.tsv.
private enum CountedThings {
  static let all = SpellingTable(EmbeddedWords.countedItem)
}
