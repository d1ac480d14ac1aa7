import NumberingPlans
import Records

/// What a reader knows whatever the cell: its plan, its words and its settings.
///
/// It lies in one place, so that a `CellContext`, of which every question about another place makes a copy, is
/// a few words.
struct ReaderKnowledge {
  /// The plan and the words; the reader that makes this keeps both alive, and counting references to them
  /// took a fortieth of a build.
  unowned(unsafe) let plan: PlanQuery
  unowned(unsafe) let words: WordBook
  /// What the plan said last of digits of this cell: a memory of answers that would be the same if
  /// they were asked for again.
  let memory: UnsafeMutablePointer<RememberedAnswers>
  /// What may read behind a number, in memory that lives as long as the program.
  let tails = RuleBook.tailTable
  /// Which of the corrections that are on may help.
  let repairTable: RuleBook.RepairTable
  /// Bit `n` is set when the n-th rule is on.
  let rulesOn: UInt64
  /// Bit `n` is set when the rule of the n-th mark is on.
  let marksOn: UInt32
  /// Bit `n` is set when the rule of the n-th reading is on.
  let readingsOn: UInt8
  /// Bit `n` is set when the type of raw value `n` is refused.
  let refusedTypes: UInt32
  let validation: CellSettings.Validation
  let expansionBudget: Int64
  let extensionWidth: Int
  let keepsTrace: Bool

  /// Plan, words and memory must outlive it.
  init(
    _ settings: CellSettings, plan: PlanQuery, words: WordBook,
    memory: UnsafeMutablePointer<RememberedAnswers>
  ) throws(CellSettingsError) {
    var refused: UInt32 = 0
    for spelling in settings.refusedTypes {
      guard let type = NumberType(spelling: spelling) else { throw .unknownType(spelling) }
      refused |= 1 << UInt32(type.rawValue)
    }
    var bits: UInt64 = 0
    for (index, rule) in Rule.allCases.enumerated() where settings.isOn(rule) {
      bits |= 1 << UInt64(index)
    }
    marksOn = RuleBook.Mark.allCases.reduce(0) {
      settings.isOn($1.rule) ? $0 | 1 << UInt32($1.rawValue) : $0
    }
    readingsOn = RuleBook.Reading.allCases.reduce(0) {
      $1.rule.map(settings.isOn) ?? true ? $0 | 1 << $1.rawValue : $0
    }
    self.plan = plan
    self.words = words
    self.memory = memory
    rulesOn = bits
    repairTable = RuleBook.RepairTable(settings.isOn)
    refusedTypes = refused
    validation = settings.validation
    expansionBudget = Int64(settings.expansionBudget)
    extensionWidth = settings.extensionWidth
    keepsTrace = settings.keepsTrace
  }
}
