import NumberingPlans
import Records

/// Words that set the numbers of a cell against each other, so that nobody can tell which of them is in use:
/// N、M 均停用, M(前者停用), 前任里長M 里長N, N 取代 M.
extension TokenWriter {
  /// Rejects a cell of two numbers or more with such words, or what stands before the end of a span; the words of others
  /// are text again.
  func rejectContrast(into result: CellResult) -> LeftByContrast {
    if let until = firstOfEndedSpan() {
      let end = endOfFirstNumber(until: until)
      reject(
        .ambiguous, token: until, to: end ?? tokenCount, note: "a number in use, or a former one",
        into: result)
      guard let end else { return .nothing }
      for index in 0..<end { tokens[index].kind = .amount }
      facts.kinds.insert(.amount)
      restoreText()
      return .rest
    }
    guard facts.mayHoldNumber, mayHoldContrast, let word = firstContrast(),
      hasSeveralNumbers(),
      !isAnswered(word)
    else {
      restoreText()
      return .all
    }
    if standsBesideCurrent(word) {
      tokens[word].word = .former
      facts.words.insert(.former)
      restoreText()
      return .all
    }
    reject(
      .ambiguous, token: word, to: tokenCount, note: "a number in use, or one that is not",
      into: result)
    return .nothing
  }

  private var mayHoldContrast: Bool {
    facts.words.contains(.contrast)
      || plan.notation.notesAreChinese
        && (facts.words.contains(anyOf: .outOfUse, .fax) || facts.kinds.contains(.text))
  }

  /// Whether text names who had the number behind it, and other text who has another one now: 前任里長0912345678
  /// 現任里長0955127338.
  private func standsBesideCurrent(_ word: Int) -> Bool {
    guard isWord(.contrast, at: word), ContrastWords.begin(text(of: tokens[word])),
      let current = (0..<tokenCount).first(where: {
        tokens[$0].kind == .text && ContrastWords.beginCurrent(text(of: tokens[$0]))
      })
    else { return false }
    let (first, second) = (min(word, current), max(word, current))
    return hasNumber(in: first + 1..<second) && hasNumber(in: second + 1..<tokenCount)
  }

  /// Takes words for true and false, of which the first one is short for a fax elsewhere, for words of which number is in
  /// use, where the cell has both: 13812345678(假) 13987654321(真).
  func markTrueBesideFalse() {
    guard facts.kinds.contains(.text), facts.words.contains(.fax) else { return }
    guard
      let isTrue = (0..<tokenCount).first(where: {
        isWord(.fax, at: $0) && text(of: tokens[$0]).isOne(of: EmbeddedWords.trueNumber)
      }),
      let isFalse = (0..<tokenCount).first(where: {
        tokens[$0].kind == .text && text(of: tokens[$0]).isOne(of: EmbeddedWords.falseNumber)
      })
    else { return }
    tokens[isTrue].kind = .text
    tokens[isTrue].word = .none
    let leads = leadsToNumber(isFalse + 1)
    take(isFalse, for: leads && !tokens[isFalse + 1].followsBlank ? .former : .outOfUse)
  }

  /// Whether text says which number is right, and a status which one is not: 0912345678才對 0922345678錯.
  private func isAnswered(_ word: Int) -> Bool {
    let spelled = text(of: tokens[word])
    return isWord(.contrast, at: word) && facts.words.contains(.outOfUse)
      && spelled.begins(withOneOf: EmbeddedWords.rightNumber)
  }

  /// The first such word; elsewhere than in Taiwan and China in letters alone.
  private func firstContrast() -> Int? {
    guard plan.notation.notesAreChinese else {
      return (0..<tokenCount).first { isWord(.contrast, at: $0) && tokens[$0].count > 0 }
    }
    // The services of several numbers: 02-27123456(設立)02-27129999(歇業).
    let isOfServices = facts.words.contains(.outOfUse) && hasCounterpart()
    return (0..<tokenCount).first { index in
      if tokens[index].kind == .text {
        let spelled = text(of: tokens[index])
        return isOneOfSeveral(spelled)
          || isOfSeveral(status: index) && StatusWords.isDeath(spelled)
      }
      guard tokens[index].kind == .word else { return false }
      switch tokens[index].word {
      case .contrast: return true
      case .outOfUse where isOfServices && text(of: tokens[index]).count == 6: return true
      case .outOfUse, .fax: return isOfSeveral(status: index)
      default: return false
      }
    }
  }

