import Records

/// A complete number that was read, before its extensions.
///
/// Four words, so that handing it on costs a few moves.
struct Base: BitwiseCopyable {
  /// What the plan says.
  var answer: PlanQuery.Answer
  /// Its area code; 0 digits for mobile and special numbers.
  var area = ReadArea()
  private var firstIndex: UInt16 = 0
  private var nextIndex: UInt16 = 0
  private var localCount: UInt8 = 0
  private var additionCount: UInt8 = 0
  /// The repair that was needed.
  var repair: RepairKind?
  /// The rule that read it, where no repair was needed.
  var rule = Rule.validation
  /// Whether it was written with "+" and digits only.
  var isCompact = false

  init(answer: PlanQuery.Answer) { self.answer = answer }

  /// Digits of the local number behind the area code.
  var localDigits: Int {
    get { Int(localCount) }
    set { localCount = UInt8(truncatingIfNeeded: newValue) }
  }
  /// How many digit-adding repairs were needed.
  var additions: Int {
    get { Int(additionCount & ~Self.lack) }
    set {
      additionCount =
        UInt8(truncatingIfNeeded: newValue) & ~Self.lack | additionCount & Self.lack
    }
  }
  /// Whether its digits may be another number that lost a digit, too.
  var mayLackDigit: Bool {
    get { additionCount & Self.lack != 0 }
    set { additionCount = additionCount & ~Self.lack | (newValue ? Self.lack : 0) }
  }
  private static let lack: UInt8 = 128
  /// First token of the number.
  var firstToken: Int {
    get { Int(firstIndex) }
    set { firstIndex = UInt16(truncatingIfNeeded: newValue) }
  }
  /// Token behind the number.
  var nextToken: Int {
    get { Int(nextIndex) }
    set { nextIndex = UInt16(truncatingIfNeeded: newValue) }
  }

  /// A number is the same if calling code and national number are.
  func isSame(as other: Base) -> Bool { answer.isSame(as: other.answer) }
}
