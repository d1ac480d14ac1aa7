import NumberingPlans
import Records

/// What came of reading a number at a token.
enum NumberOutcome {
  /// A complete number.
  case base(Base)
  /// No number; `token` is where the trouble starts, `next` the token behind what was looked at.
  case rejected(RejectionReason, token: Int, next: Int)
  /// Two numbers are possible.
  case ambiguous(Base, Base, token: Int, next: Int)
}

extension NumberGrammar {
  /// Reads the number that begins at a token, unless it may begin at the next group.
  func read(at start: Int) -> NumberOutcome {
    let outcome = readGroups(at: start)
    if columnArea.digits > 0, case .base(let base) = outcome, contradictsColumn(base) {
      return .rejected(.ambiguous, token: base.firstToken, next: base.nextToken)
    }
    if case .base(let base) = outcome, isInDoubtByLabel(base) {
      return .rejected(.ambiguous, token: base.firstToken, next: base.nextToken)
    }
    guard groupCount > 1, case .base(let base) = outcome else { return outcome }
    if takesCount(before: base.nextToken) {
      return .rejected(.ambiguous, token: start, next: base.nextToken)
    }
    if base.repair == .lostZero, let later = laterStart(behind: start, upTo: base.nextToken) {
      return .rejected(.impossibleLength, token: start, next: later + 1)
    }
    if base.repair == .lostZero, let later = groupOfTrunk(), groups[later].token <= base.nextToken {
      return .rejected(.impossibleLength, token: start, next: groups[later].token)
    }
    guard let other = laterReading(of: base) ?? readingBehindNotedArea(of: base) else {
      return outcome
    }
    if followsPostcode(base) {
      return .rejected(.impossibleLength, token: start, next: groups[1].token + 1)
    }
    return .ambiguous(base, other, token: start, next: base.nextToken)
  }

  /// Reads the number that the groups from a token on begin with.
  private func readGroups(at start: Int) -> NumberOutcome {
    guard groupCount > 0 else { return .rejected(.junk, token: start, next: start + 1) }
    let written = digits(of: 0..<groupCount)
    if written.count < Self.fewestDigits {
      return .rejected(
        reasonForNoNumber(hasPlus: hasPlus), token: groups[0].token,
        next: token(behind: groupCount))
    }
    if written.count > 6, isFiller(written, zeros: 7) {
      return .rejected(.placeholder, token: groups[0].token, next: token(behind: groupCount))
    }
    for reading in RuleBook.Reading.allCases
    where context.isOn(reading) && reading.mayRead(self) {
      if let outcome = reading.read(self, start) { return outcome }
    }
    return readByRepairOrCity(start)
  }

  /// Reads a number that the plan knows as it stands, unless its last group may be something else.
  func readDirect(_ start: Int) -> NumberOutcome? {
    guard let count = directCount(hasPlus: hasPlus) else { return nil }
    if followsBareCode(upTo: count) { return readBehindBareCode(start) }
    let base = makeBase(direct(0..<count, hasPlus: hasPlus), count, start: start)
    if base.answer.callingCode != callingCode, followsLoneZero(hasPlus: hasPlus) { return nil }
    if let outcome = readMisleading(base, count) { return outcome }
    if base.answer.callingCode != callingCode,
      let other = otherReading(of: base, groups: count, hasPlus: hasPlus)
    {
      return .ambiguous(base, other, token: start, next: token(behind: count))
    }
    if count > 1, let other = shorterReading(of: base, groups: count, hasPlus: hasPlus) {
      if endsRun(other, groups: count) { return .base(other) }
      return .ambiguous(other, base, token: groups[count - 1].token, next: token(behind: count))
    }
    if endsInTail(count),
      case .base(let other) = readByRepair(start, hasPlus: hasPlus, upTo: count - 1)
    {
      return .ambiguous(base, other, token: groups[count - 1].token, next: token(behind: count))
    }
    if takesDigitsBehindSlash(count) {
      return .rejected(.unassigned, token: groups[0].token, next: token(behind: groupCount))
    }
    return readReusedArea(of: base, groups: count) ?? readFormerZero(of: base, groups: count)
      ?? readBirthNumber(base, groups: count) ?? .base(base)
  }

  /// Reads digits that a correction makes a number, or the city before them: 台北 25521421.
  private func readByRepairOrCity(_ start: Int) -> NumberOutcome {
    let outcome = readByRepair(start, hasPlus: hasPlus, upTo: groupCount)
    guard facts.kinds.contains(.text), case .rejected(.missingAreaCode, _, _) = outcome else {
      return outcome
    }
    return readBehindCity(start, inherited: nil) ?? outcome
  }

