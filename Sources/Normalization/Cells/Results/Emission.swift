import NumberingPlans
import Records

extension CellReading {
  /// Puts the next `count` numbers of an expansion, which follow on one another and are alike in all
  /// else, into the result; no other number of it is the same.
  ///
  /// `first` is the index of its first number among those of the result.
  func emit(
    _ base: Base, count: Int, ofExpansionFrom first: Int, into result: CellResult
  ) {
    let answer = base.answer
    guard first == 0, !context.keepsTrace, !context.refuses(answer), answer.nationalDigits < 16
    else {
      var base = base
      for _ in 0..<count {
        emitWithCare(base, ofExpansionFrom: first, into: result)
        base.answer.nationalNumber += 1
      }
      return
    }
    // Nothing stands before them that could be the same, and 18 digits always fit.
    var read = ReadNumber(answer)
    result.numbers.reserve(additional: count)
    let place = result.numbers.base + result.numbers.count
    for index in 0..<count {
      (place + index).initialize(to: read)
      read.number &+= 1
    }
    result.numbers.commit(additional: count)
    read.number &-= 1
    lastNumber.read = read
    if read.number > lastNumber.highest { lastNumber.highest = read.number }
  }

  /// Puts one number of an expansion into the result, which may be there already or is traced.
  @inline(never)
  private func emitWithCare(
    _ base: Base, ofExpansionFrom first: Int, into result: CellResult
  ) {
    let index = result.numbers.count
    guard append(base, nil, distinctFrom: first, into: result), context.keepsTrace,
      result.numbers.count > index
    else { return }
    traceNumbers(from: index, base, Tail(next: base.nextToken), into: result)
  }

  /// Puts a number with what its tail says into the result, or rejects one that may lack a digit.
  func emit(_ base: Base, _ tail: Tail, into result: CellResult) {
    guard base.mayLackDigit else { return emitSure(base, tail, into: result) }
    let end = max(tail.next, base.nextToken)
    rejectAmbiguous(base, base, token: base.firstToken, to: end, into: result)
    // (593 9) 7732692 / 7731267: the second one is in doubt as the first is, if it is a mobile.
    if base.answer.type == .mobile { context.inherited = ReadArea() }
  }

  private func emitSure(_ base: Base, _ tail: Tail, into result: CellResult) {
    let first = result.numbers.count
    let listed = tail.extensions.count - tail.alternates
    if listed == 0 {
      guard append(base, nil, into: result) else { return }
    } else {
      for index in 0..<listed {
        let given = tail.extensions[index]
        let isAdded =
          given.replaces > 0
          ? appendMade(alternate(of: base, given), into: result)
          : append(base, given, into: result)
        guard isAdded else { return }
      }
    }
    for index in listed..<tail.extensions.count {
      _ = appendMade(alternate(of: base, tail.extensions[index]), into: result)
    }
    guard result.numbers.count > first || listed > 0 else { return }
    let read = result.numbers.count > first ? result.numbers[first] : lastNumber.read
    if context.keepsTrace { traceNumbers(from: first, base, tail, into: result) }
    if let kind = base.repair { repair(kind, read, into: result) }
    if tail.hasDummy { repair(.dummyExtension, read, into: result) }
    guard let run = tail.run else { return }
    if tail.runsFromAlternate {
      emitRun(alternate(of: base, tail.extensions.last), run, lastNumber.read, into: result)
    } else {
      emitRun(base, run, read, into: result)
    }
  }

  /// Gives the numbers of a run of lines, or notes that only the first one is given.
  private func emitRun(
    _ base: Base, _ run: ReadExtension, _ read: ReadNumber, into result: CellResult
  ) {
    guard isOn(.lineRunExpansion), let length = base.runLength(run) else {
      return repair(.lineRunNotExpanded, read, into: result)
    }
    guard result.charge(cost: length + 1, budget: context.expansionBudget) else {
      return rejectTooMany(length + 1, token: base.firstToken, to: base.nextToken, into: result)
    }
    var line = base
    let first = result.numbers.count
    for _ in 0..<length {
      line.answer.nationalNumber += 1
      guard appendMade(line, distinctFrom: first, into: result) else { return }
    }
  }

  /// The number whose last digits are replaced.
  private func alternate(of base: Base, _ last: ReadExtension) -> Base {
    var other = base
    other.answer.replace(last: last.replaces, with: last.value, digits: last.digits)
    return other
  }

