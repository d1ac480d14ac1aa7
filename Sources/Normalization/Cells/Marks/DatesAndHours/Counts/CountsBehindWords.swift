import NumberingPlans

/// Leaves few digits unused behind a word for a count, a price or a year: 02-27123456 預算 300, 床位數49 03-4788162,
/// 成立 1987, 每桌 12800.
///
/// Where people write extensions without a marker, only such a word tells that the digits are none.
extension TokenWriter {
  /// The most digits of what is counted, and of both ends of a span.
  private static let mostDigits = 6
  /// Bytes of an ideograph.
  private static let ideograph = 3

  /// Whether the cell may hold a word of ideographs behind which digits count something.
  var mayHoldCountsBehindWords: Bool {
    plan.notation.hasUnmarkedExtensions && facts.kinds.contains(anyOf: .text, .word, .letters)
      && facts.kinds.contains(.digits)
  }

  /// Sets such digits aside.
  func markCountsBehindWords() {
    guard mayHoldCountsBehindWords else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostDigits
      && digits[Int(tokens[index].first)] != 48
    {
      guard
        let end = endOfSum(index) ?? endOfOrdinal(index) ?? endBehindWord(index)
          ?? endOfCount(behindHolder: index)
      else { continue }
      mark(index..<end, as: .amount)
    }
  }

  /// The token behind digits that a word before them counts; nil for others.
  private func endBehindWord(_ index: Int) -> Int? {
    guard let word = wordOfCount(before: index),
      tokens[word].count > 0 || endsInCount(word),
      !startsFullNumber(at: index)
    else { return nil }
    return endOfCounted(index)
  }

  /// The token behind tables and those in reserve: 20+2桌, 20備2.
  private func endOfSum(_ index: Int) -> Int? {
    let last = index + 2
    guard tokens[index].count <= 3, !tokens[index + 1].followsBlank, tokens[last].kind == .digits,
      tokens[last].count <= 2, !tokens[last].followsBlank
    else { return nil }
    let next = tokens[last + 1]
    switch tokens[index + 1].kind {
    case .plus: return next.kind == .text && beginsWithTable(next) ? last + 2 : nil
    case .text:
      return text(of: tokens[index + 1]).isOne(of: EmbeddedWords.spare) && next.kind != .digits
        && next.kind != .dash ? last + 1 : nil
    default: return nil
    }
  }

  private func beginsWithTable(_ token: Token) -> Bool {
    !token.followsBlank
      && (text(of: token).begins(withOneOf: EmbeddedWords.table)
        || text(of: token).begins(withOneOf: EmbeddedWords.seat))
  }

  /// The digits of what has a place in a row, or of a year of schools: 第3鄰, 112學年度.
  private func endOfOrdinal(_ index: Int) -> Int? {
    let next = tokens[index + 1]
    guard next.kind == .text, !next.followsBlank else { return nil }
    if ends(index - 1, in: EmbeddedWords.placeInRow), !tokens[index].followsBlank,
      tokens[index].count <= 2
    {
      return index + 1
    }
    guard tokens[index].count == 3 || tokens[index].count == 4,
      cell[Int(next.start)...].begins(withOneOf: EmbeddedWords.schoolYear)
    else { return nil }
    switch tokens[index - 1].kind {
    case .digits:
      return tokens[index].followsBlank && endsNumberInFull(before: index) ? index + 1 : nil
    case .open, .text, .comma, .enumeration, .semicolon, .newline: return index + 1
    default: return nil
    }
  }

