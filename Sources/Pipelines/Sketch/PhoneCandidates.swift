/// The columns of an export that may hold its phone numbers, before a region is known.
///
/// Region and column are chosen together: digits of identifiers fit some plan somewhere, so a column
/// counts by its name and look as well.
struct PhoneCandidates {
  /// A column, and what stands beside it.
  struct Candidate {
    var column: SketchColumn
    /// What name and look of the column add to the share of fitting numbers.
    var weight: Double
    /// The columns of the same table.
    var table: [SketchColumn]
    /// Whether it is what three columns hold together, which no source can read.
    var isJoined = false
  }

  /// At most three, the best first.
  let columns: [Candidate]

  private static let most = 3

  /// Looks at tables of one export: a CSV file has one, XML one for each repeated element.
  init(_ tables: [[SketchColumn]]) {
    var found: [(candidate: Candidate, rank: Double)] = []
    for table in tables {
      for column in table where !column.isFax && !column.isRuledOut {
        let look = column.phoneLook + column.phoneFit - 0.5 * column.promise(.noPhone)
        let weight = column.phoneWeight
        guard look > 0.2 else { continue }
        found.append((Candidate(column: column, weight: weight, table: table), look + weight))
      }
    }
    // Elements within each other hold the same cells.
    var seen = Set<[String]>()
    var best = found.sorted { $0.rank > $1.rank }
      .filter { seen.insert(Array($0.candidate.column.filled.prefix(20))).inserted }
      .map(\.candidate)
    if best.contains(where: { $0.column.phoneFit > 0 && Self.isFilled($0.column) }) {
      best.removeAll { $0.column.phoneFit == 0 }
    } else if let parts = tables.lazy.compactMap(SplitNumber.init).first {
      best.insert(
        Candidate(column: parts.joined, weight: 0.5, table: parts.table, isJoined: true), at: 0)
    }
    columns = Array(best.prefix(Self.most))
  }

  private static func isFilled(_ column: SketchColumn) -> Bool {
    column.filled.count * 10 >= column.cells.count
  }

  /// Columns that may hold the area codes of a candidate, at most two, named ones first.
  static func areaCodes(of candidate: Candidate, prefix: String) -> [SketchColumn] {
    if candidate.isJoined { return [] }
    let found = candidate.table.filter {
      $0.selector != candidate.column.selector && $0.mayHoldAreaCodes(prefix: prefix)
    }
    let named = found.filter { $0.promise(.areaCode) > 0 }
    return Array((named + found.filter { $0.promise(.areaCode) == 0 }).prefix(2))
  }
}

/// Three columns that hold a phone number together: area code, exchange and line.
struct SplitNumber {
  /// The columns as a reader knows them.
  let titles: [String]
  /// What they hold together, a hyphen between the parts.
  let joined: SketchColumn
  /// All columns beside them.
  let table: [SketchColumn]

  /// Finds three such columns side by side; nil without any.
  ///
  /// The last one has four digits, the others as many as make nine to eleven of all.
  init?(_ table: [SketchColumn]) {
    for first in table.indices.dropLast(2) {
      let parts = Array(table[first..<first + 3])
      guard parts.allSatisfy({ !$0.isRuledOut && !$0.isSequence && $0.filled.count >= 5 }),
        Self.has(parts[0], 1...5), Self.has(parts[1], 1...4), Self.has(parts[2], 4...4),
        Set(parts[2].filled).count * 2 > parts[2].filled.count
      else { continue }
      let cells = parts[0].cells.indices.map { row in
        let cells = parts.map { $0.cells[row] }
        return cells.contains("") ? "" : cells.joined(separator: "-")
      }
      let joined = SketchColumn(selector: .position(first + 1), name: "", cells: cells)
      guard joined.share({ (9...11).contains(CellLook.digits($0)) }) >= 0.9 else { continue }
      (titles, self.joined, self.table) = (parts.map(\.title), joined, table)
      return
    }
    return nil
  }

  private static func has(_ column: SketchColumn, _ lengths: ClosedRange<Int>) -> Bool {
    column.share { lengths.contains($0.count) && $0.allSatisfy(\.isWholeNumber) } >= 0.9
  }
}

extension [SketchColumn] {
  /// Most columns that are tried as area codes of one column of numbers.
  private static var mostAreaColumns: Int { 16 }

  /// The columns that may hold area codes of another one, those that are called so and the nearest first
  /// where they are many; in the order of the export.
  func areaCodes(besides number: Int, without taken: Set<Int>, prefix: String) -> [Int] {
    let found = indices.filter {
      $0 != number && !taken.contains($0) && self[$0].mayHoldAreaCodes(prefix: prefix)
    }
    guard found.count > Self.mostAreaColumns else { return found }
    func rank(_ index: Int) -> Int {
      abs(index - number) + (self[index].promise(.areaCode) > 0 ? 0 : count)
    }
    return found.sorted { rank($0) < rank($1) }.prefix(Self.mostAreaColumns).sorted()
  }
}