  /// Adds a number that was made from the digits of another one; false when it was rejected.
  private func appendMade(
    _ made: Base, distinctFrom first: Int = .max, into result: CellResult
  ) -> Bool {
    var made = made
    guard context.lookUp(&made) else {
      let offset = result.bytes.count
      result.append(made.answer)
      append(.unassigned, made.firstToken, made.nextToken, offset, into: result)
      return false
    }
    return append(made, nil, distinctFrom: first, into: result)
  }

  /// The most digits of an extension that people have, though it is too long beside its number.
  private static let mostOfKeptExtension = 8

  /// Adds one number; false when it was rejected.
  ///
  /// Those from `first` on among the numbers of the result are known to be others.
  private func append(
    _ base: Base, _ given: ReadExtension?, distinctFrom first: Int = .max, into result: CellResult
  ) -> Bool {
    let answer = base.answer
    guard !context.refuses(answer) else {
      reject(.refusedType, token: base.firstToken, to: base.nextToken, into: result)
      return false
    }
    let callingCodeDigits = answer.callingCodeDigits
    let extensionDigits = context.paddedDigits(given)
    guard
      let whole = ReadNumber.join(
        answer.callingCode, callingCodeDigits, answer.nationalNumber, answer.nationalDigits),
      let number = ReadNumber.join(
        whole, callingCodeDigits + answer.nationalDigits, given?.value ?? 0, extensionDigits)
    else {
      reject(.tooLong, token: base.firstToken, to: tokenCount, into: result)
      // 转分机号 83789993: nobody doubts the number itself, where nothing can be part of it.
      if let given, given.digits <= Self.mostOfKeptExtension,
        plan.notation.hasUnmarkedExtensions, base.repair == nil
      {
        _ = append(base, nil, distinctFrom: first, into: result)
      }
      return false
    }
    let read = ReadNumber(
      number: number, baseDigits: UInt8(callingCodeDigits + answer.nationalDigits),
      extensionDigits: UInt8(extensionDigits), callingCodeDigits: UInt8(callingCodeDigits),
      isValid: answer.validity == .valid)
    lastNumber.read = read
    // An exact repetition once; a long expansion ascends and cannot repeat.
    if result.numbers.count <= NumbersByDigits.mostNumbers,
      repeats(read, amongFirst: first, of: result)
    {
      return true
    }
    result.numbers.append(read)
    if number > lastNumber.highest { lastNumber.highest = number }
    return true
  }

  /// Whether a number is one of the first of the result.
  ///
  /// A number above the highest cannot repeat. Repeats come in the same order, so that the one behind the last found is
  /// looked at first: a cell of a hundred wildcards asks for ten thousand numbers.
  private func repeats(
    _ read: ReadNumber, amongFirst first: Int, of result: CellResult
  ) -> Bool {
    let count = min(result.numbers.count, first)
    if count == 0 || read.number > lastNumber.highest { return false }
    let next = lastNumber.repeated &+ 1
    if next < count, result.numbers[next] == read {
      lastNumber.repeated = next
      return true
    }
    guard let index = index(of: read, in: result) else { return false }
    lastNumber.repeated = index
    return true
  }

  /// The index of a number among all of the result; nil without it.
  private func index(of read: ReadNumber, in result: CellResult) -> Int? {
    let count = result.numbers.count
    if count > NumbersByDigits.fewNumbers { return numbers.index(of: read, in: result) }
    for index in 0..<count where result.numbers[index] == read { return index }
    return nil
  }
}

extension ReadNumber {
  /// A number without extension, of at most 18 digits with its calling code.
  @inline(__always)
  init(_ answer: PlanQuery.Answer) {
    let callingCodeDigits = UInt8(truncatingIfNeeded: answer.callingCodeDigits)
    self.init(
      number: answer.callingCode &* powerOfTen(answer.nationalDigits) &+ answer.nationalNumber,
      baseDigits: callingCodeDigits &+ UInt8(answer.nationalDigits), extensionDigits: 0,
      callingCodeDigits: callingCodeDigits, isValid: answer.validity == .valid)
  }

  /// The number whose digits are those of one number and behind them those of another; nil when
  /// they are too many.
  @inline(__always)
  static func join(_ head: Int64, _ headDigits: Int, _ tail: Int64, _ tailDigits: Int) -> Int64? {
    guard headDigits + tailDigits > 18 else {
      // 18 digits always fit.
      return head &* powerOfTen(tailDigits) &+ tail
    }
    var number = head
    for _ in 0..<tailDigits {
      let product = number.multipliedReportingOverflow(by: 10)
      if product.overflow { return nil }
      number = product.partialValue
    }
    let sum = number.addingReportingOverflow(tail)
    return sum.overflow || sum.partialValue == Int64.max ? nil : sum.partialValue
  }
}

