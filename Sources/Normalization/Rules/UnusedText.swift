import Records

/// Notes text beside a number that no rule understands; it is left unused: 0912345678王小明.
extension CellReading {
  /// Lists what of the cell was left unused.
  func noteUnused(into result: CellResult) {
    guard !findings.isDisjoint(with: Findings.unused.union([.decimals, .droppedFax])) else {
      return
    }
    let last = result.numbers[result.numbers.count - 1]
    if findings.contains(.decimals) { repair(.spreadsheetDamage, last, into: result) }
    if findings.contains(.droppedFax) { repair(.faxDropped, last, into: result) }
    guard !findings.isDisjoint(with: .unused) else { return }
    if isOn(.unusedText) {
      repair(.unusedText, last, into: result)
    } else {
      result.numbers.removeAll()
      reject(.junk, token: 0, to: tokenCount, note: JunkNote.unusedText, into: result)
    }
  }
}
