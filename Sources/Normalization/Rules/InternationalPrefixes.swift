import NumberingPlans
import Records

/// Reads calling codes with "+", 00, the region's own prefix, or nothing before them: 886-2-….
extension NumberGrammar {
  /// A second reading of a number with an international prefix: as one with a zero too many.
  func otherReading(of base: Base, groups count: Int, hasPlus: Bool) -> Base? {
    let digits = digits(of: 0..<count)
    // At the start of a cell it is what it says, in full.
    if hasPlus, count == 1, base.firstToken > 0, plan.mayLackCode(digits, base.answer) {
      let answer = national(from: groups[0].first, count: digits.count)
      return makeBase(answer, count, start: base.firstToken)
    }
    guard !hasPlus, base.answer.callingCode != callingCode, digits[0] == 48 else { return nil }
    // In an open plan as Germany's nearly any digits are a number; its own prefix says more.
    if plan.dialsAbroadWithTwoZeros, digits[1] == 48 { return nil }
    guard isOn(.fillerZero) else { return nil }
    let answer = withoutFillerZero(digits, hasPlus: false)
    guard answer.validity == .valid else { return nil }
    let other = makeBase(answer, count, start: base.firstToken, repair: .fillerZero)
    return other.isSame(as: base) ? nil : other
  }

  /// Reads a number behind the region's own calling code that stands alone, without plus or 00:
  /// 49-(0)211-570129, 46-8-123456.
  ///
  /// The trunk prefix behind it leaves no doubt; without one the code may as well be digits of a
  /// number that lacks its zero.
  func readBehindBareCode(_ start: Int) -> NumberOutcome? {
    guard mayBeginWithBareCode, isCallingCode(group: 0) else { return nil }
    // 39 06 67101.
    let hasTrunk = writesTrunk(digits[groups[1].first]) || beginsWithZero(groups[1].token)
    for count in stride(from: groupCount, through: 2, by: -1)
    where digits(of: 0..<count).count <= Self.mostDigits {
      let answer = behindCode(digits(of: 0..<count))
      guard answer.validity == .valid else { continue }
      let base = internationalBase(answer, count, start: start)
      if mayLackArea(base, count) { continue }
      if hasTrunk || setsCodeApart() { return .base(base) }
      switch readByRepair(start, hasPlus: false, upTo: groupCount) {
      case .rejected: return .base(base)
      case .base(let other) where other.isSame(as: base): return .base(base)
      case let other: return other
      }
    }
    return isOn(.doubledAreaCode) ? readDoubledArea(behindCode: start) : nil
  }

  /// Whether the region's calling code stands alone before the 0 of an area code, and all are a number behind it, so
  /// that they are no other one which begins with its digits: 39 06 67101 is no mobile 390.
  @inline(__always)
  func followsBareCode(upTo count: Int) -> Bool {
    mayBeginWithBareCode && count > 1 && digits[groups[1].first] == 48
      && isNumberBehindBareCode(upTo: count)
  }

  @inline(never)
  private func isNumberBehindBareCode(upTo count: Int) -> Bool {
    context.isOn(.internationalPrefixes) && groups[1].count > 1 && isCallingCode(group: 0)
      && behindCode(digits(of: 0..<count)).validity == .valid
  }

  /// Whether the first group may be a calling code without a plus: none begins with 0, or has more than three digits.
  @inline(__always)
  var mayBeginWithBareCode: Bool {
    groupCount > 1 && !hasPlus && groups[0].count <= 3 && digits[groups[0].first] != 48
  }

  /// Reads a number behind a calling code and a 0 in brackets that its plan does not have: +34 (0)91 143 8041.
  func readBehindNeedlessZero(_ start: Int) -> NumberOutcome? {
    guard groupCount > 2, groups[1].opens, groups[1].count == 1, digits[groups[1].first] == 48,
      tokens[groups[1].token + 1].kind == .close
    else { return nil }
    let first = digits(of: 0..<1)
    let zeros = !hasPlus && first.count > 2 && first[0] == 48 && first[1] == 48 ? 2 : 0
    guard first[zeros] != 48, first.count - zeros < 4,
      hasPlus || zeros > 0 || isCallingCode(group: 0)
    else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostDigits) { whole in
      for groupsTaken in stride(from: groupCount, through: 3, by: -1) {
        let rest = digits(of: 2..<groupsTaken)
        guard first.count + rest.count <= Self.mostDigits else { continue }
        var count = 0
        for digit in first.dropFirst(zeros) {
          whole[count] = digit
          count += 1
        }
        for digit in rest {
          whole[count] = digit
          count += 1
        }
        let answer = plan.international(
          UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
        guard answer.validity == .valid else { continue }
        return .base(internationalBase(answer, groupsTaken, start: start))
      }
      return nil
    }
  }

  /// Reads a number behind the calling code of a neighbour that stands alone, without plus or 00:
  /// 852-2345 6789 in mainland China.
  func readBehindNeighbourCode(_ start: Int) -> NumberOutcome? {
    guard mayBeginWithBareCode, context.answer({ !$0.notation.neighbourCodes.isEmpty })
    else { return nil }
    let codes = plan.notation.neighbourCodes
    let first = digits(of: 0..<1)
    guard let code = codes.first(where: { $0.count == first.count && first.elementsEqual($0) })
    else { return nil }
    for count in stride(from: groupCount, through: 2, by: -1)
    where digits(of: 0..<count).count <= Self.mostDigits {
      let answer = context.answer({ $0.international(digits(of: 0..<count)) })
      guard answer.validity == .valid, answer.nationalDigits + code.count > 9 else { continue }
      let base = internationalBase(answer, count, start: start)
      switch readByRepair(start, hasPlus: false, upTo: groupCount) {
      case .base(let other): return .ambiguous(base, other, token: start, next: base.nextToken)
      case .rejected: return .base(base)
      case let other: return other
      }
    }
    return nil
  }

