import NumberingPlans
import Records

/// What is known around a place in a cell: plan, rules, area codes from elsewhere, and the labels before it.
///
/// A value: whoever reads on with another context changes nothing for anybody else.
struct CellContext {
  /// The plan and the words; the reader that makes a context keeps both alive, and counting
  /// references to them took a fortieth of a build.
  unowned(unsafe) let plan: PlanQuery
  unowned(unsafe) let words: WordBook
  /// What the plan said last of digits of this cell: a memory of answers that would be the same if
  /// they were asked for again.
  let memory: UnsafeMutablePointer<RememberedAnswers>
  /// Bit `n` is set when the n-th rule is on.
  private let rulesOn: UInt64
  /// Bit `n` is set when the type of raw value `n` is refused.
  let refusedTypes: UInt32
  let validation: CellSettings.Validation
  let expansionBudget: Int64
  let extensionWidth: Int
  let keepsTrace: Bool

  /// Where the cell lies.
  var role = CellRole.number
  /// Whether numbers are fax numbers until another label comes.
  var readsFax = false
  /// Whether the number that is read has a label of its own in front.
  var isLabelled = false
  /// Whether the labels of the cell stand behind their numbers.
  var labelsFollow = false
  /// Area code of the last number that has one, without trunk prefix; 0 digits for none.
  var inherited = ReadArea()
  /// Area code from its own column.
  var columnArea = ReadArea()
  /// Whether the area code's own column holds something that is none.
  var hasUnreadColumn = false
  /// Area code that the locality tells.
  var localityArea = ReadArea()

  /// The context of a record's first cell; plan, words and memory must outlive it.
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
    self.plan = plan
    self.words = words
    self.memory = memory
    rulesOn = bits
    refusedTypes = refused
    validation = settings.validation
    expansionBudget = Int64(settings.expansionBudget)
    extensionWidth = settings.extensionWidth
    keepsTrace = settings.keepsTrace
  }

  /// What the plan answers; for what is asked of every group of digits, without counting references.
  @inline(__always)
  func answer<Answer>(_ question: (PlanQuery) -> Answer) -> Answer {
    Unmanaged.passUnretained(plan)._withUnsafeGuaranteedRef(question)
  }

  /// What the words say; for what is asked of every word, in the same way.
  @inline(__always)
  func find<Answer>(_ question: (WordBook) -> Answer) -> Answer {
    Unmanaged.passUnretained(words)._withUnsafeGuaranteedRef(question)
  }

  /// Whether a rule is on.
  @inline(__always)
  func isOn(_ rule: Rule) -> Bool { rulesOn & (1 << UInt64(rule.index)) != 0 }
}
