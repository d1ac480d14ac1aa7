internal import Records

/// What of a record is the same after pseudonyms took places.
struct KeptText {
  /// Words, and digits at the beginning of runs, that are as they were.
  private(set) var texts: [String] = []
  /// Digits of the record.
  private(set) var digits = 0
  /// Those of them that are as they were.
  private(set) var keptDigits = 0
  /// Numbers that stand there whole: nobody may pass these on.
  private(set) var numbers = 0

  /// Digits from which on a text tells whose number it is.
  private static let digitsOfNumber = 7

  /// Compares a record with what it was.
  init(_ redacted: RedactedRecord, of former: RedactedRecord) {
    for (cell, old) in zip(redacted.cells, former.cells) {
      var whole = ""
      for (run, old) in zip(cell.text.runs, old.text.runs) {
        add(run, old)
        guard old.kind == .digits else { continue }
        if run == old {
          whole += old.text
        } else {
          endNumber(&whole, of: cell.field)
        }
      }
      endNumber(&whole, of: cell.field)
    }
  }

  /// Counts digits that stayed side by side, where they may be somebody's number: days are not, nor is
  /// what ends like `00000000` and `12345678`.
  private mutating func endNumber(_ whole: inout String, of field: Field) {
    let values = whole.unicodeScalars.compactMap { $0.properties.numericValue.map { Int($0) } }
    whole = ""
    let days: [Field] = [.updated, .validFrom, .validTo]
    guard values.count >= Self.digitsOfNumber, !days.contains(field) else { return }
    let end = values.suffix(Self.digitsOfNumber)
    let steps = Set(zip(end, end.dropFirst()).map { ($1 - $0 + 10) % 10 })
    if steps.count > 1 { numbers += 1 }
  }

  private mutating func add(_ run: CellText.Run, _ old: CellText.Run) {
    let same = zip(run.text.unicodeScalars, old.text.unicodeScalars).prefix { $0 == $1 }.count
    switch old.kind {
    case .other: return
    case .digits:
      digits += old.text.unicodeScalars.count
      keptDigits += same
      if same > 0 {
        note(
          String(old.text.unicodeScalars.prefix(same))
            + (same < old.text.unicodeScalars.count ? "…" : ""))
      }
    case .word: if run == old { note(old.text) }
    }
  }

  private mutating func note(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }
}
