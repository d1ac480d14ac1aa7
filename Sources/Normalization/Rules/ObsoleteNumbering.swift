import NumberingPlans
import Records

/// Renews numbers of an old numbering plan: 02-5461010.
extension NumberGrammar {
  private static let noProposal = RuleBook.Proposal(answer: PlanQuery.Answer())

  /// Whether the groups may begin with a number of an old plan.
  func mayBeFormer(hasPlus: Bool) -> Bool {
    let all = digits(of: 0..<groupCount)
    guard all.count > 5 else { return false }
    return heads(hasPlus: hasPlus).mayBeginWithSome(of: all)
      || !hasPlus && all[0] != 48 && columnArea.digits + localityArea.digits > 0
  }

  /// The number of today for the digits of the first groups, and how many additions it took.
  ///
  /// Groups that look like a number that lost a digit are none, unless they are known to be complete.
  func renewed(
    _ digits: UnsafeBufferPointer<UInt8>, hasPlus: Bool, isComplete: Bool = false
  ) -> RuleBook.Proposal {
    guard digits.count > 5 else { return Self.noProposal }
    let mayBeFormer = heads(hasPlus: hasPlus).mayBegin(digits)
    let lacksArea = !hasPlus && digits[0] != 48 && columnArea.digits + localityArea.digits > 0
    guard mayBeFormer || lacksArea else { return Self.noProposal }
    let isTruncated = !isComplete && looksTruncated(digits.count)
    guard mayBeFormer else { return isTruncated ? Self.noProposal : renewedBehindArea(digits) }
    if let renewed = renewed(digits, hasPlus: hasPlus, isTruncated: isTruncated) { return renewed }
    return hasPlus || isTruncated ? Self.noProposal : renewedBehindArea(digits)
  }

  /// What numbers of old plans begin with, behind a plus or at home.
  private func heads(hasPlus: Bool) -> FormerHeads {
    hasPlus ? .international : context.answer { $0.formerHeads }
  }

  /// The number that the first migration makes of digits; of truncated ones only where it keeps the line.
  private func renewed(
    _ digits: UnsafeBufferPointer<UInt8>, hasPlus: Bool, isTruncated: Bool
  ) -> RuleBook.Proposal? {
    let migrations = hasPlus ? NumberingPlan.allMigrations : plan.migrations
    return heads(hasPlus: hasPlus).first(of: digits) { index in
      let migration = migrations[index]
      let answer = renew(digits, migration, hasPlus: hasPlus)
      guard answer.validity == .valid, !isTruncated || migration.keepsLines else { return nil }
      return RuleBook.Proposal(
        answer: answer, additions: migration.addsDigits ? 1 : 0,
        mayLackDigit: migration.mayLackDigit(answer))
    }
  }