  /// The word before digits, with a colon, a bracket or nothing between; nil for none.
  private func wordOfCount(before index: Int) -> Int? {
    var word = index - 1
    switch tokens[word].kind {
    case .colon, .equals: word -= 1
    case .open where tokens[index + 1].kind == .close: word -= 1
    default: break
    }
    guard word >= 0 else { return nil }
    // Such telephones have short numbers of their own: VoIP 90123.
    guard tokens[word].isOfIdeographs else { return spells("voip", at: word) ? word : nil }
    switch tokens[word].kind {
    case .text: return word
    case .word:
      switch tokens[word].word {
      case .amount, .unit, .place, .dateUnit, .label: return word
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether the text up to the end of a token ends in a word for what is counted, or in one and about: 預算約.
  private func endsInCount(_ word: Int) -> Bool {
    let end = Int(tokens[word].end)
    let isLabel = isWord(.label, at: word)
    if endsInCount(cell[..<end], isLabel: isLabel) { return true }
    guard !isLabel, end > Self.ideograph,
      WordsBeforeCounts.fillers.contains(
        UnsafeBufferPointer(rebasing: cell[end - Self.ideograph..<end]))
    else { return false }
    var before = end - Self.ideograph
    while before > 0, cell[before - 1] == 32 { before -= 1 }
    return endsInCount(cell[..<before], isLabel: false)
  }

  private func endsInCount(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, isLabel: Bool
  ) -> Bool {
    guard text.count >= 2 * Self.ideograph else { return false }
    if WordsBeforeCounts.all.end(UnsafeBufferPointer(rebasing: text), ideographs: 2...4) {
      return true
    }
    // 免付費 is a label.
    if isLabel { return false }
    let two = text.suffix(2 * Self.ideograph)
    guard (0xE4...0xE9).contains(two[two.startIndex]) else { return false }
    if two.begins(withOneOf: EmbeddedWords.perThing) { return true }
    return WordsBeforeCounts.endings.contains(
      UnsafeBufferPointer(rebasing: two.suffix(Self.ideograph)))
  }

  /// The token behind what is counted: 300, 38,000, 32.5, 300-500, 1980→1880; nil where its digits go on as no count
  /// does.
  private func endOfCounted(_ index: Int) -> Int? {
    var end = index + 1
    while tokens[end].kind == .comma, isTight(end), tokens[end + 1].count == 3 { end += 2 }
    if end == index + 1 { end = endOfDecimals(end) ?? endOfSpan(index) ?? endOfDays(index) ?? end }
    if tokens[end].kind == .plus, tokens[end + 1].kind == .digits, tokens[end + 2].kind == .percent
    {
      end += 3
    }
    switch tokens[end].kind {
    // 2500/月.
    case .slash where tokens[end + 1].kind == .text || tokens[end + 1].kind == .word:
      return tokens[end + 1].followsBlank || tokens[end + 1].count > 0 ? nil : end + 2
    case .dash, .slash, .dot, .hash, .star, .tilde, .plus, .colon: return nil
    case .digits: return tokens[end].followsBlank && startsFullNumber(at: end) ? end : nil
    default: return end
    }
  }

  /// Whether digits touch a sign that touches what stands before it.
  private func isTight(_ sign: Int) -> Bool {
    !tokens[sign].followsBlank && tokens[sign + 1].kind == .digits
      && !tokens[sign + 1].followsBlank
  }

  private func endOfDecimals(_ dot: Int) -> Int? {
    tokens[dot].kind == .dot && isTight(dot) && tokens[dot + 1].count <= 2
      && tokens[dot - 1].count <= 3 ? dot + 2 : nil
  }

  /// The token behind a month and a day, or two: 8/15, 2/8~2/14.
  private func endOfDays(_ index: Int) -> Int? {
    func endOfDay(_ first: Int) -> Int? {
      guard tokens[first].kind == .digits, tokens[first].count <= 2,
        tokens[first + 1].kind == .slash,
        tokens[first + 2].kind == .digits, tokens[first + 2].count <= 2,
        !tokens[first + 2].followsBlank, isDay(monthAt: first, dayAt: first + 2)
      else { return nil }
      return first + 3
    }
    guard let end = endOfDay(index) else { return nil }
    switch tokens[end].kind {
    case .dash, .tilde: return endOfDay(end + 1)
    default: return end
    }
  }

  /// The token behind the second end of a span, which is above the first one, and with it shorter than a local number:
  /// 300-500, 25~30; or behind two prices with an arrow between.
  private func endOfSpan(_ index: Int) -> Int? {
    let last = index + 2
    guard tokens[last].kind == .digits, tokens[last].count <= Self.mostDigits else { return nil }
    switch tokens[last - 1].kind {
    case .word where isWord(.changed, at: last - 1) && tokens[last - 1].isOfIdeographs:
      return last + 1
    case .dash, .tilde:
      guard
        isRoundSpan(index)
          || tokens[index].count + tokens[last].count <= Self.mostDigits
            && value(of: tokens[index]) < value(of: tokens[last])
      else { return nil }
      return last + 1
    default: return nil
    }
  }
}

/// The words behind which digits count something: Data/words.tsv.
private enum WordsBeforeCounts {
  static let all = SpellingTable(
    EmbeddedWords.countWord, EmbeddedWords.price, EmbeddedWords.otherDigitsInFull,
    EmbeddedWords.countedWord)
  /// What longer words for a count end in: 床位數, 掛號費.
  static let endings = SpellingTable(EmbeddedWords.countEnding, EmbeddedWords.countedEnding)
  /// What may stand between such a word and its digits.
  static let fillers = SpellingTable(EmbeddedWords.about)
}
