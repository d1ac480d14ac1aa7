import NumberingPlans
import Records

/// Reads later numbers of a list behind the area code of the number before: 07-7123456、7123457.
extension TokenWriter {
  /// Whether the cell may hold such mobiles or numbers, by its facts alone.
  var mayHoldLists: Bool {
    mayHoldItems || mayNumberDesks || mayHoldMobilesRunTogether || mayHoldItemsBehindWords
      || mayHoldAtSigns
  }

  /// Parts mobiles that nothing parts, takes signs for those that part others, and sets the numbers of items aside.
  func markLists() {
    if mayHoldAtSigns { markAtSigns() }
    if mayHoldMobilesRunTogether { partMobiles() }
    if mayHoldItems { markItemNumbers() }
    if mayNumberDesks { markNumbersOfDesks() }
    if mayHoldItemsBehindWords { markItemsBehindWords() }
  }
}

extension NumberGrammar {
  /// Reads a later number of a list, which is in doubt behind a word that nobody knows.
  func readBehindInherited(_ start: Int) -> NumberOutcome? {
    guard inherited.digits > 0, !hasPlus else { return nil }
    let inherited = readInherited(start)
    if let outcome = readBehindCity(start, inherited: inherited) { return outcome }
    guard let base = inherited else { return nil }
    if mayBeDay(base) { return .rejected(.ambiguous, token: start, next: base.nextToken) }
    guard namesOther(base, at: start), !followsShortNote(start) else { return .base(base) }
    return .rejected(.ambiguous, token: groups[0].token, next: base.nextToken)
  }

  /// Reads a number behind the area code of the one before it, or behind another one.
  func readInherited(_ start: Int, behind area: ReadArea? = nil) -> Base? {
    let inherited = area ?? self.inherited
    guard isOn(.lists), inherited.digits > 0, digits[groups[0].first] != 48 else { return nil }
    for count in 1...groupCount {
      let local = digits(of: 0..<count)
      if local.count > 12 || count == 2 && isInBrackets(0) { return nil }
      // 102) - 8 (423) 243-71-86.
      if count > 1, beginsApart(count - 1) || beginsInFull(behindNote: count - 1) { return nil }
      // Nextel: 836*4521 is dialled on radios.
      if groups[count - 1].separator == .star { return nil }
      guard context.answer({ $0.isLocal(local, behind: inherited) }) else { continue }
      if goesOnInFull(behindLocal: count, at: start) || cutsChain(count) { return nil }
      let answer = read(0..<count, behind: inherited)
      // What is as long as a line is a hotline of everybody, and none of the area: 010-51827188 95105105.
      guard answer.validity == .valid,
        local.count < 7 || context.answer({ !$0.hotlines.contains(local) })
      else { return nil }
      var base = makeBase(answer, count, start: start)
      base.rule = .lists
      if base.area.digits == 0, !context.answer({ $0.isMobileWithoutArea(local) }) {
        base.area = inherited
        base.localDigits = local.count
      }
      return base
    }
    return nil
  }
}

extension NumberGrammar {
  /// The most digits of an extension behind a dash that a line in groups may have.
  private static var mostOfExtension: UInt16 { 4 }

  /// Whether groups would hold by a blank what dashes part from the digits behind them: 2 595-21-600855 is a 2, and a
  /// number with its calling code.
  private func cutsChain(_ count: Int) -> Bool {
    guard count > 2, count < groupCount, groups[count].separator == .dash,
      groups[count - 1].separator == .dash, groups[count].count > Self.mostOfExtension
    else { return false }
    return (1..<count - 1).contains { groups[$0].separator == .end }
  }

  /// Whether letters that nobody knows stand before unparted digits, which may be the number of something
  /// else: (01) 423 1234, šif.: 8765432.
  private func namesOther(_ inherited: Base, at start: Int) -> Bool {
    inherited.nextToken == start + 1 && groups[0].count > 5 && facts.kinds.contains(.letters)
      && followsUnknownWord(start) && tokens[start - 1].kind != .text
  }

  /// Whether a group has brackets of its own, or dots before it that part more than groups: 7...01463 71 32 86.
  func beginsApart(_ group: Int) -> Bool {
    let token = groups[group].token
    return isInBrackets(group)
      || tokens[token - 1].kind == .dot && tokens[token - 2].kind == .dot && token > 1
  }

