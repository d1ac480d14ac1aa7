/// A complete number that was read, before its extensions.
struct Base {
  /// What the plan says.
  var answer: PlanQuery.Answer
  /// Its area code; 0 digits for mobile and special numbers.
  var area = CellScan.AreaCode()
  /// Digits of the local number behind the area code.
  var localDigits = 0
  /// The repair that was needed.
  var repair: Repairing?
  /// The rule that read it, where no repair was needed.
  var rule = Rule.validation
  /// How many digit-adding repairs were needed.
  var additions = 0
  /// Whether it was written with "+" and digits only.
  var isCompact = false
  /// First token of the number.
  var firstToken = 0
  /// Token behind the number.
  var nextToken = 0

  /// A number is the same if calling code and national number are.
  func isSame(as other: Base) -> Bool { answer.isSame(as: other.answer) }
}

/// The corrections by which the digits of a number become complete.
enum Repairing: UInt8 {
  case fillerZero
  case doubledAreaCode
  case strayAreaCode
  case lostZero
  case obsoleteNumbering
  case localityAreaCode
}
