import NumberingPlans

/// What is asked of the plan about digits of the cell; each answer is kept for whoever asks the same.
extension TokenReading {
  /// What the plan says of some digits of the cell in national form; what is not valid may lack the
  /// reason.
  func national(from first: Int, count: Int) -> PlanQuery.Answer {
    let memory = context.memory
    if let numbers = memory.pointee.numbers(withLongestFrom: first, count: count) {
      let asked = UnsafeBufferPointer(start: digits + first, count: count)
      return context.answer { $0.answer(on: asked, longestOf: numbers) }
    }
    guard count <= DigitKey.mostDigits else { return asked(from: first, count: count) }
    if let known = memory.pointee.answer(from: first, count: count) { return known }
    let answer = national(DigitKey(digits + first, count: count), from: first, count: count)
    memory.pointee.remember(answer, from: first, count: count)
    return answer
  }

  /// The same of digits that were not asked about at that place.
  private func national(_ key: DigitKey, from first: Int, count: Int) -> PlanQuery.Answer {
    let memory = context.memory
    if let known = memory.pointee.answer(on: key) { return known }
    let answer = asked(from: first, count: count)
    memory.pointee.remember(answer, on: key)
    return answer
  }

  /// What the plan says of some digits of the cell, first digit and number, if a question is asked that was
  /// not asked before.
  @inline(__always)
  private func remembered(
    _ question: DigitKey.Question, of asked: UnsafeBufferPointer<UInt8>,
    _ ask: (PlanQuery) -> PlanQuery.Answer
  ) -> PlanQuery.Answer {
    guard asked.count <= DigitKey.mostDigits, let first = asked.baseAddress else {
      return context.answer(ask)
    }
    let key = DigitKey(first, count: asked.count, for: question)
    if let known = context.memory.pointee.answer(on: key) { return known }
    let answer = context.answer(ask)
    context.memory.pointee.remember(answer, on: key)
    return answer
  }

  /// What the plan says of some digits of the cell behind "+"; what is not valid may lack the reason.
  func international(from first: Int, count: Int) -> PlanQuery.Answer {
    international(UnsafeBufferPointer(start: digits + first, count: count))
  }

  /// What the plan says of digits of the cell that may lack their trunk 0; what is not valid may lack the
  /// reason.
  func withoutTrunk(_ asked: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    remembered(.withoutTrunk, of: asked) {
      $0.refuses(asked) ? PlanQuery.Answer() : $0.national(asked, needsTrunk: false)
    }
  }

  /// What the plan says of digits in national form that letters spell, in memory of so many bytes at least as a key
  /// reads; what is not valid may lack the reason.
  func national(spelled: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    remembered(.spelled, of: spelled) {
      $0.refuses(spelled) ? PlanQuery.Answer() : $0.national(spelled, needsTrunk: true)
    }
  }

  /// Whether digits of the cell that may lack their trunk 0 are as long as numbers are.
  func isPossible(_ asked: UnsafeBufferPointer<UInt8>) -> Bool {
    asked.count <= NumberGrammar.mostWithPrefixes
      && remembered(.reason, of: asked) { $0.national(asked, needsTrunk: false) }.validity
        == .possible
  }

  /// What the plan says of digits behind "+" that do not stand in the cell as they are, in memory of so many
  /// bytes at least as a key reads; what is not valid may lack the reason.
  func international(_ asked: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    remembered(.international, of: asked) {
      $0.refuses(international: asked) ? PlanQuery.Answer() : $0.international(asked)
    }
  }

  /// What the plan says of digits of the cell behind an area code that stands elsewhere.
  func landline(area: ReadArea, local: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    plan.withWhole(area, local) { whole in
      remembered(.behindArea, of: whole) { $0.national(whole, needsTrunk: true) }
    }
  }

  /// Whether digits of the cell are a short code.
  func isShortCode(_ asked: UnsafeBufferPointer<UInt8>) -> Bool {
    // Those of three digits are looked up, which takes no longer than remembering.
    if asked.count == 3 { return context.answer { $0.isShortCode(asked) } }
    let answer = remembered(.shortCode, of: asked) {
      var answer = PlanQuery.Answer()
      if $0.isShortCode(asked) { answer.validity = .valid }
      return answer
    }
    return answer.validity == .valid
  }

