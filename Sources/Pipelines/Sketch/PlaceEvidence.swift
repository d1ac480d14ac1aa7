internal import NumberingPlans

/// Numbers whose area code is that of the place that stands beside them.
///
/// Many plans take the digits of `020-6671051`; only in one of them is 020 the code of Amsterdam.
struct PlaceEvidence {
  /// A number's cell, and the cells beside it that hold letters.
  private let rows: [(phone: String, beside: [String])]
  private static let mostRows = 60
  /// Fewer matches than that are chance.
  private static let fewestMatches = 4

  /// Takes rows from all over a table.
  init(phone: SketchColumn?, beside columns: [SketchColumn]) {
    guard let phone else {
      rows = []
      return
    }
    let others = columns.filter { column in
      column.selector != phone.selector && column.cells.count == phone.cells.count
    }
    let filled = phone.cells.indices.filter { !phone.cells[$0].isEmpty }
    let step = max(1, filled.count / Self.mostRows)
    rows = stride(from: 0, to: filled.count, by: step).map { place in
      let row = filled[place]
      let cells = others.map { $0.cells[row] }.filter { CellLook.letters($0) >= 2 }
      return (phone.cells[row], cells)
    }
  }

  /// The share of the rows in which a cell names the place of the number's area code; 0 where the
  /// region has no places.
  func share(in region: String, prefix: String) -> Double {
    guard !rows.isEmpty, let plan = NumberingPlan.plan(region: region), plan.placeCount > 0,
      let inspector = PhoneTrial.inspector(of: region)
    else { return 0 }
    let resolver = NumberResolver(plan)
    let matches = rows.count { row in
      guard let number = inspector.read(row.phone).numbers.first?.e164, number.hasPrefix(prefix)
      else { return false }
      let national = number.dropFirst(prefix.count)
      return row.beside.contains { cell in
        var cell = cell
        let area = cell.withUTF8 { resolver.areaDigits(ofLocality: $0) }
        return area.map { national.hasPrefix(String($0.value)) } ?? false
      }
    }
    return matches < Self.fewestMatches ? 0 : Double(matches) / Double(rows.count)
  }
}
