import Records

/// Undoes what spreadsheets do to numbers: ="0912", '0912, 912345678.0, 8.8E+11.
extension CellScan {
  /// Mends the tokens; false when the cell was rejected.
  func mendSpreadsheet(into result: CellResult) -> Bool {
    guard isOn(.spreadsheetDamage), facts.kinds.contains(anyOf: .dot, .letters) else { return true }
    var first = 0
    while tokens[first].kind == .quote || tokens[first].kind == .equals
      || tokens[first].kind == .plus
    { first += 1 }
    guard tokens[first].kind == .digits else { return true }
    var count = tokenCount
    while count > first, tokens[count - 1].kind == .quote { count -= 1 }
    if count == first + 3, tokens[first].count >= 7, tokens[first + 1].kind == .dot,
      tokens[first + 2].kind == .digits, tokens[first + 2].count <= 2,
      digits(of: tokens[first + 2]).allSatisfy({ $0 == 48 })
    {
      tokens[first + 1].kind = .note
      tokens[first + 2].kind = .note
      hasDecimals = true
      return true
    }
    return mendScientific(first, count, into: result)
  }

  private func mendScientific(
    _ first: Int, _ count: Int, into result: CellResult
  ) -> Bool {
    var index = first + 1
    var fraction = 0
    if tokens[index].kind == .dot, tokens[index + 1].kind == .digits {
      fraction = Int(tokens[index + 1].count)
      index += 2
    }
    guard tokens[first].count == 1, tokens[index].kind == .letters, tokens[index].count == 1,
      letters[Int(tokens[index].first)] == UInt8(ascii: "e")
    else { return true }
    index += 1
    if tokens[index].kind == .plus { index += 1 }
    guard index + 1 == count, tokens[index].kind == .digits else { return true }
    guard value(of: tokens[index]) == Int64(fraction), fraction >= 6 else {
      reject(.scientificNotation, token: first, to: count, into: result)
      return false
    }
    tokens[first].count += UInt16(fraction)
    for rest in (first + 1)..<count { tokens[rest].kind = .note }
    return true
  }
}
