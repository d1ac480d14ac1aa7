/// How much a column reads like the names of callers.
extension SketchColumn {
  /// Higher for names, lower for places, types and codes; nil for what is no text, or a category.
  ///
  /// A row of a range has an operator, and operators are few.
  func labelScore(ofRanges isOfRanges: Bool) -> Double? {
    let fit = promise(.label)
    guard share({ CellLook.letters($0) >= 2 }) >= 0.5, !isOfPostcodes,
      fit > 0 || Set(filled.prefix(200)).count > 1,
      share({ $0.contains("\n") }) < 0.3, share(CellLook.isWebOrMail) < 0.5,
      share(CellLook.startsWithDay) < 0.5, share(CellLook.mayBePhone) < 0.5,
      isOfRanges || fit > 0 || !isCategory
    else { return nil }
    let filledShare = Double(filled.count) / Double(max(1, cells.count))
    var score = 0.4 * filledShare + 0.4 * distinctShare + 0.6 * fit
    score -= 0.6 * promise(.noLabel)
    score -= 0.5 * share(CellLook.isCode) + 0.4 * share(CellLook.isAddress)
    score -= 0.8 * share(CellLook.isStreet)
    if distinctShare < 0.1, filled.count >= 20 { score -= 0.4 }
    if filled.count >= 10, Set(filled).count == 1 { score -= 0.4 }
    if meanLength > 60 { score -= 0.4 }
    if meanLength < 3 { score -= 0.3 }
    return score
  }

  /// Few different texts in many rows: the kind of a record, not whose it is.
  private var isCategory: Bool {
    let distinct = Set(filled).count
    // A name that says so needs fewer rows.
    let rows = promise(.noLabel) > 0 ? 4 : 12
    return filled.count >= 4 * rows && distinct <= 12 && filled.count >= rows * distinct
  }
}
