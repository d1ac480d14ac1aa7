import NumberingPlans

/// Where a word or a text stands: in which bracket or item of a list, and beside which numbers.
extension TokenWriter {
  /// Whether a number in full begins at a token, or behind a colon there.
  func leadsToNumber(_ start: Int) -> Bool {
    beginsNumber(tokens[start].kind == .colon ? start + 1 : start)
  }

  /// Whether a number in full begins at a token, or whatever stands behind a plus.
  func beginsNumber(_ index: Int) -> Bool {
    mayBeginNumber(index) && (tokens[index].kind == .plus || startsFullNumber(at: index))
  }

  /// The same, as far as the signs and the digits behind a token tell.
  @inline(__always)
  func mayBeginNumber(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits: tokens[index].mayBeOfNumber
    case .open: tokens[index].mayBeOfNumber || tokens[index + 1].kind != .digits
    case .plus: true
    default: false
    }
  }

  /// Whether words may be the label of the number behind them: Cellulare 328 …, mobil: ….
  func mayLabelNumber(_ first: Int) -> Bool {
    var index = first
    while tokens[index].kind == .letters { index += 1 }
    switch tokens[index].kind {
    case .colon, .plus, .open, .hash: return true
    case .dot: return tokens[index + 1].kind == .digits
    case .digits: return tokens[index].count > 2
    default: return false
    }
  }

  /// Whether a number in full begins at some of the tokens.
  func hasNumber(in range: Range<Int>) -> Bool {
    facts.mayHoldNumber
      && range.contains {
        tokens[$0].kind == .digits && tokens[$0].mayBeOfNumber && startsFullNumber(at: $0)
      }
  }

  /// Whether neither text nor a word touches a text.
  func standsAlone(_ index: Int) -> Bool {
    if index > 0, !tokens[index].followsBlank, isWordOrText(index - 1) { return false }
    return tokens[index + 1].followsBlank || !isWordOrText(index + 1)
  }

  /// Whether the cell or an item of a list ends before a token.
  func endsItem(before next: Int) -> Bool {
    tokens[next].kind.endsItemOrBracket && tokens[next].kind != .close
  }

  /// Whether a text is an item of a list by itself: 0912345678，暫停，0922345678.
  func isItem(_ index: Int) -> Bool {
    func isComma(_ index: Int) -> Bool {
      tokens[index].kind == .comma || tokens[index].kind == .enumeration
    }
    return index > 0 && isComma(index - 1) && isComma(index + 1)
  }

  /// The token behind what stands before a word, or before the bracket around it, and the one behind both.
  func sides(of index: Int) -> (before: Int, next: Int) {
    isBracketed(index) ? (index - 1, index + 2) : (index, index + 1)
  }

  /// Whether a text, or the bracket around it, ends the cell or an item of a list behind a number in full.
  func endsItemBehindNumber(_ index: Int) -> Bool {
    let (before, next) = sides(of: index)
    return endsItem(before: next) && before > 0 && endsNumberInFull(before: before)
  }

  /// Whether a number in full ends before a text, or before the bracket around it and a name, and another one stands
  /// behind it: 0912345678(離職)0922345678.
  func isBetweenNumbers(_ index: Int) -> Bool {
    var end = tokens[index - 1].kind == .open || isItem(index) ? index - 1 : index
    if end > 1, tokens[end - 1].kind == .text { end -= 1 }
    return end > 0 && endsNumberInFull(before: end) && hasNumber(in: index + 1..<tokenCount)
  }

  /// Whether a text touches the last number of the cell and ends it, with another one in full before that:
  /// 13812345678李四;13912345678张三离职.
  func endsLastNumber(_ index: Int) -> Bool {
    guard index == tokenCount - 1, !tokens[index].followsBlank, endsNumberInFull(before: index)
    else { return false }
    var start = index
    while start > 0 {
      switch tokens[start - 1].kind {
      case .digits, .dash, .open, .close, .dot, .plus: start -= 1
      default: return hasNumber(in: 0..<start)
      }
    }
    return false
  }

  /// The most tokens of a day in numbers and its units.
  static var mostTokensOfDay: Int { 6 }

  /// The bracket in which nothing but a day in numbers stands before a token, and what else may stand with one.
  func openOfDay(
    before last: Int, most: Int = mostTokensOfDay, with isPart: (Int) -> Bool = { _ in false }
  ) -> Int? {
    for index in stride(from: last - 1, through: max(last - most, 0), by: -1) {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: continue
      case .slash, .dot, .dash, .date: continue
      case .open: return index
      default: guard isPart(index) else { return nil }
      }
    }
    return nil
  }
}

/// Which numbers in full end before a token.
extension TokenWriter {
  /// Whether a number that the plan knows ends before a token, and does not go on with its digits.
  func endsNumberInFull(before end: Int) -> Bool {
    let next = end < tokenCount && tokens[end].kind == .digits ? end : end + 1
    var isComplete = false
    eachNumber(endingBefore: end, over: isSignInFull) { start, count, _ in
      let longer = count + Int(tokens[next].count)
      isComplete =
        tokens[next].kind != .digits || number(from: start, digits: longer).validity != .valid
      return isComplete
    }
    return isComplete
  }

