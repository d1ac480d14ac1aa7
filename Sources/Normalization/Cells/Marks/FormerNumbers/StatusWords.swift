/// Words and signs that tell former numbers from new ones only where they stand so: (錯), 之前：… 現在：…, ->.
extension TokenWriter {
  func markStatusWords(in cell: UnsafeBufferPointer<UInt8>) {
    markStatusSigns(in: cell)
    if facts.kinds.contains(.letters)
      || facts.words.contains(anyOf: .placeholder, .formerBesideNew, .changed)
    {
      markTakenBack()
    }
    if facts.mayHoldNumber, facts.kinds.contains(.close) { markDaysOfEnds() }
    if mayHoldDatedNotes {
      markDatedNotes()
      markDatedChanges()
    }
    if facts.mayHoldNumber, facts.words.contains(.changed) { markDaysOfChanges() }
    if mayHoldTimes { markTimes() }
    if facts.words.contains(.outOfUse) || facts.kinds.contains(.text) { markTopics() }
    if facts.kinds.contains(.text) {
      markStatusTexts(in: cell)
    } else if facts.mayHoldNumber, facts.words.contains(.formerBesideNew) {
      markFormerHolders()
    }
    if !facts.kinds.contains(.text), mayHoldStatusInParts { markStatusInParts() }
    markStatusInBrackets()
    if facts.mayHoldNumber, facts.kinds.contains(.star), facts.kinds.contains(.text) {
      markCrosses(in: cell)
      markCrossesBesideTicks(in: cell)
    }
  }

  private func markStatusTexts(in cell: UnsafeBufferPointer<UInt8>) {
    if mayHoldStatusInParts { markStatusInParts() }
    if facts.kinds.contains(.close) { markNotedDays() }
    if facts.mayHoldNumber, facts.words.contains(.marker) { markForbiddenDialling() }
    if facts.kinds.contains(.word) { joinStatusPhrases() }
    if facts.mayHoldNumber { markFormerHolders() }
    if facts.words.contains(.fax) { markTrueBesideFalse() }
    for index in 0..<tokenCount where tokens[index].kind == .text && standsAlone(index) {
      guard let word = meaning(ofText: index, in: cell) ?? failure(index, in: cell) else {
        continue
      }
      take(index, for: word)
    }
  }

  private func markStatusSigns(in cell: UnsafeBufferPointer<UInt8>) {
    if facts.words.contains(.changed) { markArrowsAsColons() }
    if mayHoldArrows { markArrows(in: cell) }
    if mayHoldStruck { markStruck(in: cell) }
    if mayHoldAnyCross { markCrossesOfNumbers() }
  }

  /// Whether a bracket may hold a day, with a word or a sign for before or after it.
  private var mayHoldDatedNotes: Bool {
    facts.kinds.contains(.close)
      && (facts.words.contains(.dateUnit) || facts.kinds.contains(anyOf: .slash, .dot))
      && (facts.kinds.contains(anyOf: .text, .tilde)
        || facts.words.contains(anyOf: .formerBesideNew, .range))
  }

  func take(_ index: Int, for word: Word) {
    tokens[index].kind = .word
    tokens[index].word = word
    facts.kinds.insert(.word)
    facts.words.insert(word)
  }

  /// Whether neither text nor a word touches a text.
  private func standsAlone(_ index: Int) -> Bool {
    if index > 0, !tokens[index].followsBlank, isOfText(index - 1) { return false }
    return tokens[index + 1].followsBlank || !isOfText(index + 1)
  }

