internal import Records

/// Guesses what the columns of an export hold, from their names and some of their cells.
struct ColumnGuess {
  /// A column of the export.
  struct Column {
    /// How a pipeline file finds it.
    var selector: Pipeline.Column.Selector
    /// Its name; empty where it has none.
    var name: String
    /// Some of its cells.
    var cells: [String]
  }

  /// Words in the names of columns, most telling first.
  private static let words: [(field: Field, words: [String])] = [
    (.extensionDigits, ["分機", "分机", "內線", "extension", "ext"]),
    (
      .number,
      ["代表號", "代表号", "電話", "电话", "phone", "tel", "號碼", "号码", "did", "number", "番号"]
    ),
    (.areaCode, ["區碼", "区号", "area_code", "area code", "areacode"]),
    (
      .label,
      [
        "店家名稱", "名稱", "名称", "店名", "label", "title", "company", "name", "機構", "單位", "owner",
      ]
    ),
    (.action, ["動作", "动作", "action"]),
    (.status, ["狀態", "状态", "status"]),
    (.updated, ["更新", "updated", "modified", "changed"]),
    (.validFrom, ["valid_from", "起日", "生效"]),
    (.validTo, ["valid_to", "迄日", "失效"]),
    (.locality, ["縣市", "城市", "city", "地址", "address", "住所"]),
  ]
  private static let fax = ["fax", "傳真", "传真", "ＦＡＸ"]

  /// The mapped columns; without a number when no column looks like one.
  static func map(_ columns: [Column]) -> [Pipeline.Column] {
    var mapped: [Field: Int] = [:]
    for (field, words) in words {
      mapped[field] = best(for: words, among: columns) { index in
        guard !mapped.values.contains(index) else { return false }
        switch field {
        case .number: return phoneShare(columns[index]) >= 0.3
        case .label: return phoneShare(columns[index]) < 0.5
        default: return true
        }
      }
    }
    let free = columns.indices.filter { !mapped.values.contains($0) }
    if mapped[.number] == nil {
      mapped[.number] = free.filter { phoneShare(columns[$0]) >= 0.5 && !isFax(columns[$0]) }
        .max { phoneShare(columns[$0]) < phoneShare(columns[$1]) }
    }
    if mapped[.label] == nil {
      mapped[.label] = free.filter { $0 != mapped[.number] && phoneShare(columns[$0]) < 0.5 }
        .max { textShare(columns[$0]) < textShare(columns[$1]) }
    }
    return Field.allCases.compactMap { field in
      mapped[field].map { Pipeline.Column(field, columns[$0].selector) }
    }
  }

  private static func best(
    for words: [String], among columns: [Column], where fits: (Int) -> Bool
  ) -> Int? {
    for word in words {
      let named = columns.indices.filter {
        columns[$0].name.lowercased().contains(word) && !isFax(columns[$0])
      }
      if let index = named.first(where: fits) { return index }
    }
    return nil
  }

  private static func isFax(_ column: Column) -> Bool {
    fax.contains(where: column.name.lowercased().contains)
  }

  /// The share of filled cells with at least seven digits that are more than half of the cell and
  /// are no day such as 115/01/31.
  static func phoneShare(_ column: Column) -> Double {
    let filled = column.cells.filter { !$0.isEmpty }
    guard !filled.isEmpty else { return 0 }
    let phones = filled.count { cell in
      let digits = cell.unicodeScalars.count { $0.properties.numericType == .decimal }
      let isFraction = cell.contains(".") && Double(cell) != nil
      return (7...25).contains(digits) && digits * 2 > cell.unicodeScalars.count && !isFraction
        && !startsWithDay(cell)
    }
    return Double(phones) / Double(filled.count)
  }

  /// Two to four digits, one or two, one or two, with `/`, `-` or `.` between them.
  private static func startsWithDay(_ cell: String) -> Bool {
    let day = cell.prefix { $0.isNumber || "/-.".contains($0) }
    let parts = day.split(omittingEmptySubsequences: false) { "/-.".contains($0) }.map(\.count)
    return parts.count == 3 && (2...4).contains(parts[0]) && (1...2).contains(parts[1])
      && (1...2).contains(parts[2])
  }

  /// How much a column reads like names: different cells that hold letters.
  private static func textShare(_ column: Column) -> Double {
    guard !column.cells.isEmpty else { return 0 }
    let texts = column.cells.filter { $0.contains(where: \.isLetter) }
    return Double(Set(texts).count) / Double(column.cells.count)
  }
}
