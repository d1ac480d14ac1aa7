import NumberingPlans
import Records

/// Reads the spelled-out last digits of further numbers: (757) 555-6519/6537, 03-9612051、2.
extension TailGrammar {
  /// Notes that a token's digits replace the last ones of the base.
  func addAlternate(_ tail: inout Tail, token index: Int, of base: Base) {
    if readPairs(&tail, at: index, of: base) { return }
    if isAreaAgain(index, of: base) { return tail.end(at: index) }
    let count = Int(tokens[index].count)
    let local = base.localDigits > 0 ? base.localDigits : base.answer.nationalDigits
    guard isOn(.alternates), count <= 4, count < local, replacesGroup(token: index, of: base),
      !mayBeCount(index, of: base), !goesOnBehindDot(index), !mayBeAreaOfNext(index, of: base),
      count > 2 || value(of: tokens[index]) > base.answer.nationalNumber % powerOfTen(count),
      tail.isOpen,
      !tail.hasExtensions, tail.extensions.hasRoom
    else {
      let note: StaticString = "the last digits of another number, or an extension"
      // 010-65322881/3883: whatever they are, the first number is whole.
      guard tokens[index - 1].kind == .slash, plan.notation.hasUnmarkedExtensions, count > 2,
        tail.alternates == 0
      else { return tail.doubt(index, behind: base, in: self, note) }
      return tail.doubt(index, keeping: base, note)
    }
    tail.append(alternate: value(of: tokens[index]), digits: count)
    tail.next = index + 1
  }

  /// Whether the area code of a number in full stands again, the same sign behind it: 06/40.17.46.00 / 06/23.25.88.74.
  private func isAreaAgain(_ index: Int, of base: Base) -> Bool {
    let (area, sign) = (tokens[base.firstToken], tokens[base.firstToken + 1].kind)
    return area.kind == .digits && beginsWithZero(area) && sign != .digits
      && tokens[index + 1].kind == sign && tokens[index + 2].kind == .digits
      && digits(of: tokens[index]).elementsEqual(digits(of: area))
  }

  /// Reads pairs of digits that replace as many pairs at the end of a number, parted by the same sign: 01.45.12.34.56
  /// / 56.78.91, 973-53-87/53-95; false for others.
  ///
  /// Pairs that rise from the last one on may each be the end of a line: 01.45.12.34.56/57.58.
  func readPairs(_ tail: inout Tail, at first: Int, of base: Base) -> Bool {
    guard tokens[first].count == 2, tokens[first - 1].kind == .slash, isOn(.alternates),
      tail.isOpen, !tail.hasExtensions, tail.extensions.hasRoom, isSure(base, before: first)
    else { return false }
    // / 03 88/22 93 91.
    if beginsWithZero(first), startsFullNumber(at: first) { return false }
    let sign = tokens[first + 1].kind
    let step = sign == .dot || sign == .dash ? 2 : 1
    var (last, value, rises) = (first, value(of: tokens[first]), true)
    var previous = base.answer.nationalNumber % 100
    rises = (1...Self.farthestCut).contains(value - previous)
    previous = value
    while isPair(last + step, behind: last, by: step == 1 ? nil : sign), last - first < 4 * step {
      last += step
      let pair = self.value(of: tokens[last])
      rises = rises && (1...Self.farthestCut).contains(pair - previous)
      previous = pair
      value = value * 100 + pair
    }
    let pairs = (last - first) / step + 1
    let replaced = base.nextToken - 1 - (pairs - 1) * step
    guard pairs > 1, !rises, !isPair(last + step, behind: last, by: step == 1 ? nil : sign),
      tokens[last + 1].kind != .dash, replaced > base.firstToken + 1,
      tokens[replaced - 1].kind == (step == 2 ? sign : .digits),
      sign != .dash || self.value(of: tokens[first]) > Self.lastHour,
      stride(from: replaced, to: base.nextToken, by: step).allSatisfy({
        tokens[$0].kind == .digits && tokens[$0].count == 2
      })
    else { return false }
    tail.append(alternate: value, digits: pairs * 2)
    tail.next = last + 1
    return true
  }

