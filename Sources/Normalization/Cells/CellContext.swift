/// What is known around a place in a cell: plan, rules, area codes from elsewhere, and the labels before it.
///
/// A value: whoever reads on with another context changes nothing for anybody else.
struct CellContext {
  private let known: UnsafePointer<ReaderKnowledge>

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

  /// The context of a record's first cell; what a reader knows must outlive it.
  init(_ known: UnsafePointer<ReaderKnowledge>) { self.known = known }

  var plan: PlanQuery {
    @inline(__always) get { known.pointee.plan }
  }
  var words: WordBook {
    @inline(__always) get { known.pointee.words }
  }
  /// What the plan said last of digits of this cell.
  var memory: UnsafeMutablePointer<RememberedAnswers> {
    @inline(__always) get { known.pointee.memory }
  }
  /// What may read behind a number.
  var tails: UnsafePointer<RuleBook.TailTable> {
    @inline(__always) get { known.pointee.tails }
  }
  /// The corrections that are on for digits that begin so: bit n for the n-th of all.
  @inline(__always)
  func repairs(for first: UInt8, hasPlus: Bool) -> UInt8 {
    known.pointee.repairTable.rows(for: first, hasPlus: hasPlus)
  }
  /// Bit `n` is set when the type of raw value `n` is refused.
  var refusedTypes: UInt32 {
    @inline(__always) get { known.pointee.refusedTypes }
  }
  var validation: CellSettings.Validation {
    @inline(__always) get { known.pointee.validation }
  }
  var expansionBudget: Int64 {
    @inline(__always) get { known.pointee.expansionBudget }
  }
  var extensionWidth: Int {
    @inline(__always) get { known.pointee.extensionWidth }
  }
  var keepsTrace: Bool {
    @inline(__always) get { known.pointee.keepsTrace }
  }

  /// What the plan answers; for what is asked of every group of digits, without counting references.
  @inline(__always)
  func answer<Answer>(_ question: (PlanQuery) -> Answer) -> Answer {
    Unmanaged.passUnretained(known.pointee.plan)._withUnsafeGuaranteedRef(question)
  }

  /// What the words say; for what is asked of every word, in the same way.
  @inline(__always)
  func find<Answer>(_ question: (WordBook) -> Answer) -> Answer {
    Unmanaged.passUnretained(known.pointee.words)._withUnsafeGuaranteedRef(question)
  }

  /// Whether a rule is on.
  @inline(__always)
  func isOn(_ rule: Rule) -> Bool { known.pointee.rulesOn & (1 << UInt64(rule.index)) != 0 }

  /// Whether the rule of a mark is on.
  @inline(__always)
  func isOn(_ mark: RuleBook.Mark) -> Bool {
    known.pointee.marksOn & (1 << UInt32(mark.rawValue)) != 0
  }

  /// Whether the rule of a reading is on; one without a rule always is.
  @inline(__always)
  func isOn(_ reading: RuleBook.Reading) -> Bool {
    known.pointee.readingsOn & (1 << reading.rawValue) != 0
  }
}
