import NumberingPlans
import Records

/// Tells regular expressions and masked digits from numbers: +569555872.*, 0912-XXX-678.
extension TokenWriter {
  /// Whether the cell has the signs, or the letters, of some pattern that `isPattern` knows.
  @inline(__always)
  var mayHoldPattern: Bool {
    facts.mayHoldMask || facts.kinds.contains(.caret) || facts.repeatedKinds.contains(.star)
      || facts.kinds.contains(.dot) && facts.kinds.contains(anyOf: .star, .plus)
      || facts.kinds.contains(.slash) && facts.kinds.contains(.letters)
      || facts.kinds.contains(.open) && facts.kinds.contains(.dash) && facts.hasToken(digits: 1)
  }

  /// Rejects a cell that is a pattern; returns whether it did.
  func rejectsPattern(into result: CellResult) -> Bool {
    guard digitCount > 0 || tokenCount < 16 else { return false }
    if !plan.notation.carrierMask.isEmpty { dropCarrierPlaceholders() }
    if facts.repeatedKinds.contains(.star) { dropEmphasis() }
    var left: Int?
    for index in 0..<tokenCount where isPattern(index) {
      if let masked = maskedPostcode(index) {
        mark(masked, as: .amount)
        facts.kinds.insert(.amount)
        continue
      }
      if let masked = maskedBesideMobile(index) ?? maskedItem(index, digitsLeft: &left) {
        reject(.pattern, token: masked.lowerBound, to: masked.upperBound, into: result)
        left = left.map { $0 - countDigits(in: masked) }
        mark(masked, as: .amount)
        facts.kinds.insert(.amount)
        continue
      }
      reject(.pattern, token: index, to: tokenCount, into: result)
      return true
    }
    return false
  }

  /// A postcode behind its word whose last digits are masked, in a cell that has other digits: 邮编：450xxx; nil for
  /// others.
  private func maskedPostcode(_ mask: Int) -> Range<Int>? {
    let start = mask - 1
    guard isOn(.postcodes), start > 0, tokens[start].kind == .digits, tokens[start].count < 6,
      !tokens[mask].followsBlank,
      isWord(.postcode, at: tokens[start - 1].kind == .colon ? max(start - 2, 0) : start - 1)
    else { return nil }
    var end = mask + 1
    while end < tokenCount, end - mask < 6, tokens[end].kind == tokens[mask].kind,
      !tokens[end].followsBlank
    { end += 1 }
    return hasDigits(outside: start..<end) ? start..<end : nil
  }

  /// The fewest digits of a number that is masked.
  private static let fewestOfMasked = 3

  /// The masked number around a token, where all other digits of the cell are mobiles in one piece that blanks or
  /// signs of lists set apart: 021-6248xxxx 13912345678; nil for others.
  private func maskedBesideMobile(_ mask: Int) -> Range<Int>? {
    guard isMask(mask) || tokens[mask].kind == .star else { return nil }
    var (start, end) = (mask, mask + 1)
    while start > 0, !tokens[start].followsBlank, isOfMasked(start - 1) { start -= 1 }
    while end < tokenCount, !tokens[end].followsBlank, isOfMasked(end) { end += 1 }
    if isMaskedMobile(start..<end), hasDigits(outside: start..<end) { return start..<end }
    // Those behind come first: in a cell of many masked numbers the next one ends the search.
    guard countDigits(in: start..<end) >= Self.fewestOfMasked,
      let behind = countMobiles(in: end..<tokenCount), let before = countMobiles(in: 0..<start)
    else { return nil }
    return behind + before > 0 ? start..<end : nil
  }

  /// How many mobiles stand among tokens; nil where other digits do.
  private func countMobiles(in part: Range<Int>) -> Int? {
    var mobiles = 0
    for index in part where tokens[index].kind == .digits {
      guard isMobileAlone(index) else { return nil }
      mobiles += 1
    }
    return mobiles
  }

  private func countDigits(in part: Range<Int>) -> Int {
    var count = 0
    for index in part where tokens[index].kind == .digits { count += Int(tokens[index].count) }
    return count
  }