  /// Whether text that touches a status says of which of several numbers it is: 均停用, 兩支都停用, 前者空號.
  private func isOfSeveral(status index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return false }
    // 第一支停用.
    if isWord(.amount, at: index - 1) {
      return text(of: tokens[index - 1]).isOne(of: EmbeddedWords.phoneCounted)
    }
    guard tokens[index - 1].kind == .text else { return false }
    let before = text(of: tokens[index - 1])
    if before.ends(inOneOf: EmbeddedWords.allOfThem) { return true }
    return ContrastWords.shares.end(before, ideographs: 1...2)
  }

  /// Whether text says by its place which of several numbers reaches nobody: 第一个打不通.
  private func isOneOfSeveral(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count > 9 && StatusWords.endsInGone(text)
      && text.begins(withOneOf: EmbeddedWords.oneOfSeveral)
  }

  /// Whether the cell holds two numbers in full, or one and a line beside it.
  func hasSeveralNumbers() -> Bool {
    guard facts.mayHoldNumber else { return false }
    switch severalNumbers {
    case .counted(let areThere): return areThere
    case .uncounted: return countSeveralNumbers()
    case .awaited:
      let areThere = countSeveralNumbers()
      severalNumbers = .counted(areThere)
      return areThere
    }
  }

  private func countSeveralNumbers() -> Bool {
    var (count, index) = (0, 0)
    while index < tokenCount {
      if tokens[index].kind == .digits, startsFullNumber(at: index) || count > 0 && isLine(index) {
        count += 1
        if count > 1 { return true }
        index = behindNumber(index)
      } else {
        index += 1
      }
    }
    return false
  }

  /// The fewest digits of a line without area code.
  private static var fewestDigitsOfLine: UInt16 { 6 }

  /// The token behind the groups that begin at digits.
  func behindNumber(_ start: Int) -> Int {
    var (index, count) = (start + 1, tokens[start].count)
    while index < tokenCount {
      switch tokens[index].kind {
      // 8 (495) 123-45-67: no number is so short.
      case .digits where count < Self.fewestDigitsOfLine: count += tokens[index].count
      case .open where count < Self.fewestDigitsOfLine,
        .close where count < Self.fewestDigitsOfLine:
        break
      case .dash where tokens[index + 1].kind == .digits,
        .close where tokens[index + 1].kind == .digits:
        index += 1
        count += tokens[index].count
      case .digits where !startsFullNumber(at: index): break
      default: return index
      }
      index += 1
    }
    return index
  }

  /// Whether digits may be another line of the area of the number before.
  private func isLine(_ index: Int) -> Bool {
    let next = tokens[index + 1].kind == .dash ? tokens[index + 2] : tokens[index]
    return tokens[index].count > 5
      || next.kind == .digits && next.count == 4
        && tokens[index].count > 2
  }

  private func restoreText() {
    guard facts.words.contains(.contrast) else { return }
    for index in 0..<tokenCount where isWord(.contrast, at: index) {
      tokens[index].kind = tokens[index].count > 0 ? .letters : .text
      tokens[index].word = .none
    }
  }
}

/// Whether a cell holds several numbers, while one mark asks it of text after text.
enum SeveralNumbers {
  /// Counted whenever it is asked: what is set aside meanwhile may be one of them.
  case uncounted
  /// Counted when it is asked next.
  case awaited
  /// As it was counted.
  case counted(Bool)
}

/// The words that set numbers against each other: Data/words.tsv.
enum ContrastWords {
  /// What text begins with that names who had a number before.
  private static let former = SpellingTable(EmbeddedWords.contrastBeginning)
  /// What text begins with that names who has a number now.
  private static let current = SpellingTable(EmbeddedWords.contrastCurrent)
  /// What text ends in before a status.
  static let shares = SpellingTable(EmbeddedWords.contrastShare)

  /// Whether text begins with a word for who had a number before: 前任里長.
  static func begin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    former.begin(text, ideographs: 2...3)
  }

  /// Whether text begins with a word for who has a number now: 現任里長.
  static func beginCurrent(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    current.begin(text, ideographs: 2...3)
  }
}

/// What of a cell is still read behind words that set its numbers against each other.
enum LeftByContrast {
  case all
  /// What stands behind numbers that were rejected.
  case rest
  case nothing
}
