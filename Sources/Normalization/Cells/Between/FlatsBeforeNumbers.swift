import Records

/// Numbers of flats before a number: #03-12, 6234 5678.
extension CellReading {
  /// The token behind the number of a flat or a unit before a number: #03-12, 6234 5678.
  func endOfFlat(_ index: Int, _ result: CellResult) -> Int? {
    guard tokens[index].kind == .hash, tokens[index + 1].kind == .digits,
      tokens[index + 1].count <= 3, tokens[index + 2].kind == .dash,
      tokens[index + 3].kind == .digits, tokens[index + 3].count <= 4,
      !tokens[index + 3].followsBlank, result.numbers.count == 0
    else { return nil }
    let next = tokens[index + 4].kind == .comma ? index + 5 : index + 4
    return tokens[next].followsBlank && startsFullNumber(at: next) ? next : nil
  }
}
