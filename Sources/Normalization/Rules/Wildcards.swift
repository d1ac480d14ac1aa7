import Records

/// Expands # in place of the last digits of a number, under the expansion budget: +331847####.
extension CellScan {
  /// Whether the cell may hold wildcards: one # alone is none.
  @inline(__always)
  var mayHoldWildcards: Bool { facts.repeatedKinds.contains(.hash) }

  /// Expands the wildcard number at a token; nil when there is none.
  func expandWildcards(at start: Int, into result: CellResult) -> Int? {
    var index = start
    var count = 0
    var wildcards = 0
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
      case .plus where index == start: break
      case .dash, .open, .close, .dot: break
      default: break stretch
      }
      index += 1
    }
    guard wildcards > 1, count > wildcards + 3, count < 20 else { return nil }
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
    var cost: Int64 = 1
    for _ in 0..<wildcards { cost *= 10 }
    result.add(cost: cost)
    guard cost <= Int64(settings.expansionBudget) else {
      rejectTooMany(cost, token: start, to: index, into: result)
      return index
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
      emit(base, Tail(next: index), into: result)
    }
    if result.numbers.count == before {
      reject(.unassigned, token: start, to: index, into: result)
    }
    return index
  }
}