  func isOfText(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .word, .letters: true
    default: false
    }
  }

  private func meaning(ofText index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Word? {
    let start = Int(tokens[index].start)
    let text = UnsafeBufferPointer(rebasing: cell[start..<Int(tokens[index].end)])
    if let status = statusOfNumberBefore(index, text) ?? statusOfPerson(index, text) {
      return status
    }
    switch StatusWords(ofText: text) {
    case .outOfUse, .departed, .wrong: return statusAlone(index, text)
    case .new:
      if isNew(index, text) { return .new }
      guard text.isOne(of: EmbeddedWords.updated) else { return nil }
      if leadsFromBracket(index) { return .changed }
      // In brackets it may be of either number.
      return isInBracket(index) && isBetweenNumbers(index) ? .changed : change(between: index)
    case .gone: return meaning(ofGone: index, text)
    case .former where facts.words.contains(anyOf: .new, .changed): return .former
    case .forbid where endsItemBehindNumber(index): return .outOfUse
    case .avoid, .forbid: return meaning(ofAvoid: index)
    case .contrast: return meaning(ofContrast: text)
    case let word: return meaning(ofWord: word, at: index, in: cell)
    }
  }

  /// The same of words that speak of two numbers in full, the one before them and the one behind.
  private func meaning(
    ofWord word: StatusWords?, at index: Int, in cell: UnsafeBufferPointer<UInt8>
  ) -> Word? {
    switch word {
    // 0912345678(以前) 0922345678.
    case .former, .formerly:
      isInBracket(index) && isBetweenNumbers(index)
        ? .outOfUse : takesFormerly(index, in: cell) ? .former : nil
    case .moved: isBetweenNumbers(index) || endsLastNumber(index) ? .outOfUse : nil
    case .change: change(between: index) ?? handover(index)
    case .changeSign: takeSign(index, in: cell) ? .changed : nil
    default: nil
    }
  }

  /// Whether a text with a colon begins a cell that goes on with who came after: 離職:王小姐… 接任:李小姐….
  private func announcesNew(_ index: Int) -> Bool {
    index == 0 && tokens[1].kind == .colon && facts.words.contains(.new)
  }

  private func meaning(ofGone index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Word? {
    if announcesNew(index) { return .contrast }
    return isBetweenNumbers(index) || endsLastNumber(index) || isGoneAlone(index, text)
      || isGoneBeforeNumber(index, text)
      ? .outOfUse : nil
  }

  /// Whether a text ends the cell, an item of a list or a bracket: 0912345678 勿打，請打0922345678.
  func endsItemOrBracket(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .end, .comma, .enumeration, .semicolon, .newline, .close: true
    default: false
    }
  }

  /// Whether a text is an item of a list by itself: 0912345678，暫停，0922345678.
  func isItem(_ index: Int) -> Bool {
    func isComma(_ index: Int) -> Bool {
      tokens[index].kind == .comma || tokens[index].kind == .enumeration
    }
    return index > 0 && isComma(index - 1) && isComma(index + 1)
  }

  func isInBracket(_ index: Int) -> Bool {
    tokens[index - 1].kind == .open && tokens[index + 1].kind == .close
  }

  /// What a text says that is a word for an occasion elsewhere: that nobody is reached at the number before it,
  /// where another one follows, 02-27123456(不通) 02-27129999.
  private func failure(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Word? {
    guard text(of: tokens[index]).isOne(of: EmbeddedWords.unreachable) else { return nil }
    if endsItemBehindNumber(index) { return .outOfUse }
    guard leadsToNumber(tokens[index + 1].kind == .close ? index + 2 : index + 1),
      isBetweenNumbers(index)
    else { return nil }
    return .outOfUse
  }

  /// Whether a text says of a number that it is the new one: beside a former one, or 更新:0912345678 (0922345678).
  private func isNew(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if facts.words.contains(anyOf: .former, .formerBesideNew) { return true }
    return index == 0 && tokens[1].kind == .colon && leadsToNumber(1)
      && text.isOne(of: EmbeddedWords.updated)
  }

  /// Whether a number in full ends before a text, or before the bracket around it and a name, and another one stands
  /// behind it: 0912345678(離職)0922345678.
  func isBetweenNumbers(_ index: Int) -> Bool {
    var end = tokens[index - 1].kind == .open || isItem(index) ? index - 1 : index
    if end > 1, tokens[end - 1].kind == .text { end -= 1 }
    return end > 0 && endsNumberInFull(before: end) && hasNumber(behind: index)
  }

  /// Takes a text for one that says so of the number behind it, with the day before it set aside; false for others.
  ///
  /// A number in full ends before it, or before the bracket that it stands in.
  private func takesFormerly(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index > 0, leadsToNumber(index + 1) else { return false }
    if endsNumberInFull(before: index) {
      // 02-27123456以前 02-27129999 may speak of the first one.
      return tokens[index].end - tokens[index].start > 6
        || tokens[index].followsBlank
          && (!tokens[index + 1].followsBlank || tokens[index].end - tokens[index].start == 6)
    }
    guard let open = openBeforeDay(index) else { return false }
    mark(open + 1..<index, as: .date)
    return true
  }

  /// The bracket behind a number in full in which only a day, or nothing, stands before a token.
  private func openBeforeDay(_ last: Int) -> Int? {
    for index in stride(from: last - 1, through: max(last - 2 * Self.mostTokensOfDay, 1), by: -1) {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: continue
      case .slash, .dot, .dash, .date, .comma, .enumeration, .text: continue
      case .word where tokens[index].word == .dateUnit || tokens[index].word == .range: continue
      case .open: return endsNumberInFull(before: index) ? index : nil
      default: return nil
      }
    }
    return nil
  }

  /// What a word for a change says between two numbers in full: that the first one gave way, or that one of them
  /// is the new one, where a blank stands on one side alone.
  private func change(between index: Int) -> Word? {
    guard index > 0, endsNumberInFull(before: index), leadsToNumber(index + 1) else { return nil }
    return tokens[index].followsBlank == tokens[index + 1].followsBlank ? .changed : .new
  }

  /// Whether a text touches the last number of the cell and ends it, with another one in full before that:
  /// 13812345678李四;13912345678张三离职.
  private func endsLastNumber(_ index: Int) -> Bool {
    guard index == tokenCount - 1, !tokens[index].followsBlank, endsNumberInFull(before: index)
    else { return false }
    var start = index
    while start > 0 {
      switch tokens[start - 1].kind {
      case .digits, .dash, .open, .close, .dot, .plus: start -= 1
      default: return hasNumber(in: 0..<start)
      }
    }
    return false
  }

  func hasNumber(in range: Range<Int>) -> Bool {
    facts.mayHoldNumber
      && range.contains {
        tokens[$0].kind == .digits && tokens[$0].mayBeOfNumber && startsFullNumber(at: $0)
      }
  }

  private func hasNumber(behind index: Int) -> Bool {
    hasNumber(in: index + 1..<tokenCount)
  }

  func leadsToNumber(_ start: Int) -> Bool {
    let index = tokens[start].kind == .colon ? start + 1 : start
    guard mayBeginNumber(index) else { return false }
    return tokens[index].kind == .plus || startsFullNumber(at: index)
  }

  /// Whether a number may begin at a token, as far as the signs and the digits behind it tell.
  @inline(__always)
  func mayBeginNumber(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits: tokens[index].mayBeOfNumber
    case .open: tokens[index].mayBeOfNumber || tokens[index + 1].kind != .digits
    case .plus: true
    default: false
    }
  }
}

