import Records

/// Expands # in place of the last digits of a number, under the expansion budget: +331847####.
extension TokenReading {
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
    var number = OpenNumber(hasPlus: tokens[0].kind == .plus)
    number.append(UnsafeBufferPointer(start: digits, count: digitCount))
    var found = 0
    for count in 0...6 {
      guard number.ask(plan).validity >= .possible else {
        number.appendOpen()
        continue
      }
      number.appendOpen()
      if count == 0 || found > 0 { return 0 }
      found = count
    }
    return found
  }
}

/// A number whose last digits are open, zeros for the time being.
struct OpenNumber {
  /// The most digits that are looked at.
  static let mostDigits = 24

  private var digits = InlineArray<24, UInt8>(repeating: 48)
  private(set) var count = 0
  /// How many of the last digits are open.
  private(set) var openCount = 0
  /// Whether it begins with "+".
  let hasPlus: Bool

  init(hasPlus: Bool) { self.hasPlus = hasPlus }

  /// Whether more digits are taken.
  var hasRoom: Bool { count < Self.mostDigits }

  /// Adds digits, as many as there is room for.
  mutating func append(_ given: UnsafeBufferPointer<UInt8>) {
    for digit in given where hasRoom {
      digits[count] = digit
      count += 1
    }
  }

  /// The number behind an area code, and behind the trunk zero where the plan has one.
  func behind(_ area: ReadArea, hasTrunkZero: Bool) -> OpenNumber {
    var whole = OpenNumber(hasPlus: false)
    whole.count = min(area.digits + (hasTrunkZero ? 1 : 0), Self.mostDigits)
    var value = area.value
    for place in stride(from: whole.count - 1, through: 0, by: -1) {
      whole.digits[place] = UInt8(value % 10) + 48
      value /= 10
    }
    for place in 0..<count where whole.hasRoom {
      whole.digits[whole.count] = digits[place]
      whole.count += 1
    }
    whole.openCount = openCount
    return whole
  }

  /// Whether it begins with a zero.
  var beginsWithZero: Bool { digits[0] == 48 }

  /// Adds an open digit.
  mutating func appendOpen() {
    guard hasRoom else { return }
    count += 1
    openCount += 1
  }

  /// Calls `body` once per run of consecutive numbers with the same answer, with what the plan says of the first of them
  /// and the length of the run; numbers that the plan does not have are left out.
  func eachStretch(of cost: Int64, by plan: PlanQuery, _ body: (PlanQuery.Answer, Int) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostDigits) { written in
      for place in 0..<count { written[place] = digits[place] }
      let asked = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(written)[..<count])
      var done: Int64 = 0
      while done < cost {
        let answer = hasPlus ? plan.international(asked) : plan.national(asked, needsTrunk: true)
        // Those that differ in digits of which the plan asks nothing more have the same answer.
        var free = min(plan.freeDigits(of: asked, isInternational: hasPlus, answer), openCount)
        while done % powerOfTen(free) != 0 { free -= 1 }
        if answer.validity == .valid { body(answer, Int(powerOfTen(free))) }
        done += powerOfTen(free)
        // The next number: nines become zeros, and the digit before them one more.
        var place = count - 1 - free
        while place >= count - openCount, written[place] == 57 {
          written[place] = 48
          place -= 1
        }
        if place >= count - openCount { written[place] += 1 }
      }
    }
  }

  /// What the plan says of the number, or of its first digits that are not open.
  func ask(_ plan: PlanQuery, isFixedPart: Bool = false) -> PlanQuery.Answer {
    digits.span.withUnsafeBufferPointer { all in
      let asked = UnsafeBufferPointer(
        rebasing: all[..<(isFixedPart ? count - openCount : count)])
      return hasPlus ? plan.international(asked) : plan.national(asked, needsTrunk: true)
    }
  }
}