  /// Whether brackets stand around a group alone, which is an area code then, or a calling code with
  /// it: (4131) 370-2911.
  func isInBrackets(_ group: Int) -> Bool {
    groups[group].opens && tokens[groups[group].token + 1].kind == .close
  }
}

extension TailGrammar {
  /// Reads what follows a separator of lists behind a number.
  func readListItem(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    let separator = tokens[start]
    if masksDigits(from: start, to: start + 1, tail) { return tail.fail(.badExtension, at: start) }
    if facts.words.contains(.fax), let label = labelBehindSigns(start, of: base) {
      tail.next = label
      return
    }
    let index = token(behindSeparators: start)
    let token = tokens[index]
    switch token.kind {
    case .hash, .star: tail.next = index
    case .word where token.word == .marker: tail.next = index
    case .ordinal where isWord(.marker, at: index + 1): tail.next = index + 1
    case .open where tokens[index + 1].kind == .hash || isWord(.marker, at: index + 1):
      tail.next = index
      tail.isDone = leadsLikeFirst(bracket: index)
    case .dash where readsDash(&tail, base, dash: index, behind: start): return
    case .digits where abbreviates(dot: start, tail):
      tail.fail(.junk, at: start - 1, JunkNote.textAmid)
      tail.keepsNumber = tail.isOpen && base.repair == nil
    case .digits, .open, .plus:
      readListDigits(&tail, base, separator: separator, at: index)
    case .word where speaksOfNumberBefore(index, behindSigns: start, base): tail.next = index
    default:
      readNamedItem(&tail, base, at: index)
    }
  }

  /// Reads what a dash behind a sign of lists leads to: one more extension, or a line; false for others.
  private func readsDash(
    _ tail: inout Tail, _ base: Base, dash index: Int, behind start: Int
  ) -> Bool {
    if leadsToDashExtension(dash: index, tail) {
      _ = addExtension(&tail, token: index + 1)
    } else if index == start + 1, leadsToLine(dash: index, like: base) {
      tail.end(at: index + 1)
    } else if leadsToDirectLine(dash: index, behind: start, base) {
      readDirectDialling(&tail, base, dash: index)
    } else {
      return false
    }
    return true
  }

  /// Whether a dash behind a sign of lists leads to one more extension, as the one before it has: -801 / -805.
  private func leadsToDashExtension(dash: Int, _ tail: Tail) -> Bool {
    let digits = tokens[dash + 1]
    guard plan.notation.hasUnmarkedExtensions, tail.rule == .extensionDash, isOn(.extensionLists),
      tail.extensions.count > 0, tail.alternates == 0, digits.kind == .digits, !digits.followsBlank,
      Int(digits.count) == tail.extensions.last.digits, digits.count > 2
    else { return false }
    switch tokens[dash + 2].kind {
    case .dash, .dot: return false
    case .digits: return startsFullNumber(at: dash + 2)
    default: return true
    }
  }

  /// Whether a dot ends an unknown word behind an extension, and parts no items.
  ///
  /// 212-736-5000 ext. 12 fl. 3.
  private func abbreviates(dot: Int, _ tail: Tail) -> Bool {
    tokens[dot].kind == .dot && !tokens[dot].followsBlank && tokens[dot - 1].kind == .letters
      && tail.hasExtensions
  }

  /// The first token behind the signs of a list, or the word for a change behind a day.
  private func token(behindSeparators start: Int) -> Int {
    var index = start
    while isListSeparator(index) { index += 1 }
    return facts.words.contains(.changed) ? changeBehindDay(index) ?? index : index
  }

  /// Reads on behind the name of who has an extension; ends the number where none follows.
  private func readNamedItem(_ tail: inout Tail, _ base: Base, at index: Int) {
    tail.next = index
    if addsExtensionOfNextHolder(&tail, at: index, of: base)
      || readsExtension(&tail, ofHolderAt: index, base)
    {
      return
    }
    if let dash = dashBehindName(index, tail, base) {
      noteName(&tail, index..<dash)
      return readDirectDialling(&tail, base, dash: dash)
    }
    if let marker = markerBehindName(index, tail, of: base) {
      noteName(&tail, index..<marker)
      tail.next = marker
    } else {
      tail.isDone = true
    }
  }