  /// What the plan says when it is asked.
  private func asked(from first: Int, count: Int) -> PlanQuery.Answer {
    guard mayBeNational(from: first, count: count) else { return PlanQuery.Answer() }
    let asked = UnsafeBufferPointer(start: digits + first, count: count)
    let answer = context.answer { $0.national(asked, needsTrunk: true) }
    // With the rule off only numbers of the region without prefix.
    let isHome = answer.callingCode == context.answer { $0.callingCode }
    return isHome || isOn(.internationalPrefixes) ? answer : PlanQuery.Answer()
  }

  /// Whether digits from one of the cell on may be a number in national form, by how they begin and how
  /// many they are.
  func mayBeNational(from first: Int, count: Int) -> Bool {
    guard count < 31 else { return true }
    let asked = UnsafeBufferPointer(start: digits + first, count: count)
    if context.answer({ $0.refuses(asked) }) { return false }
    return possibleLengths(from: first, count: count) >> UInt32(count) & 1 == 1
  }

  /// Bit n: the first n digits from one of the cell on may be a number in national form.
  ///
  /// What has no bit is none: one look for all the ends that a number may have.
  func possibleLengths(from first: Int, count: Int = 0) -> UInt32 {
    // As far as any number goes, so that one look is enough wherever a number is said to begin.
    let most =
      count > NumberGrammar.mostDigits ? NumberGrammar.mostWithPrefixes : NumberGrammar.mostDigits
    let left = min(digitCount &- first, most)
    let memory = context.memory
    if let known = memory.pointee.possibleLengths(from: first, count: left) { return known }
    let asked = UnsafeBufferPointer(start: digits + first, count: left)
    let lengths =
      left > DigitKey.mostDigits
      ? context.answer { $0.possibleLengths(of: asked) }
      : possibleLengths(of: asked, DigitKey(digits + first, count: left))
    memory.pointee.remember(possible: lengths, from: first, count: left)
    return lengths
  }

  /// The same of digits that were not asked about at that place.
  private func possibleLengths(
    of asked: UnsafeBufferPointer<UInt8>, _ key: DigitKey
  ) -> UInt32 {
    let memory = context.memory
    if let known = memory.pointee.possibleLengths(of: key) { return known }
    let lengths = context.answer { $0.possibleLengths(of: asked) }
    memory.pointee.remember(possible: lengths, of: key)
    return lengths
  }

  /// Bit n: the first n of some digits of the cell are a number; nil where every length must be asked.
  func completeLengths(from first: Int, count: Int) -> UInt32? {
    guard count > 5, digits[first] == 48 else { return nil }
    let memory = context.memory
    if let known = memory.pointee.lengths(from: first, count: count) { return known }
    let key = DigitKey(
      digits + first, count: min(count, RememberedAnswers.mostDigitsOfComplete))
    let numbers: PlanQuery.CompleteNumbers?
    if let known = memory.pointee.completeNumbers(of: key) {
      numbers = known
    } else {
      let asked = UnsafeBufferPointer(start: digits + first, count: count)
      numbers = context.answer { $0.completeNumbers(of: asked) }
      memory.pointee.remember(numbers, of: key)
    }
    guard let numbers else { return nil }
    memory.pointee.remember(numbers, from: first, count: count)
    return numbers.lengths
  }

  /// How many digits the shortest number in full has that begins with those of a token and ends where one
  /// of the next tokens does; nil without one.
  ///
  /// What else stands between them is not looked at.
  func lengthOfFullNumber(at start: Int) -> Int? {
    let first = Int(tokens[start].first)
    let left = min(digitsLeft(from: start), NumberGrammar.mostDigits)
    let complete = completeLengths(from: first, count: left)
    let lengths = complete ?? possibleLengths(from: first)
    let possible = lengths & ~0 << UInt32(shortestNumber) & ~0 >> 9
    var index = start
    while true {
      let token = tokens[index]
      switch token.kind {
      case .digits:
        let length = Int(token.first) + Int(token.count) - first
        if possible >> UInt32(min(length, 31)) == 0 { return nil }
        if possible >> UInt32(length) & 1 == 1,
          complete != nil || national(from: first, count: length).validity == .valid
        {
          return length
        }
      case .open, .plus, .close, .dash, .dot, .slash, .star: break
      // 0912,345,678.
      case .comma where plan.notation.hasSlipSigns && !token.followsBlank: break
      default: return nil
      }
      index += 1
    }
  }

