internal import Normalization
internal import Records

/// Decides what the columns of an export hold, by what the real rules make of their cells; names of
/// columns decide where cells do not.
struct ColumnChoice {
  /// The mapped columns, in the order of a pipeline file; empty where nothing gives numbers.
  private(set) var columns: [Pipeline.Column] = []
  /// Why each field is mapped so, a line for the draft each.
  private(set) var notes: [Field: [String]] = [:]
  /// What the number column, or the first of a range, came to.
  private(set) var trial: PhoneTrial?
  /// How much the label reads like names; nil without a label.
  private(set) var labelScore: Double?
  /// Spellings of actions that the action column needs.
  private(set) var actions: [Action: [String]] = [:]
  /// Number columns that area codes must not be put in front of, and why each was chosen.
  private(set) var numbersApart: [Pipeline.Column] = []
  private(set) var notesApart: [String] = []
  /// Columns that are not mapped though they look like phones or extensions, in words.
  private(set) var leftOut: [String] = []
  /// How the dates of the mapped columns are written.
  private(set) var dateFormat = Pipeline.Source.DateFormat.iso

  private let all: [SketchColumn]
  private let inspector: CellInspector
  private let prefix: String
  private let isRevealed: Bool
  private var taken = Set<Int>()

  /// Chooses among columns that have the same rows, for numbers of a region.
  init(_ columns: [SketchColumn], inspector: CellInspector, prefix: String, revealed: Bool) {
    all = columns
    self.inspector = inspector
    self.prefix = prefix
    isRevealed = revealed
    chooseRange()
    chooseNumbers()
    guard !self.columns.isEmpty else { return }
    chooseBesides()
    chooseAction()
    chooseLabel()
    chooseLocality()
    chooseDates()
    leftOut = free.compactMap(lookOfFree)
    let order = Field.allCases
    self.columns.sort {
      (order.firstIndex(of: $0.field) ?? 0) < (order.firstIndex(of: $1.field) ?? 0)
    }
  }

  // MARK: Numbers

  /// A column that may hold phone numbers.
  private struct PhoneColumn {
    var index: Int
    var trial: PhoneTrial
    var score: Double
  }

  private mutating func chooseNumbers() {
    // Where every record is a range, what else looks like numbers is none.
    let ranges = columns.first { $0.field == .first }.flatMap(index)
    if let ranges, all[ranges].filled.count * 2 > all[ranges].cells.count { return }
    let found = free.compactMap(phoneColumn).sorted {
      ($1.score, $0.index) < ($0.score, $1.index)
    }
    guard let best = found.first else { return }
    var chosen = [best]
    // A second column is mapped where its name says that it is a phone and its cells agree; or where
    // they leave no doubt.
    chosen += found.dropFirst().filter { other in
      let isNamed = all[other.index].phoneFit > 0
      return (isNamed ? other.trial.usedShare >= 0.5 : isPhoneBeyondDoubt(other))
        && other.trial.cells >= 3 && !contain(best.index, other.index)
    }
    chosen.sort { $0.index < $1.index }
    trial = best.trial
    for phone in chosen {
      take(phone.index, as: .number, samples(phone.index, 2) + ": " + phone.trial.words)
    }
  }

  /// Whether cells are numbers, and written as people write phone numbers, whatever their column is
  /// called.
  private func isPhoneBeyondDoubt(_ other: PhoneColumn) -> Bool {
    let column = all[other.index]
    return other.trial.usedShare >= 0.95 && other.trial.repairShare <= 0.1
      && column.share(CellLook.isGrouped) >= 0.9 && column.distinctShare >= 0.5
      && ColumnWords.fit(column.name, .noPhone) == 0
  }

  /// Whether one of two columns is a part of the other: its path has conditions where the other's has
  /// none.
  private func contain(_ one: Int, _ other: Int) -> Bool {
    guard case .path(let first) = all[one].selector, case .path(let second) = all[other].selector
    else { return false }
    let (plain, alsoPlain) = (
      first.replacing(condition, with: ""), second.replacing(condition, with: "")
    )
    return plain == alsoPlain && (first == plain || second == plain)
  }