/// What texts say that have a meaning only alone: Data/words.tsv.
enum StatusWords: UInt8 {
  case outOfUse = 1
  case new, former, avoid, gone, formerly, change, changeSign, contrast
  /// As gone, but only where another number stands behind it.
  case moved
  /// Of letters only: the number behind it is not the one, where a word for but follows; gave way to the one before.
  case negation, replaced
  /// Of letters only: the number behind it is a former one, where another one stands before it.
  case formerBetween
  /// The number beside it is not to be dialled, whether it stands behind or before.
  case forbid
  /// As out of use: of who is there no more, and of a number that is not the one.
  case departed, wrong

  /// Whether it says that the number beside it reaches nobody, or not who is meant.
  var isOutOfUse: Bool { self == .outOfUse || self == .departed || self == .wrong }

  /// What text says that stands alone; nil for anything else.
  init?(ofText text: UnsafeBufferPointer<UInt8>) {
    if let known = Self.known(text) {
      self = known
    } else if Self.endsInGone(text) {
      self = .gone
    } else if ContrastWords.begin(text) {
      self = .contrast
    } else if Self.beginsInMove(text) {
      self = .moved
    } else {
      return nil
    }
  }

  /// Whether a text alone says that nobody is reached, or no longer.
  static func speaksAgainst(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch known(text) {
    case .outOfUse, .gone, .moved, .former, .formerly, .avoid, .forbid, .departed, .wrong: true
    case .new, .change, .changeSign, .contrast, .negation, .replaced, .formerBetween, nil:
      false
    }
  }

