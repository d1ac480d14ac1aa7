import Records

/// Ends the reading of a cell in which place after place gives no number: a byte of 4 096 like `03-03-03-` took 1 440
/// instructions, and takes 340; one of a list of numbers takes about as many.
extension CellReading {
  /// The most places where a number may begin and no new one does.
  ///
  /// Behind so many the rest of the cell is refused in one piece. None of 371 809 cells of public
  /// registers has so many.
  private static let mostInVain = 64

  /// Reads at a token with which a number may begin; the token behind what was read.
  ///
  /// `inVain` counts the places that gave no new number.
  func readPlace(_ index: Int, _ inVain: inout Int, into result: CellResult) -> Int {
    fax.hasRead = context.readsFax
    guard mayBeginNumber(index) else { return index + 1 }
    guard inVain < Self.mostInVain else {
      reject(.junk, token: index, to: tokenCount, note: JunkNote.manyParts, into: result)
      return tokenCount
    }
    let numbersBefore = result.numbers.count
    let next = readNumberOrNothing(index, into: result)
    if result.numbers.count == numbersBefore { inVain += 1 }
    return next
  }
}