  /// The number of an answer, behind a calling code that this rule found.
  private func internationalBase(_ answer: PlanQuery.Answer, _ count: Int, start: Int) -> Base {
    var base = makeBase(answer, count, start: start)
    base.rule = .internationalPrefixes
    return base
  }

  /// Whether nobody would part the groups so but behind a calling code.
  ///
  /// A bracket holds it with the area code, and nothing else: (62-274) 512345. Or an area code of one digit
  /// follows, 46-8-107008, or dashes or blanks part code, area code and local number: 49-211-123456, 62 31 5312144.
  private func setsCodeApart() -> Bool {
    if groups[0].opens {
      return groupCount > 2 && !groups[1].opens && groups[1].count <= 4
        && tokens[groups[1].token + 1].kind == .close
    }
    guard groupCount > 2, groups[1].separator == groups[2].separator, !groups[1].opens else {
      return false
    }
    switch groups[1].separator {
    case .end:
      return groups[1].count == 1 || groups[2].count > 5 && mayBeArea(behindCode: 1)
    case .dash: return groups[1].count == 1 || groups[1].count <= 4 && groups[2].count > 5
    default: return false
    }
  }

  /// Whether a group may be an area code behind the calling code, which is none itself.
  private func mayBeArea(behindCode group: Int) -> Bool {
    guard groups[group].count <= 4 else { return false }
    return !plan.hasAreaTable
      || context.answer {
        $0.isAreaCode(behindCode: digits(of: group..<group + 1))
          && !$0.isAreaCode(behindCode: digits(of: group - 1..<group))
      }
  }

  /// Whether a digit is the trunk prefix of the region, or was.
  private func writesTrunk(_ digit: UInt8) -> Bool {
    plan.isTrunk(digit) || plan.notation.formerTrunk == digit
  }

  /// The number behind a calling code, and behind the trunk prefix that the region had once.
  private func behindCode(_ digits: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    let answer =
      plan.refuses(international: digits) ? PlanQuery.Answer() : plan.international(digits)
    let code = plan.callingCodeDigits.count
    guard answer.validity != .valid, plan.notation.formerTrunk > 0,
      digits.count > code, digits[code] == plan.notation.formerTrunk
    else { return answer }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostDigits) { whole in
      var count = 0
      for index in 0..<digits.count where index != code {
        whole[count] = digits[index]
        count += 1
      }
      return plan.international(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
    }
  }

  /// What the digits of a corrected number are if they begin with the region's calling code:
  /// 491714776920 is more likely +49 171 4776920 than a number that lost its zero.
  func readingBehindCode(like found: Base) -> Base? {
    guard isOn(.internationalPrefixes), found.repair == .lostZero else { return nil }
    var count = 0
    while count < groupCount, groups[count].token < found.nextToken { count += 1 }
    guard count > 0, context.answer({ $0.starts(withCallingCode: digits(of: 0..<count)) }) else {
      return nil
    }
    let answer = context.answer({ $0.international(digits(of: 0..<count)) })
    guard answer.validity == .valid else { return nil }
    let other = Base(answer: answer)
    return other.isSame(as: found) ? nil : other
  }

  /// Whether a trunk prefix stands where a calling code should: +8 495 … is Moscow with its 8, and
  /// not Vietnam, +84.
  func writesTrunkBehindPlus(_ range: Range<Int>) -> Bool {
    let first = groups[range.lowerBound]
    return range.count > 1 && first.count == 1
      && callingCode != Int64(digits[first.first] & 15)
      && context.answer({ $0.isTrunk(digits[first.first]) })
  }
}

extension TokenReading {
  /// The plus behind the region's calling code that stands twice: +44 +44 1962 847315; nil where it does not.
  func behindRepeatedCode(_ index: Int) -> Int? {
    guard tokens[index].kind == .plus, facts.repeatedKinds.contains(.plus),
      isOn(.internationalPrefixes), isCode(tokens[index + 1])
    else { return nil }
    let next = index + 2
    let plus = tokens[next].kind == .open ? next + 1 : next
    guard tokens[plus].kind == .plus, tokens[plus + 1].kind == .digits,
      context.answer({ $0.starts(withCallingCode: digits(of: tokens[plus + 1])) })
    else { return nil }
    return next
  }

  /// Whether digits are the region's calling code alone.
  private func isCode(_ token: Token) -> Bool {
    token.kind == .digits && context.answer { $0.isCallingCode(digits(of: token)) }
  }
}

extension PlanQuery {
  /// Whether unparted digits behind a plus that are a number abroad are a mobile of the region as well, before
  /// which its calling code may have been left out: 010-65129988 +13812345678 in mainland China.
  func mayLackCode(_ digits: UnsafeBufferPointer<UInt8>, _ answer: Answer) -> Bool {
    guard answer.callingCode != callingCode, digits.count == 11, notation.plusJoinsNumbers
    else { return false }
    let own = national(digits, needsTrunk: true)
    return own.isMobile && own.callingCode == callingCode
  }
}
