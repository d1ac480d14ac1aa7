import Records

/// Expands a range from its first to its last number, under the expansion budget.
extension CellReader {
  func expand(_ first: ReadNumber, _ last: ReadNumber, into result: CellResult) {
    if let note = misfit(first, last) {
      let offset = result.bytes.count
      result.append(note)
      return rejectRange(.ambiguous, role: .last, note: offset, into: result)
    }
    let cost = last.number - first.number + 1
    guard result.admits(cost: cost, budget: Int64(settings.expansionBudget)) else {
      let offset = result.bytes.count
      result.append(decimal: cost)
      result.append(" numbers, the budget is ")
      result.append(decimal: Int64(settings.expansionBudget))
      return rejectRange(.rangeTooLarge, role: .last, note: offset, into: result)
    }
    result.range = CellResult.Range(next: first, left: Int(cost))
  }

  /// Why two numbers are no range; nil for a range.
  private func misfit(_ first: ReadNumber, _ last: ReadNumber) -> StaticString? {
    if first.hasExtension || last.hasExtension { return "an end of the range has an extension" }
    if last.baseDigits != first.baseDigits { return "the ends of the range differ in length" }
    return last.number < first.number ? "the last number is below the first" : nil
  }

  func rejectRange(
    _ reason: RejectionReason, role: CellRole, note offset: Int? = nil, into result: CellResult
  ) {
    let start = offset ?? result.bytes.count
    result.rejections.append(
      CellRejection(
        reason: reason, role: role, column: 1, valueOffset: 0, valueCount: 0,
        noteOffset: UInt32(start), noteCount: UInt32(result.bytes.count - start)))
  }
}