  /// Whether a number in full ends before a token, or before the bracket before that, be it a longer one with the digits
  /// behind or not.
  func endsNumber(before end: Int) -> Bool {
    var last = end - 1
    while last >= 0, tokens[last].kind == .close || tokens[last].kind == .open { last -= 1 }
    var isNumber = false
    eachNumber(
      endingBefore: last + 1, over: { isSignInFull($0) || tokens[$0].kind == .slash }
    ) { _, _, _ in
      isNumber = true
      return false
    }
    return isNumber
  }

  /// A number in full before few digits.
  struct NumberBefore {
    /// Its digits without prefixes.
    var digits: Int
    /// Whether the digits behind it make a longer number of it.
    var goesOn: Bool
    /// Whether a dash between blanks stands behind its area code.
    var isParted: Bool
  }

  /// The longest number in full that ends before a token; nil where none does.
  func number(before end: Int, goingOnWith tail: Int) -> NumberBefore? {
    func isLong(_ answer: PlanQuery.Answer) -> Bool {
      answer.validity == .valid && answer.nationalDigits > 5
    }
    var found: NumberBefore?
    func look(over isSign: (Int) -> Bool, needsZero: Bool) {
      eachNumber(endingBefore: end, over: isSign) { start, count, answer in
        if isLong(answer), !needsZero || beginsWithZero(start) {
          let goesOn = isLong(number(from: start, digits: count + Int(tokens[tail].count)))
          found = NumberBefore(
            digits: answer.nationalDigits, goesOn: goesOn, isParted: needsZero)
        }
        return true
      }
    }
    func isSign(_ index: Int) -> Bool { isSignInFull(index) || tokens[index].kind == .slash }
    look(over: { isSign($0) && (tokens[$0].kind != .dash || !isSetApart($0)) }, needsZero: false)
    // 089 - 273771.
    if found == nil { look(over: isSign, needsZero: true) }
    return found
  }

  /// Whether digits that a name, or what may be one, follows end a number in full: 0351 80233 10 Jan Müller.
  func endsNumberBeforeName(_ index: Int) -> Bool {
    guard index > 0, namesPerson(index + 1) || mayBeTimeOrPerson(index) else { return false }
    return number(before: index, goingOnWith: index)?.goesOn
      ?? (number(before: index + 1, goingOnWith: index) != nil)
  }

  /// Hands on every number that ends before a token, the shortest first: where it begins, how many digits it has and what
  /// the plan says of it; `body` says whether to go on.
  ///
  /// Looks back over digits and such signs, and passes over brackets that close right before the token. A plus before
  /// digits makes them international.
  @inline(__always)
  func eachNumber(
    endingBefore end: Int, over isSign: (Int) -> Bool,
    _ body: (_ start: Int, _ count: Int, _ answer: PlanQuery.Answer) -> Bool
  ) {
    var last = end - 1
    while last >= 0, tokens[last].kind == .close { last -= 1 }
    // Only digits have a place among the digits: behind empty brackets stands none.
    guard last >= 0, tokens[last].kind == .digits, tokens[last].mayBeOfNumber else { return }
    var start = last
    while start >= 0 {
      if tokens[start].kind == .digits {
        let count = Int(tokens[last].first + tokens[last].count - tokens[start].first)
        if count > NumberGrammar.mostDigits { return }
        let answer = number(from: start, digits: count)
        if answer.validity == .valid, !body(start, count, answer) { return }
      } else if !isSign(start) {
        return
      }
      start -= 1
    }
  }

  /// Whether a sign may stand in a number of which nothing else is known.
  @inline(__always)
  func isSignInFull(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .open, .close, .dash, .dot, .plus: true
    default: false
    }
  }

  /// What the plan says of so many digits from a token on; nothing of few.
  private func number(from start: Int, digits count: Int) -> PlanQuery.Answer {
    let first = Int(tokens[start].first)
    guard count > 5, first + count <= digitCount else { return PlanQuery.Answer() }
    if start > 0, tokens[start - 1].kind == .plus {
      return international(from: first, count: count)
    }
    // One look for all the ends that are asked about in turn.
    guard possibleLengths(from: first) >> UInt32(count) & 1 == 1 else { return PlanQuery.Answer() }
    return national(from: first, count: count)
  }

  /// Whether nothing before digits goes on with them: text, another count, or a number that is complete.
  func standsApart(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .text, .amount, .hours, .date, .newline, .comma, .enumeration, .semicolon: return true
    case .word: return tokens[index - 1].word != .marker
    case .digits where isMarkedExtension(index - 1): return isSetApart(count: index)
    case .digits, .close: return tokens[index].followsBlank && endsNumberInFull(before: index)
    case .dash, .slash:
      return tokens[index].followsBlank && tokens[index - 1].followsBlank
        && endsNumberInFull(before: index - 1)
    default: return false
    }
  }

  /// Whether blanks part a count from the extension before it, and no name begins with its unit: #12 20桌.
  private func isSetApart(count index: Int) -> Bool {
    tokens[index].followsBlank
      && (tokens[index + 2].kind != .text || tokens[index + 2].followsBlank)
  }
}