  /// The number of today for an old local number, behind the area code of a column or a place.
  func renewedBehindArea(
    _ digits: UnsafeBufferPointer<UInt8>
  ) -> RuleBook.Proposal {
    guard digits[0] != 48, localityArea.digits > 0 || columnArea.digits > 0 else {
      return Self.noProposal
    }
    // With the trunk prefix it is one addition; behind an area code from the locality two.
    let area = columnArea.digits > 0 ? columnArea : localityArea
    let additions = columnArea.digits > 0 ? 1 : 2
    guard area.digits + digits.count <= 15 else { return Self.noProposal }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { whole in
      var value = area.value
      for index in stride(from: area.digits, through: 1, by: -1) {
        whole[index] = UInt8(value % 10) + 48
        value /= 10
      }
      whole[0] = 48
      for index in 0..<digits.count { whole[area.digits + 1 + index] = digits[index] }
      let count = area.digits + digits.count + 1
      let written = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count])
      let migrations = plan.migrations
      let proposal = heads(hasPlus: false).first(of: written) { index in
        let migration = migrations[index]
        let answer = renew(written, migration, hasPlus: false)
        return answer.validity == .valid
          ? RuleBook.Proposal(
            answer: answer, additions: additions, mayLackDigit: migration.mayLackDigit(answer))
          : nil
      }
      return proposal ?? Self.noProposal
    }
  }

  /// Whether a number in full, "+" and its digits, is read as one of an old plan.
  func isFormer(_ answer: PlanQuery.Answer) -> Bool {
    guard isOn(.obsoleteNumbering) else { return false }
    return plan.inFull(answer) { digits in
      guard digits.count > 2 else { return false }
      let migrations = NumberingPlan.allMigrations
      return FormerHeads.international.first(of: digits) { index in
        renew(digits, migrations[index], hasPlus: true).validity == .valid ? true : nil
      } ?? false
    }
  }

  /// The number of today for the digits of an old one, in every form in which it was written.
  private func renew(
    _ digits: UnsafeBufferPointer<UInt8>, _ migration: NumberingMigration, hasPlus: Bool
  ) -> PlanQuery.Answer {
    if !hasPlus {
      for trunk in migration.domestic
      where digits.count == trunk.count + migration.oldDigits && digits.starts(with: trunk) {
        if cutsPrefix(of: migration, from: trunk.count, digits)
          || trunk.isEmpty && !setsApart(migration.oldPrefix, digits)
        {
          return PlanQuery.Answer()
        }
        return renew(digits, from: trunk.count, migration)
      }
    }
    let code = migration.callingCode
    for prefix in hasPlus ? 0...0 : 0...2 where prefix != 1 {
      guard digits.count > prefix + code.count, digits.prefix(prefix).allSatisfy({ $0 == 48 }),
        digits[prefix...].starts(with: code)
      else { continue }
      for trunk in migration.abroad {
        let start = prefix + code.count + trunk.count
        guard digits.count == start + migration.oldDigits,
          digits[(prefix + code.count)...].starts(with: trunk),
          writesPrefix(of: migration, endingAt: start + migration.oldPrefix.count)
        else { continue }
        return renew(digits, from: start, migration)
      }
    }
    return PlanQuery.Answer()
  }

  /// Whether the groups part the old prefix: 04-9276722 was never 049-276722.
  private func cutsPrefix(
    of migration: NumberingMigration, from start: Int, _ written: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard written.baseAddress == UnsafePointer(digits + groups[0].first) else { return false }
    var sum = 0
    for group in 0..<groupCount {
      sum += groups[group].count
      if sum > start, sum < start + migration.oldPrefix.count { return true }
    }
    return false
  }

  /// Whether groups that begin with an old prefix of one digit part it, or are no groups: (57 2) 297 88 43 has
  /// 57 before it, and is not 5 7229788.
  private func setsApart(_ prefix: [UInt8], _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    prefix.count != 1 || groupCount == 1 || groups[0].count == 1
      || groups[0].count >= written.count
  }

  /// Whether a short area code is set apart, +886-2-5461011; in +886 27123456 it may be missing.
  private func writesPrefix(of migration: NumberingMigration, endingAt end: Int) -> Bool {
    guard (1...2).contains(migration.oldPrefix.count) else { return true }
    if groupCount < 3, lacksNothing(migration) { return true }
    var (sum, next) = (0, 0)
    while next < groupCount, sum < end {
      sum += groups[next].count
      next += 1
    }
    // +358 0 3 123 456 has its trunk 0 before an area code of today.
    if migration.oldPrefix[0] == 48, next < groupCount, groups[next].count < 3 { return false }
    return sum == end
  }

  /// Whether digits behind the region's calling code are as many as no line has without its area code, and no other
  /// number that lost its first digit: +234-18102031.
  private func lacksNothing(_ migration: NumberingMigration) -> Bool {
    let code = plan.callingCodeDigits
    guard migration.oldPrefix[0] != 48, migration.callingCode == code, hasPlus,
      plan.localLengths >> UInt32(migration.oldDigits) & 1 == 0
    else { return false }
    let written = digits(of: 0..<groupCount)
    guard written.count == code.count + migration.oldDigits else { return false }
    let national = written.dropFirst(code.count).decimalValue
    return !(1...9).contains { lost in
      let number = code.decimalValue * 10 + Int64(lost)
      let whole = number * powerOfTen(migration.oldDigits) + national
      return plan.international(whole, digits: written.count + 1).validity == .valid
    }
  }

  /// Doubts a 0 set apart behind the calling code that was an area code, and may be a trunk 0: +358 0 457 2723.
  func readFormerZero(of base: Base, groups count: Int) -> NumberOutcome? {
    guard count > 2, groups[1].count == 1, digits[groups[1].first] == 48,
      isOn(.obsoleteNumbering), isHome(base), mayBeFormer(hasPlus: hasPlus),
      let former = formerBase(of: base, groups: count)
    else { return nil }
    return former.isSame(as: base)
      ? nil : .ambiguous(base, former, token: base.firstToken, next: base.nextToken)
  }

  /// The number of today of groups that are an old one in full; nil where they are none.
  private func formerBase(of base: Base, groups count: Int) -> Base? {
    let answer = renewed(digits(of: 0..<count), hasPlus: hasPlus, isComplete: true).answer
    guard answer.validity == .valid else { return nil }
    return makeBase(
      answer, count, start: base.firstToken, repair: .obsoleteNumbering, additions: 1)
  }

  /// Whether the groups look like a new number that lost a digit, 8786-196, not like an old one.
  private func looksTruncated(_ count: Int) -> Bool {
    var sum = 0
    for group in 0..<groupCount where sum < count {
      sum += groups[group].count
      if groups[group].count == 4, sum < count, group + 1 < groupCount,
        groups[group + 1].count < 4, digits[groups[group].first] != 48
      {
        return true
      }
      // 97654-321, which was 9765-4321 if it is an old number: as mobiles of today are written, one digit short.
      if groups[group].count == 5, sum + 3 == count, group + 1 < groupCount,
        groups[group + 1].count == 3, digits[groups[group].first] != 48
      {
        return true
      }
    }
    return false
  }

  /// The number of today for the digits of an old one from a place on: its prefix replaced, its new digits put in.
  private func renew(
    _ digits: UnsafeBufferPointer<UInt8>, from start: Int, _ migration: NumberingMigration
  ) -> PlanQuery.Answer {
    guard digits[start...].starts(with: migration.oldPrefix) else { return PlanQuery.Answer() }
    let index = start + migration.oldPrefix.count
    for head in migration.spared where digits[index...].starts(with: head) {
      return PlanQuery.Answer()
    }
    let next = digits[index + migration.kept] &- 48
    if !migration.nextDigits.contains(next) { return PlanQuery.Answer() }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { renewed in
      var count = 0
      func append(_ more: some Sequence<UInt8>) {
        for digit in more {
          renewed[count] = digit
          count += 1
        }
      }
      append(migration.callingCode)
      append(migration.newPrefix)
      append(digits[index..<index + migration.kept])
      append(migration.inserted)
      append(digits[(index + migration.kept)...])
      return international(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(renewed)[..<count]))
    }
  }
}

