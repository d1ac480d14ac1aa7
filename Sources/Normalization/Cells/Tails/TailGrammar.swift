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
    case .hours where doubtsHours(&tail, base): break
    default:
      if token.kind == .word, token.word == .hours { tail.findings.insert(.hours) }
      tail.findings.formUnion(Findings(of: token.kind))
      tail.next += 1
    }
  }

  /// Reads what a plus behind a number leads to: another number, or digits in doubt.
  private func readTailPlus(_ tail: inout Tail, _ base: Base) {
    if goesOnWithExtension(tail) {
      continueList(&tail, with: tail.next + 1)
    } else if leadsToFewDigits(behindPlus: tail.next) {
      tail.doubt(
        tail.next + 1, behind: base, in: self, "the last digits of another number, or an extension")
    } else if tokens[tail.next + 1].kind == .digits {
      tail.isDone = true
    } else {
      tail.next += 1
    }
  }

  /// Whether a plus leads from an extension to another one of as many digits, and no number goes on with it: exts 12 + 13.
  private func goesOnWithExtension(_ tail: Tail) -> Bool {
    let index = tail.next + 1
    guard tail.hasExtensions, isOn(.extensionLists), tokens[index].kind == .digits,
      tokens[index].followsBlank == tokens[index - 1].followsBlank,
      Int(tokens[index].count) == tail.extensions.last.digits
    else { return false }
    switch tokens[index + 1].kind {
    case .end, .close, .comma, .semicolon, .newline: return true
    case .plus: return tokens[index + 1].followsBlank == tokens[index].followsBlank
    default: return false
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

  /// The token behind the short code that is to be dialled at other hours: Out of hours: 111.
  private func endOfCodeBehindHours(_ colon: Int) -> Int? {
    guard isHours(colon - 1), isHotline(colon + 1) else { return nil }
    switch tokens[colon + 2].kind {
    case .digits, .dash, .dot: return nil
    default: return colon + 2
    }
  }

  /// Passes over a sign that means nothing here; one before digits leaves the number in doubt.
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
        || tokens[tail.next + 1].followsBlank
          && (tokens[tail.next].followsBlank || tail.hasExtensions),
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

  /// Adds an extension of a token's digits; false when it cannot be one.
  func addExtension(_ tail: inout Tail, token index: Int) -> Bool {
    let count = Int(tokens[index].count)
    guard count <= 15, tail.extensions.hasRoom else {
      tail.fail(count > 15 ? .tooLong : .rangeTooLarge, at: index)
      return false
    }
    tail.append(
      ReadExtension(value: value(of: tokens[index]), digits: count, replaces: tail.replaced))
    tail.next = index + 1
    return true
  }
}

extension RuleBook.Following {
  /// Reads on from the next token; false leaves it to the rows below.
  @inline(__always)
  func read(_ grammar: TailGrammar, _ tail: inout Tail, _ base: Base) -> Bool {
    switch self {
    case .postcode: return grammar.leavesPostcode(&tail)
    case .fax: grammar.readTailFax(&tail, base)
    case .label: grammar.readTailLabel(&tail, base)
    case .former: grammar.readTailFormer(&tail, base)
    case .listItem: grammar.readListItem(&tail, base)
    case .digits: grammar.readAfterBlank(&tail, base)
    case .marker: grammar.readMarker(&tail, base)
    case .dash: grammar.readDash(&tail, base)
    case .tilde: grammar.readTilde(&tail, base)
    case .name: grammar.readTailName(&tail, base)
    }
    return true
  }
}
