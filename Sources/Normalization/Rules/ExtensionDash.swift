import NumberingPlans
import Records

/// Reads digits behind a dash after a complete number as its extension: 04-22351234-791.
extension TailGrammar {
  /// Reads what a dash behind a number leads to.
  func readDash(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    var index = start
    while tokens[index].kind == .dash { index += 1 }
    if let last = endOfRange(tail, from: start, behindDash: index) {
      return readExtensionRange(&tail, to: last)
    }
    let token = tokens[index]
    guard token.kind == .digits else { return readBareDash(&tail, from: start, to: index) }
    if readsOnRow(&tail, base, at: index) { return }
    if index == start + 1, tokens[start].followsBlank, token.followsBlank,
      leavesDay(&tail, base, at: index)
    {
      return
    }
    if leavesCounted(&tail, base, at: index) { return }
    if tail.extensions.count > 0 {
      return readDashBehindExtension(&tail, base, dash: start, at: index)
    }
    if readBeforeMarker(&tail, base, at: index) { return }
    if readsOther(&tail, base, dash: start, at: index) { return }
    if !tail.isOfOneNumber {
      return tail.fail(.ambiguous, at: start, "an extension of the first, or of the last number")
    }
    if leavesOther(&tail, dash: start, at: index, base) { return }
    readExtension(&tail, from: start, at: index, base)
  }

  /// Passes over a dash without digits behind it, which may end the number before a bracket or mask digits.
  private func readBareDash(_ tail: inout Tail, from start: Int, to index: Int) {
    if masksDigits(from: start, to: index, tail) { return tail.fail(.badExtension, at: start) }
    tail.next = index
    tail.isDone = tokens[index].kind == .open && isAreaInBrackets(index)
  }

  /// Reads digits behind an extension and a dash: the end of a range, or another one.
  private func readDashBehindExtension(
    _ tail: inout Tail, _ base: Base, dash start: Int, at index: Int
  ) {
    // ext. 12 - 0171 1234567.
    if isOn(.lists), index == start + 1,
      leadsToNumber(behindExtension: start - 1)
        || startsFullNumber(at: index) && isApart(from: tail, dash: start, at: index)
    {
      tail.end(at: index)
      return
    }
    guard tail.rule != .extensionDash else {
      return failAtMenu(&tail, base, at: index, "a range of extensions, or two extensions")
    }
    if listsExtensions(tail, dash: start, at: index) {
      _ = addExtension(&tail, token: index)
      return
    }
    if tail.extensions.count > 1, tokens[start - 1].kind == .digits,
      tokens[start - 2].kind == .dash
    {
      return tail.fail(.ambiguous, at: index, "extensions, or an extension and choices of a menu")
    }
    if tokens[start].followsBlank, tokens[index].followsBlank, mayBePostcode(tail, at: index) {
      return tail.doubt(index, keeping: base, "an extension, or a postcode")
    }
    return readExtensionRange(&tail, to: index, base)
  }

  /// Whether a dash parts an extension from a number in full: ext 3-8(846)332-71-48.
  ///
  /// Blanks stand around it, a bracket before it or behind the first digits, or these are no other end of a range.
  private func isApart(from tail: Tail, dash: Int, at index: Int) -> Bool {
    tokens[dash].followsBlank && tokens[index].followsBlank || tokens[dash - 1].kind == .close
      || tokens[index + 1].kind == .open
      || Int(tokens[index].count) != tail.extensions.last.digits
        && !plan.notation.writesDashExtensions
  }

  /// Reads digits behind a dash that begin another number, or are extensions that only together are one; false
  /// for others.
  private func readsOther(_ tail: inout Tail, _ base: Base, dash: Int, at index: Int) -> Bool {
    if tokens[index].followsBlank, readsNumberWithoutTrunk(&tail, base, at: index) { return true }
    if readsLineInGroups(&tail, base, dash: dash, at: index) { return true }
    guard beginsOther(dash: dash, at: index, base) else { return false }
    guard !mayStandBeforePostcode(dash: dash, at: index) else {
      readExtension(&tail, from: dash, at: index, base)
      return true
    }
    let mayBeExtensions = plan.notation.writesDashExtensions && startsFullNumber(at: index)
    switch mayBeExtensions ? extensions(beginningAt: index, behind: base) : .number {
    case .number:
      tail.end(at: index)
    case .list where tail.isOfOneNumber:
      readExtension(&tail, from: dash, at: index, base)
    case .list, .doubt: failAtGroups(&tail, base, at: index)
    }
    return true
  }

