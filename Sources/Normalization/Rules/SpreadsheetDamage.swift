import Records

/// Undoes what spreadsheets do to numbers: ="0912", '0912, 912345678.0, 8.8E+11.
extension TokenWriter {
  /// Mends the tokens; false when the cell was rejected.
  func mendSpreadsheet(into result: CellResult) -> Bool {
    var first = 0
    while tokens[first].kind == .quote || tokens[first].kind == .equals
      || tokens[first].kind == .plus
    { first += 1 }
    guard tokens[first].kind == .digits else { return true }
    var count = tokenCount
    while count > first, tokens[count - 1].kind == .quote { count -= 1 }
    if isInThousands(first, count) { return mendThousands(first, count, into: result) }
    if count == first + 3, tokens[first].count >= 7, isDecimalSign(first),
      tokens[first + 2].kind == .digits, tokens[first + 2].count <= 2,
      digits(of: tokens[first + 2]).allSatisfy({ $0 == 48 })
    {
      tokens[first + 1].kind = .note
      tokens[first + 2].kind = .note
      findings.insert(.decimals)
      return true
    }
    return mendScientific(first, count, into: result)
  }

  /// Whether a dot or a comma follows digits, a comma only digits whose zero a spreadsheet took.
  private func isDecimalSign(_ first: Int) -> Bool {
    switch tokens[first + 1].kind {
    case .dot: true
    case .comma:
      !beginsWithZero(first) && first == 0 && !tokens[first + 2].followsBlank
    default: false
    }
  }

  /// Whether commas part all digits of the cell by thousands: 2,025,550,123.
  private func isInThousands(_ first: Int, _ count: Int) -> Bool {
    guard count > first + 4, tokens[first].count <= 3, (count - first) % 2 == 1 else {
      return false
    }
    for index in stride(from: first + 1, to: count, by: 2) {
      guard tokens[index].kind == .comma, !tokens[index].followsBlank,
        tokens[index + 1].kind == .digits, tokens[index + 1].count == 3,
        !tokens[index + 1].followsBlank
      else { return false }
    }
    return true
  }

  /// Joins what a spreadsheet parted by thousands; of more digits than it keeps some are lost.
  private func mendThousands(
    _ first: Int, _ count: Int, into result: CellResult
  ) -> Bool {
    let sum = digitCount - Int(tokens[first].first)
    guard sum >= 7 else { return true }
    if sum > 15 {
      reject(.scientificNotation, token: first, to: count, into: result)
      return false
    }
    tokens[first].count = UInt16(sum)
    for rest in (first + 1)..<count { tokens[rest].kind = .note }
    findings.insert(.decimals)
    return true
  }

  /// Joins the digits of a number in scientific notation that lost none; false where some are lost.
  private func mendScientific(
    _ first: Int, _ count: Int, into result: CellResult
  ) -> Bool {
    var index = first + 1
    var fraction = 0
    if tokens[index].kind == .dot || tokens[index].kind == .comma,
      tokens[index + 1].kind == .digits
    {
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
