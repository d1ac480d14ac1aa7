import NumberingPlans
import Records

/// Reads what stands behind a number: from tokens, the number and what is known around it to a value.
struct TailGrammar: TokenReading {
  let list: TokenList
  let context: CellContext

  /// Reads what follows a number: extensions, runs, alternates, notes.
  func readTail(of base: Base, from start: Int? = nil) -> Tail {
    var tail = Tail(next: start ?? base.nextToken)
    read(&tail, of: base)
    return tail
  }

  /// The same from where a tail begins, in place: a tail is long to copy.
  func read(_ tail: inout Tail, of base: Base) {
    tail.isFax = context.readsFax
    while !tail.isDone {
      if !readByRule(&tail, base) { passOver(&tail, base) }
    }
  }

  /// Lets the rules of the rule book read on; false where none of them takes what stands there.
  private func readByRule(_ tail: inout Tail, _ base: Base) -> Bool {
    var rows = context.tails.pointee.rows(for: tokens[tail.next])
    while rows != 0 {
      if RuleBook.Following(rawValue: UInt8(rows.trailingZeroBitCount))?.read(self, &tail, base)
        == true
      {
        return true
      }
      rows &= rows - 1
    }
    return false
  }

  /// Reads what is no rule's: brackets, a plus, signs, and what the marks set aside.
  private func passOver(_ tail: inout Tail, _ base: Base) {
    let token = tokens[tail.next]
    switch token.kind {
    case .end: tail.isDone = true
    case .open: readBracket(&tail, base)
    case .plus: readTailPlus(&tail, base)
    case .question, .caret, .percent, .at, .colon, .equals, .other: readTailSign(&tail, base)
    default:
      if token.kind == .word, token.word == .hours { tail.findings.insert(.hours) }
      tail.findings.formUnion(Findings(of: token.kind))
      tail.next += 1
    }
  }

  private func readTailPlus(_ tail: inout Tail, _ base: Base) {
    if leadsToFewDigits(behindPlus: tail.next) {
      tail.doubt(
        tail.next + 1, behind: base, in: self, "the last digits of another number, or an extension")
    } else if tokens[tail.next + 1].kind == .digits {
      tail.isDone = true
    } else {
      tail.next += 1
    }
  }

  /// Passes over a postcode; false where none begins.
  func leavesPostcode(_ tail: inout Tail) -> Bool {
    guard let end = endOfPostcode(at: tail.next) else { return false }
    if labelsNumber(postcode: tail.next) {
      tail.isDone = true
      return true
    }
    tail.leave(upTo: end)
    return true
  }

  /// Reads text behind a number, or the extension of whom it names beside the one before.
  func readTailName(_ tail: inout Tail, _ base: Base) {
    if takesBackExtension(&tail, base) { return }
    if addsExtensionOfNextHolder(&tail, at: tail.next, of: base)
      || readsExtension(&tail, ofHolderAt: tail.next, base)
    {
      return
    }
    readTailText(&tail, base)
  }

  /// Reads text behind a number: left unused, unless further digits follow it.
  private func readTailText(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    if tail.extensions.count > 0, !tokens[start].followsBlank, tokens[start].kind == .letters,
      tokens[start - 1].kind == .digits
    {
      return failAtLetters(&tail, base, at: start)
    }
    if isMistypedDigit(start)
      || base.repair != nil && !tokens[start].followsBlank && tokens[start].kind == .letters
        && tokens[start - 1].kind == .digits
    {
      return tail.fail(.junk, at: start, JunkNote.touchingLetters)
    }
    tail.findings.insert(.unusedText)
    var index = start
    while tokens[index].kind == .text || tokens[index].kind == .letters || isWord(.label, at: index)
    { index += 1 }
    if let end = endOfNoteInText(tail, from: start, at: index, base) {
      tail.next = end
      return
    }
    if tokens[index].kind == .digits || tokens[index].kind == .hash {
      if startsOtherNumber(index, behind: base) {
        tail.end(at: index)
        return
      }
      tail.fail(.junk, at: start, JunkNote.textAmid)
      tail.keepsNumber = isSure(base, beforeText: start, andDigits: index, tail)
      return
    }
    endText(&tail, at: index)
  }