  /// The number without its last group, where the plan takes more than people mean: a postcode in
  /// 030 1234567 10115 Berlin, hours in 0664 124942 24/7, a digit in 02-210-0049 5, another number
  /// in 030 123456 - 123457.
  private func shorterReading(of base: Base, groups count: Int, hasPlus: Bool) -> Base? {
    let last = groups[count - 1]
    guard isLoose(last, behind: groups[count - 2], of: base, groups: count, hasPlus: hasPlus)
    else { return nil }
    let shorter =
      groupsBeforeRow(count)
      ?? (last.separator == .slash || mayBeHours(count) ? count - 2 : count - 1)
    let answer = direct(0..<shorter, hasPlus: hasPlus)
    guard answer.validity == .valid, !isPartOfLine(answer, shorter, of: count),
      !isHeadOfLine(answer, before: last)
    else { return nil }
    return makeBase(answer, shorter, start: base.firstToken)
  }

  /// Whether so few digits are no line that hours follow, where two groups of two digits behind them are the direct
  /// line of one: 04321/46 12-14, 0221 550 14-18.
  private func isPartOfLine(_ shorter: PlanQuery.Answer, _ groups: Int, of count: Int) -> Bool {
    plan.notation.hasDirectDialling && groups == count - 2 && groups > 1
      && shorter.nationalDigits < Self.fewestBeforeHours - 1
      && self.groups[count - 2].count == 2 && self.groups[count - 1].count == 2
      && self.groups[count - 1].separator == .dash && self.groups[groups - 1].count < 4
  }

  /// Whether the last group may be something else than the end of a number.
  private func isLoose(
    _ last: Group, behind previous: Group, of base: Base, groups count: Int, hasPlus: Bool
  ) -> Bool {
    switch last.separator {
    case .end:
      if last.count == 1, !hasPlus || count < 4 || previous.count > 3 {
        return !endsInSwitchboard(last, behind: previous, of: base, groups: count)
      }
      if isQuantity(last, behind: previous, of: base) || followsLine(last, behind: previous) {
        return true
      }
      return isLongTail(last, of: base, groups: count) || mayBeHour(last.token)
    case .dot:
      return last.count == 1
        && !(count > 2 && (groups[1].separator == .dot || previous.separator == .dot))
    case .dash: return isLooseBehindDash(last, behind: previous, of: base, groups: count)
    case .slash: return count > 2 && endOfRoundTheClock(previous.token) != nil
    default: return false
    }
  }

  /// Whether hours begin with digits, or a word behind them may make a time of them: 24/7, 10 PM.
  private func mayBeHour(_ index: Int) -> Bool { mayStartHours(index) || mayBeTimeOrPerson(index) }

  /// Whether a word stands behind digits that a blank parts from a number: 293012 15 Plätze, 120 EUR, and
  /// 0900-4829 15 cpm of a number whose calls have a price.
  private func isQuantity(_ last: Group, behind previous: Group, of base: Base) -> Bool {
    let next = tokens[last.token + 1]
    if namesPerson(last.token + 1) { return false }
    let isWhole =
      previous.count > 4
      || previous.count == 4 && context.answer({ $0.isTollFreeOrPremium(base.answer) })
    if isWhole, endOfUnitOfMeasure(last.token + 1) != nil { return true }
    let isCounted =
      isWord(.amount, at: last.token + 1) || isWord(.place, at: last.token + 1)
      || isCounted(last.token + 1)
    return isWhole && next.followsBlank && (2...4).contains(last.count)
      && (isCounted || last.count == 2 && (next.kind == .letters || next.kind == .percent))
      || isPrice(last.token)
  }

  /// The fewest digits that are a number of any open plan without the hours behind it.
  private static let fewestBeforeHours = 8

  /// Whether the last two groups are hours behind a number: 0621 293012 9-12.
  func mayBeHours(_ count: Int) -> Bool {
    guard count > 3, groups[count - 1].separator == .dash, groups[count - 2].separator == .end,
      groups[count - 3].count > 4
        || plan.notation.hasDirectDialling && groups[count - 3].count == 2
        || digits(of: 0..<count - 2).count >= Self.fewestBeforeHours,
      isOn(.datesAndHours)
    else { return false }
    let (from, to) = (groups[count - 2].token, groups[count - 1].token)
    return isHour(from) && isHour(to) && value(of: tokens[from]) < value(of: tokens[to])
  }