  static let all = table(of: rows)

  /// Whether a text alone, or behind a name, says that nobody is reached, or no longer.
  static func isDeath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch known(text) {
    case .outOfUse, .departed, .wrong, .gone, .moved: true
    default: endsInGone(text)
    }
  }

  /// Whether a text says that who had a number is there no more.
  static func isDeparture(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .gone, .moved: true
    default: beginsInMove(text)
    }
  }

  /// Whether a text says where somebody moved to: 遷至台中.
  static func beginsInMove(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (9...24).contains(text.count) && text.begins(withOneOf: EmbeddedWords.went)
  }

  /// Whether a text may speak of the number behind it.
  static func isOfNext(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .outOfUse, .departed, .wrong, .gone, .moved, nil: false
    default: true
    }
  }

  /// The same with those of letters only, some of which have another meaning elsewhere.
  static let ofLetters = table(
    of: rows + [
      (.replaced, EmbeddedWords.replaced), (.negation, EmbeddedWords.negation),
      (.negation, EmbeddedWords.negationOfRegion), (.negation, EmbeddedWords.negationElsewhere),
      (.formerBetween, EmbeddedWords.formerBetween),
      (.formerBetween, EmbeddedWords.formerBetweenNumbers),
    ])

  private static let rows: [(StatusWords, StaticString)] = [
    (.outOfUse, EmbeddedWords.outOfUseAlone), (.outOfUse, EmbeddedWords.closingTime),
    (.departed, EmbeddedWords.departed), (.wrong, EmbeddedWords.wrong),
    (.new, EmbeddedWords.newBesideFormer),
    (.former, EmbeddedWords.formerAlone), (.avoid, EmbeddedWords.avoid),
    (.forbid, EmbeddedWords.forbid), (.gone, EmbeddedWords.gone), (.moved, EmbeddedWords.moved),
    (.formerly, EmbeddedWords.formerly),
    (.change, EmbeddedWords.changedBetween), (.changeSign, EmbeddedWords.changedSign),
    (.contrast, EmbeddedWords.contrast),
  ]

  private static func table(of rows: [(StatusWords, StaticString)]) -> SpellingTable {
    SpellingTable(meanings: rows.map { (meaning: $0.rawValue, rows: [$1]) })
  }

  /// Whether a text ends in a word for who is there no more, behind the name: 张三离职.
  static func endsInGone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in max(text.count - longest, 1)..<max(text.count, 1)
    where text[start] & 0xC0 != 0x80 {
      switch StatusWords(rawValue: all.meaning(of: UnsafeBufferPointer(rebasing: text[start...]))) {
      // 0912345678王小姐搬: one ideograph may end a name.
      case .gone where text.count - start > 3, .moved where text.count - start > 3: return true
      default: continue
      }
    }
    return false
  }

  /// The longest of them, in bytes.
  private static let longest = 24

  /// Whether a text has one of them somewhere: 王小姐已離職.
  static func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in text.indices where text[start] & 0xC0 != 0x80 {
      for end in start + 1...min(start + longest, text.count)
      where all.meaning(of: UnsafeBufferPointer(rebasing: text[start..<end])) != 0 {
        return true
      }
    }
    return false
  }
}

/// Words and signs for the number in use, which stand behind it: Data/words.tsv.
enum InUseWords {
  static let all = SpellingTable(EmbeddedWords.inUse)
}