  /// Whether tokens are a mobile some of whose digits are masked, with nothing behind it that may be its extension: such a
  /// number lends no area code to others of the cell, 021-62481234 / 139****5678.
  private func isMaskedMobile(_ masked: Range<Int>) -> Bool {
    guard plan.notation.mobilesStandAlone, standsAlone(masked) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostOfMasked) { written in
      var count = 0
      for index in masked {
        let token = tokens[index]
        switch token.kind {
        case .dash: continue
        case .digits, .letters, .word, .star: break
        default: return false
        }
        let isMasked = token.kind != .digits
        for place in 0..<(token.kind == .star ? 1 : Int(token.count)) {
          guard count < written.count else { return false }
          written[count] = isMasked ? Self.anyDigit : digits[Int(token.first) + place]
          count += 1
        }
      }
      let number = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(written)[..<count])
      return plan.national(number, needsTrunk: true).isMobile
    }
  }

  /// The most digits and signs of a mobile that is masked, and the digit that stands for those that are: mobiles of every
  /// head have it.
  private static let mostOfMasked = 12
  private static let anyDigit = UInt8(ascii: "5")

  /// Whether nothing touches a number but labels, text and signs that part items, and no extension follows.
  private func standsAlone(_ number: Range<Int>) -> Bool {
    let (before, behind) = (number.lowerBound - 1, number.upperBound)
    if before >= 0, tokens[number.lowerBound].kind != .digits { return false }
    if before >= 0, !tokens[number.lowerBound].followsBlank {
      switch tokens[before].kind {
      case .colon, .text, .open, .close: break
      case .word: if !isWord(.label, at: before) { return false }
      default: if !isSignOfList(before) { return false }
      }
    }
    if before > 0, isWord(.fax, at: tokens[before].kind == .colon ? before - 1 : before) {
      return false
    }
    switch tokens[behind].kind {
    case .end, .close, .text: return true
    case .word: return isWord(.label, at: behind) || isWord(.fax, at: behind)
    case .digits: return startsFullNumber(at: behind)
    case .open: return tokens[behind + 1].kind == .text || startsFullNumber(at: behind + 1)
    default: return isSignOfList(behind)
    }
  }

  /// The digits behind come first: a cell of many masked numbers costs no more than its length.
  private func hasDigits(outside masked: Range<Int>) -> Bool {
    (masked.upperBound..<max(tokenCount, masked.upperBound)).contains { isDigits($0) }
      || (0..<masked.lowerBound).contains { isDigits($0) }
  }

  /// The item of a list, or what stands behind a label, around a masked number, where other items hold the digits of a
  /// number: 0312 235 050 | Fax: 00**-**; nil for others.
  ///
  /// The digits that no mask has taken yet are counted once a cell: a cell of many masks costs no more than its length.
  private func maskedItem(_ mask: Int, digitsLeft left: inout Int?) -> Range<Int>? {
    guard isMask(mask) || tokens[mask].kind == .star, !plan.notation.notesAreChinese else {
      return nil
    }
    var (start, end) = (mask, mask + 1)
    while start > 0, !endsItemOfMask(start - 1) { start -= 1 }
    while end < tokenCount, !endsItemOfMask(end) { end += 1 }
    guard start > 0 || end < tokenCount else { return nil }
    // Its label names no other number.
    if start > 0, isWord(.fax, at: start - 1) { start -= 1 }
    let all = left ?? countDigits(in: 0..<tokenCount)
    left = all
    return all - countDigits(in: start..<end) >= Self.fewestOfOther ? start..<end : nil
  }

  /// The fewest digits of a number beside a masked one.
  private static let fewestOfOther = 7

  /// Whether a sign or a label stands between a masked number and others.
  private func endsItemOfMask(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .enumeration, .semicolon, .newline: true
    case .slash: tokens[index].followsBlank && tokens[index + 1].followsBlank
    case .word: tokens[index].word == .fax || tokens[index].word == .label
    default: false
    }
  }

  /// Whether a token may belong to a number that is masked.
  private func isOfMasked(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .dash, .dot, .star, .open, .close, .plus: true
    case .letters, .word: isMask(index)
    default: false
    }
  }

  /// Whether digits are a mobile in full, and nothing but blanks and signs of lists stands beside them.
  private func isMobileAlone(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.count > 8, token.count < 16,
      index == 0 || token.followsBlank || isSignOfList(index - 1),
      tokens[index + 1].kind == .end || tokens[index + 1].followsBlank || isSignOfList(index + 1)
    else { return false }
    return national(spelled: digits(of: token)).isMobile
  }

  /// Whether a sign parts items, in one line or in several.
  private func isSignOfList(_ index: Int) -> Bool {
    tokens[index].kind == .newline || tokens[index].kind.partsItems
  }

  /// Takes the stars around a number, or around its label and it, away by which texts stress it: **+961 1 633 222**,
  /// **Tel: 2345 6789**.
  private func dropEmphasis() {
    guard (0..<tokenCount).contains(where: { endOfEmphasis($0) != nil }) else { return }
    var kept = 0
    var index = 0
    var closing = -1
    while index <= tokenCount {
      if closing < 0, let end = endOfEmphasis(index) { closing = end }
      if closing >= 0, index == closing || tokens[index].kind == .star && index + 2 < closing {
        let opens = index != closing
        let blank = tokens[index].followsBlank
        index += 2
        if opens { tokens[index].followsBlank = blank } else { closing = -1 }
        continue
      }
      tokens[kept] = tokens[index]
      kept += 1
      index += 1
    }
    endTokens(at: kept - 1)
  }

  /// The two stars that end what two stars before a token stress, if that is digits, or words with a colon and
  /// digits; nil where it is none.
  private func endOfEmphasis(_ index: Int) -> Int? {
    guard isPair(index), index == 0 || tokens[index].followsBlank || !isDigits(index - 1) else {
      return nil
    }
    let first =
      beginsDigits(index + 2) || tokens[index + 2].kind == .open
      ? index + 2 : behindLabel(index + 2)
    guard let first else { return nil }
    var end = first
    while end < tokenCount, tokens[end].kind != .star { end += 1 }
    return isPair(end) && tokens[end + 2].kind != .digits ? end : nil
  }

  /// The token of the digits behind text or labels, a colon between; nil without.
  private func behindLabel(_ start: Int) -> Int? {
    var index = start
    while tokens[index].kind == .text || isWord(.label, at: index) { index += 1 }
    guard index > start else { return nil }
    // A wide colon may be part of the label.
    if tokens[index].kind == .colon {
      index += 1
    } else if !isWord(.label, at: index - 1) {
      return nil
    }
    return leadsToDigits(index) ? index : nil
  }

  /// Whether two stars stand side by side.
  private func isPair(_ index: Int) -> Bool {
    index + 1 < tokenCount && tokens[index].kind == .star && tokens[index + 1].kind == .star
      && !tokens[index + 1].followsBlank
  }

  /// Takes the xx of 0xx11 3456-7890, or ** in its place, away, by which Brazil leaves the choice of the carrier open.
  private func dropCarrierPlaceholders() {
    var kept = 0
    var index = 0
    while index <= tokenCount {
      var token = tokens[index]
      if let area = areaBehindBracketedCarrier(index) {
        index = area
        if tokens[area].kind == .open { continue }
        let blank = token.followsBlank
        token = tokens[area]
        token.followsBlank = blank
      } else if let next = endOfOpenCarrier(index) {
        index = next
        if tokens[next].kind == .open {
          tokens[kept] = token
          kept += 1
          continue
        }
        token.count += tokens[index].count
        token.end = tokens[index].end
        facts.insert(digits: token.count)
      }
      tokens[kept] = token
      kept += 1
      index += 1
    }
    endTokens(at: kept - 1)
  }

  /// The digits of the area code behind a bracket that holds nothing but the 0 and the open carrier, or their own
  /// bracket, (0xx)21, (0xx) (21); nil where it is none.
  private func areaBehindBracketedCarrier(_ open: Int) -> Int? {
    guard open + 4 < tokenCount, tokens[open].kind == .open,
      let close = endOfOpenCarrier(open + 1, closing: true)
    else { return nil }
    let area = tokens[close + 1].kind == .open ? close + 2 : close + 1
    return tokens[area].kind == .digits && tokens[area].count == 2 ? close + 1 : nil
  }

  /// The digits behind the 0 of 0xx11 or 0**11 at a token, or the bracket before them, 0xx(11), or the one that
  /// closes behind it; nil where it is none.
  private func endOfOpenCarrier(_ index: Int, closing: Bool = false) -> Int? {
    guard index + 2 < tokenCount, tokens[index].kind == .digits, tokens[index].count == 1,
      value(of: tokens[index]) == 0
    else { return nil }
    let mask = tokens[index + 1]
    let isSpelled =
      (mask.kind == .letters || mask.kind == .word) && mask.count == 2 && isMask(index + 1)
    let isStarred = mask.kind == .star && tokens[index + 2].kind == .star
    guard isSpelled || isStarred else { return nil }
    let end = isSpelled ? index + 2 : index + 3
    if closing { return tokens[end].kind == .close ? end : nil }
    let isApart = tokens[end].kind == .open || tokens[end].kind == .dash
    guard tokens[isApart ? end + 1 : end].kind == .digits else { return nil }
    return tokens[end].kind == .dash ? end + 1 : end
  }

  /// Whether a token stands in no number but in a pattern of numbers.
  @inline(__always)
  private func isPattern(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters, .word: isMask(index) && !standsInName(index)
    case .open, .caret, .dot, .slash, .star: isSignOfPattern(index)
    default: false
    }
  }

  /// Whether a sign is one of a pattern by what stands beside it.
  private func isSignOfPattern(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    let isClose = next.kind != .end && !next.followsBlank
    let sign = list.cell[Int(tokens[index].start)]
    switch tokens[index].kind {
    case .open: return sign == UInt8(ascii: "[") && isClass(index)
    case .caret where index > 0 && isDigits(index - 1):
      return sign == UInt8(ascii: "^") || !isDigits(index + 1)
    case .dot where isClose: return repeats(index)
    case .caret where isClose && sign == UInt8(ascii: "^"): return isAnchor(index)
    case .slash where isClose: return sign == UInt8(ascii: "\\") && next.kind == .letters
    case .star where isClose: return next.kind == .star && isBehindDigits(index)
    default: return false
    }
  }

  /// Whether a star or a plus behind a dot stands for any digits, and is no wildcard that is read.
  private func repeats(_ dot: Int) -> Bool {
    switch tokens[dot + 1].kind {
    case .star: openEnd() == 0
    case .plus: !isDigits(dot + 2)
    default: false
    }
  }

  /// Whether a caret stands before a number.
  private func isAnchor(_ caret: Int) -> Bool {
    switch tokens[caret + 1].kind {
    case .digits, .plus, .open: true
    default: false
    }
  }

  /// Whether a bracket opens a class of digits: [0-9].
  private func isClass(_ index: Int) -> Bool {
    tokens[index + 1].kind == .digits && tokens[index + 1].count == 1
      && tokens[index + 2].kind == .dash && isDigits(index + 3) && tokens[index + 4].kind == .close
  }

  /// Whether a star stands right behind digits, or behind a dash behind them.
  private func isBehindDigits(_ index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return false }
    return isDigits(index - 1)
      || tokens[index - 1].kind == .dash && index > 1 && isDigits(index - 2)
  }

  /// Whether digits stand at a token of the cell.
  private func isDigits(_ index: Int) -> Bool {
    index <= tokenCount && tokens[index].kind == .digits
  }

  /// Whether letters are a run of x or X in place of digits.
  private func isMask(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.count >= 2, index > 0, digitCount > 0 else { return false }
    return letters(of: token).allSatisfy { $0 == UInt8(ascii: "x") }
  }
}