  /// Whether digits that touch the dash are an extension, and six behind a blank a postcode of China, rather than a
  /// number of 800 or 400: 0571-87012345-8001 310012.
  private func mayStandBeforePostcode(dash: Int, at index: Int) -> Bool {
    let postcode = tokens[index + 1]
    return plan.notation.notesAreChinese && plan.notation.postcodeDigits == 6
      && !tokens[dash].followsBlank && !tokens[index].followsBlank && tokens[index].count == 4
      && !beginsWithZero(index) && postcode.kind == .digits && postcode.followsBlank
      && postcode.count == 6
  }

  /// Whether digits behind a dash begin another number.
  private func beginsOther(dash: Int, at index: Int, _ base: Base) -> Bool {
    startsFullNumber(at: index)
      || !plan.notation.writesDashExtensions && tokens[dash].followsBlank
        && tokens[index].followsBlank && beginsWithZero(index)
        && beginsCorrectedNumber(at: index, behind: base)
      || isOn(.lists)
        && (repeatsGroups(of: base, dash: dash, at: index)
          || startsLine(dash: dash, at: index, like: base))
  }

  /// Whether a line of the same area with at least seven digits stands behind a dash between blanks, in
  /// whatever groups: 02-234 5159 - 712-3833.
  private func startsLine(dash: Int, at index: Int, like base: Base) -> Bool {
    !plan.notation.writesDashExtensions && base.localDigits > 6 && index == dash + 1
      && tokens[dash].followsBlank && tokens[index].followsBlank
      && startsLocalNumber(at: index, like: base)
  }

  /// The last extension of a range that has its marker, too: 轉11-轉13.
  private func endOfRange(_ tail: Tail, from dash: Int, behindDash index: Int) -> Int? {
    guard tail.hasExtensions, tail.rule != .extensionDash,
      tokens[dash - 1].kind == .digits, let last = extensionBehindMarkers(index),
      Int(tokens[last].count) == tail.extensions.last.digits, !startsFullNumber(at: last)
    else { return nil }
    return last
  }

  /// Leaves digits that are no extension; false where they may be one.
  private func leavesOther(_ tail: inout Tail, dash: Int, at index: Int, _ base: Base) -> Bool {
    leavesPostcodeOfTown(&tail, base, dash: dash, at: index)
      || doubtsEndOfName(&tail, dash: dash, at: index, base)
      || doubtsBeforeDot(&tail, dash: dash, at: index, base)
      || leavesEmergency(&tail, dash: dash, at: index, base)
      || leavesTruncated(&tail, at: index, base)
  }

  /// Leaves a postcode unused that a dash joins to the name of its town, and doubts one that blanks set apart:
  /// 022-7310219 Bandung-40262; false for others.
  private func leavesPostcodeOfTown(
    _ tail: inout Tail, _ base: Base, dash: Int, at index: Int
  ) -> Bool {
    guard tokens[dash - 1].kind == .letters, index == dash + 1, tokens[dash - 1].count > 2,
      isCapital(dash - 1), isOn(.postcodes), plan.notation.postcodeDigits > 4,
      Int(tokens[index].count) == plan.notation.postcodeDigits
    else { return false }
    switch tokens[index + 1].kind {
    case .digits, .dash, .slash: return false
    case .letters, .text, .word: guard tokens[index + 1].followsBlank else { return false }
    default: break
    }
    if tokens[dash].followsBlank || tokens[index].followsBlank {
      tail.doubt(index, behind: base, in: self, "an extension, or a postcode")
      return true
    }
    tail.leave(upTo: index + 1)
    return true
  }

  /// Leaves digits in doubt that a dash joins to letters that nobody knows: abc_163, sales-01; false for others.
  private func doubtsEndOfName(_ tail: inout Tail, dash: Int, at index: Int, _ base: Base) -> Bool {
    guard tokens[dash - 1].kind == .letters, !tokens[dash].followsBlank, index == dash + 1,
      !tokens[index].followsBlank
    else { return false }
    tail.doubt(index, behind: base, in: self, "an extension, or the end of a name")
    return true
  }