  /// The # before an extension that stands behind the name of who has it: 02-27123456 教務處 #12.
  ///
  /// Behind another extension it has as many digits, in whatever script the name is: #12陳小姐 #15林先生.
  func extensionOfDepartment(_ tail: Tail, from start: Int, hash: Int) -> Int? {
    let digits = tokens[hash + 1]
    guard tokens[hash].kind == .hash, digits.kind == .digits, !startsFullNumber(at: hash + 1)
    else { return nil }
    if tail.hasExtensions {
      return Int(digits.count) == tail.extensions.last.digits ? hash : nil
    }
    guard (2...5).contains(digits.count), !digits.followsBlank, tail.isEmpty,
      !(start..<hash).contains(where: { tokens[$0].count > 0 })
    else { return nil }
    return hash
  }

  /// Whether a number in full begins with the digits behind text, or what has as many digits, with a
  /// trunk 0, and the plan does not know: of another country, perhaps, and nothing of the complete number.
  private func startsOtherNumber(_ index: Int, behind base: Base) -> Bool {
    guard tokens[index].kind == .digits else { return false }
    if startsFullNumber(at: index) || startsNumberOfCity(index, behind: base)
      || continuesArea(at: index, behind: base) || namesArea(index)
      || startsNamedLine(index, behind: base) || startsSpelledNumber(at: index)
    {
      return true
    }
    guard base.repair == nil, tokens[index].followsBlank, beginsWithZero(index)
    else { return false }
    var (count, end) = (0, index)
    while tokens[end].kind == .digits || tokens[end].kind == .dash {
      count += tokens[end].kind == .digits ? Int(tokens[end].count) : 0
      end += 1
    }
    return count > 8
  }

  /// The token behind a short code with its label, 市民熱線1999, or behind a postcode that ends a line:
  /// Denpasar 80111; nil where digits may be an extension.
  func endOfNamedCode(_ index: Int) -> Int? {
    if tokens[index].count > 3, isWord(.label, at: index - 1), isHotline(index) { return index + 1 }
    guard tokens[index].kind == .digits, plan.notation.postcodeDigits > 4,
      Int(tokens[index].count) == plan.notation.postcodeDigits, tokens[index].followsBlank
    else { return nil }
    return index + 1 == tokenCount || tokens[index + 1].kind == .newline ? index + 1 : nil
  }

  /// The token behind the short code that is to be dialled at other hours: Out of hours: 111.
  private func endOfCodeBehindHours(_ colon: Int) -> Int? {
    guard isHours(colon - 1), isHotline(colon + 1) else { return nil }
    switch tokens[colon + 2].kind {
    case .digits, .dash, .dot: return nil
    default: return colon + 2
    }
  }

  private func readTailSign(_ tail: inout Tail, _ base: Base) {
    let kind = tokens[tail.next].kind
    if kind == .colon, let end = endOfCodeBehindHours(tail.next) {
      tail.leave(upTo: end)
      return
    }
    // 轉2??.
    if kind == .question, tail.extensions.count > 0, !tokens[tail.next].followsBlank,
      tokens[tail.next - 1].kind == .digits
    {
      return tail.fail(.badExtension, at: tail.next)
    }
    if kind == .question, masksDigits(of: base, question: tail.next) {
      return tail.fail(.pattern, at: tail.next)
    }
    if kind == .question, base.repair != nil {
      return tail.fail(.junk, at: tail.next, JunkNote.signAmid)
    }
    if kind == .colon,
      tail.next > base.nextToken && tokens[tail.next - 1].kind != .digits
        || tokens[tail.next].followsBlank && tokens[tail.next + 1].followsBlank,
      startsFullNumber(at: tail.next + 1)
    {
      tail.isDone = true
      tail.next += 1
      return
    }
    if tokens[tail.next + 1].kind == .digits, kind != .colon || tail.next + 1 < tokenCount {
      if kind == .caret { return tail.fail(.pattern, at: tail.next) }
      return tail.fail(.junk, at: tail.next, JunkNote.signAmid)
    }
    if kind == .other { tail.findings.insert(.unusedText) }
    tail.next += 1
  }

