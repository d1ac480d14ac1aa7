import Records

/// What is decided about a record before its number is read: in service, in its window, and what it
/// asks for.
struct RecordGate: ~Copyable {
  /// The answer to one record.
  enum Verdict {
    /// It competes with this action and time.
    case open(Action, updated: Int64)
    /// It does not compete.
    case inapplicable
    /// One of these cells cannot be read; -1 for none.
    case refused(RejectionReason, cell: Int32, otherCell: Int32)
  }

  /// `updated` cells that could not be read.
  private(set) var unreadableUpdates: Int

  private static let disabled: UInt8 = 1
  private let constant: Action
  private let asOf: Int
  private var dates: DateReader
  private var actions: Spellings
  private var statuses: Spellings

  init(_ settings: NormalizationSettings) throws(NormalizationSettingsError) {
    let hasWindow = settings.columns.contains { $0 == .validFrom || $0 == .validTo }
    if hasWindow && settings.asOf == nil { throw .missingAsOf }
    // Everything that can throw comes before the first property: a type that cannot be copied
    // cannot be half there.
    let dates = try DateReader(format: settings.dateFormat, timezone: settings.timezone)
    unreadableUpdates = 0
    constant = settings.action
    asOf = settings.asOf ?? 0
    self.dates = dates
    actions = Self.actions(settings)
    statuses = Self.statuses(settings)
  }

  /// The pipeline's spellings come first: it may give a builtin word another meaning.
  private static func actions(_ settings: NormalizationSettings) -> Spellings {
    var spellings = Spellings()
    for action in Action.allCases {
      for spelling in settings.actions[action] ?? [] {
        spellings.add(spelling, meaning: action.rawValue)
      }
    }
    for action in Action.allCases { spellings.add(word(for: action), meaning: action.rawValue) }
    return spellings
  }

  /// The spellings that put a record out of service.
  private static func statuses(_ settings: NormalizationSettings) -> Spellings {
    var spellings = Spellings()
    for spelling in settings.disabledStatuses { spellings.add(spelling, meaning: disabled) }
    return spellings
  }

  /// The word for an action that a source may always use.
  private static func word(for action: Action) -> String {
    switch action {
    case .identify: "identify"
    case .block: "block"
    case .remove: "remove"
    }
  }

  /// Forgets what was counted.
  mutating func resetCounts() { unreadableUpdates = 0 }

  /// Judges a record by its cells.
  @inline(__always)
  mutating func judge(_ cells: borrowing RecordCells, in batch: RecordBatch) -> Verdict {
    let status = cells.filledCell(of: .status, in: batch)
    if status >= 0, statuses.meaning(of: bytes(status, batch)) == Self.disabled {
      return .inapplicable
    }
    if cells.filledCell(of: .validFrom, in: batch) >= 0
      || cells.filledCell(of: .validTo, in: batch) >= 0
    {
      if let verdict = judgeWindow(cells, batch) { return verdict }
    }
    var action = constant
    let actionCell = cells.filledCell(of: .action, in: batch)
    if actionCell >= 0 {
      guard let meaning = actions.meaning(of: bytes(actionCell, batch)),
        let read = Action(rawValue: meaning)
      else { return .refused(.unknownAction, cell: actionCell, otherCell: -1) }
      action = read
    }
    let updated = cells.filledCell(of: .updated, in: batch)
    return .open(action, updated: updated < 0 ? Int64.min : readUpdate(updated, batch))
  }

  /// The verdict of the validity window; nil while the record is inside it.
  @inline(never)
  private mutating func judgeWindow(
    _ cells: borrowing RecordCells, _ batch: RecordBatch
  ) -> Verdict? {
    let from = cells.filledCell(of: .validFrom, in: batch)
    let to = cells.filledCell(of: .validTo, in: batch)
    var unreadableFrom: Int32 = -1
    var unreadableTo: Int32 = -1
    if from >= 0 {
      if let reading = dates.read(bytes(from, batch)) {
        if reading.day > asOf { return .inapplicable }
      } else {
        unreadableFrom = from
      }
    }
    if to >= 0 {
      if let reading = dates.read(bytes(to, batch)) {
        if reading.day < asOf { return .inapplicable }
      } else {
        unreadableTo = to
      }
    }
    if unreadableFrom < 0 && unreadableTo < 0 { return nil }
    return unreadableFrom >= 0
      ? .refused(.badDate, cell: unreadableFrom, otherCell: unreadableTo)
      : .refused(.badDate, cell: unreadableTo, otherCell: -1)
  }

  /// When the record was updated; one that cannot be read is counted, and older than all others.
  @inline(__always)
  private mutating func readUpdate(_ cell: Int32, _ batch: RecordBatch) -> Int64 {
    if let reading = dates.read(bytes(cell, batch)) { return reading.milliseconds }
    unreadableUpdates += 1
    return Int64.min
  }

  /// The bytes of a cell of the batch.
  @inline(__always)
  private func bytes(_ cell: Int32, _ batch: RecordBatch) -> UnsafeBufferPointer<UInt8> {
    batch.bytes(of: batch.cells.base[Int(cell)])
  }
}
