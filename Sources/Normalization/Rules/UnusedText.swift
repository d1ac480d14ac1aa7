import Records

/// Notes text beside a number that no rule understands; it is left unused: 0912345678王小明.
extension CellScan {
  /// Lists what of the cell was left unused.
  func noteUnused(into result: CellResult) {
    guard hasUnusedText || hasHours || hasURL || hasEmail || hasDate || hasDecimals || hasDroppedFax
    else { return }
    let last = result.numbers[result.numbers.count - 1]
    if hasDecimals { repair(.spreadsheetDamage, last, into: result) }
    if hasDroppedFax { repair(.faxDropped, last, into: result) }
    guard hasUnusedText || hasHours || hasURL || hasEmail || hasDate else { return }
    if isOn(.unusedText) {
      repair(.unusedText, last, into: result)
    } else {
      result.numbers.removeAll()
      reject(.junk, token: 0, to: tokenCount, note: JunkNote.unusedText, into: result)
    }
  }
}
