/// Words and signs that tell former numbers from new ones only where they stand so: (錯), 之前：… 現在：…, ->.
extension TokenWriter {
  func markStatusWords(in cell: UnsafeBufferPointer<UInt8>) {
    if mayHoldArrows {
      markArrows(in: cell)
    }
    if facts.kinds.contains(.letters) {
      if facts.kinds.contains(.close) { markBracketedStatus() }
      markAvoided()
    }
    guard facts.kinds.contains(.text) else { return }
    if facts.kinds.contains(.close), facts.words.contains(.dateUnit) || facts.kinds.contains(.slash)
    {
      markDatedNotes(in: cell)
      markDatedChanges(in: cell)
    }
    for index in 0..<tokenCount where tokens[index].kind == .text && standsAlone(index) {
      guard let word = meaning(ofText: index, in: cell) else { continue }
      take(index, for: word)
    }
    if facts.kinds.contains(.star) { markCrosses(in: cell) }
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

  /// Takes letters right before a number for a word that says not to dial it: NOT 01872 275603 USE 01872 261947.
  ///
  /// Behind other letters they are part of what those say: if not 01872 261947.
  private func markAvoided() {
    for index in 0..<tokenCount
    where tokens[index].kind == .letters
      && (index == 0 || tokens[index - 1].kind != .letters && tokens[index - 1].kind != .word)
    {
      guard StatusWords.all.meaning(of: letters(of: tokens[index])) == StatusWords.avoid.rawValue,
        leadsToNumber(index + 1)
      else { continue }
      take(index, for: .outOfUse)
    }
  }

  /// Whether the cell has the signs of which an arrow may be made.
  var mayHoldArrows: Bool {
    facts.kinds.contains(anyOf: .dash, .equals) && facts.kinds.contains(anyOf: .close, .open)
  }

  private func take(_ index: Int, for word: Word) {
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

  private func isOfText(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .word, .letters: true
    default: false
    }
  }

  private func meaning(ofText index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Word? {
    let start = Int(tokens[index].start)
    let text = UnsafeBufferPointer(rebasing: cell[start..<Int(tokens[index].end)])
    let known = StatusWords(rawValue: StatusWords.all.meaning(of: text))
    switch known ?? (StatusWords.endsInGone(text) ? .gone : nil) {
    case .outOfUse: return .outOfUse
    case .new: return isNew(index, text) ? .new : isUpdate(index, text) ? .changed : nil
    case .gone: return isBetweenNumbers(index) || endsLastNumber(index) ? .outOfUse : nil
    case .former: return facts.words.contains(anyOf: .new, .changed) ? .former : nil
    case .avoid: return meaning(ofAvoid: index)
    case nil: return nil
    }
  }

  /// What a text means that says not to dial a number: the one before its brackets, or the one behind it.
  private func meaning(ofAvoid index: Int) -> Word? {
    if isInBracket(index), isBetweenNumbers(index) { return .outOfUse }
    guard leadsToNumber(index + 1) else { return nil }
    return tokens[index - 1].kind == .open && index > 1 ? .former : .outOfUse
  }

  /// Whether a text in brackets between two numbers says that one of them is new, and not which:
  /// 02-27123456(更新) 02-27129999.
  private func isUpdate(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isInBracket(index) && text.elementsEqual("更新".utf8) && isBetweenNumbers(index)
  }

  private func isInBracket(_ index: Int) -> Bool {
    tokens[index - 1].kind == .open && tokens[index + 1].kind == .close
  }

  /// Whether a text says of a number that it is the new one: beside a former one, or 更新:0912345678 (0922345678).
  private func isNew(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if facts.words.contains(anyOf: .former, .formerBesideNew) { return true }
    return index == 0 && tokens[1].kind == .colon && leadsToNumber(1)
      && text.spells("更新")
  }

  /// Whether a number in full ends before a text, or before the bracket around it and a name, and another one stands
  /// behind it: 0912345678(離職)0922345678.
  private func isBetweenNumbers(_ index: Int) -> Bool {
    var end = tokens[index - 1].kind == .open ? index - 1 : index
    if end > 1, tokens[end - 1].kind == .text { end -= 1 }
    return end > 0 && endsNumberInFull(before: end) && hasNumber(behind: index)
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

  private func hasNumber(in range: Range<Int>) -> Bool {
    range.contains { tokens[$0].kind == .digits && startsFullNumber(at: $0) }
  }

  private func hasNumber(behind index: Int) -> Bool {
    hasNumber(in: index + 1..<tokenCount)
  }

  private func leadsToNumber(_ start: Int) -> Bool {
    let index = tokens[start].kind == .colon ? start + 1 : start
    switch tokens[index].kind {
    case .digits, .open: return startsFullNumber(at: index)
    case .plus: return true
    default: return false
    }
  }

  /// Takes an arrow of two signs behind a number and before another one for a word: 02-27123456->02-27129999,
  /// 02-27129999 <- 02-27123456.
  private func markArrows(in cell: UnsafeBufferPointer<UInt8>) {
    for index in 1..<max(tokenCount, 1) {
      guard !tokens[index + 1].followsBlank, isBehindNumber(index) else { continue }
      var word: Word?
      if isShaft(index), isSign(">", index + 1, .close, in: cell) { word = .changed }
      if isShaft(index + 1), isSign("<", index, .open, in: cell) { word = .former }
      guard let word, leadsToDigits(index + 2) else { continue }
      take(index, for: word)
      tokens[index + 1].kind = .ordinal
    }
  }

  private func isShaft(_ index: Int) -> Bool {
    tokens[index].kind == .dash || tokens[index].kind == .equals
  }

  private func isBehindNumber(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .digits, .close: true
    default: isShaft(index - 1) && index > 1 && tokens[index - 2].kind == .digits
    }
  }

  private func leadsToDigits(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .plus: true
    case .open: tokens[index + 1].kind == .digits
    default: false
    }
  }

  private func isSign(
    _ sign: Unicode.Scalar, _ index: Int, _ kind: Token.Kind, in cell: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard tokens[index].kind == kind else { return false }
    var start = Int(tokens[index].start)
    let scalar = Folding.decode(cell, &start)
    return scalar == sign.value || scalar == sign.value + 0xFEE0
  }

  /// Takes a cross behind a number for a word where the cell ends in a sign for the right one:
  /// 13812345678×13912345678√.
  private func markCrosses(in cell: UnsafeBufferPointer<UInt8>) {
    let last = tokenCount - 1
    guard last > 1, tokens[last].kind == .text,
      InUseWords.all.contains(
        UnsafeBufferPointer(rebasing: cell[Int(tokens[last].start)..<Int(tokens[last].end)]))
    else { return }
    for index in 1..<last where isSign("×", index, .star, in: cell) {
      guard tokens[index - 1].kind == .digits, tokens[index + 1].kind == .digits,
        startsFullNumber(at: index + 1)
      else { continue }
      take(index, for: .outOfUse)
    }
  }

  /// Takes notes in brackets behind two numbers, of which one says before a day and the other one after, for
  /// words: 021-54321234（2025年前）021-65432100（2025年后）.
  private func markDatedNotes(in cell: UnsafeBufferPointer<UInt8>) {
    for takes in [false, true] {
      var (isBefore, isAfter) = (false, false)
      for index in 2..<max(tokenCount, 2) where tokens[index + 1].kind == .close {
        guard let (word, open) = datedNote(endingAt: index, in: cell) else { continue }
        if word == .former { isBefore = true } else { isAfter = true }
        if takes {
          mark(open + 1..<index, as: .date)
          take(index, for: word)
        }
      }
      guard isBefore, isAfter else { return }
    }
  }

  /// Takes for words what says in brackets from which day on another number holds, or until when the one before
  /// did: 021-54321234（2026年起021-65432100）, 0912345678 (2026年3月前) 0922345678.
  private func markDatedChanges(in cell: UnsafeBufferPointer<UInt8>) {
    for index in 2..<max(tokenCount, 2) where tokens[index].kind == .text {
      guard let (word, open) = datedNote(endingAt: index, in: cell), open > 0, hasYear(open, index),
        endsNumberInFull(before: open)
      else { continue }
      let next = tokens[index + 1].kind == .close ? index + 2 : index + 1
      guard (next == index + 1) == (word == .new), leadsToNumber(next) else { continue }
      mark(open + 1..<index, as: .date)
      take(index, for: word == .new ? .changed : .outOfUse)
    }
  }

  private func hasYear(_ open: Int, _ index: Int) -> Bool {
    (open + 1..<index).contains { tokens[$0].kind == .digits && tokens[$0].count >= 3 }
  }

  /// The most tokens of a day in numbers and its units.
  private static let mostTokensOfDay = 6

  /// What a note that ends in a token says, and the bracket that opens it; nil for one that does not say before
  /// or after a day.
  private func datedNote(
    endingAt last: Int, in cell: UnsafeBufferPointer<UInt8>
  ) -> (word: Word, open: Int)? {
    guard !tokens[last].followsBlank, isOfText(last), tokens[last].count == 0 else { return nil }
    let text = cell[Int(tokens[last].start)..<Int(tokens[last].end)]
    let word: Word
    switch DayWords.all.meaning(of: UnsafeBufferPointer(rebasing: text)) {
    case 1: word = .former
    case 2: word = .new
    default: return nil
    }
    for index in stride(from: last - 1, through: max(last - Self.mostTokensOfDay, 0), by: -1) {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: continue
      case .slash, .dot, .dash, .date: continue
      case .word where tokens[index].word == .dateUnit: continue
      case .open: return index < last - 1 ? (word, index) : nil
      default: return nil
      }
    }
    return nil
  }
}

