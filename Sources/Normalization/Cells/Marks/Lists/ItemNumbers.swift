import NumberingPlans

/// Sets aside the numbers of items in a list, which are no digits of the numbers: 1) 02-23822888 2)
/// 02-23822889, Tel. 1: 0621 293012.
extension TokenWriter {
  /// What stands around the number of an item.
  private enum ItemSign {
    /// 1), (1).
    case bracket
    /// 1. and 1、 and the like, by the kind of their sign.
    case sign(Token.Kind)
    /// #1.
    case hash
    /// 1 with a blank behind it, before a number in full.
    case blank
    /// 1館, 2樓 and the like, before a number in full.
    case text
  }

  /// The most items of a list, and the most places where a cell is asked for a number behind one.
  private static let mostItems = 20
  private static let mostPlaces = 40
  /// The most words and signs between the number of an item and the number that it is of.
  private static let mostWords = 5

  /// Whether the cell may have two numbers of items.
  var mayHoldItems: Bool {
    facts.hasTokens(digits: 1) || facts.hasToken(digits: 1) && facts.kinds.contains(.close)
      || tokens[1].kind == .dot && tokens[0].kind == .digits && tokens[0].count <= 2
  }

  /// Whether the cell has two numbers of items or more.
  var numbersItems: Bool { mayHoldItems && items({ _, _ in }) > 1 }

  func markItemNumbers() {
    if items({ _, _ in }) > 1 {
      _ = items { setAside(item: $0, $1) }
    } else if isLoneItem {
      setAside(item: 0, .bracket)
    } else {
      markItemsBehindNumbers()
    }
  }

  /// Whether the cell begins with the number of one item and a bracket that nothing opens, 3) 8 (495) 482-91-73, or with
  /// one and its dot.
  private var isLoneItem: Bool {
    guard tokens[0].kind == .digits, tokens[0].count <= 2, !tokens[1].followsBlank,
      tokens[2].followsBlank, startsFullNumber(at: 2)
    else { return false }
    switch tokens[1].kind {
    case .close: return tokens[0].count == 1
    case .dot:
      return !plan.notation.notesAreChinese && !beginsWithZero(0) && !isNeeded(0, by: 2)
    default: return false
    }
  }

  /// Calls a function with every item of a list that counts from 1, and how it is written; gives
  /// how many there are.
  private func items(_ found: (Int, ItemSign) -> Void) -> Int {
    var count = 0
    var places = 0
    var kind: ItemSign?
    for index in 0..<tokenCount
    where tokens[index].kind == .digits && tokens[index].count <= 2
      && value(of: tokens[index]) == count + 1 && digits[Int(tokens[index].first)] != 48
    {
      guard count < Self.mostItems, places < Self.mostPlaces, let sign = sign(ofItem: index),
        kind.map({ Self.isSame($0, sign) }) ?? true, mayBeginItem(index, sign, isFirst: count == 0)
      else { continue }
      places += 1
      guard leadsToNumberOfItem(token(behindItem: index, sign), isFirst: count == 0) else {
        continue
      }
      found(index, sign)
      kind = sign
      count += 1
    }
    return count
  }

  private static func isSame(_ one: ItemSign, _ other: ItemSign) -> Bool {
    switch (one, other) {
    case (.bracket, .bracket), (.hash, .hash), (.blank, .blank), (.text, .text): true
    case (.sign(let one), .sign(let other)): one == other
    default: false
    }
  }

  private func sign(ofItem index: Int) -> ItemSign? {
    let next = tokens[index + 1]
    if index > 0, tokens[index - 1].kind == .hash, !tokens[index].followsBlank {
      return next.followsBlank ? .hash : nil
    }
    guard !next.followsBlank else { return isBeforeMobile(index) ? .blank : nil }
    switch next.kind {
    case .close: return .bracket
    case .dot, .enumeration, .colon: return .sign(next.kind)
    case .text:
      return plan.notation.notesAreChinese && next.end - next.start == 3
        && startsFullNumber(at: index + 2) ? .text : nil
    case .dash, .slash: return tokens[index + 2].followsBlank ? .sign(next.kind) : nil
    default: return nil
    }
  }

  /// Whether nothing but a blank stands between one digit and a number in full, with its trunk 0 or as long as a
  /// mobile, at the start or behind another number: 1 0912345678 2 0912345679.
  private func isBeforeMobile(_ index: Int) -> Bool {
    guard plan.notation.mobilesStandAlone, tokens[index].count == 1,
      tokens[index + 1].kind == .digits,
      tokens[index + 1].count >= 10 || digits[Int(tokens[index + 1].first)] == 48
    else { return false }
    return startsFullNumber(at: index + 1) && (index == 0 || endsNumberInFull(before: index))
  }

  /// Whether the number of an item may stand at a token: a later one is set apart from the number
  /// before it.
  private func mayBeginItem(_ index: Int, _ sign: ItemSign, isFirst: Bool) -> Bool {
    let start = firstToken(ofItem: index, sign)
    guard start > 0 else { return isFirst }
    switch tokens[start - 1].kind {
    case .digits, .close:
      return !isFirst && (tokens[start].followsBlank || tokens[start].kind == .open)
    case .dash, .plus, .hash, .star, .dot: return false
    case .slash, .open: return !isFirst
    default: return true
    }
  }

  private func firstToken(ofItem index: Int, _ sign: ItemSign) -> Int {
    switch sign {
    case .bracket: index > 0 && tokens[index - 1].kind == .open ? index - 1 : index
    case .hash: index - 1
    case .sign, .blank, .text: index
    }
  }

  private func token(behindItem index: Int, _ sign: ItemSign) -> Int {
    switch sign {
    case .hash, .blank: index + 1
    case .bracket, .sign, .text: index + 2
    }
  }

  /// Whether a number begins at a token; behind later items it may lack its area code.
  private func leadsToNumberOfItem(_ start: Int, isFirst: Bool) -> Bool {
    var index = start
    while index < start + Self.mostWords, isOfWords(index) { index += 1 }
    switch tokens[index].kind {
    case .plus: return tokens[index + 1].kind == .digits
    case .digits, .open:
      if startsFullNumber(at: index) || isAreaInBracket(index) { return true }
      return !isFirst && tokens[index].kind == .digits && tokens[index].count > 2
        && digitsLeft(from: index) > 5
    default: return false
    }
  }

  /// Whether a blank and a bracket with an area code, perhaps without its trunk 0, stand at a token.
  ///
  /// 1. (312) 231 45 67.
  private func isAreaInBracket(_ open: Int) -> Bool {
    tokens[open].kind == .open && tokens[open].followsBlank && tokens[open + 1].kind == .digits
      && (2...5).contains(tokens[open + 1].count) && tokens[open + 2].kind == .close
      && tokens[open + 3].kind == .digits && tokens[open + 3].count > 1
  }

  /// Whether a token is a word of an item, or a sign behind it: 2) Fax:.
  private func isOfWords(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters, .colon: true
    case .word: tokens[index].word == .label || tokens[index].word == .fax
    default: false
    }
  }

  /// Makes a list sign of the number of an item.
  private func setAside(item index: Int, _ sign: ItemSign) {
    let start = firstToken(ofItem: index, sign)
    for token in start..<token(behindItem: index, sign) { passOver(token) }
    tokens[start].kind = .enumeration
    facts.kinds.insert(.enumeration)
  }
}