extension TokenReading {
  /// Whether digits may be a number of an old plan, whatever groups they are written in.
  func mayBeRenewed(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    digits.count > 5
      && (context.answer { $0.formerHeads.mayBegin(digits) }
        || digits[0] != 48 && context.columnArea.digits + context.localityArea.digits > 0)
  }
}

extension NumberingMigration {
  /// Whether no digit came to the lines, as only a prefix went or the area code is another one, so that none can lack.
  fileprivate var keepsLines: Bool {
    inserted.isEmpty && (newPrefix.isEmpty || !newPrefix.starts(with: oldPrefix))
  }

  /// Whether the digits of the old number may be one of today that lost a digit: 02-2562123, and not 02-9181234, for
  /// no line of Taipei begins with 9.
  fileprivate func mayLackDigit(_ renewed: PlanQuery.Answer) -> Bool {
    guard !shared.isEmpty else { return false }
    var number = renewed.nationalNumber
    for _ in newPrefix.count + kept + inserted.count + 1..<renewed.nationalDigits { number /= 10 }
    return shared.contains(UInt8(number % 10) + 48)
  }
}

/// Numbers whose former area code begins other numbers now: (08) 38 369 145 of Ho Chi Minh City, where
/// 083 836 9145 is a mobile.
extension NumberGrammar {
  /// The number of today where a former area code is set apart; nil where none is.
  ///
  /// One of a single digit is set apart by any sign, a longer one by a bracket: (058) 3 525 959. Before
  /// one group of digits, 058 3525959, and where a form may have set the bracket, (058) 352-5959,
  /// nobody can tell; nor where a line is one digit short, (0351) 836123, or its first digit stands with
  /// the area code, 0583.811234.
  func readReusedArea(of base: Base, groups count: Int) -> NumberOutcome? {
    guard plan.reusesAreas, isOn(.obsoleteNumbering), isHome(base),
      let area = groupOfArea(upTo: count)
    else { return nil }
    let areaDigits = base.answer.nationalDigits - digits(of: area + 1..<count).count
    let opens = groups[0].opens || groups[area].opens
    guard (1...3).contains(areaDigits), areaDigits == 1 || opens || area + 2 == count else {
      return nil
    }
    if areaDigits == 3, !mayHoldFirstOfLine(area) {
      return base.answer.type == .mobile && isFormerArea(area)
        ? .rejected(.ambiguous, token: base.firstToken, next: base.nextToken) : nil
    }
    guard let former = formerBase(of: base, groups: count) else { return nil }
    let mayBeForm = area + 3 == count && groups[area + 1].count == 3
    if areaDigits == 1 || areaDigits == 2 && opens && !mayBeForm { return .base(former) }
    return .ambiguous(base, former, token: base.firstToken, next: base.nextToken)
  }

  /// Whether a group ends in the digit with which nearly all lines began when the former area codes were in use.
  private func mayHoldFirstOfLine(_ area: Int) -> Bool {
    digits[groups[area].first + groups[area].count - 1] == plan.notation.firstOfFormerLines
  }

  /// Whether a group is a former area code, perhaps behind the trunk 0.
  private func isFormerArea(_ area: Int) -> Bool {
    var code = digits(of: area..<area + 1)
    if code[0] == 48 { code = UnsafeBufferPointer(rebasing: code[1...]) }
    return plan.migrations.contains { code.elementsEqual($0.oldPrefix) }
  }

  /// Takes the area code of today where the former one is set apart, for the numbers behind it.
  func takeFormerArea(_ base: inout Base, groups count: Int) {
    guard base.answer.type == .fixedLine, let area = groupOfArea(upTo: count) else { return }
    let local = digits(of: area + 1..<count).count
    let areaDigits = base.answer.nationalDigits - local
    guard (1...4).contains(areaDigits) else { return }
    base.localDigits = local
    base.area = ReadArea(
      value: dropping(local, from: base.answer.nationalNumber), digits: areaDigits,
      localDigits: local)
  }

  /// The group that holds an area code alone, behind the calling code or a trunk 0 alone; nil where
  /// no group is left behind it.
  private func groupOfArea(upTo count: Int) -> Int? {
    var group = 0
    if hasPlus || isCallingCode(group: 0) { group += 1 }
    if group + 1 < count, groups[group].count == 1, digits[groups[group].first] == 48 { group += 1 }
    return group + 1 < count ? group : nil
  }
}