/// What texts say that have a meaning only alone: Data/words.tsv.
enum StatusWords: UInt8 {
  case outOfUse = 1
  case new, former, avoid, gone

  /// Whether a text alone says that nobody is reached, or no longer.
  static func speaksAgainst(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .outOfUse, .gone, .former, .avoid: true
    case .new, nil: false
    }
  }

  static let all: SpellingTable = {
    let rows: [(StatusWords, StaticString)] = [
      (.outOfUse, EmbeddedWords.outOfUseAlone), (.new, EmbeddedWords.newBesideFormer),
      (.former, EmbeddedWords.formerAlone), (.avoid, EmbeddedWords.avoid),
      (.gone, EmbeddedWords.gone),
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

  /// Whether a text ends in a word for who is there no more, behind the name: 张三离职.
  static func endsInGone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in max(text.count - longest, 1)..<max(text.count, 1)
    where text[start] & 0xC0 != 0x80
      && all.meaning(of: UnsafeBufferPointer(rebasing: text[start...])) == gone.rawValue
    {
      return true
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

/// What stands behind a day: 1 for before it, 2 for after.
///
/// Not in words.tsv, which has them with the one meaning that they have elsewhere.
private enum DayWords {
  static let all = SpellingTable("前=1 之前=1 以前=1 後=2 后=2 之後=2 之后=2 以後=2 以后=2 起=2")
}

/// Words and signs for the number in use, which stand behind it: Data/words.tsv.
enum InUseWords {
  static let all = SpellingTable(EmbeddedWords.inUse)
}
