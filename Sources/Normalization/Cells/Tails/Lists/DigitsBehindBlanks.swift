import NumberingPlans
import Records

/// Digits behind a blank, behind a number or its extension.
extension TailGrammar {
  /// Reads digits that only blank space parts from what was read before.
  func readAfterBlank(_ tail: inout Tail, _ base: Base) {
    let index = tail.next
    let token = tokens[index]
    if readsNote(&tail, base, at: index) || readsPairsOfExtension(&tail, at: index)
      || doubtsPostcode(&tail, base, at: index)
    {
      return
    }
    if beginsOtherNumber(index, base, tail) {
      tail.isDone = true
    } else if isOn(.lists), startsLine(at: index, behind: base) {
      guard !mayBePostcode(at: index, behind: base) else {
        return tail.doubt(
          index, behind: base, in: self, "another number of the same area, or a postcode")
      }
      tail.isDone = true
    } else if tail.hasExtensions, continuesExtensions(tail, token),
      Int(token.count) == tail.extensions.last.digits,
      !mayBeParted(tail, token) || token.count == 2 && followsNote(index)
    {
      _ = addExtension(&tail, token: index)
    } else if isHotlineApart(index, tail) {
      tail.leave(upTo: index + 1)
    } else {
      doubtDigits(&tail, base, at: index)
    }
  }

  /// Says what digits may be that no rule takes.
  private func doubtDigits(_ tail: inout Tail, _ base: Base, at index: Int) {
    let token = tokens[index]
    if tail.isEmpty, isAreaHotline(index), tokens[index + 1].kind != .digits {
      tail.doubt(index, keeping: base, "an extension, or a short code")
    } else if token.count > 4, Int(token.count) == plan.notation.postcodeDigits, isText(index + 1) {
      tail.doubt(index, behind: base, in: self, "a postcode, or part of another number")
    } else if tail.extensions.count == 1, mayBeParted(tail, token), tail.alternates == 0 {
      tail.doubt(index, behind: base, in: self, "an extension in two parts, or two extensions")
      if tail.keepsNumber { tail.removeExtensions() }
    } else {
      tail.fail(.ambiguous, at: index, "an extension, or part of another number")
      tail.keepsNumber = standsBehindWord(index, base, tail) || beginsNote(index, base, tail)
    }
  }

  /// Whether a note of words in a bracket stands before digits: 分機12(週二四) 15(週一三五).
  private func followsNote(_ index: Int) -> Bool {
    guard tokens[index - 1].kind == .close else { return false }
    switch tokens[index - 2].kind {
    case .text, .word, .letters, .hours, .date: return true
    default: return false
    }
  }

  /// Reads hours, an extension before its marker, a quantity, a day, or digits behind an extension that text touches; false
  /// for others.
  private func readsNote(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    if let end = endOfRoundTheClock(index) {
      tail.findings.insert(.hours)
      tail.next = end
      return true
    }
    if readBeforeMarker(&tail, base, at: index) { return true }
    if let end = endOfQuantity(index) ?? endOfPostcode(beforeTown: index, tail) {
      tail.leave(upTo: end)
      return true
    }
    return leavesDay(&tail, base, at: index)
      || tail.hasExtensions && doubtsBeforeText(&tail, base, at: index)
  }

  /// The token behind a postcode of the region before the name of a town, or of a district of one: 0571-87012345 310012
  /// 杭州, 03-4227151 320 中壢.
  private func endOfPostcode(beforeTown index: Int, _ tail: Tail) -> Int? {
    let count = tokens[index].count
    guard plan.notation.notesAreChinese, isOn(.postcodes), tail.isOpen, tail.alternates == 0,
      Int(count) == plan.notation.postcodeDigits || count == 5 && plan.notation.postcodeDigits == 3,
      !beginsWithZero(index) || count == 6, tokens[index + 1].kind == .text,
      tokens[index + 2].kind != .digits, !startsFullNumber(at: index),
      isTownOfRegion(text(of: tokens[index + 1]))
    else { return nil }
    return index + 1
  }

  /// The most digits of an extension in groups.
  private static let mostDigitsInPairs = 5

