import Records

/// Expands a range from its first to its last number, under the expansion budget.
extension CellReader {
  /// Makes a range of its two ends, unless they are none.
  func expand(_ first: ReadNumber, _ last: ReadNumber, into result: CellResult) {
    if let note = misfit(first, last) {
      let offset = result.bytes.count
      result.append(note)
      return rejectCell(.ambiguous, role: .last, note: offset, into: result)
    }
    let cost = last.number - first.number + 1
    guard result.charge(cost: cost, budget: Int64(settings.expansionBudget)) else {
      let offset = result.bytes.count
      result.append(decimal: cost)
      result.append(" numbers, the budget is ")
      result.append(decimal: Int64(settings.expansionBudget))
      return rejectCell(.rangeTooLarge, role: .last, note: offset, into: result)
    }
    result.range = CellResult.Range(next: first, left: Int(cost))
  }

  /// The most digits of a cell that names the last number of a range by its end.
  private static let mostDigitsOfEnd = 4

  /// The last number of a range whose cell has only its last digits: 3349 beside 02-8101-3340; nil for any other
  /// cell, digits below those of the first number, and what the plan does not assign.
  func last(endingIn cell: UnsafeBufferPointer<UInt8>, of first: ReadNumber) -> ReadNumber? {
    guard !first.hasExtension else { return nil }
    var (value, count, index): (Int64, Int, Int) = (0, 0, 0)
    while index < cell.count {
      let scalar = Folding.decode(cell, &index)
      if scalar == 0x20 || scalar == 0xA0 || scalar == 0x3000 { continue }
      let digit = scalar >= 48 && scalar < 58 ? UInt8(scalar) : Folding.digit(scalar)
      guard let digit else { return nil }
      (value, count) = (value * 10 + Int64(digit &- 48), count + 1)
      guard count <= Self.mostDigitsOfEnd else { return nil }
    }
    let number = first.number / powerOfTen(count) * powerOfTen(count) + value
    guard count > 0, number >= first.number else { return nil }
    let answer = context.answer { $0.international(number, digits: Int(first.baseDigits)) }
    return answer.validity == .valid ? ReadNumber(answer) : nil
  }

  /// Why two numbers are no range; nil for a range.
  private func misfit(_ first: ReadNumber, _ last: ReadNumber) -> StaticString? {
    if first.hasExtension || last.hasExtension { return "an end of the range has an extension" }
    if last.baseDigits != first.baseDigits { return "the ends of the range differ in length" }
    return last.number < first.number ? "the last number is below the first" : nil
  }

  /// Rejects all of a cell, an end of a range or extensions, without a part of it.
  func rejectCell(
    _ reason: RejectionReason, role: CellRole, note offset: Int? = nil, into result: CellResult
  ) {
    let start = offset ?? result.bytes.count
    result.rejections.append(
      CellRejection(
        reason: reason, role: role, column: 1, valueOffset: 0, valueCount: 0,
        noteOffset: UInt32(start), noteCount: UInt32(result.bytes.count - start)))
  }
}
