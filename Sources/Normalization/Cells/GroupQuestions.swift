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

  /// Whether the groups from one on begin with a number in full.
  func startsFullNumber(group first: Int) -> Bool {
    guard first < groupCount else { return false }
    if digits(of: first..<groupCount).count < plan.shortestNumber { return false }
    let lengths = completeLengths(from: first)
    let possible = lengths ?? possibleLengths(from: first)
    for end in (first + 1)...groupCount {
      let length = digits(of: first..<end).count
      if length > Self.mostDigits { return false }
      if length >= plan.shortestNumber, possible >> UInt32(length) & 1 == 1,
        isComplete(first..<end, lengths, hasPlus: false)
      {
        return true
      }
    }
    return false
  }

  /// Bit n: the first n digits from a group on may be a number in national form.
  ///
  /// What has no bit is none: one look for all the ends that a number may have.
  func possibleLengths(from group: Int) -> UInt32 {
    possibleLengths(from: groups[group].first, count: 0)
  }

  /// The same for digits of which at least some are looked at.
  private func possibleLengths(from first: Int, count: Int) -> UInt32 {
    // As far as any number goes, so that one look is enough wherever a number is said to begin.
    let left = min(digitCount &- first, max(count, Self.mostDigits))
    if let known = context.memory.pointee.possibleLengths(from: first, count: left) { return known }
    let lengths = plan.possibleLengths(of: UnsafeBufferPointer(start: digits + first, count: left))
    context.memory.pointee.remember(possible: lengths, from: first, count: left)
    return lengths
  }

  /// Bit n: the first n digits from a group on are a number; nil where every length must be asked.
  func completeLengths(from first: Int) -> UInt32? {
    let digits = digits(of: first..<groupCount)
    guard digits.count > 5, digits[0] == 48 else { return nil }
    if let known = context.memory.pointee.lengths(from: groups[first].first, count: digits.count) {
      return known
    }
    guard let numbers = plan.completeNumbers(of: digits) else { return nil }
    context.memory.pointee.remember(numbers, from: groups[first].first, count: digits.count)
    return numbers.lengths
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

  /// Whether digits from a group on may be a number in national form, by their number alone.
  private func mayBeNational(_ group: Int, count: Int) -> Bool {
    guard count < 31 else { return true }
    let first = groups[group].first
    if let known = context.memory.pointee.possibleLengths(from: first, count: count) {
      return known >> UInt32(count) & 1 == 1
    }
    if plan.refuses(UnsafeBufferPointer(start: digits + first, count: count)) { return false }
    return possibleLengths(from: first, count: count) >> UInt32(count) & 1 == 1
  }

  /// What the plan says of groups as they are written; what is not valid may lack the reason.
  func direct(_ range: Range<Int>, hasPlus: Bool) -> PlanQuery.Answer {
    let digits = digits(of: range)
    if hasPlus {
      return plan.refuses(international: digits) || writesTrunkBehindPlus(range)
        ? PlanQuery.Answer() : plan.international(digits)
    }
    let first = groups[range.lowerBound].first
    if let numbers = context.memory.pointee.numbers(withLongestFrom: first, count: digits.count) {
      return plan.answer(on: digits, longestOf: numbers)
    }
    if let known = context.memory.pointee.answer(from: first, count: digits.count) { return known }
    if !mayBeNational(range.lowerBound, count: digits.count) {
      return PlanQuery.Answer()
    }
    var answer = plan.national(digits, needsTrunk: true)
    if !allows(answer, hasPlus: hasPlus) { answer = PlanQuery.Answer() }
    context.memory.pointee.remember(answer, from: first, count: digits.count)
    return answer
  }
}

extension TokenReading {
  /// Whether a full number begins at a token, behind so many notes in brackets that ask for it.
  func startsFullNumber(at start: Int, behindNotes notes: Int = 0) -> Bool {
    if tokens[start].kind == .digits, digitsLeft(from: start) < plan.shortestNumber { return false }
    let grammar = NumberGrammar(
      list, context, at: start, untilDigits: NumberGrammar.mostDigits + 1, behindNotes: notes)
    return grammar.groupCount > 0 && (grammar.hasPlus || grammar.startsFullNumber(group: 0))
  }

  /// How many digits the cell has from a token of digits on.
  @inline(__always)
  func digitsLeft(from index: Int) -> Int { digitCount &- Int(tokens[index].first) }

  /// Whether a sign may stand between groups of a local number: a dot where the base has one, too.
  private func joinsLocal(_ separator: Token.Kind, _ base: Base) -> Bool {
    switch separator {
    case .dash, .end: true
    case .dot: base.nextToken > 1 && tokens[base.nextToken - 2].kind == .dot
    default: false
    }
  }

  /// Whether a local number of as many digits as a base has begins at a token.
  func startsLocalNumber(at start: Int, like base: Base) -> Bool {
    guard base.localDigits > 0,
      tokens[start].kind != .digits || digitsLeft(from: start) >= base.localDigits
    else { return false }
    let grammar = NumberGrammar(list, context, at: start, untilDigits: base.localDigits)
    let groups = grammar.groups
    var count = 0
    for group in 0..<grammar.groupCount {
      if group > 0, !joinsLocal(groups[group].separator, base) { break }
      count += groups[group].count
      if count >= base.localDigits { break }
    }
    guard count == base.localDigits, grammar.groupCount > 0 else { return false }
    return digits[groups[0].first] != 48
  }
}
