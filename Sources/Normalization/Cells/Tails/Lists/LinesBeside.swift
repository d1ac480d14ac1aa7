import NumberingPlans
import Records

/// Reads lines of the same place beside a number: 123-45-71(72,73), 222 222 470, -475.
extension TailGrammar {
  /// How far the lines of a bracket lie from one another at most.
  private static let farthestInBracket: Int64 = 20

  /// Reads the last digits of two lines or more in a bracket, each above the one before; false for
  /// others, which may be extensions.
  func readsLines(_ tail: inout Tail, inBracket first: Int, of base: Base) -> Bool {
    let count = Int(tokens[first].count)
    guard !plan.notation.writesDashExtensions, isOn(.alternates), tail.isEmpty, count <= 4,
      count == lengthOfLastGroup(of: base)
    else { return false }
    var previous = base.answer.nationalNumber % powerOfTen(count)
    var (index, lines) = (first, 0)
    while tokens[index].kind == .digits, Int(tokens[index].count) == count {
      let distance = value(of: tokens[index]) - previous
      guard (1...Self.farthestInBracket).contains(distance) else { return false }
      previous += distance
      lines += 1
      guard tokens[index + 1].kind.partsItems else { break }
      index += 2
    }
    guard lines > 1, tokens[index + 1].kind == .close else { return false }
    for line in stride(from: first, through: index, by: 2) {
      guard tail.extensions.hasRoom else { return true }
      tail.append(alternate: value(of: tokens[line]), digits: count)
    }
    tail.next = index + 2
    return true
  }

  /// How far such lines behind a comma lie from each other at most.
  private static let farthestBehindComma: Int64 = 100

  /// Whether digits behind a comma are the last group of a line close to the base, where people write them so:
  /// 02-2138-2762, 2764.
  func isLineBehindComma(_ index: Int, _ tail: Tail, _ base: Base) -> Bool {
    let count = Int(tokens[index].count)
    guard !tail.hasExtensions, tail.isOpen else { return false }
    if isCloseBehindWideComma(index, base) { return true }
    guard plan.notation.writesLinesBehindCommas, count == 4, count == lengthOfLastGroup(of: base)
    else { return false }
    let replaced = base.answer.nationalNumber % powerOfTen(count)
    if abs(value(of: tokens[index]) - replaced) <= Self.farthestBehindComma { return true }
    // 02-588-7173,5938: who writes in groups dials no pause, and a year stands alone.
    return !tokens[index].followsBlank && base.area.digits > 0
      && tokens[base.nextToken - 2].kind == .dash
      && tokens[base.firstToken].kind != .plus && !CalendarDay.isYear(value(of: tokens[index]))
      && endsBehindLine(index + 1)
  }

  /// Whether nothing, or a sign, stands behind the last digits of a line.
  private func endsBehindLine(_ next: Int) -> Bool {
    switch tokens[next].kind {
    case .end, .newline, .comma, .semicolon, .close, .enumeration, .open: true
    default: false
    }
  }

  /// Whether two digits behind a comma of ideographs, which nobody dials, lie close above the last ones of the base:
  /// 010-58273641，43.
  private func isCloseBehindWideComma(_ index: Int, _ base: Base) -> Bool {
    let comma = tokens[index - 1]
    guard plan.notation.hasUnmarkedExtensions, tokens[index].count == 2, comma.kind == .comma,
      comma.bytes == 3
    else { return false }
    let distance = value(of: tokens[index]) - base.answer.nationalNumber % 100
    return (1...Self.farthestInBracket).contains(distance)
  }

  /// Whether digits behind a sign are those of the line right above the base, or go on with a row of lines, each one
  /// above the one before: 044-22427618, 19, 20, 02-27845001,5002.
  ///
  /// Two digits alone may be an extension, but not three or four.
  func isOfRow(_ index: Int, _ tail: Tail, _ base: Base) -> Bool {
    let count = Int(tokens[index].count)
    switch tokens[index - 1].kind {
    case .comma, .semicolon, .dot: break
    default: return false
    }
    guard (2...4).contains(count), tail.isOpen, !tail.hasExtensions,
      count <= lengthOfLastGroup(of: base)
    else { return false }
    let previous =
      tail.alternates > 0
      ? tail.extensions.last.value : base.answer.nationalNumber % powerOfTen(count)
    guard value(of: tokens[index]) == previous + 1 else { return false }
    if tail.alternates > 0 { return tail.extensions.last.digits == count }
    return count > 2 && !base.isCompact && endsBehindLine(index + 1)
      || goesOnInRow(behind: index, with: previous + 2)
  }

  /// Whether as many digits of a value stand behind a sign or a joining word: 212-743-8166, 8167 & 8168.
  private func goesOnInRow(behind index: Int, with next: Int64) -> Bool {
    switch tokens[index + 1].kind {
    case .comma, .ampersand: break
    case tokens[index - 1].kind: break
    default: guard isWord(.joiner, at: index + 1) else { return false }
    }
    let digits = tokens[index + 2]
    return digits.kind == .digits && digits.count == tokens[index].count
      && value(of: digits) == next && tokens[index + 3].kind != .digits
  }

