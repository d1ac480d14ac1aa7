/// Words and signs that tell former numbers from new ones only where they stand so: (錯), 之前：… 現在：…, ->.
extension TokenWriter {
  func markStatusWords(in cell: UnsafeBufferPointer<UInt8>) {
    if mayHoldArrows {
      markArrows(in: cell)
    }
    if facts.kinds.contains(.close), facts.kinds.contains(.letters) { markBracketedStatus() }
    if mayHoldDatedNotes {
      markDatedNotes(in: cell)
      markDatedChanges(in: cell)
    }
    guard facts.kinds.contains(.text) else { return }
    for index in 0..<tokenCount where tokens[index].kind == .text && standsAlone(index) {
      guard let word = meaning(ofText: index, in: cell) ?? failure(index, in: cell) else {
        continue
      }
      take(index, for: word)
    }
    if facts.kinds.contains(.star) {
      markCrosses(in: cell)
      markCrossesBesideTicks(in: cell)
    }
  }

  /// Whether a bracket may hold a day, with a word or a sign for before or after it.
  private var mayHoldDatedNotes: Bool {
    facts.kinds.contains(.close)
      && (facts.words.contains(.dateUnit) || facts.kinds.contains(anyOf: .slash, .dot))
      && (facts.kinds.contains(anyOf: .text, .tilde)
        || facts.words.contains(anyOf: .formerBesideNew, .range))
  }

  /// Takes letters that stand alone in brackets behind a number for words: (wrong), (falsch!).
  private func markBracketedStatus() {
    for index in 2..<max(tokenCount, 2)
    where tokens[index].kind == .letters && tokens[index - 1].kind == .open {
      let next = tokens[index + 1].kind == .other ? index + 2 : index + 1
      guard tokens[next].kind == .close,
        StatusWords.all.meaning(of: letters(of: tokens[index])) == StatusWords.outOfUse.rawValue
      else { continue }
      take(index, for: .outOfUse)
    }
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
    switch StatusWords(rawValue: StatusWords.all.meaning(of: text)) {
    case .outOfUse: return .outOfUse
    case .new:
      if isNew(index, text) { return .new }
      return text.elementsEqual("更新".utf8) ? change(between: index) : nil
    case .gone: return isBetweenNumbers(index) ? .outOfUse : nil
    case .former where facts.words.contains(anyOf: .new, .changed): return .former
    case .avoid:
      guard leadsToNumber(index + 1) else { return nil }
      return tokens[index - 1].kind == .open && index > 1 ? .former : .outOfUse
    case let word: return meaning(ofWord: word, at: index, in: cell)
    }
  }

  /// The same of words that speak of two numbers in full, the one before them and the one behind.
  private func meaning(
    ofWord word: StatusWords?, at index: Int, in cell: UnsafeBufferPointer<UInt8>
  ) -> Word? {
    switch word {
    case .former, .formerly: isFormerly(index, in: cell) ? .former : nil
    case .change: change(between: index)
    case .changeSign: takeSign(index, in: cell) ? .changed : nil
    default: nil
    }
  }

  /// What a text says that is a word for an occasion elsewhere: that nobody is reached at the number before it,
  /// where another one follows, 02-27123456(不通) 02-27129999.
  private func failure(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Word? {
    guard text(of: tokens[index]).elementsEqual("不通".utf8),
      leadsToNumber(tokens[index + 1].kind == .close ? index + 2 : index + 1),
      isBetweenNumbers(index)
    else { return nil }
    return .outOfUse
  }

  /// Whether a text says of a number that it is the new one: beside a former one, or 更新:0912345678 (0922345678).
  private func isNew(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if facts.words.contains(anyOf: .former, .formerBesideNew) { return true }
    return index == 0 && tokens[1].kind == .colon && leadsToNumber(1)
      && text.elementsEqual("更新".utf8)
  }

  /// Whether a number in full ends before a text, or before the bracket around it and a name, and another one stands
  /// behind it: 0912345678(離職)0922345678.
  private func isBetweenNumbers(_ index: Int) -> Bool {
    var end = tokens[index - 1].kind == .open ? index - 1 : index
    if end < index, end > 1, tokens[end - 1].kind == .text { end -= 1 }
    return end > 0 && endsNumberInFull(before: end) && hasNumber(behind: index)
  }

  /// Whether a text says so of the number behind it: a number in full ends before it, or before the bracket
  /// that it stands in, perhaps behind a day.
  private func isFormerly(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
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

  private func hasNumber(behind index: Int) -> Bool {
    (index + 1..<tokenCount).contains { tokens[$0].kind == .digits && startsFullNumber(at: $0) }
  }

  func leadsToNumber(_ start: Int) -> Bool {
    let index = tokens[start].kind == .colon ? start + 1 : start
    switch tokens[index].kind {
    case .digits, .open: return startsFullNumber(at: index)
    case .plus: return true
    default: return false
    }
  }
}

/// What texts say that have a meaning only alone: Data/words.tsv.
private enum StatusWords: UInt8 {
  case outOfUse = 1
  case new, former, avoid, gone, formerly, change, changeSign

  static let all: SpellingTable = {
    let rows: [(StatusWords, StaticString)] = [
      (.outOfUse, EmbeddedWords.outOfUseAlone), (.new, EmbeddedWords.newBesideFormer),
      (.former, EmbeddedWords.formerAlone), (.avoid, EmbeddedWords.avoid),
      (.gone, EmbeddedWords.gone), (.formerly, EmbeddedWords.formerly),
      (.change, EmbeddedWords.changedBetween), (.changeSign, EmbeddedWords.changedSign),
    ]
    var text: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for (meaning, row) in rows {
      WordRows.forEachWord(in: row) { spelling, _ in
        words.append((text.count..<text.count + spelling.count, meaning.rawValue))
        text += spelling
      }
    }
    return SpellingTable(text, words)
  }()
}

/// Words and signs for the number in use, which stand behind it: Data/words.tsv.
enum InUseWords {
  static let all = SpellingTable(EmbeddedWords.inUse)
}
