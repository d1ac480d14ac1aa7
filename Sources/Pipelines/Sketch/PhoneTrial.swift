internal import Normalization

/// What the real rules make of some cells of a column.
struct PhoneTrial {
  /// Most cells that are tried; a few microseconds each.
  static let mostCells = 200

  /// Cells that were tried.
  private(set) var cells = 0
  /// Cells that gave a number, or a range of numbers.
  private(set) var used = 0
  /// Numbers of these cells.
  private(set) var numbers = 0
  /// Those of them that have the region's calling code.
  private(set) var domestic = 0
  /// Parts of cells that gave none.
  private(set) var rejected = 0
  /// Repairs made.
  private(set) var repairs = 0
  /// Cells that gave none, by reason.
  private(set) var reasons: [String: Int] = [:]

  /// The share of the cells that gave a number; 0 without any.
  var usedShare: Double { cells == 0 ? 0 : Double(used) / Double(cells) }
  /// The share of what stands in the cells that are numbers of the region.
  var domesticShare: Double {
    numbers + rejected == 0 ? 0 : Double(domestic) / Double(numbers + rejected)
  }
  /// Repairs for each cell.
  var repairShare: Double { cells == 0 ? 0 : Double(repairs) / Double(cells) }

  /// Tries cells of a column, with what stands beside them, as the rules of a pipeline without any
  /// settings would.
  ///
  /// The columns have the same rows. `prefix` is the plus sign and calling code of the region.
  init(
    _ column: SketchColumn, areaCodes: SketchColumn? = nil, localities: SketchColumn? = nil,
    by inspector: CellInspector, prefix: String, atMost most: Int = PhoneTrial.mostCells
  ) {
    let rows = column.cells.indices.filter { !column.cells[$0].isEmpty }
    let step = max(1, rows.count / most)
    for place in stride(from: 0, to: rows.count, by: step) {
      let row = rows[place]
      let cell = column.cells[row]
      add(
        inspector.read(cell, areaCode: areaCodes?.cells[row], locality: localities?.cells[row]),
        // What a range becomes is not looked at: its first digits say whose it is.
        ranges: !cell.hasPrefix("+") || cell.hasPrefix(prefix), prefix)
    }
  }

  private mutating func add(
    _ findings: CellFindings, ranges areDomestic: Bool, _ prefix: String
  ) {
    cells += 1
    repairs += findings.repairs.count
    numbers += findings.numbers.count
    domestic += findings.numbers.count { $0.e164.hasPrefix(prefix) }
    let ranges = findings.rejections.count { $0.reason == "range-too-large" }
    numbers += ranges
    if areDomestic { domestic += ranges }
    rejected += findings.rejections.count - ranges
    if !findings.numbers.isEmpty || ranges > 0 {
      used += 1
    } else if let reason = findings.rejections.first?.reason {
      reasons[reason, default: 0] += 1
    }
  }

  /// A reader of cells for a region; nil for one without plan.
  ///
  /// It takes a range for one number: what its numbers are does not matter here.
  static func inspector(of region: String) -> CellInspector? {
    var settings = CellSettings(region: region)
    settings.expansionBudget = 1
    return try? CellInspector(settings)
  }

  /// "197 of 200 are numbers (12 repaired); the others: missing-area-code 3".
  var words: String {
    var text = "\(used) of \(cells) are numbers"
    if repairs > 0 { text += " (\(repairs) repaired)" }
    let others = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
    if !others.isEmpty {
      text += "; the others: " + others.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    return text
  }
}
