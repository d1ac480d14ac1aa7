import NumberingPlans

extension RuleBook {
  /// The digits of the first groups of a number.
  struct Digits: BitwiseCopyable {
    var all: UnsafeBufferPointer<UInt8>
    /// How many groups they are.
    var groups: Int
    var hasPlus: Bool
  }

  /// A corrected number.
  struct Proposal: BitwiseCopyable {
    var answer: PlanQuery.Answer
    /// How many additions of digits it took; more than one are one too many.
    var additions = 0
    /// Whether the digits may be a number of today that lost one, too.
    var mayLackDigit = false
  }
}