  /// Whether a group behind a blank is longer than those of a number as long as this are.
  private func isLongTail(_ last: Group, of base: Base, groups count: Int) -> Bool {
    last.count > 3 && count > 2 && base.answer.nationalDigits > 11
      && !goesOnWithLine(last, of: base, groups: count)
      && !context.answer({ $0.isTollFreeOrPremium(base.answer) })
  }

  /// Whether four digits go on with groups of three behind an area code that a sign sets apart, or with four or five
  /// behind an area code, where they are as well dialled as the direct line of those before: 089/890 648 1039, 0911
  /// 74053 2107.
  private func goesOnWithLine(_ last: Group, of base: Base, groups count: Int) -> Bool {
    guard plan.notation.hasDirectDialling, plan.notation.postcodeDigits != last.count,
      last.count == 4, !CalendarDay.isYear(value(of: tokens[last.token]))
    else { return false }
    let before = groups[count - 2]
    let area = base.answer.nationalDigits - before.count - last.count
    if (4...5).contains(before.count), (2...4).contains(area),
      base.answer.nationalDigits <= Self.mostWithDirectLine
    {
      return true
    }
    return count == 4 && groups[1].count == 3 && before.count == 3 && before.separator == .end
      && (groups[1].separator != .end || groups[0].opens)
  }

  /// The most digits of a number and its direct line, where nothing but a blank parts them.
  private static let mostWithDirectLine = 12

  /// Makes the number of an answer, with its area code.
  func makeBase(
    _ answer: PlanQuery.Answer, _ count: Int, start: Int, repair: RepairKind? = nil,
    additions: Int = 0
  ) -> Base {
    var base = Base(answer: answer)
    base.repair = repair
    base.additions = additions
    base.firstToken = start
    base.nextToken = token(behind: count)
    base.isCompact = count == 1 && tokens[start].kind == .plus
    let areaDigits = context.answer({ $0.areaDigits(of: answer) })
    if areaDigits > 0 {
      base.localDigits = answer.nationalDigits - areaDigits
      base.area = ReadArea(
        value: dropping(base.localDigits, from: answer.nationalNumber), digits: areaDigits,
        localDigits: base.localDigits)
    } else if repair == .strayAreaCode {
      base.area = strayArea()
    } else if repair == nil || repair == .lostZero, count > 1 {
      takeWrittenArea(&base, count)
    } else if repair == .obsoleteNumbering, count > 1 {
      if plan.reusesAreas {
        takeFormerArea(&base, groups: count)
      } else {
        takeRenewedArea(&base, count)
      }
    }
    return base
  }

  /// Reads a number behind an area code that stands elsewhere.
  func read(_ range: Range<Int>, behind area: ReadArea) -> PlanQuery.Answer {
    let local = digits(of: range)
    guard area.digits > 0, area.digits + local.count <= 15, local.count >= 4, local[0] != 48 else {
      return PlanQuery.Answer()
    }
    return landline(area: area, local: local)
  }

  /// Tries every correction on every number of groups; two different results are ambiguous.
  func readByRepair(_ start: Int, hasPlus: Bool, upTo most: Int) -> NumberOutcome {
    var found: Base?
    let rows = repairs(hasPlus: hasPlus)
    let isDoubtful = rows != 0 && followsUnknownWord(start)
    var isWithheld = false
    for count in 1...most where rows != 0 {
      let digits = digits(of: 0..<count)
      if digits.count > Self.mostDigits { break }
      if digits.count < 5 || endsInTail(count) { continue }
      var seen: Base?
      let given = RuleBook.Digits(all: digits, groups: count, hasPlus: hasPlus)
      repairs(given, by: rows, start: start) { base, isGuess in
        if isGuess, isOfOther(base, isDoubtful) {
          isWithheld = true
          return true
        }
        if seen == nil { seen = base }
        guard let previous = found else {
          found = base
          return true
        }
        if !previous.isSame(as: base) {
          seen = base
          return false
        }
        return true
      }
      if let previous = found, let seen, !previous.isSame(as: seen) {
        return .ambiguous(previous, seen, token: start, next: token(behind: most))
      }
    }
    if let found {
      if found.additions > 1 {
        return .ambiguous(found, found, token: start, next: found.nextToken)
      }
      if !hasPlus, let other = readingBehindCode(like: found) {
        return .ambiguous(found, other, token: start, next: found.nextToken)
      }
      return .base(found)
    }
    if isWithheld { return withheldGuess(start, upTo: token(behind: most)) }
    return .rejected(
      reasonForNoNumber(hasPlus: hasPlus), token: groups[0].token, next: token(behind: most))
  }

