import Records

extension TokenReading {
  /// Keeps what is left of the cell behind a rule in the trace.
  ///
  /// What the rules before understood to be no number is left out: hours, dates, addresses.
  func traceCell(
    _ rule: Rule, _ cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) {
    let start = result.bytes.count
    for index in 0..<tokenCount where !isMarked(index) {
      let token = tokens[index]
      if token.followsBlank { result.append(" ") }
      switch token.kind {
      case .digits: result.bytes.append(contentsOf: digits(of: token))
      case .dash: result.append("-")
      case .open: result.append("(")
      case .close: result.append(")")
      case .hash: result.append("#")
      case .star: result.append("*")
      case .tilde: result.append("~")
      case .plus: result.append("+")
      case .comma: result.append(",")
      case .slash: result.append("/")
      default:
        result.bytes.append(
          contentsOf: UnsafeBufferPointer(
            rebasing: cell[Int(token.start)..<Int(token.end)]))
      }
    }
    addStep(rule, from: start, into: result)
  }

  /// Whether a rule set a token aside.
  private func isMarked(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .note, .hours, .date, .amount, .ordinal: true
    default: false
    }
  }

  /// Keeps what is left of the cell when the rules that set parts of it aside did.
  func traceMarks(
    _ findings: Findings, _ cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) {
    if findings.contains(.decimals) { traceCell(.spreadsheetDamage, cell, into: result) }
    if !findings.isDisjoint(with: [.url, .email]) { traceCell(.addresses, cell, into: result) }
    for index in 0..<tokenCount
    where isMarked(index) && tokens[index].kind != .note && tokens[index].kind != .ordinal {
      return traceCell(.datesAndHours, cell, into: result)
    }
  }

  /// Keeps what a number became: after its repair, then with its extension.
  func traceNumbers(from first: Int, _ base: Base, _ tail: Tail, into result: CellResult) {
    let start = result.bytes.count
    result.append(base.answer)
    addStep(base.repair.map(RuleBook.rule) ?? base.rule, from: start, into: result)
    for index in first..<result.numbers.count
    where index > first || tail.hasExtensions {
      let number = result.numbers[index]
      let start = result.bytes.count
      result.append(number)
      let rule: Rule = number.hasExtension ? .extensionLists : .alternates
      addStep(index > first ? rule : tail.rule, from: start, into: result)
    }
    if tail.hasDummy { addStep(.dummyExtension, from: start, into: result) }
    if tail.run != nil { addStep(.lineRuns, from: start, into: result) }
  }

  /// Adds what was written last to the trace as a rule's step.
  private func addStep(_ rule: Rule, from start: Int, into result: CellResult) {
    result.trace.append(
      TraceStep(
        rule: rule, valueOffset: UInt32(start), valueCount: UInt32(result.bytes.count - start)))
  }
}