  /// Whether digits that a dash touches are those of a line close above the base, where nobody writes
  /// extensions behind dashes: 222 222 470, -475.
  func isLineAbove(_ index: Int, _ base: Base) -> Bool {
    let token = tokens[index]
    guard !plan.notation.writesDashExtensions, !plan.notation.hasDirectDialling,
      token.kind == .digits, !token.followsBlank, token.count <= 4,
      Int(token.count) <= lengthOfLastGroup(of: base), endsNearRun(token, base)
    else { return false }
    switch tokens[index + 1].kind {
    case .digits, .dash: return false
    default: return true
    }
  }

  /// The fewest digits of a line that stands behind a dash and a sign of lists.
  private static let fewestOfLine = 5

  /// Whether a dash behind a sign of lists leads to another line of the same area.
  ///
  /// 0211 - 93 22 10 oder - 93 22 11.
  func leadsToLine(dash: Int, like base: Base) -> Bool {
    isOn(.lists) && base.localDigits >= Self.fewestOfLine
      && startsLocalNumber(at: dash + 1, like: base) && !endsInSwitchboard(base)
  }

  /// Whether text is a place of the area of a number by what it begins with: 台北車站.
  private func isPlace(_ index: Int, of base: Base) -> Bool {
    guard tokens[index].kind == .text, isOn(.localityAreaCode) else { return false }
    let name = text(of: tokens[index])
    guard name.count >= 6 else { return false }
    let area = plan.areaCode(ofLocality: UnsafeBufferPointer(rebasing: name.prefix(6)))
    return area.digits > 0 && area.digits == base.area.digits && area.value == base.area.value
  }

  /// Whether digits behind text are a line of the area of the number before, parted by a dash as lines are: 02-27123456
  /// 王小姐 2712-3457.
  func startsNamedLine(_ index: Int, behind base: Base) -> Bool {
    let last = index + 2
    guard plan.notation.notesAreChinese, isOn(.lists), base.localDigits > 6, base.repair == nil,
      tokens[index].kind == .digits, tokens[index + 1].kind == .dash,
      !tokens[index + 1].followsBlank, tokens[last].kind == .digits, tokens[last].count == 4,
      !tokens[last].followsBlank,
      Int(tokens[index].count + tokens[last].count) == base.localDigits
    else { return false }
    // 王小姐 2500-3000.
    let (head, end) = (value(of: tokens[index]), value(of: tokens[last]))
    let isSpan = head % 10 == 0 && end % 100 == 0 || head < end && head > 1949 && end < 2050
    guard !isSpan, holder(endingAt: index - 1) != nil || isPlace(index - 1, of: base) else {
      return false
    }
    return startsLocalNumber(at: index, like: base)
  }

  /// Whether a line of the area of a number begins at a token, or behind a mobile of the one before it.
  func startsLine(at index: Int, behind base: Base) -> Bool {
    startsLocalNumber(at: index, like: base) || continuesArea(at: index, behind: base)
      || startsLineOfOtherLength(at: index, behind: base)
  }

  /// Whether a line in one piece has another length than the one before it, as lines of the area have: 021-6427618,
  /// 62427618.
  private func startsLineOfOtherLength(at index: Int, behind base: Base) -> Bool {
    let (mixed, token) = (plan.notation.mixedLocalLengths, tokens[index])
    guard mixed >> UInt32(base.localDigits) & 1 == 1, token.kind == .digits, token.count < 10,
      mixed >> UInt32(token.count) & 1 == 1, base.area.digits > 0, !base.area.isOfMobile,
      tokens[index + 1].kind != .digits, tokens[index + 1].kind != .dash,
      digits[Int(token.first)] > 49
    else { return false }
    return landline(area: base.area, local: digits(of: token)).validity == .valid
  }

  /// Whether a line of the area of the number before follows a mobile, which has no area: 0495 2338447, 9447033844,
  /// 2338441.
  func continuesArea(at index: Int, behind base: Base) -> Bool {
    let area = context.inherited
    guard base.area.digits == 0, base.answer.type == .mobile, base.repair == nil,
      isHome(base), area.digits > 0, area.localDigits > 5,
      tokens[index].kind == .digits, !plan.notation.hasUnmarkedExtensions
    else { return false }
    var line = base
    line.localDigits = area.localDigits
    guard startsLocalNumber(at: index, like: line) else { return false }
    let local = UnsafeBufferPointer(
      start: digits + Int(tokens[index].first), count: area.localDigits)
    return landline(area: area, local: local).validity == .valid
  }

  /// Whether a mobile of the area of another one, a number in letters, or one as it was dialled once, begins at a token.
  func startsOtherwise(at index: Int, behind base: Base) -> Bool {
    startsMobile(ofArea: base, at: index) || startsSpelledNumber(at: index)
      || startsOldNumber(at: index)
  }

  /// Whether a mobile without its area code stands behind another one that has it: (011) 15.5690.9484 | 15.5487.2145.
  private func startsMobile(ofArea base: Base, at index: Int) -> Bool {
    guard base.area.isOfMobile, tokens[index].kind == .digits else { return false }
    let infix = plan.notation.mobileInfix.count
    let grammar = NumberGrammar(
      list, context, at: index, untilDigits: base.area.localDigits + infix)
    guard grammar.groupCount > 0 else { return false }
    let local = grammar.digits(of: 0..<grammar.groupCount)
    return context.answer { $0.isLocal(local, behind: base.area) }
  }
}