  private var condition: Regex<Substring> { #/\[[^\]]*\]/# }

  private func phoneColumn(_ index: Int) -> PhoneColumn? {
    let column = all[index]
    let name = column.phoneFit
    guard column.share({ CellLook.digits($0) >= 5 }) >= (name > 0 ? 0.1 : 0.3),
      !column.isFax, !column.isRuledOut
    else { return nil }
    let plain = PhoneTrial(column, by: inspector, prefix: prefix)
    let trial = withArea(index).map { max($0.trial, plain) } ?? plain
    // Local numbers get their area codes from a column beside them, which is looked for later.
    let local = Double(trial.reasons["missing-area-code"] ?? 0) / Double(max(1, trial.cells))
    let share = trial.usedShare + (name > 0 ? local : 0)
    guard share >= (name > 0 ? 0.1 : 0.3) else { return nil }
    let filled = Double(column.filled.count) / Double(max(1, column.cells.count))
    let score =
      share - 0.2 * min(1, trial.repairShare) + 0.2 * filled.squareRoot()
      + column.phoneWeight
    return score > 0.3 ? PhoneColumn(index: index, trial: trial, score: score) : nil
  }

  // MARK: What stands beside the number

  /// The column whose cells, as area codes, help a number column most; nil where none does.
  private func withArea(_ number: Int) -> (index: Int, trial: PhoneTrial)? {
    let plain = PhoneTrial(all[number], by: inspector, prefix: prefix)
    guard plain.usedShare < 0.9 else { return nil }
    let found = all.indices.filter {
      $0 != number && !taken.contains($0) && all[$0].mayHoldAreaCodes(prefix: prefix)
    }
    .map { index in
      (
        index: index,
        trial: PhoneTrial(all[number], areaCodes: all[index], by: inspector, prefix: prefix)
      )
    }
    // Digits of anything make some numbers; the name says which of the columns has area codes.
    func worth(_ one: (index: Int, trial: PhoneTrial)) -> Double {
      one.trial.usedShare + (ColumnWords.fit(all[one.index].name, .areaCode) > 0 ? 0.2 : 0)
    }
    guard let best = found.max(by: { worth($0) < worth($1) }),
      best.trial.usedShare > plain.usedShare + 0.1
    else { return nil }
    return best
  }

  private mutating func chooseBesides() {
    let numbers = columns.filter { $0.field == .number }.compactMap(index)
    // Mobiles have no area code; the landlines beside them may.
    for number in numbers {
      guard let area = withArea(number) else { continue }
      trial = area.trial
      take(area.index, as: .areaCode, samples(area.index, 3) + ": with it " + area.trial.words)
      note(.number, instead: samples(number, 2))
      partNumbers(from: number, area: area.index)
      break
    }
    if !numbers.isEmpty { chooseExtension() }
  }

  /// Gives columns whose numbers are whole a source of their own.
  ///
  /// Mobiles suffer from the area codes of the landlines beside them.
  private mutating func partNumbers(from number: Int, area: Int) {
    for index in columns.filter({ $0.field == .number }).compactMap(index) where index != number {
      let plain = PhoneTrial(all[index], by: inspector, prefix: prefix)
      let trial = PhoneTrial(all[index], areaCodes: all[area], by: inspector, prefix: prefix)
      guard plain.usedShare >= 0.9, trial.used < plain.used else { continue }
      let column = Pipeline.Column(.number, all[index].selector)
      columns.removeAll { $0 == column }
      numbersApart.append(column)
      notesApart.append(samples(index, 2) + ": " + plain.words)
    }
  }

  private mutating func chooseExtension() {
    let named = free.filter { index in
      all[index].extensionFit > 0 && !all[index].filled.isEmpty
        && all[index].share { (1...7).contains(CellLook.digits($0)) } >= 0.5
    }
    guard let index = named.max(by: { all[$0].extensionFit < all[$1].extensionFit }) else { return }
    take(index, as: .extensionDigits, samples(index, 3))
  }

  /// A column of cities or addresses, where it gives numbers their missing area codes.
  private mutating func chooseLocality() {
    guard let trial, trial.reasons["missing-area-code"] ?? 0 > 0,
      let number = columns.first(where: { $0.field == .number }).flatMap(index)
    else { return }
    let texts = all.indices.filter { all[$0].share { CellLook.letters($0) >= 2 } >= 0.5 }
    let found = texts.map { index in
      (
        index: index,
        trial: PhoneTrial(all[number], localities: all[index], by: inspector, prefix: prefix)
      )
    }
    guard let best = found.max(by: { ($0.trial.used, $1.index) < ($1.trial.used, $0.index) }),
      best.trial.used > trial.used
    else { return }
    self.trial = best.trial
    let more = best.trial.used - trial.used
    take(
      best.index, as: .locality,
      samples(best.index, 1) + ": gives \(more) of \(best.trial.cells) numbers their area code")
    note(.number, instead: samples(number, 2) + ": " + best.trial.words)
  }

  // MARK: Ranges

  /// Two columns of whole numbers of the same length, the first never above the second.
  private mutating func chooseRange() {
    for first in all.indices {
      guard ColumnWords.fit(all[first].name, .rangeFirst) > 0 else { continue }
      for last in all.indices where last != first && isRange(first, last) {
        let area = withArea(first)
        let trial = area?.trial ?? PhoneTrial(all[first], by: inspector, prefix: prefix)
        guard trial.usedShare >= 0.1 else { continue }
        self.trial = trial
        if let area { take(area.index, as: .areaCode, samples(area.index, 3)) }
        take(first, as: .first, samples(first, 2) + ": ranges of numbers; " + trial.words)
        take(last, as: .last, samples(last, 2))
        return
      }
    }
  }

  private func isRange(_ first: Int, _ last: Int) -> Bool {
    guard ColumnWords.fit(all[last].name, .rangeLast) > 0 else { return false }
    let pairs = zip(all[first].cells, all[last].cells).filter { !$0.isEmpty && !$1.isEmpty }
    let good = pairs.count { from, to in
      let (low, high) = (from.filter(\.isNumber), to.filter(\.isNumber))
      return low.count >= 3 && low.count == high.count && low <= high
    }
    return pairs.count >= 2 && good * 10 >= pairs.count * 9
  }

  // MARK: The label

  /// What is below it are places, types and codes: no label is better than such a one.
  private static let leastLabelScore = -0.6

  private mutating func chooseLabel() {
    let isOfRanges = columns.contains { $0.field == .first }
    let scored = free.compactMap { index in
      all[index].labelScore(ofRanges: isOfRanges).map {
        (index: index, score: $0 - 0.01 * Double(index))
      }
    }
    guard let best = scored.max(by: { ($0.score, $1.index) < ($1.score, $0.index) }),
      best.score >= Self.leastLabelScore
    else { return }
    labelScore = best.score
    for index in personalNames(completing: best.index) {
      take(index, as: .label, samples(index, 2))
    }
  }

  /// The label with columns of personal names that belong to it, given names first, or that fill in where
  /// it is empty: contacts have a company or a name.
  private func personalNames(completing label: Int) -> [Int] {
    let named = [ColumnWords.Topic.givenName, .familyName].compactMap { topic in
      free.first { ColumnWords.fit(all[$0].name, topic) > 0 }
    }
    if named.contains(label) { return named }
    let empty = all[label].cells.indices.filter { all[label].cells[$0].isEmpty }
    let isFilled = empty.count { row in named.contains { !all[$0].cells[row].isEmpty } }
    let isCompleted = empty.count * 20 > all[label].cells.count && isFilled * 2 > empty.count
    return [label] + (isCompleted ? named : [])
  }

  // MARK: Actions and dates

  /// What exports call the three actions.
  private static let actionWords: [Action: [String]] = [
    .identify: ["identify", "label", "show", "allow", "標示", "顯示", "識別", "标识", "显示"],
    .block: ["block", "blocked", "deny", "spam", "封鎖", "封锁", "拦截", "黑名單", "黑名单", "拒接"],
    .remove: ["remove", "delete", "deleted", "刪除", "移除", "删除", "停用"],
  ]

  private static func action(of cell: String) -> Action? {
    let word = cell.lowercased()
    return Action.allCases.first { actionWords[$0]?.contains(word) == true }
  }

  private mutating func chooseAction() {
    guard let index = free.first(where: { ColumnWords.fit(all[$0].name, .action) > 0 }),
      all[index].share({ Self.action(of: $0) != nil }) >= 0.9
    else { return }
    for word in Set(all[index].filled.map { $0.lowercased() }).sorted() {
      guard let action = Self.action(of: word), word != Self.actionWords[action]?.first else {
        continue
      }
      actions[action, default: []].append(word)
    }
    take(index, as: .action, samples(index, 3))
  }

  private mutating func chooseDates() {
    for (field, topic) in [
      (Field.updated, ColumnWords.Topic.updated), (.validFrom, .validFrom), (.validTo, .validTo),
    ] {
      let named = free.filter { ColumnWords.fit(all[$0].name, topic) > 0 }
      guard let index = named.first(where: { !all[$0].filled.isEmpty }) else { continue }
      for format in [Pipeline.Source.DateFormat.iso, .roc]
      where all[index].share(reads(format)) >= 0.95 {
        dateFormat = format
        take(index, as: field, samples(index, 1))
        break
      }
    }
  }

  private func reads(_ format: Pipeline.Source.DateFormat) -> (String) -> Bool {
    { cell in
      guard
        var reader = try? DateReader(format: format == .roc ? .roc : .iso, timezone: "UTC")
      else { return false }
      return Array(cell.utf8).withUnsafeBufferPointer { reader.read($0) } != nil
    }
  }

  // MARK: What is missing

  /// The share of records that hold something, but no number, by the reason that a build gives.
  var shareWithoutNumber: [String: Double] {
    let numbers = columns.filter { $0.field == .number }.compactMap(index)
    guard !numbers.isEmpty, let trial else { return [:] }
    let records = all[numbers[0]].cells.indices.filter { row in
      all.contains { !$0.cells[row].isEmpty }
    }
    let empty = records.count { row in numbers.allSatisfy { all[$0].cells[row].isEmpty } }
    let missing = Double(empty) / Double(max(1, records.count))
    let placeholders = Double(trial.reasons["placeholder"] ?? 0) / Double(max(1, trial.cells))
    return ["missing-number": missing, "placeholder": placeholders * (1 - missing)]
  }

  /// What a column that is not mapped looks like; nil for what is neither phone nor extension.
  private func lookOfFree(_ index: Int) -> String? {
    let column = all[index]
    guard !column.isRuledOut, !column.isSequence, column.filled.count >= 3,
      column.share(CellLook.isCompactDay) < 0.9, column.share(CellLook.startsWithDay) < 0.5
    else { return nil }
    if column.share(CellLook.mayBePhone) >= 0.5 {
      let trial = PhoneTrial(column, by: inspector, prefix: prefix)
      guard trial.usedShare >= 0.9 else { return nil }
      return "\"\(column.title)\" (\(trial.used) of \(trial.cells) are numbers)"
    }
    let lengths = column.filled.map { CellLook.digits($0) }
    guard ColumnWords.fit(column.name, .noPhone) == 0, Set(column.filled).count > 1,
      column.share({ (2...5).contains($0.count) && $0.allSatisfy(\.isWholeNumber) }) >= 0.9,
      let least = lengths.min(), let most = lengths.max()
    else { return nil }
    return "\"\(column.title)\" (\(least == most ? "\(most)" : "\(least) to \(most)") digits)"
  }

  // MARK: Keeping

  private var free: [Int] { all.indices.filter { !taken.contains($0) } }

  private func index(of column: Pipeline.Column) -> Int? {
    all.firstIndex { $0.selector == column.selector }
  }

  private mutating func take(_ index: Int, as field: Field, _ note: String) {
    columns.append(Pipeline.Column(field, all[index].selector))
    notes[field, default: []].append(note)
    taken.insert(index)
  }

  private mutating func note(_ field: Field, instead note: String) { notes[field] = [note] }

  /// Some cells, as they may be shown.
  private func samples(_ index: Int, _ count: Int) -> String {
    all[index].sample(count).map { SketchText.quoted($0, revealed: isRevealed) }
      .joined(separator: ", ")
  }
}

/// The one of two trials in which more cells are numbers.
private func max(_ first: PhoneTrial, _ second: PhoneTrial) -> PhoneTrial {
  second.used > first.used ? second : first
}