  /// Whether two digits stand at a token, behind a sign that touches them or a blank.
  private func isPair(_ index: Int, behind last: Int, by sign: Token.Kind?) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 2 else { return false }
    guard let sign else { return true }
    return tokens[last + 1].kind == sign && !tokens[last + 1].followsBlank
      && !tokens[index].followsBlank
  }

  /// The last hour of a day: two pairs with a dash are hours up to it.
  private static let lastHour: Int64 = 24

  /// Notes that digits behind a slash and a dash replace those behind the last dash of the base, be
  /// they as many or not: 030 9018382-10/-11, 0221/470-0/-123.
  func readDirectDialling(_ tail: inout Tail, _ base: Base, dash: Int) {
    let index = dash + 1
    if readsSpacedLine(&tail, base, at: index) { return }
    if replacesEnd(index, of: base) || isLineAbove(index, base) {
      return addAlternate(&tail, token: index, of: base)
    }
    guard isOn(.alternates), plan.notation.hasDirectDialling, tokens[index].kind == .digits,
      !tokens[index].followsBlank || tokens[dash].followsBlank && isSpacedBeforeLast(base),
      tokens[index].count <= 5, !beginsMore(index),
      let replaced = digitsBehindLastDash(of: base), tail.isOpen,
      !tail.hasExtensions, tail.extensions.hasRoom
    else {
      return tail.fail(.ambiguous, at: index, "the last digits of another number, or an extension")
    }
    tail.append(
      alternate: value(of: tokens[index]), digits: Int(tokens[index].count), inPlaceOf: replaced)
    tail.next = index + 1
  }

  /// Reads groups of digits that replace as many behind the last dash of a number, written alike: 0361/6 55-10 21 / -10
  /// 22; false for others.
  private func readsSpacedLine(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    let end = lastDigits(of: base)
    var first = end
    while first > base.firstToken, tokens[first - 1].kind == .digits { first -= 1 }
    let last = index + end - first
    guard plan.notation.hasDirectDialling, isOn(.alternates), first < end,
      first > base.firstToken + 1, tokens[first - 1].kind == .dash, !tokens[first].followsBlank,
      last < tokenCount, !beginsMore(last), tail.isOpen, !tail.hasExtensions,
      tail.extensions.hasRoom,
      (first...end).allSatisfy({ repeatsGroup($0, at: index + $0 - first, isFirst: $0 == first) })
    else { return false }
    let (old, new) = (digits(from: first, through: end), digits(from: index, through: last))
    guard base.localDigits > old.count else { return false }
    tail.append(alternate: new.decimalValue, digits: old.count)
    tail.next = last + 1
    return true
  }

  /// Whether digits are as many as others, and a blank parts them from those before alike.
  private func repeatsGroup(_ old: Int, at new: Int, isFirst: Bool) -> Bool {
    new < tokenCount && tokens[new].kind == .digits && tokens[new].count == tokens[old].count
      && tokens[new].followsBlank == !isFirst
  }

  /// The digits of the tokens from one through another.
  private func digits(from first: Int, through last: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(tokens[first].first)
    return UnsafeBufferPointer(
      start: digits + start, count: Int(tokens[last].first + tokens[last].count) - start)
  }

  /// Whether blanks stand around the last dash of a number: 07242 / 33844 - 0.
  private func isSpacedBeforeLast(_ base: Base) -> Bool {
    let last = base.nextToken - 1
    return last > base.firstToken && tokens[last].kind == .digits && tokens[last].followsBlank
      && tokens[last - 1].kind == .dash && tokens[last - 1].followsBlank
  }

  /// Whether digits touch a slash behind which a line begins, with which they may be a number, too: /833/253-7444.
  private func mayBeAreaOfNext(_ index: Int, of base: Base) -> Bool {
    tokens[index + 1].kind == .slash && !tokens[index + 1].followsBlank
      && Int(tokens[index].count) == base.area.digits && mayBeArea(beforeSlash: index)
  }

  /// Whether a dot joins digits to more of them, as in a line of pairs: 0524 44.75.33/44.84.04.
  private func goesOnBehindDot(_ index: Int) -> Bool {
    tokens[index + 1].kind == .dot && !tokens[index + 1].followsBlank
      && tokens[index + 2].kind == .digits && !tokens[index + 2].followsBlank
  }

  /// Whether digits go on behind a token.
  private func beginsMore(_ index: Int) -> Bool {
    tokens[index + 1].kind == .digits && !startsFullNumber(at: index + 1)
  }

  /// Whether digits behind a dash are above the last ones of a line that has no other dash than the one
  /// behind its area code: 0431-123471 oder -72.
  private func replacesEnd(_ index: Int, of base: Base) -> Bool {
    let token = tokens[index]
    guard base.localDigits > 0, token.kind == .digits, !token.followsBlank, token.count <= 2,
      digitsBehindLastDash(of: base) == base.localDigits
    else { return false }
    return value(of: token) > base.answer.nationalNumber % powerOfTen(Int(token.count))
  }

  /// Leaves a short code of the plan behind a number unused: (02)2720-8889、1999.
  ///
  /// One that may as well be the last digits of a line beside the number is in doubt.
  func readShortCode(_ tail: inout Tail, token index: Int, of base: Base) -> Bool {
    guard !tail.hasExtensions, isHome(base) else { return false }
    guard isHotline(index) else {
      guard isAreaHotline(index) else { return false }
      tail.doubt(index, keeping: base, "an extension, or a short code")
      return true
    }
    if isLineRightAbove(index, of: base) { return false }
    if distance(token: index, of: base) <= Self.farthestExtension {
      tail.doubt(
        index, behind: base, in: self, "the last digits of another number, or a short code")
      if isWord(.joiner, at: index - 1) { tail.keepsNumber = tail.isEmpty && base.repair == nil }
      return true
    }
    tail.leave(upTo: index + 1)
    return true
  }

  /// Whether a slash without blanks parts digits from as many at the end of a line, a little below them, so that nobody
  /// takes them for a short code, unless it is one for emergencies: 088-212 121/122.
  private func isLineRightAbove(_ index: Int, of base: Base) -> Bool {
    let (sign, token) = (tokens[index - 1], tokens[index])
    return sign.kind == .slash && !sign.followsBlank && !token.followsBlank
      && !plan.notation.hasUnmarkedExtensions && tokens[index + 1].kind != .dash
      && Int(token.count) == lengthOfLastGroup(of: base)
      && (distance(to: token, base).map { $0 <= Self.farthestCut } ?? false)
      && !plan.emergencyCodes.contains(value(of: token))
  }

  /// How far digits lie from those of a base that they would replace.
  private func distance(token index: Int, of base: Base) -> Int64 {
    let replaced = base.answer.nationalNumber % powerOfTen(Int(tokens[index].count))
    return abs(value(of: tokens[index]) - replaced)
  }

  /// Whether digits replace the last group of the base, or the end of a local number in one piece:
  /// 555-6519/6537, 89251234/5678.
  ///
  /// Those that cut another group, or take in several, must lie close above what they replace: 20 20
  /// / 2021 and not 12 00 / 1234, an extension perhaps. Three that cut a group must begin as what
  /// they replace, and lie above it: 03-573 1788/789, and neither 0755-23456789、801 nor 400-827-1893/801.
  private func replacesGroup(token index: Int, of base: Base) -> Bool {
    let count = Int(tokens[index].count)
    guard count > 2 else { return true }
    if plan.notation.hasDirectDialling, digitsBehindLastDash(of: base) == count { return true }
    let last = lastDigits(of: base)
    if plan.notation.writesLinesBehindCommas, tokens[index - 1].kind == .comma,
      tokens[last].count == count
    {
      return true
    }
    let (replacing, replaced) = (
      value(of: tokens[index]), base.answer.nationalNumber % powerOfTen(count)
    )
    let isHalf = base.localDigits == 2 * count
    if Int(tokens[last].count) == count, !isHalf, standsInRow(token: index) { return true }
    if tokens[last].count == count || count == 4 && endsWholeLine(last, of: base) {
      // Four are as many as extensions have there.
      let farthest =
        !plan.notation.writesDashExtensions ? Self.farthestLine : Self.farthestExtension
      return count == 3 || abs(replacing - replaced) <= farthest
    }
    if count == 3 { return replacing / 100 == replaced / 100 && replacing > replaced }
    return (1...Self.farthestCut).contains(replacing - replaced)
  }

  /// Whether another group of four digits stands beside this one behind a slash, with no blank between: 261-7553/5505.
  ///
  /// Two of them are no line of their own there, and extensions have their marker.
  private func standsInRow(token index: Int) -> Bool {
    guard tokens[index].count == 4, !plan.notation.writesDashExtensions,
      !plan.notation.hasDirectDialling
    else { return false }
    return isRow(from: index, to: index + 2) || isRow(from: index - 2, to: index)
  }

  /// Whether a slash alone parts as many digits, and stands before the first ones, too.
  private func isRow(from first: Int, to last: Int) -> Bool {
    first > 1 && tokens[first - 1].kind == .slash && tokens[first].kind == .digits
      && tokens[first + 1].kind == .slash && !tokens[first + 1].followsBlank
      && tokens[last].kind == .digits && !tokens[last].followsBlank
      && tokens[last].count == tokens[first].count && tokens[last + 1].kind != .dash
  }

  /// Whether a group holds all of a line: 89251234, 01332-285227.
  private func endsWholeLine(_ last: Int, of base: Base) -> Bool {
    tokens[last].count >= 7
      || tokens[last].count > 5 && Int(tokens[last].count) == base.localDigits
        && !plan.notation.writesDashExtensions && !plan.notation.hasDirectDialling
  }

  /// How far four digits in place of a whole group may lie from it.
  private static let farthestLine: Int64 = 1000
  /// How far an alternate that cuts a group may lie above what it replaces.
  private static let farthestCut: Int64 = 20
  /// The same in Taiwan and China, and how far the digits of a short code may lie to be in doubt.
  private static let farthestExtension: Int64 = 100
}