extension CellReading {
  /// Expands the wildcard number at a token; nil when there is none.
  func expandWildcards(at start: Int, into result: CellResult) -> Int? {
    guard let (written, end) = openNumber(at: start), tokens[end].kind != .star else { return nil }
    let open = behindColumn(written)
    guard open.ask(plan).validity >= (open.openCount > 2 ? .possible : .valid) else {
      // 0227123456##: signs too many, or a number too long.
      guard isOn(.wildcards), open.ask(plan, isFixedPart: true).validity == .valid else {
        return nil
      }
      reject(.pattern, token: start, to: end, into: result)
      return end
    }
    if context.readsFax {
      findings.insert(.droppedFax)
      return end
    }
    if let next = leavesExpansion(open, from: start, to: end) { return next }
    // Where plans have numbers of several lengths nobody can tell whether the signs stand for digits.
    guard isOn(.wildcards), open.ask(plan, isFixedPart: true).validity != .valid else {
      reject(.pattern, token: start, to: end, into: result)
      return end
    }
    expand(open, from: start, to: end, into: result)
    return end
  }

  /// A number behind the area code of its column, which it may lack: 02 and 2712-34##.
  private func behindColumn(_ open: OpenNumber) -> OpenNumber {
    let area = context.columnWithZero ?? context.columnArea
    guard area.digits > 0, isOn(.areaCodeColumn), !open.hasPlus, !open.beginsWithZero else {
      return open
    }
    let whole = open.behind(area, hasTrunkZero: plan.hasTrunkZero)
    return whole.ask(plan).validity >= .possible ? whole : open
  }

  /// Leaves out wildcards of a fax or of former numbers, as their words say it of single numbers; gives
  /// the token behind them.
  private func leavesExpansion(_ open: OpenNumber, from start: Int, to end: Int) -> Int? {
    var base = Base(answer: open.ask(plan))
    base.firstToken = start
    base.nextToken = end
    let tail = TailGrammar(list: list, context: context).readTail(of: base)
    let next = max(tail.next, end)
    if mayHoldFormer, leavesFormer(base, tail) {
      findings.insert(.unusedText)
      former.isMet = true
      return next
    }
    guard tail.isFax else { return nil }
    dropFax(upTo: next)
    return next
  }

  /// The digits and wildcards from a token on, and the token behind them; nil where none are open.
  private func openNumber(at start: Int) -> (OpenNumber, end: Int)? {
    var number = OpenNumber(hasPlus: tokens[start].kind == .plus)
    var index = start
    var isOpen = false
    stretch: while number.hasRoom {
      switch tokens[index].kind {
      case .digits:
        guard number.openCount == 0,
          number.count + Int(tokens[index].count) < OpenNumber.mostDigits
        else { return nil }
        number.append(digits(of: tokens[index]))
      case .hash: number.appendOpen()
      case .star where number.openCount == 0:
        let places = openEnd()
        guard places > 0 else { break stretch }
        isOpen = true
        for _ in 0..<places { number.appendOpen() }
      case .plus where index == start: break
      case .dash, .open, .close, .dot: break
      default: break stretch
      }
      index += 1
    }
    guard number.openCount > 1 || isOpen, number.count > number.openCount + 3, number.count < 20
    else { return nil }
    return (number, index)
  }

  /// Gives every number that the open digits stand for and that the plan has.
  private func expand(
    _ open: OpenNumber, from start: Int, to end: Int, into result: CellResult
  ) {
    let cost = powerOfTen(open.openCount)
    guard result.charge(cost: cost, budget: context.expansionBudget) else {
      return rejectTooMany(cost, token: start, to: end, into: result)
    }
    let before = result.numbers.count
    var isContradicted = false
    open.eachStretch(of: cost, by: plan) { answer, count in
      var base = Base(answer: answer)
      base.rule = .wildcards
      base.firstToken = start
      base.nextToken = end
      guard context.columnArea.digits > 0 else {
        return emit(base, count: count, ofExpansionFrom: before, into: result)
      }
      for _ in 0..<count {
        if contradictsColumn(base) {
          isContradicted = true
        } else {
          emit(base, count: 1, ofExpansionFrom: before, into: result)
        }
        base.answer.nationalNumber += 1
      }
    }
    if isContradicted {
      reject(
        .ambiguous, token: start, to: end, note: "another area code than that of the column",
        into: result)
    } else if result.numbers.count == before {
      reject(.unassigned, token: start, to: end, into: result)
    }
  }
}