  private func readBracket(_ tail: inout Tail, _ base: Base) {
    let next = tail.next + 1
    switch tokens[next].kind {
    case .hash, .star: tail.next = next
    case .plus: tail.isDone = true
    case .digits:
      if readBeforeMarker(&tail, base, at: next) { return }
      if let close = endOfBracketedNote(next) {
        tail.leave(upTo: close)
      } else if startsFullNumber(at: tail.next) || holdsArea(bracket: tail.next) {
        if followsNewAlone(base) {
          tail.fail(.ambiguous, at: next, "a number in use, or a former one")
          tail.keepsNumber = true
        } else {
          tail.isDone = true
        }
      } else if readsLines(&tail, inBracket: next, of: base) {
        tail.rule = .alternates
      } else if isExtension(inBracket: next, of: base, tail) {
        tail.rule = .extensionDash
        _ = addExtension(&tail, token: next)
      } else if value(of: tokens[next]) != base.answer.nationalNumber {
        tail.doubt(next, behind: base, in: self, "an extension, or a note in brackets")
        if mayBeYear(tokens[next]), tail.run == nil { tail.keepsNumber = base.repair == nil }
      } else {
        tail.next = next + 1
      }
    case .word where leadsLikeFirst(bracket: tail.next): tail.isDone = true
    default:
      let close =
        endOfFormerExtension(next) ?? endOfBracketedNote(next) ?? endOfAddedArea(next, behind: base)
      if close != nil { tail.findings.insert(.unusedText) }
      tail.next = close ?? next
    }
  }

  /// Whether a bracket that touches a line, and ends the cell or an item of a list, holds an extension
  /// where people write extensions behind a dash, too: 02-2771-3456(205).
  ///
  /// Two digits or less may count something; those close above the last ones are another line.
  private func isExtension(inBracket digits: Int, of base: Base, _ tail: Tail) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, base.answer.type == .fixedLine, base.repair == nil,
      isOn(.extensionDash), tail.isEmpty,
      (3...5).contains(tokens[digits].count), let close = endOfExtensions(digits),
      !tokens[digits - 1].followsBlank, !tokens[digits].followsBlank,
      Int(tokens[digits].count) != plan.notation.postcodeDigits,
      !isShortCode(self.digits(of: tokens[digits])),
      !mayBeYear(tokens[digits]),
      !mayEndRun(tokens[digits], base)
    else { return false }
    switch tokens[close + 1].kind {
    case .end, .comma, .enumeration, .semicolon, .slash, .newline: return true
    default: return false
    }
  }

  /// Whether digits are a year of this century or the last, or in Taiwan a postcode of five: (2023), (10491).
  private func mayBeYear(_ token: Token) -> Bool {
    token.count == 4 && (1900...2099).contains(value(of: token))
      || token.count == 5 && plan.notation.postcodeDigits < 5
  }

  /// The bracket that closes behind digits, or behind a list of others that are as many: (801/802).
  private func endOfExtensions(_ first: Int) -> Int? {
    var index = first
    while tokens[index].kind == .digits, tokens[index].count == tokens[first].count {
      switch tokens[index + 1].kind {
      case .close: return index + 1
      case .slash, .enumeration, .comma: index += 2
      default: return nil
      }
    }
    return nil
  }

  /// Whether a number of the region is complete without the digits of a token behind it: (011) 4652-1040 /
  /// 2684.
  ///
  /// Where people write extensions behind a dash, or the extension is part of the number, what follows may
  /// say whose number it is.
  func isSure(_ base: Base, before token: Int? = nil) -> Bool {
    guard base.repair == nil, isHome(base),
      !plan.notation.hasUnmarkedExtensions, !plan.notation.hasDirectDialling,
      base.answer.nationalDigits >= 7
    else { return false }
    guard let token else { return true }
    guard tokens[token].count < base.answer.nationalDigits else { return false }
    let first = tokens[base.firstToken].kind == .digits ? base.firstToken : base.firstToken + 1
    // Coordinates: -122.39714905, 37.79123065.
    if isFraction(first) || isFraction(token) { return false }
    guard tokens[first].kind == .digits, tokens[base.firstToken].kind != .plus else { return true }
    let start = Int(tokens[first].first)
    let count = Int(tokens[token].first) + Int(tokens[token].count) - start
    return national(from: start, count: count).validity != .valid
  }

  /// Whether a bracket holds nothing but an area code with its trunk 0, and digits stand behind it:
  /// another number, even where the plan does not know it any more.
  private func holdsArea(bracket open: Int) -> Bool {
    let area = tokens[open + 1]
    return (2...5).contains(area.count) && beginsWithZero(area)
      && tokens[open + 2].kind == .close && tokens[open + 3].kind == .digits
      && digitsLeft(from: open + 3) > 5
  }

  /// Adds an extension of a token's digits; false when it cannot be one.
  func addExtension(_ tail: inout Tail, token index: Int) -> Bool {
    let count = Int(tokens[index].count)
    guard count <= 15, tail.extensions.hasRoom else {
      tail.fail(count > 15 ? .tooLong : .rangeTooLarge, at: index)
      return false
    }
    tail.extensions.append(
      ReadExtension(value: value(of: tokens[index]), digits: count, replaces: tail.replaced))
    tail.next = index + 1
    return true
  }
}