  /// Whether digits may be of a word that nobody knows before them, or are of a register behind them: 732 829 320 RCS
  /// Lyon.
  private func isOfOther(_ base: Base, _ followsUnknownWord: Bool) -> Bool {
    followsUnknownWord || isWord(.identity, at: base.nextToken)
  }

  /// Whether the last group is too short for the one before it to be part of the same number:
  /// 2712345-67 has an extension, or is the end of a run of lines.
  private func endsInTail(_ count: Int) -> Bool {
    guard count > 1, groups[count - 1].count <= 2 else { return false }
    return groups[count - 1].count == 1 || groups[count - 2].count > 3
  }

  /// The corrections that may make a number of the groups: bit n for the n-th row.
  private func repairs(hasPlus: Bool) -> UInt8 {
    var left = context.repairs(for: digits[groups[0].first], hasPlus: hasPlus)
    var rows: UInt8 = 0
    while left != 0 {
      let row = UInt8(left.trailingZeroBitCount)
      left &= left &- 1
      if RuleBook.Repair(rawValue: row)?.mayHelp(self, hasPlus) == true { rows |= 1 << row }
    }
    return rows
  }

  /// Offers every reading of the first groups that rows correct, and whether it is a guess, until
  /// `offer` returns false.
  private func repairs(
    _ digits: RuleBook.Digits, by rows: UInt8, start: Int, _ offer: (Base, Bool) -> Bool
  ) {
    var left = rows
    while left != 0 {
      let row = UInt8(left.trailingZeroBitCount)
      left &= left &- 1
      guard let repair = RuleBook.Repair(rawValue: row) else { continue }
      let proposal = repair.propose(self, digits)
      guard proposal.answer.validity == .valid else { continue }
      var base = makeBase(
        proposal.answer, digits.groups, start: start, repair: repair.kind,
        additions: proposal.additions)
      base.mayLackDigit = proposal.mayLackDigit
      // An old number that begins with its trunk 0, or a bracket, is no guess, nor is 57(1) 4232323.
      let isGuess =
        repair.isGuess
        || repair == .obsoleteNumbering && digits.all[0] != 48 && !digits.hasPlus
          && !groups[0].opens && !(groupCount > 1 && groups[1].opens && isCallingCode(group: 0))
      if !offer(base, isGuess) { return }
    }
  }

  /// Why digits that nothing makes complete are no number.
  private func reasonForNoNumber(hasPlus: Bool) -> RejectionReason {
    let digits = digits(of: 0..<groupCount)
    if isFiller(digits) { return .placeholder }
    if !hasPlus, context.answer({ $0.overseas?.isShared(digits) == true }) { return .ambiguous }
    if hasPlus {
      let answer = context.answer({ $0.international(digits) })
      if answer.callingCode == 0 || writesTrunkBehindPlus(0..<groupCount) {
        return .unknownCallingCode
      }
      return answer.validity == .possible ? .unassigned : .impossibleLength
    }
    if context.answer({ $0.isMobileWithoutArea(digits) }) { return .missingAreaCode }
    if digits[0] != 48, beginsWithLocalNumber() { return .missingAreaCode }
    if digits.count == 4, groupCount == 2, groups[0].count == 2, !groups[0].opens, isMonthAndDay() {
      return .date
    }
    if digits.count <= 5 {
      return digits.count < 3 || isShortCode(digits)
        ? .impossibleLength : .innerLineOnly
    }
    return isPossible(digits) || isPossibleAbroad(digits) ? .unassigned : .impossibleLength
  }

  /// Whether the first groups are a local number, of which no area is known.
  private func beginsWithLocalNumber() -> Bool {
    for count in 1...groupCount {
      let local = digits(of: 0..<count)
      guard local.count > 5 || count > 1, mayEnd(count) else { continue }
      if context.answer({ $0.isLocal(local) }) { return true }
    }
    return false
  }

  /// Whether digits behind 00 are as long as numbers of their calling code.
  private func isPossibleAbroad(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (7...Self.mostWithPrefixes).contains(digits.count), digits[0] == 48, digits[1] == 48
    else { return false }
    return context.answer({ $0.international(UnsafeBufferPointer(rebasing: digits[2...])) })
      .validity == .possible
  }

  /// Whether a number may end behind the first groups: another one begins, or the table of area
  /// codes says more than lengths.
  private func mayEnd(_ count: Int) -> Bool {
    if plan.hasAreaTable || count == groupCount { return true }
    let separator = groups[count].separator
    return separator == .slash || separator == .star || separator == .plus
  }
}
