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
  /// Spellings of the status column that leave a record out.
  private(set) var closedStatuses: [String] = []
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
    chooseStatus()
    chooseLabel()
    chooseLocality()
    chooseDates()
    let mapped = all.indices.filter(taken.contains)
    leftOut += free.filter { one in !mapped.contains { all[one].isPart(with: all[$0]) } }
      .compactMap(lookOfFree)
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
      return
        (isNamed ? other.trial.usedShare >= 0.5 : all[other.index].isPhoneBeyondDoubt(other.trial))
        && other.trial.cells >= 3 && !all[best.index].isPart(with: all[other.index])
    }
    chosen.sort { $0.index < $1.index }
    trial = best.trial
    for phone in chosen {
      take(phone.index, as: .number, samples(phone.index, 2) + ": " + phone.trial.words)
    }
  }

  private func phoneColumn(_ index: Int) -> PhoneColumn? {
    let column = all[index]
    let name = column.phoneFit
    guard column.share({ CellLook.digits($0) >= 5 }) >= (name > 0 ? 0.1 : 0.3),
      !column.isFax, !column.isRuledOut
    else { return nil }
    let plain = PhoneTrial(column, by: inspector, prefix: prefix)
    let trial =
      withArea(index, plain).map { $0.trial.used > plain.used ? $0.trial : plain } ?? plain
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
  private func withArea(
    _ number: Int, _ plain: PhoneTrial
  ) -> (index: Int, trial: PhoneTrial)? {
    guard plain.usedShare < 0.9 else { return nil }
    let found = all.areaCodes(besides: number, without: taken, prefix: prefix).map { index in
      (
        index: index,
        trial: PhoneTrial(all[number], areaCodes: all[index], by: inspector, prefix: prefix)
      )
    }
    // Digits of anything make some numbers; the name says which of the columns has area codes.
    func worth(_ one: (index: Int, trial: PhoneTrial)) -> Double {
      one.trial.usedShare + (all[one.index].promise(.areaCode) > 0 ? 0.2 : 0)
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
      let plain = PhoneTrial(all[number], by: inspector, prefix: prefix)
      guard let area = withArea(number, plain) else { continue }
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
    let own = named.filter { !isEndOfNumbers($0) }
    for index in named where !own.contains(index) {
      leftOut.append("\"\(all[index].place)\" (the numbers end with it)")
    }
    guard let index = own.max(by: { all[$0].extensionFit < all[$1].extensionFit }) else { return }
    let rows = "in \(all[index].filled.count) of \(all[index].cells.count) records"
    take(index, as: .extensionDigits, samples(index, 3) + ": " + rows)
  }

  /// Whether the numbers beside a column end with its digits: a direct line has its extension inside.
  private func isEndOfNumbers(_ index: Int) -> Bool {
    let numbers = columns.filter { $0.field == .number }.compactMap { self.index(of: $0) }
    return numbers.contains { all[index].isEnd(of: all[$0]) }
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
      guard all[first].promise(.rangeFirst) > 0 else { continue }
      for last in all.indices where last != first && all[first].isRange(to: all[last]) {
        let plain = PhoneTrial(all[first], by: inspector, prefix: prefix)
        let area = withArea(first, plain)
        let trial = area?.trial ?? plain
        guard trial.usedShare >= 0.1 else { continue }
        self.trial = trial
        if let area { take(area.index, as: .areaCode, samples(area.index, 3)) }
        take(first, as: .first, samples(first, 2) + ": ranges of numbers; " + trial.words)
        take(last, as: .last, samples(last, 2))
        return
      }
    }
  }

  // MARK: The label

  /// What is below it are places, types and codes: no label is better than such a one.
  private static let leastLabelScore = -0.6

  private mutating func chooseLabel() {
    let isOfRanges = columns.contains { $0.field == .first }
    let scored = free.compactMap { index in
      all[index].labelScore(ofRanges: isOfRanges).map {
        (index: index, score: $0 - 0.01 * Double(index) + (isOfNumbers(index) ? 0.3 : 0))
      }
    }
    guard let best = scored.max(by: { ($0.score, $1.index) < ($1.score, $0.index) }),
      best.score >= Self.leastLabelScore
    else { return }
    labelScore = best.score
    for index in personalNames(completing: best.index) {
      take(index, as: .label, samples(index, 2))
    }
    leaveOutNumbers(besides: best.index, scored.map(\.index))
    if RecordWords.areUnwanted(all, label: all[best.index]) {
      notes[.label, default: []].append(
        "This looks like a list of numbers to block; `action: block` beside the columns says so.")
    }
  }

  /// Leaves out numbers whose heading begins as that of another name, where the label is that of others.
  private mutating func leaveOutNumbers(besides label: Int, _ names: [Int]) {
    guard isOfNumbers(label) else { return }
    for column in columns where column.field == .number {
      guard let number = index(of: column), !all[label].isHeaded(like: all[number]),
        let owner = names.first(where: { $0 != label && all[$0].isHeaded(like: all[number]) })
      else { continue }
      columns.removeAll { $0 == column }
      leftOut.append(
        "\"\(all[number].place)\" (numbers of \"\(all[owner].place)\", which need a source of their own)"
      )
    }
  }

  /// Whether the heading begins as that of a number column does.
  private func isOfNumbers(_ index: Int) -> Bool {
    columns.filter { $0.field == .number }.compactMap { self.index(of: $0) }
      .contains { all[index].isHeaded(like: all[$0]) }
  }

  /// The label with columns of personal names that belong to it, given names first, or that fill in where
  /// it is empty: contacts have a company or a name.
  private func personalNames(completing label: Int) -> [Int] {
    let named = [ColumnWords.Topic.givenName, .familyName].compactMap { topic in
      free.first { all[$0].promise(topic) > 0 }
    }
    if named.contains(label) { return named }
    let empty = all[label].cells.indices.filter { all[label].cells[$0].isEmpty }
    let isFilled = empty.count { row in named.contains { !all[$0].cells[row].isEmpty } }
    let isCompleted = empty.count * 20 > all[label].cells.count && isFilled * 2 > empty.count
    return [label] + (isCompleted ? named : [])
  }

  private mutating func chooseAction() {
    guard let index = free.first(where: { all[$0].promise(.action) > 0 }),
      all[index].share({ RecordWords.action(of: $0) != nil }) >= 0.9
    else { return }
    for word in Set(all[index].filled.map { $0.lowercased() }).sorted() {
      guard let action = RecordWords.action(of: word), word != RecordWords.actions[action]?.first
      else {
        continue
      }
      actions[action, default: []].append(word)
    }
    take(index, as: .action, samples(index, 3))
  }

  /// A column that says which records are closed: their numbers belong to others by now.
  private mutating func chooseStatus() {
    for index in free where all[index].promise(.status) > 0 {
      let words = StatusWords(all[index])
      if words.tellClosed {
        closedStatuses = words.closed
        let said = closedStatuses.map { "\"\($0)\"" }.joined(separator: ", ")
        take(index, as: .status, "leaves out \(said); " + samples(index, 3))
        notes[.status, default: []] += words.question(revealed: isRevealed).map { [$0] } ?? []
        return
      }
      if words.areDoubtful, let question = words.question(revealed: isRevealed) {
        leftOut.append("\"\(all[index].place)\" (\(question))")
      }
    }
  }

  private mutating func chooseDates() {
    let found = [
      (Field.updated, ColumnWords.Topic.updated), (.validFrom, .validFrom), (.validTo, .validTo),
    ].compactMap { field, topic -> (field: Field, index: Int, formats: [DateFormat])? in
      let named = free.filter {
        all[$0].promise(topic) > 0 && !all[$0].filled.isEmpty
      }
      let read = named.map { ($0, all[$0].dateFormats) }.first { !$0.1.isEmpty }
      return read.map { (field, $0.0, $0.1) }
    }
    // One format holds for all columns of a source: that of most of them.
    let best = DateFormat.allCases.max { one, other in
      found.count { $0.formats.contains(one) } < found.count { $0.formats.contains(other) }
    }
    guard let best else { return }
    for column in found where column.formats.contains(best) && !taken.contains(column.index) {
      dateFormat = best
      take(column.index, as: column.field, samples(column.index, 1))
    }
  }

  private typealias DateFormat = Pipeline.Source.DateFormat

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

  /// What a column that is not mapped looks like; nil for what nobody would take for a phone or an
  /// extension.
  private func lookOfFree(_ index: Int) -> String? {
    let column = all[index]
    if column.filled.count >= 3, let kind = column.kindOfDigits {
      return "\"\(column.place)\" (\(kind))"
    }
    guard !column.isRuledOut, !column.isSequence, column.filled.count >= 3,
      column.share(CellLook.isCompactDay) < 0.9, column.share(CellLook.startsWithDay) < 0.5
    else { return nil }
    if column.share(CellLook.mayBePhone) >= 0.5 {
      let trial = PhoneTrial(column, by: inspector, prefix: prefix)
      guard trial.usedShare >= 0.9 else { return nil }
      return "\"\(column.place)\" (\(trial.used) of \(trial.cells) are numbers)"
    }
    return column.lengthOfDigits.map { "\"\(column.place)\" (\($0) digits)" }
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