  /// Reads the pairs that go on with one digit behind a dash or a marker, which are an extension as people write lines
  /// there: Durchwahl -2 34 50; false for others.
  private func readsPairsOfExtension(_ tail: inout Tail, at index: Int) -> Bool {
    let first = index - 1
    guard plan.notation.hasDirectDialling, tail.extensions.count == 1, tail.isOpen, first > 0,
      tokens[first].kind == .digits, tokens[first].count == 1,
      tokens[first - 1].kind == .dash && !tokens[first].followsBlank
        || isWord(.marker, at: tokens[first - 1].kind == .dot ? first - 2 : first - 1)
    else { return false }
    var (last, value, count) = (first, self.value(of: tokens[first]), 1)
    while tokens[last + 1].kind == .digits, tokens[last + 1].count == 2 {
      last += 1
      count += 2
      guard count <= Self.mostDigitsInPairs else { return false }
      value = value * 100 + self.value(of: tokens[last])
    }
    guard last > first, tokens[last + 1].kind.endsItemOrBracket else { return false }
    tail.replaceLast(value, digits: count)
    tail.next = last + 1
    return true
  }

  /// Doubts what may be a postcode behind an extension; false for others.
  private func doubtsPostcode(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard tail.hasExtensions, mayBePostcode(tail, at: index), !startsFullNumber(at: index),
      !startsLine(at: index, behind: base)
    else { return false }
    tail.doubt(index, keeping: base, "an extension, or a postcode")
    return true
  }

  /// Whether another number begins, in full, spelled, or an old one.
  private func beginsOtherNumber(_ index: Int, _ base: Base, _ tail: Tail) -> Bool {
    startsFullNumber(at: index) || startsSpelledNumber(at: index)
      || beginsOldNumber(index, base, tail) || startsBehindNeighbourCode(at: index)
  }

  /// Whether the calling code of a neighbour stands before a number there, and no area code of the region: 2712 3456
  /// (86)13812345678.
  func startsBehindNeighbourCode(at start: Int) -> Bool {
    let code = tokens[start].kind == .open ? start + 1 : start
    guard (2...3).contains(tokens[code].count), isOn(.internationalPrefixes),
      context.answer({ !$0.notation.neighbourCodes.isEmpty }), digitsLeft(from: code) > 9
    else { return false }
    let grammar = NumberGrammar(list, context, at: start)
    if case .base = grammar.readBehindNeighbourCode(start) { return true }
    return false
  }

  /// The most digits of a count, a house or a postcode with which a note begins.
  private static let mostDigitsOfNote = 5

  /// Whether few digits right behind a number that is sure begin a note, as a word behind them tells: 2 dogs, 07130
  /// Saint-Péray.
  private func beginsNote(_ index: Int, _ base: Base, _ tail: Tail) -> Bool {
    tail.isEmpty && index == base.nextToken && tokens[index].count <= Self.mostDigitsOfNote
      && !isPairBehindPairs(index, of: base) && isText(index + 1) && tokens[index + 1].followsBlank
      && (tokens[index + 1].kind == .text || tokens[index + 1].count > 2)
      && isSure(base, before: index)
  }

  /// Whether two digits go on with those of a number that does not tell by its trunk 0 or plus how long it is: 32 32 208 89
  /// 90.
  private func isPairBehindPairs(_ index: Int, of base: Base) -> Bool {
    tokens[index].count == 2 && tokens[index - 1].kind == .digits && tokens[index - 1].count == 2
      && tokens[base.firstToken].kind == .digits && !beginsWithZero(base.firstToken)
  }

  /// Whether an area code and a dash stand before what the plan knows for no number, beside one that is complete:
  /// 02-27123456 02-5461011.
  private func beginsOldNumber(_ index: Int, _ base: Base, _ tail: Tail) -> Bool {
    plan.notation.hasUnmarkedExtensions && base.repair == nil && tail.isEmpty
      && (2...4).contains(tokens[index].count) && beginsWithZero(index)
      && tokens[index + 1].kind == .dash && digitsLeft(from: index) > 7
      && context.answer({ $0.isAreaCode(digits(of: tokens[index])) })
  }

  /// Whether five digits right behind a number are a hotline of everybody, which nobody has for an extension:
  /// 0546-8331789 12369.
  private func isHotlineApart(_ index: Int, _ tail: Tail) -> Bool {
    guard tokens[index].count == 5, plan.notation.hasUnmarkedExtensions, tail.isOpen,
      isHotline(index)
    else { return false }
    switch tokens[index + 1].kind {
    case .digits, .dash, .slash, .dot: return false
    default: return true
    }
  }
}
