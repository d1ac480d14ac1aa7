import Records

/// Expands # in place of the last digits of a number, under the expansion budget: +331847####.
extension CellScan {
  /// Whether the cell may hold wildcards: one # alone is none.
  @inline(__always)
  var mayHoldWildcards: Bool {
    facts.repeatedKinds.contains(.hash)
      || facts.kinds.contains(.star) && facts.kinds.contains(.dot) && openEnd() > 0
  }

  /// How many digits ".*" stands for behind the only digits of the cell, +569555872.*: as many as
  /// complete them by the plan; 0 where none or several lengths do.
  func openEnd() -> Int {
    guard isOn(.wildcards), tokenCount >= 3, tokenCount <= 4, tokens[tokenCount - 1].kind == .star,
      tokens[tokenCount - 2].kind == .dot, tokens[tokenCount - 3].kind == .digits,
      tokenCount == 3 || tokens[0].kind == .plus, digitCount > 5, digitCount < 16
    else { return 0 }
    let number = scratch + 32
    for index in 0..<digitCount { number[index] = digits[index] }
    var found = 0
    for count in 0...6 {
      number[digitCount + count] = 48
      let whole = UnsafeBufferPointer(start: UnsafePointer(number), count: digitCount + count)
      let answer =
        tokens[0].kind == .plus
        ? plan.international(whole) : plan.national(whole, needsTrunk: true)
      guard answer.validity >= .possible else { continue }
      if count == 0 || found > 0 { return 0 }
      found = count
    }
    return found
  }

  /// Expands the wildcard number at a token; nil when there is none.
  func expandWildcards(at start: Int, into result: CellResult) -> Int? {
    var index = start
    var count = 0
    var wildcards = 0
    var isOpen = false
    let hasPlus = tokens[start].kind == .plus
    let number = scratch + 32
    stretch: while count < 24 {
      switch tokens[index].kind {
      case .digits:
        guard wildcards == 0, count + Int(tokens[index].count) < 24 else { return nil }
        for digit in digits(of: tokens[index]) {
          number[count] = digit
          count += 1
        }
      case .hash:
        number[count] = 48
        count += 1
        wildcards += 1
      case .star where wildcards == 0:
        wildcards = openEnd()
        guard wildcards > 0 else { break stretch }
        isOpen = true
        for _ in 0..<wildcards {
          number[count] = 48
          count += 1
        }
      case .plus where index == start: break
      case .dash, .open, .close, .dot: break
      default: break stretch
      }
      index += 1
    }
    guard wildcards > 1 || isOpen, count > wildcards + 3, count < 20 else { return nil }
    let whole = UnsafeBufferPointer(start: number, count: count)
    let fixed = UnsafeBufferPointer(start: number, count: count - wildcards)
    func ask(_ digits: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
      hasPlus ? plan.international(digits) : plan.national(digits, needsTrunk: true)
    }
    guard ask(fixed).validity != .valid, tokens[index].kind != .star,
      ask(whole).validity >= (wildcards > 2 ? .possible : .valid)
    else { return nil }
    if readsFax {
      hasDroppedFax = true
      return index
    }
    guard isOn(.wildcards) else {
      reject(.pattern, token: start, to: index, into: result)
      return index
    }
    expand(Wildcards(digits: whole, count: wildcards, start: start, end: index), ask, into: result)
    return index
  }

  /// A number whose last digits are open.
  private struct Wildcards {
    /// All digits, those that are open last.
    var digits: UnsafeBufferPointer<UInt8>
    /// How many are open.
    var count: Int
    /// The first token, and the one behind the last.
    var start: Int
    var end: Int
  }

  /// Gives every number that the open digits stand for and that the plan has.
  private func expand(
    _ open: Wildcards, _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer,
    into result: CellResult
  ) {
    let (start, index, wildcards) = (open.start, open.end, open.count)
    let (whole, count) = (open.digits, open.digits.count)
    let number = scratch + 32
    var cost: Int64 = 1
    for _ in 0..<wildcards { cost *= 10 }
    result.add(cost: cost)
    guard cost <= Int64(settings.expansionBudget) else {
      return rejectTooMany(cost, token: start, to: index, into: result)
    }
    let before = result.numbers.count
    extensionCount = 0
    for value in 0..<cost {
      var rest = value
      for place in 1...wildcards {
        number[count - place] = UInt8(rest % 10) + 48
        rest /= 10
      }
      let answer = ask(whole)
      guard answer.validity == .valid else { continue }
      var base = Base(answer: answer)
      base.rule = .wildcards
      base.firstToken = start
      base.nextToken = index
      emit(base, ofExpansionFrom: before, into: result)
    }
    if result.numbers.count == before {
      reject(.unassigned, token: start, to: index, into: result)
    }
  }
}
