import NumberingPlans

/// Tells brackets that hold digits of a number from notes behind it: 01 (23) 456, and not 0621 293012 (9-12).
extension NumberGrammar {
  /// Whether a bracket may hold digits of the number.
  @inline(__always)
  func goesOn(inBracket index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits: groupCount == 0 || !endsNumber(before: index) && !partsFromNote(bracket: index)
    case .plus: true
    default: false
    }
  }

  /// Whether the number of a house, or of a case, stands before a bracket in which a number in full begins, a dash
  /// between blanks or a dot between: Rua Augusta, 1234 - (41) 2044-0971.
  private func partsFromNote(bracket: Int) -> Bool {
    if endsCase(before: bracket) || holdsCode(bracket: bracket) { return true }
    let sign = tokens[bracket - 1]
    guard groupCount == 1, groups[0].count > 1, tokens[bracket].followsBlank,
      sign.kind == .dash && sign.followsBlank || sign.kind == .dot && !sign.followsBlank
    else { return false }
    return isOfNote(groups[0]) && startsFullNumber(behindNote: bracket)
  }

  /// Whether a bracket behind a dash between blanks holds the calling code of the region, a dash and more digits, which
  /// begin another number: 498 122/123 - (595-21) 441 606.
  private func holdsCode(bracket: Int) -> Bool {
    tokens[bracket].followsBlank && tokens[bracket - 1].kind == .dash
      && tokens[bracket - 1].followsBlank && tokens[bracket + 2].kind == .dash
      && tokens[bracket + 3].kind == .digits
      && context.answer { $0.isCallingCode(digits(of: tokens[bracket + 1])) }
  }

  /// Whether more digits than a prefix has stand before the area code of a number in full, where all area codes have
  /// three digits: the number of a case, 2024-118 (416) 743-8166.
  private func endsCase(before bracket: Int) -> Bool {
    groupCount == 2 && !hasPlus && tokens[bracket + 1].count > 2
      && Int(tokens[bracket + 1].count) == context.answer({ $0.soleAreaDigits })
      && tokens[bracket + 2].kind == .close && tokens[bracket].followsBlank
      && digits(of: 0..<groupCount).count > 4 && startsFullNumber(behindNote: bracket)
  }

  /// The same before a dash between blanks and a trunk 0: Нова 7 - 010 290556.
  @inline(never)
  func begins(behindNote index: Int) -> Bool {
    tokens[index - 1].followsBlank && beginsWithZero(index)
      && isOfNote(groups[0]) && startsFullNumber(behindNote: index)
  }

  /// Whether the first group stands behind letters, and begins as no number does.
  private func isOfNote(_ house: Group) -> Bool {
    guard !hasPlus, house.token > 0, house.count <= 5, digits[house.first] != 48,
      !isCallingCode(group: 0)
    else { return false }
    let before = tokens[house.token - 1].kind == .comma ? house.token - 2 : house.token - 1
    guard before >= 0 else { return false }
    switch tokens[before].kind {
    case .letters: return true
    case .word: return tokens[before].word == .new || tokens[before].word == .former
    default: return false
    }
  }

  /// Whether a number ends where a bracket opens: it is complete, and what the bracket holds stands
  /// at its end, so that 0621 293012 (9-12) takes none of it; but 01 (23) 456 and 06221 54 (0) - 0 do.
  private func endsNumber(before bracket: Int) -> Bool {
    let written = digits(of: 0..<groupCount)
    guard written.count > 4, written.count <= Self.mostDigits,
      direct(0..<groupCount, hasPlus: hasPlus).validity == .valid
        || isLocal(written, behind: columnArea) || isLocal(written, behind: inherited)
    else { return false }
    let end = endOfNote(bracket + 1)
    switch tokens[min(end + 1, tokenCount)].kind {
    case .digits: return written.count > 8 || startsFullNumber(behindNote: end + 1)
    case .dash, .dot, .slash: return tokens[end + 2].kind != .digits
    default: return true
    }
  }

  /// Whether a full number begins behind a note; it has notes of its own, of which only so many are
  /// asked the same, so that a cell full of them costs no more than its length.
  private func startsFullNumber(behindNote index: Int) -> Bool {
    notesBefore < Self.mostNotesBefore
      && startsFullNumber(at: index, behindNotes: notesBefore + 1)
  }

  /// Whether digits are a local number of an area.
  private func isLocal(_ local: UnsafeBufferPointer<UInt8>, behind area: ReadArea) -> Bool {
    area.digits > 0 && !hasPlus && context.answer { $0.isLocal(local, behind: area) }
  }
}

extension TokenReading {
  /// The most tokens of a note in brackets that are looked at.
  private var mostTokensOfNote: Int { 64 }

  /// The token that closes a bracket, from the first token behind it on; the end of the cell for none,
  /// or the last token that is looked at.
  func endOfNote(_ start: Int) -> Int {
    let end = min(tokenCount, start + mostTokensOfNote)
    var index = start
    while index < end, tokens[index].kind != .close { index += 1 }
    return index
  }
}