  /// Reads on a row of last lines, each behind a dash and one above the one before: 055 284471-2-3;
  /// false for others.
  private func readsOnRow(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    let (token, count) = (tokens[index], Int(tokens[index].count))
    guard count <= 2, !plan.notation.writesDashExtensions, isOn(.alternates),
      tokens[index + 1].kind != .digits, tail.extensions.hasRoom,
      !tail.hasExtensions,
      let previous = tail.run ?? (tail.alternates > 0 ? tail.extensions.last : nil),
      previous.digits == count, value(of: token) == previous.value + 1
    else { return false }
    if tail.run != nil {
      guard previous.value == base.answer.nationalNumber % powerOfTen(count) + 1 else {
        return false
      }
      tail.run = nil
      tail.append(alternate: previous.value, digits: count)
      guard tail.extensions.hasRoom else { return false }
    }
    tail.append(alternate: previous.value + 1, digits: count)
    tail.next = index + 1
    return true
  }

  /// Leaves a short code unused that a dash between blanks sets apart, the police behind the number of a town:
  /// 22730 22100 - 100; false where none begins.
  private func leavesEmergency(
    _ tail: inout Tail, dash: Int, at index: Int, _ base: Base
  ) -> Bool {
    guard tokens[dash].followsBlank, tokens[index].followsBlank, index == dash + 1,
      !plan.notation.writesDashExtensions, tokens[index].count < 4,
      tokens[index + 1].kind != .digits,
      tokens[index + 1].kind != .dash
    else { return false }
    if tokens[index].count == 2, isShortCode(digits(of: tokens[index])) {
      tail.doubt(index, behind: base, in: self, "an extension, or a short code")
      return true
    }
    return readShortCode(&tail, token: index, of: base)
  }

  /// Whether a bracket holds two digits or more and others stand behind it: - (572) 485 5758.
  private func isAreaInBrackets(_ open: Int) -> Bool {
    var close = open + 1
    while tokens[close].kind == .digits { close += 1 }
    return close > open + 1 && digits(of: tokens[open + 1]).count > 1
      && tokens[close].kind == .close && tokens[close + 1].kind == .digits
      && tokens[close + 1].count > 2
  }

  /// Reads the digits behind a dash that begin no other number.
  private func readExtension(_ tail: inout Tail, from start: Int, at index: Int, _ base: Base) {
    let token = tokens[index]
    let count = Int(token.count)
    if repeatsArea(token, of: base) {
      tail.next = index + 1
      return
    }
    if count == 1 || mayBeFiller(token) { return readSingleDigit(&tail, index, base) }
    guard isOn(.extensionDash) else { return tail.fail(.badExtension, at: start) }
    if count == base.localDigits {
      if isNextNumber(token, base, dash: start) {
        tail.end(at: index)
        return
      }
      return tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
    }
    if count > 4, readsLineBeside(&tail, base, at: index) { return }
    if count > plan.longestDashExtension { return failAtLong(&tail, index, base) }
    if count > 5, count == lengthOfLastGroup(of: base) {
      return tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
    }
    if mayEndRun(token, base), !leadsList(index) {
      guard endsSureRun(token, base) else {
        return tail.fail(.ambiguous, at: index, "an extension, or the end of a run of lines")
      }
      return readRunEnd(&tail, index)
    }
    if doubtsLong(&tail, dash: start, at: index, base) { return }
    addExtension(&tail, behindDash: index, of: base)
  }

  /// Doubts digits behind a dash that may be part of another number, by blanks around it or by their length; false for
  /// others.
  private func doubtsLong(_ tail: inout Tail, dash: Int, at index: Int, _ base: Base) -> Bool {
    let token = tokens[index]
    // (244222) 091-206714: longer than what it would extend, they leave nothing sure.
    let isLong = token.count > 4 && Int(token.count) > lengthOfLastGroup(of: base) + 1
    guard !plan.notation.writesDashExtensions, token.count > 3,
      isLong || tokens[dash].followsBlank && token.followsBlank
    else { return false }
    tail.doubt(index, behind: base, in: self, "an extension, or part of another number")
    tail.keepsNumber = tail.keepsNumber && !isLong
    return true
  }

  /// Adds the digits behind a dash as an extension, or doubts them behind a mobile, which has none: 13812345678-301 is a
  /// flat as well.
  private func addExtension(_ tail: inout Tail, behindDash index: Int, of base: Base) {
    guard !isLoneMobile(base) || tail.isFax else {
      tail.doubt(index, keeping: base, "an extension, or something else: mobiles have none")
      return
    }
    tail.rule = .extensionDash
    _ = addExtension(&tail, token: index)
  }