  /// Whether a dash right behind a separator, or behind a word with its dot, leads to another direct line.
  private func leadsToDirectLine(dash index: Int, behind start: Int, _ base: Base) -> Bool {
    let separator = tokens[start]
    let isDotted = index == start + 2 && separator.kind == .word && tokens[start + 1].kind == .dot
    return (index == start + 1 || isDotted)
      && (mayLeadToDirectDialling(separator) || isLineAbove(index + 1, base))
  }

  /// Whether a dash behind a separator may lead to another direct line: -10/-11, -10 oder -68.
  private func mayLeadToDirectDialling(_ separator: Token) -> Bool {
    switch separator.kind {
    case .slash: true
    case .word, .comma, .ampersand: plan.notation.hasDirectDialling
    default: false
    }
  }

  /// Whether digits are only the first group of something longer: 03-, 07 0 0.
  private func beginsMore(_ tail: Tail, _ index: Int) -> Bool {
    let next = tokens[index + 1]
    if next.kind == .digits {
      guard tokens[index].count < 3 && next.count < 3 || next.count > 5 else { return false }
      return !startsFullNumber(at: index + 1)
    }
    guard next.kind == .dash, !endsItem(beforeDash: index + 1) else { return false }
    return tail.extensions.count == 0 || tokens[index + 2].kind != .digits
      || tokens[index + 2].count != tokens[index].count
  }

  /// Whether a dash between blanks leads to a word, or to another number in full: 60/61 - Fax.
  private func endsItem(beforeDash dash: Int) -> Bool {
    guard tokens[dash].followsBlank, tokens[dash + 1].followsBlank else { return false }
    switch tokens[dash + 1].kind {
    case .digits: return startsFullNumber(at: dash + 1)
    case .word, .letters, .text, .plus: return true
    default: return false
    }
  }

