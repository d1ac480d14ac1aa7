import NumberingPlans
import Records

/// Where reading goes on behind digits that were rejected: every later number is read.
extension CellReading {
  /// Rejects digits that are no number; gives the token at which reading goes on.
  func rejectNumber(
    _ reason: RejectionReason, token: Int, next: Int, note: StaticString, into result: CellResult
  ) -> Int {
    let end = endOfRejected(next, behind: token, reason)
    let spelled = tokens[next].kind == .dash ? next + 1 : next
    if isSpelled(spelled), reason != .missingAreaCode || !tokens[spelled].followsBlank {
      reject(
        .junk, token: spelled, to: max(end, spelled + 1), note: JunkNote.spelledDigits,
        into: result)
    } else if let letter = letterForZero(from: token, to: next) {
      reject(.junk, token: letter, to: end, note: JunkNote.spelledDigits, into: result)
    } else {
      reject(reason, token: token, to: end, note: note, into: result)
    }
    return end
  }

  /// Whether letters stand in place of digits, where the plan gives no meaning to them.
  private func isSpelled(_ index: Int) -> Bool {
    let token = tokens[index]
    let isLabel = token.kind == .word && token.word == .label && token.followsBlank
    // 53 Osasco.
    if token.followsBlank, tokens[index - 1].count < 3 || !isInCapitals(index) {
      return false
    }
    return !isLabel && (token.kind == .letters || token.kind == .word && token.word != .marker)
      && token.count >= 3 && index > 0
      && (tokens[index - 1].kind == .dash || tokens[index - 1].kind == .digits)
      && token.bytes == token.count
  }

  /// The first O that stands for a 0 around digits: O2O 7946 OO18; nil without.
  private func letterForZero(from first: Int, to next: Int) -> Int? {
    (max(first - 1, 0)...max(next, first)).first { index in
      let token = tokens[index]
      guard token.kind == .letters || token.kind == .word, (1...2).contains(token.count),
        letters(of: token).allSatisfy({ $0 == UInt8(ascii: "o") })
      else { return false }
      return tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
    }
  }

  /// The token at which reading goes on behind a number that was rejected: the next group, where the
  /// first one rather is a postcode, as in CA 94102 415-554-4000.
  func endOfRejected(_ next: Int, behind token: Int, _ reason: RejectionReason) -> Int {
    let first = tokens[token]
    if let mobile = mobile(behind: token, upTo: next) { return mobile }
    if reason == .impossibleLength, first.kind == .digits, (4...6).contains(first.count),
      !beginsWithZero(first), token + 1 < next, tokens[token + 1].followsBlank,
      token == 0 || tokens[token - 1].kind != .plus, beginsNumberInFull(token + 1)
    {
      return token + 1
    }
    if reason == .missingAreaCode, token + 3 == next, tokens[next].kind == .open,
      beginsNumberBehindBlank(next)
    {
      return next
    }
    return numberBehindShortCode(token) ?? laterStart(behind: token, upTo: next)
      ?? laterCallingCode(behind: token, upTo: next) ?? end(behindNote: token, upTo: next)
  }

  /// The token behind digits that were rejected, or behind a note that begins with them.
  private func end(behindNote token: Int, upTo next: Int) -> Int {
    let end = endOfRejected(next)
    guard let number = numberBehindNote(token) else { return end }
    return min(number, end)
  }

  /// The token at which reading goes on behind a marker and digits that are the extension of no number.
  func endBehind(marker: Int, extension digits: Int) -> Int {
    endBeforeNumber(marker: marker, extension: digits)
      ?? end(behindNote: digits, upTo: digits + 1)
  }

  /// The most tokens of a note before a number that are looked at, and the most digits of one of its groups.
  private static let mostTokensOfNote = 16
  private static let mostDigitsOfNote = 6

