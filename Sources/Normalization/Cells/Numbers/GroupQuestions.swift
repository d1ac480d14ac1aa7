import NumberingPlans

/// What the reader of numbers asks the plan about groups of digits.
extension NumberGrammar {
  /// Whether groups are a number of at least so many national digits, one less behind a 0.
  func isComplete(
    _ range: Range<Int>, _ lengths: UInt32?, hasPlus: Bool, least: Int
  ) -> Bool {
    let digits = digits(of: range)
    // What the lengths know has lost its trunk 0 and nothing else.
    if let lengths { return digits.count >= least && lengths >> UInt32(digits.count) & 1 == 1 }
    let answer = direct(range, hasPlus: hasPlus)
    return answer.validity == .valid
      && answer.nationalDigits >= (hasPlus || digits[0] != 48 ? least : least - 1)
  }

  /// Whether the groups from one on begin with a number in full, which ends before another one.
  func startsFullNumber(group first: Int, upTo limit: Int = Self.mostGroups) -> Bool {
    let last = min(limit, groupCount)
    guard first < last else { return false }
    let least = context.answer { $0.shortestNumber }
    if digits(of: first..<last).count < least { return false }
    let lengths = completeLengths(from: first)
    let possible = lengths ?? possibleLengths(from: groups[first].first)
    var length = 0
    for end in (first + 1)...last {
      length += groups[end - 1].count
      if length > Self.mostDigits { return false }
      if length >= least, possible >> UInt32(length) & 1 == 1,
        isComplete(first..<end, lengths, hasPlus: false)
      {
        return true
      }
    }
    return false
  }

  /// Whether a group is an area code behind the trunk 0.
  func isAreaCode(group: Int) -> Bool {
    let digits = digits(of: group..<group + 1)
    return context.answer { $0.isAreaCode(digits) }
  }

  /// Whether a group is the region's own calling code.
  func isCallingCode(group: Int) -> Bool {
    let digits = digits(of: group..<group + 1)
    return context.answer { $0.isCallingCode(digits) }
  }

  /// Bit n: the first n digits from a group on are a number; nil where every length must be asked.
  func completeLengths(from first: Int) -> UInt32? {
    completeLengths(from: groups[first].first, count: digits(of: first..<groupCount).count)
  }

  /// Whether groups are a number that the plan knows without any correction.
  @inline(__always)
  func isComplete(_ range: Range<Int>, _ lengths: UInt32?, hasPlus: Bool) -> Bool {
    if let lengths { return lengths >> UInt32(digits(of: range).count) & 1 == 1 }
    return direct(range, hasPlus: hasPlus).validity == .valid
  }

  /// Whether groups may be a number that begins with a trunk 0, by their lengths alone; true where
  /// those say nothing.
  func mayBeComplete(_ range: Range<Int>) -> Bool {
    completeLengths(from: range.lowerBound).map { isComplete(range, $0, hasPlus: false) } ?? true
  }

  /// What the plan says of groups as they are written; what is not valid may lack the reason.
  func direct(_ range: Range<Int>, hasPlus: Bool) -> PlanQuery.Answer {
    let digits = digits(of: range)
    if hasPlus {
      guard !writesTrunkBehindPlus(range) else { return PlanQuery.Answer() }
      return international(from: groups[range.lowerBound].first, count: digits.count)
    }
    let answer = national(from: groups[range.lowerBound].first, count: digits.count)
    return digits[0] != 48 && isOddlyParted(range, answer) ? PlanQuery.Answer() : answer
  }

  /// Whether groups are two things that the plan takes for one number without its trunk 0: extensions on
  /// both sides of a slash, 70297/70298, or an extension that makes the code of a carrier with the trunk 0
  /// behind it, 1187 / 0571-87654321.
  @inline(__always)
  func isOddlyParted(_ range: Range<Int>, _ answer: PlanQuery.Answer) -> Bool {
    answer.validity == .valid && range.count > 1 && groups[range.lowerBound].count > 2
      && (groups[range.lowerBound].count > 3 || isShortCodeBeforeTrunk(range))
      && areTwoThings(range, answer)
  }

  /// Whether a short code of three digits and a sign stand before a group with its trunk 0: 120 / 0571-87654321.
  private func isShortCodeBeforeTrunk(_ range: Range<Int>) -> Bool {
    let next = groups[range.lowerBound + 1]
    return plan.notation.hasUnmarkedExtensions && next.separator != .end
      && digits(of: range.lowerBound + 1..<range.lowerBound + 2)[0] == 48
  }

  /// Whether the groups that a plan takes for one number are two things by their sizes and what it dropped.
  private func areTwoThings(_ range: Range<Int>, _ answer: PlanQuery.Answer) -> Bool {
    let first = range.lowerBound
    if range.count == 2, groups[first].count > 4, groups[first + 1].separator == .slash,
      plan.notation.hasUnmarkedExtensions
    {
      return true
    }
    let dropped = digits(of: range).count - answer.nationalDigits
    return answer.callingCode == plan.callingCode && dropped > groups[first].count
      && !isCallingCode(group: first)
  }

  /// Whether the first two groups may be a month and a day: 12/25.
  func isMonthAndDay() -> Bool {
    let month = value(of: tokens[groups[0].token])
    let day = value(of: tokens[groups[1].token])
    return groups[1].count == 2 && CalendarDay.isDay(month: month, day: day)
  }
}