  /// Whether a sign or a word parts the items of a list, in one line or in several.
  private func isListSeparator(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .newline, .comma, .enumeration, .slash, .dot, .semicolon, .ampersand, .quote: true
    case .word: tokens[index].word == .joiner && endOfPostcode(at: index) == nil
    default: false
    }
  }

  /// Reads digits behind the sign of a list: another number, one more extension, last digits, or none of these.
  private func readListDigits(
    _ tail: inout Tail, _ base: Base, separator: Token, at index: Int
  ) {
    let token = tokens[index]
    if leavesItem(&tail, base, separator: separator.kind, at: index) { return }
    if readsItem(&tail, base, at: index) { return }
    let groups = groupsInList(tail, base, at: index)
    if groups == .doubt {
      return tail.doubt(index, behind: base, in: self, Self.noteOnGroups)
    }
    let isNumber = groups == .number || startsOtherwise(at: index, behind: base)
    let isLocal =
      !isNumber && isOn(.lists)
      && startsLine(at: index, behind: base)
    if isLocal, base.isCompact, separator.kind == .comma, !separator.followsBlank {
      return tail.doubt(
        index, behind: base, in: self, "an extension, or another number of the same area")
    }
    if isLocal, separator.kind == .comma || isText(index + 1),
      mayBePostcode(at: index, behind: base)
    {
      return tail.doubt(
        index, behind: base, in: self, "another number of the same area, or a postcode")
    }
    if isNumber || isLocal || token.kind != .digits {
      tail.end(at: index)
      return
    }
    if beginsMore(tail, index) { return readPairsOrEnd(&tail, base, at: index) }
    if tail.hasExtensions, continuesExtensions(tail, token) {
      return readExtensionOfList(&tail, base, separator: separator, at: index)
    }
    readLastDigits(&tail, base, separator: separator, at: index)
  }

  /// Reads pairs of digits that replace others, or ends where more digits begin.
  private func readPairsOrEnd(_ tail: inout Tail, _ base: Base, at index: Int) {
    if !readPairs(&tail, at: index, of: base) { tail.end(at: index) }
  }

  /// Whether ideographs touch one digit behind a dot and another one, which may be a house or a flat: #3.5號.
  private func mayBePartOfHouse(_ index: Int, _ tail: Tail) -> Bool {
    let next = tokens[index + 1]
    return tail.hasExtensions && tail.extensions.last.digits == 1 && tokens[index].count == 1
      && index + 1 < tokenCount && next.isOfIdeographs && !next.followsBlank
  }

  /// Reads one more extension of a list, unless it may be the last digits of the one before: #201/2.
  private func readExtensionOfList(
    _ tail: inout Tail, _ base: Base, separator: Token, at index: Int
  ) {
    if separator.kind == .dot, mayBePartOfHouse(index, tail) {
      return tail.fail(.ambiguous, at: index, "two extensions, or the number of something else")
    }
    guard mayBeAbbreviated(tail.extensions.last, tokens[index]) else {
      return continueList(&tail, with: index)
    }
    tail.doubt(index, keeping: base, "an extension, or the last digits of one")
  }

  /// Reads digits of a list that are no item of it: a quantity, a day, the area code of another number; false for
  /// others.
  private func leavesItem(
    _ tail: inout Tail, _ base: Base, separator: Token.Kind, at index: Int
  ) -> Bool {
    if readBeforeMarker(&tail, base, at: index) || leavesQuantity(&tail, at: index)
      || leavesItemWithUnit(&tail, base, separator: separator, at: index)
      || doubtsBeforeText(&tail, base, at: index)
      || separator != .dot && leavesDay(&tail, base, at: index, behind: separator)
      || readsNextDirectLine(&tail, at: index)
    {
      return true
    }
    if mayBeExtensionBeforeLine(index, behind: base) {
      tail.doubt(index, keeping: base, Self.noteOnMarkerOrArea)
      return true
    }
    guard isAreaApart(index) else { return false }
    tail.doubt(index, keeping: base, "an extension, or the area code of another number")
    return true
  }

  /// Reads digits that are no number: a short code, an extension behind a pause, or last digits.
  private func readLastDigits(_ tail: inout Tail, _ base: Base, separator: Token, at index: Int) {
    let token = tokens[index]
    if separator.kind != .comma || token.followsBlank && token.count > 3,
      readShortCode(&tail, token: index, of: base)
    {
      return
    }
    if separator.kind == .comma && isLineBehindComma(index, tail, base)
      || isOfRow(index, tail, base)
    {
      return addAlternate(&tail, token: index, of: base)
    }
    if tail.extensions.count == 0, separator.kind == .comma,
      Int(token.count) <= Self.longestPauseExtension
    {
      return readPause(&tail, index, base)
    }
    if token.count > 5 || tokens[index + 1].kind == .digits && !startsFullNumber(at: index + 1) {
      tail.end(at: index)
      return
    }
    switch separator.kind {
    case .enumeration, .slash, .ampersand, .word: addAlternate(&tail, token: index, of: base)
    default: tail.doubt(index, behind: base, in: self, "an extension, or another number")
    }
  }

  /// Whether digits are an area code with its trunk 0 that a sign or a line end parts from the rest of its number.
  ///
  /// 0912345678,082 and 346215 in the line below.
  private func isAreaApart(_ index: Int) -> Bool {
    let rest = index + 2
    guard plan.notation.hasSlipSigns, beginsWithZero(index),
      (2...4).contains(tokens[index].count), tokens[rest].kind == .digits, tokens[rest].count > 2
    else { return false }
    switch tokens[index + 1].kind {
    // 028.5002.6004.
    case .dot where tokens[rest + 1].kind == .dot && tokens[rest + 2].kind == .digits: return false
    case .newline, .semicolon, .dot, .comma:
      return context.answer { $0.isAreaCode(digits(of: tokens[index])) }
    default: return false
    }
  }

  /// Adds one more extension of a list; a short code far from the one before is none: 轉2345、1999.
  func continueList(_ tail: inout Tail, with index: Int) {
    guard isHotline(apart: index, from: tail) else {
      _ = addExtension(&tail, token: index)
      return
    }
    tail.leave(upTo: index + 1)
  }

  /// Leaves a price or another quantity unused; false where none begins.
  private func leavesQuantity(_ tail: inout Tail, at index: Int) -> Bool {
    // ext 12 and 2 others.
    let isCount = tail.hasExtensions && isCounted(index + 1)
    guard let end = endOfQuantity(index) ?? (isCount ? index + 2 : nil) else { return false }
    tail.leave(upTo: end)
    return true
  }

  /// Whether digits in a list of extensions are a short code of four digits or more, and no extension
  /// beside the last one.
  private func isHotline(apart index: Int, from tail: Tail) -> Bool {
    guard isHotline(index) else { return false }
    if tokens[index].count == 3 { return tail.extensions.last.digits != 3 }
    return abs(value(of: tokens[index]) - tail.extensions.last.value) > Self.nearExtensions
  }

  /// How far extensions of one list lie from each other at most, where one may be a short code.
  private static let nearExtensions: Int64 = 100
}