  /// The sign and a blank behind which a number in full begins, behind digits that words say to be of something else,
  /// such as a house or a case: Chaussée de Wavre 1208, 1160 Bxl - +32 2 578 59 50; nil for others.
  func numberBehindNote(_ first: Int) -> Int? {
    guard !plan.notation.notesAreChinese, tokens[first].kind == .digits,
      tokens[first].count <= Self.mostDigitsOfNote, !facts.words.contains(.fax)
    else { return nil }
    var hasWords = followsWord(first)
    for index in first + 1..<min(first + Self.mostTokensOfNote, tokenCount) {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= Self.mostDigitsOfNote: continue
      case .letters, .text: hasWords = true
      case .dash, .dot, .colon, .comma, .close:
        let isSign = tokens[index].kind != .dash || tokens[index].followsBlank
        if hasWords, isSign, beginsNumberBehindBlank(index + 1) { return index + 1 }
      // Loyalty # 48213 (617) 446-3732.
      case .open where hasWords && beginsNumberBehindBlank(index): return index
      case .slash, .ordinal, .hash, .quote, .amount, .date, .hours: continue
      case .word:
        switch tokens[index].word {
        case .place, .ordinal, .hours, .amount, .range, .postcode, .identity: continue
        // 12 New Road - ….
        case .new, .former, .formerBesideNew: hasWords = true
        default: return nil
        }
      default: return nil
      }
    }
    return nil
  }

  /// Whether a word stands before digits, a sign for number between them or not: Case #123456.
  private func followsWord(_ digits: Int) -> Bool {
    var index = digits - 1
    while index >= 0,
      tokens[index].kind == .hash || tokens[index].kind == .dot
        || tokens[index].kind == .comma || tokens[index].kind == .ordinal
        || isLetterForNumber(index) && index > 0
    { index -= 1 }
    guard index >= 0 else { return false }
    switch tokens[index].kind {
    case .letters, .text: return true
    case .word:
      switch tokens[index].word {
      case .place, .new, .former: return true
      case .hours: return ValidFromWords.all.contains(letters(of: tokens[index]))
      default: return false
      }
    default: return false
    }
  }

  /// The most tokens behind a number that was rejected among which the next one is looked for: 3 KiB of words.
  ///
  /// What has none there is refused to the end of the cell, for each place costs a question.
  private static let mostTokensOfRejected = 512

  /// The token at which reading goes on behind a number that was rejected.
  func endOfRejected(_ start: Int) -> Int {
    var index = start
    // 71 123 45 - 71 234 567.
    if tokens[start].kind == .dash, tokens[start].followsBlank, beginsNumberBehindBlank(start + 1) {
      return start + 1
    }
    // Room 12 +44 20 7946 0123.
    if tokens[start].kind == .plus, tokens[start].followsBlank, !isBehindPlus(start),
      startsFullNumber(at: start)
    {
      return start
    }
    while index < min(tokenCount, start + Self.mostTokensOfRejected) {
      switch tokens[index].kind {
      case .enumeration, .semicolon, .newline, .comma, .slash:
        if !isShortItem(index + 1) || beginsNumberInFull(index + 1) { return index }
      case .word:
        if tokens[index].word == .fax { return index }
        if tokens[index].word == .joiner, !isShortItem(index + 1) { return index }
        if tokens[index].word == .label, leadsToDigitsOrHash(index + 1) { return index }
        if beginsNumber(behindText: index + 1) { return index + 1 }
      default: if beginsNumberInFull(behind: index) { return index + 1 }
      }
      index += 1
    }
    return max(start, tokenCount)
  }

  /// Whether digits behind a plus of their own stand before a token, which may be the calling code of what follows: +44 +1
  /// 212 736 5000.
  private func isBehindPlus(_ end: Int) -> Bool {
    var index = end - 1
    while index > 0, tokens[index].kind == .digits { index -= 1 }
    return index >= 0 && tokens[index].kind == .plus
  }

  /// Whether a number in full begins right behind text or a sign.
  private func beginsNumberInFull(behind index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters:
      // Desk 2: 0243 825 3536.
      var next = index + 1
      while tokens[next].kind == .ordinal { next += 1 }
      return beginsNumberBehindBlank(next) || beginsNumber(behindText: next)
    // 6865000 ext. 1060 - 3233103491.
    case .dash where tokens[index].followsBlank && isMobile(behindSign: index + 1): return true
    default: return beginsNumber(behindText: index + 1)
    }
  }

  /// Whether a blank and a number in full stand at a token, behind text: 10491台北市 02-27123456.
  func beginsNumberBehindBlank(_ index: Int) -> Bool {
    guard tokens[index].followsBlank else { return false }
    switch tokens[index].kind {
    case .plus: return true
    case .digits, .open: return startsFullNumber(at: index)
    default: return false
    }
  }

  /// Whether a number in full begins at a token, and no decimal fraction: -71.45, 42.44276725.
  func beginsNumberInFull(_ start: Int) -> Bool {
    switch tokens[start].kind {
    case .open: return startsFullNumber(at: start)
    case .digits: return !isFraction(start) && startsFullNumber(at: start)
    default: return false
    }
  }

  /// Whether an extension or last digits stand at a token, and no number.
  private func isShortItem(_ start: Int) -> Bool {
    var index = start
    while tokens[index].kind == .hash || tokens[index].kind == .star || isWord(.marker, at: index)
      || index > start && (tokens[index].kind == .dot || tokens[index].kind == .colon)
    { index += 1 }
    return tokens[index].kind == .digits && tokens[index].count <= 5
      && (index > start || tokens[index + 1].kind != .dash && !beginsLine(index))
  }

  /// Whether two groups have together as many digits as the lines before: 2360 8280.
  private func beginsLine(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return next.kind == .digits && next.followsBlank && context.inherited.localDigits > 6
      && Int(tokens[index].count + next.count) == context.inherited.localDigits
      && tokens[index + 2].kind != .digits && tokens[index + 2].kind != .dash
  }

  /// Whether digits, or a number in full behind #, follow a label.
  private func leadsToDigitsOrHash(_ start: Int) -> Bool {
    let index = token(afterSigns: start)
    // RPM #944 814 123.
    if tokens[index].kind == .hash {
      return tokens[index + 1].kind == .digits && startsFullNumber(at: index + 1)
    }
    return beginsDigits(index)
  }
}

/// Words for the day from which a number holds, which are words for hours, too: Neu ab 1.3.: …, and not until …;
/// Data/words.tsv.
private enum ValidFromWords {
  static let all = SpellingTable(EmbeddedWords.validFrom)
}
