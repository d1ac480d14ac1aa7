import Records

extension CellScan {
  /// Keeps the folded cell in the trace, if one is asked for.
  func traceFolding(into result: CellResult) {
    guard settings.keepsTrace else { return }
    let start = result.bytes.count
    for index in 0..<tokenCount {
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
      case .word, .text: result.append("…")
      case .letters:
        result.bytes.append(
          contentsOf: UnsafeBufferPointer(
            start: letters + Int(token.first), count: Int(token.count)))
      default: result.append(";")
      }
    }
    addStep(.folding, from: start, into: result)
  }

  /// Keeps what a number became: after its repair, then with its extension.
  func traceNumbers(from first: Int, _ base: Base, _ tail: Tail, into result: CellResult) {
    guard settings.keepsTrace else { return }
    let start = result.bytes.count
    result.append(base.answer)
    addStep(base.repair?.rule ?? .validation, from: start, into: result)
    for index in first..<result.numbers.count where result.numbers[index].hasExtension {
      let start = result.bytes.count
      result.append(result.numbers[index])
      addStep(index > first ? .extensionLists : tail.rule, from: start, into: result)
    }
    if tail.run != nil { addStep(.lineRuns, from: start, into: result) }
  }

  private func addStep(_ rule: Rule, from start: Int, into result: CellResult) {
    result.trace.append(
      TraceStep(
        rule: rule, valueOffset: UInt32(start), valueCount: UInt32(result.bytes.count - start)))
  }
}

extension Repairing {
  /// The rule that makes the repair.
  var rule: Rule {
    switch self {
    case .fillerZero: .fillerZero
    case .doubledAreaCode: .doubledAreaCode
    case .strayAreaCode: .strayAreaCode
    case .lostZero: .lostZero
    case .obsoleteNumbering: .obsoleteNumbering
    case .localityAreaCode: .localityAreaCode
    }
  }
}