  /// Leaves several groups behind a dash between blanks that begin as the number before it does, and lack digits:
  /// 927 21 65 39 - 927 21 65 3; false for others.
  private func leavesTruncated(_ tail: inout Tail, at index: Int, _ base: Base) -> Bool {
    let token = tokens[index]
    guard token.count > 2, token.followsBlank, tokens[index + 1].kind == .digits,
      !repeatsArea(token, of: base), base.answer.begins(with: Array(digits(of: token)))
    else { return false }
    tail.doubt(index, behind: base, in: self, "an extension, or another number that lacks digits")
    return true
  }

  /// Whether one digit behind a dash is the choice of a menu, for numbers for everybody and hotlines have no runs of
  /// lines: 400-820-1234-2, 021-12320-5.
  func isChoice(of base: Base) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, base.repair == nil else { return false }
    switch base.answer.type {
    case .tollFree, .sharedCost: return true
    case .fixedLine:
      let local = base.localDigits
      return plan.hotlines.contains(
        base.answer.nationalNumber % powerOfTen(local), digits: local)
    default: return false
    }
  }

  /// Reads five digits or more that are close above the last ones of a number for those of another,
  /// where nobody writes extensions behind dashes: 0577281234-281237; false for others.
  private func readsLineBeside(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    let count = Int(tokens[index].count)
    guard !plan.notation.writesDashExtensions, isOn(.alternates),
      count < base.answer.nationalDigits,
      count < 9, endsNearRun(tokens[index], base), tail.extensions.hasRoom
    else { return false }
    tail.append(alternate: value(of: tokens[index]), digits: count)
    tail.next = index + 1
    return true
  }

  /// Whether two others of as many digits, four, follow in a list, as extensions do: -6738、6799、6103.
  private func leadsList(_ index: Int) -> Bool {
    func follows(_ item: Int) -> Bool {
      tokens[item - 1].kind == .enumeration && tokens[item].kind == .digits
        && tokens[item].count == 4
    }
    return tokens[index].count == 4 && follows(index + 2) && follows(index + 4)
  }

  /// Whether digits behind a dash are a number of the area close to the one before, where nobody
  /// writes extensions behind dashes: (022) 4232338-4232339; or of seven digits: (57 5) 4381234-4365678.
  private func isNextNumber(_ token: Token, _ base: Base, dash: Int) -> Bool {
    guard isOn(.lists), token.count > 5, base.area.digits > 0 else { return false }
    // 0571-87654321-87654322: too long for an extension.
    if plan.notation.writesDashExtensions {
      return token.count > 6 && base.repair == nil
        && landline(area: base.area, local: digits(of: token)).validity == .valid
    }
    if endsNearRun(token, base) { return true }
    // 0823 459409 - 421444: neither a postcode nor an extension.
    let isApart =
      token.followsBlank && tokens[dash].followsBlank
      && Int(token.count) != plan.notation.postcodeDigits
    return (token.count > 6 || isApart)
      && landline(area: base.area, local: digits(of: token)).validity == .valid
  }

  /// Refuses digits that are too many for an extension; the number is given where they may be another line.
  private func failAtLong(_ tail: inout Tail, _ index: Int, _ base: Base) {
    guard isLine(tokens[index], behindWholeNumber: base) else {
      return tail.fail(.badExtension, at: index)
    }
    tail.doubt(index, behind: base, in: self, "an extension, or another number of the same area")
  }

  /// Whether digits have the form of a line behind a number in one piece whose area code nothing shows:
  /// 02444276183-9427618.
  private func isLine(_ token: Token, behindWholeNumber base: Base) -> Bool {
    !plan.notation.writesDashExtensions && base.area.digits == 0 && base.repair == nil
      && (7...8).contains(token.count) && digits[Int(token.first)] != 48
  }

  /// Whether digits behind a dash are grouped as the local number before it, and that dash is
  /// another sign than those within: 0212 345 67 89 - 345 67 90.
  private func repeatsGroups(of base: Base, dash: Int, at index: Int) -> Bool {
    var first = dash
    var count = 0
    while first > base.firstToken, count < base.localDigits {
      first -= 1
      if tokens[first].kind == .digits { count += Int(tokens[first].count) }
    }
    guard count == base.localDigits, dash - first > 1 else { return false }
    for offset in 0..<(dash - first) {
      let (old, new) = (tokens[first + offset], tokens[index + offset])
      guard old.kind == new.kind, old.count == new.count,
        offset == 0 || old.followsBlank == new.followsBlank,
        old.kind != .dash || old.followsBlank != tokens[dash].followsBlank
      else { return false }
    }
    return true
  }
}
