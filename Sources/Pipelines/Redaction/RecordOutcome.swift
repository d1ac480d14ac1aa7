internal import Records

/// What became of a record, as far as a redacted one must show the same.
struct RecordOutcome: Equatable {
  /// A repair, or a rejection with the 1-based place in its cell.
  struct Finding: Equatable {
    var field: Field?
    var name: String
    var column: Int
  }

  private let account: String
  /// Cells that gave no number.
  let rejections: [Finding]
  /// Corrections made.
  let repairs: [Finding]
  private let numbers: Int
  /// The rules that had a part in it, in their order.
  private let rules: [String]

  init(_ record: RecordExplanation) {
    account = record.account
    rejections = record.rejections.map(Self.finding)
    repairs = record.repairs.map(Self.finding)
    numbers = record.total
    rules = record.trace.map(\.name)
  }

  /// Whether there is anything to be shown.
  var isPlain: Bool { rejections.isEmpty && repairs.isEmpty }

  /// Whether the same was found; numbers that were read may be fewer.
  func showsFindings(of other: RecordOutcome) -> Bool {
    account == other.account && rejections == other.rejections && repairs == other.repairs
  }

  private static func finding(_ step: RecordExplanation.Step) -> Finding {
    Finding(field: step.kind, name: step.name, column: step.column)
  }
}