  /// Whether a full number begins at a token, behind so many notes in brackets that ask for it.
  func startsFullNumber(at start: Int, behindNotes notes: Int = 0) -> Bool {
    let index = tokens[start].kind == .open ? start + 1 : start
    guard tokens[index].kind == .digits else {
      let grammar = NumberGrammar(
        list, context, at: start, untilDigits: NumberGrammar.mostDigits + 1, behindNotes: notes)
      return grammar.groupCount > 0 && (grammar.hasPlus || grammar.startsFullNumber(group: 0))
    }
    guard tokens[index].mayBeOfNumber, digitsLeft(from: index) >= shortestNumber else {
      return false
    }
    let memory = context.memory
    if let known = memory.pointee.startsNumber(at: start, behindNotes: notes, context.inherited) {
      return known
    }
    let starts =
      lengthOfFullNumber(at: index).map { length in
        length == tokens[index].count || joinsDigits(length, at: start, behindNotes: notes)
      } ?? false
    memory.pointee.remember(
      startsNumber: starts, at: start, behindNotes: notes, context.inherited)
    return starts
  }

  /// Whether what stands between so many digits from a token on may stand within a number.
  private func joinsDigits(_ count: Int, at start: Int, behindNotes notes: Int) -> Bool {
    let grammar = NumberGrammar(
      list, context, at: start, untilDigits: count, behindNotes: notes)
    return grammar.groupCount > 0 && grammar.digits(of: 0..<grammar.groupCount).count == count
  }

  /// The fewest digits that begin another number.
  @inline(__always)
  private var shortestNumber: Int { context.answer { $0.shortestNumber } }

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

  /// Whether a dot without blanks parts the last four digits of a line from the three before: 429.7632.
  private func joinsByDot(_ grammar: NumberGrammar, _ group: Int) -> Bool {
    let (first, last) = (grammar.groups[0], grammar.groups[group])
    return group == 1 && last.separator == .dot && first.count == 3 && last.count == 4
      && !tokens[last.token].followsBlank && !tokens[last.token - 1].followsBlank
  }

  /// Whether so many digits, the first of them no 0, end where one of the next tokens does; a hint, which may
  /// say yes too often: what stands between them is not looked at.
  private func mayStartLocalNumber(at start: Int, digits wanted: Int) -> Bool {
    var (index, count) = (start, 0)
    while true {
      switch tokens[index].kind {
      case .digits:
        if count == 0, beginsWithZero(index) { return false }
        count += Int(tokens[index].count)
        if count >= wanted { return count == wanted }
      case .open, .plus, .close, .quote, .dash, .dot, .slash, .star, .tilde, .enumeration, .colon:
        break
      default: return false
      }
      index += 1
    }
  }

  /// Whether a local number of as many digits as a base has begins at a token.
  func startsLocalNumber(at start: Int, like base: Base) -> Bool {
    guard base.localDigits > 0, mayStartLocalNumber(at: start, digits: base.localDigits) else {
      return false
    }
    let grammar = NumberGrammar(list, context, at: start, untilDigits: base.localDigits)
    var count = 0
    for group in 0..<grammar.groupCount {
      if group > 0,
        !joinsLocal(grammar.groups[group].separator, base) && !joinsByDot(grammar, group)
          || grammar.beginsApart(group)
      {
        break
      }
      count += grammar.groups[group].count
      if count >= base.localDigits { break }
    }
    guard count == base.localDigits, grammar.groupCount > 0 else { return false }
    return digits[grammar.groups[0].first] != 48
  }
}