extension TokenReading {
  // What follows is rare beside what precedes: kept out of the functions that run for every cell.

  /// Lists a repair with what the number reads after it.
  @inline(never)
  func repair(_ kind: RepairKind, _ number: ReadNumber, into result: CellResult) {
    result.append(kind, giving: number)
  }

  /// Lists a rejection of the tokens from one to before another.
  @inline(never)
  func reject(
    _ reason: RejectionReason, token: Int, to end: Int, note: StaticString = "",
    of base: Base? = nil,
    into result: CellResult
  ) {
    let offset = result.bytes.count
    if note.utf8CodeUnitCount > 0 {
      if let base {
        result.append(base.answer)
        result.append(": ")
      }
      result.append(note)
    }
    append(reason, token, end, offset, into: result)
  }

  /// Rejects with both readings in the note.
  @inline(never)
  func rejectAmbiguous(
    _ one: Base, _ other: Base, token: Int, to end: Int, into result: CellResult
  ) {
    let offset = result.bytes.count
    result.append(one.answer)
    if one.isSame(as: other), one.mayLackDigit, one.additions < 2 {
      result.append(": an old number, or one of today that lacks a digit")
    } else if one.isSame(as: other) {
      result.append(" would need two additions of digits")
    } else {
      result.append(" or ")
      result.append(other.answer)
    }
    append(.ambiguous, token, end, offset, into: result)
  }

  /// Rejects an expansion over the budget, with what the cell would cost with it.
  @inline(never)
  func rejectTooMany(_ cost: Int64, token: Int, to end: Int, into result: CellResult) {
    let offset = result.bytes.count
    result.append(decimal: result.cost + cost)
    result.append(" numbers, the budget is ")
    result.append(decimal: context.expansionBudget)
    append(.rangeTooLarge, token, end, offset, into: result)
  }

  /// Lists a rejection whose note was written already.
  func append(
    _ reason: RejectionReason, _ token: Int, _ end: Int, _ noteOffset: Int, into result: CellResult
  ) {
    let start = tokens[min(token, tokenCount)]
    let stop = end > token && end > 0 ? tokens[end - 1].end : start.end
    result.rejections.append(
      CellRejection(
        reason: reason, role: context.role, column: max(start.column, 1),
        valueOffset: UInt32(start.start), valueCount: UInt32(max(stop, start.start) - start.start),
        noteOffset: UInt32(noteOffset), noteCount: UInt32(result.bytes.count - noteOffset)))
  }
}

extension CellResult {
  /// Adds what an expansion costs to the account of those that the cell has already; false, and added to the
  /// other account, where the budget has no room for it.
  func charge(cost more: Int64, budget: Int64) -> Bool {
    if more <= budget - cost {
      cost += more
      return true
    }
    let sum = costOverBudget.addingReportingOverflow(more)
    costOverBudget = sum.overflow ? Int64.max : sum.partialValue
    return false
  }

  /// Adds a text to `bytes`.
  func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds a number in decimal digits to `bytes`.
  func append(decimal value: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
      var rest = UInt64(value)
      var start = 20
      repeat {
        start -= 1
        text[start] = UInt8(truncatingIfNeeded: rest % 10) | 48
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Lists a repair with what the number reads after it.
  @inline(never)
  func append(_ kind: RepairKind, giving number: ReadNumber) {
    let offset = bytes.count
    append(number)
    repairs.append(
      CellRepair(
        kind: kind, afterOffset: UInt32(offset), afterCount: UInt32(bytes.count - offset)))
  }

  /// Adds a number as "+" and base, with its extension behind a comma.
  func append(_ number: ReadNumber) {
    bytes.append(UInt8(ascii: "+"))
    let start = bytes.count
    append(decimal: number.number)
    guard number.hasExtension else { return }
    let border = start + Int(number.baseDigits)
    bytes.append(0)
    let end = bytes.count
    for index in stride(from: end - 1, to: border, by: -1) { bytes[index] = bytes[index - 1] }
    bytes[border] = UInt8(ascii: ",")
  }

  /// Adds a number as "+" and digits.
  func append(_ answer: PlanQuery.Answer) {
    bytes.append(UInt8(ascii: "+"))
    append(decimal: answer.callingCode)
    var digits = 1
    var rest = answer.nationalNumber
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    for _ in 0..<max(answer.nationalDigits - digits, 0) { bytes.append(48) }
    append(decimal: answer.nationalNumber)
  }
}
