/// How phone cells of one source are read.
package struct CellSettings: Sendable, Equatable {
  /// ISO 3166 code of the region in which national numbers are read, "TW".
  package var region: String
  /// How much of the numbering plan a number must satisfy.
  package var validation: Validation = .plan
  /// Types of numbers that are rejected with `refused-type`.
  package var refusedTypes: [String] = []
  /// Extensions shorter than this many digits are filled with leading zeros; 0 leaves them alone.
  package var extensionWidth = 0
  /// Rules whose state differs from `Rule.isOnByDefault`.
  package var rules: [Rule: Bool] = [:]
  /// Words beside those that are known.
  package var words = CellWords()
  /// The most numbers that one cell may be expanded to; at least 1.
  package var expansionBudget = 10_000
  /// Whether the value after each rule is kept in `CellResult.trace`.
  package var keepsTrace = false

  /// Creates settings for a region with every rule in its default state.
  package init(region: String) { self.region = region }

  /// Whether a rule is on.
  package func isOn(_ rule: Rule) -> Bool { rules[rule] ?? rule.isOnByDefault }

  /// How much of the numbering plan a number must satisfy.
  package enum Validation: String, CaseIterable, Sendable {
    /// The plan assigns the number.
    case plan
    /// The number has a possible length.
    case length
    /// Anything with a known calling code.
    case none
  }
}

/// Why a reader cannot be made from its settings.
package enum CellSettingsError: Error, Equatable, CustomStringConvertible {
  /// No numbering plan is known for the region.
  case unknownRegion(String)
  /// No numbering plan knows this type of number.
  case unknownType(String)
  /// A width, or a budget, outside its range.
  case outOfRange(setting: String, value: Int, allowed: ClosedRange<Int>)

  /// One line: where, what was found and expected, and what to do.
  package var description: String {
    switch self {
    case .unknownRegion(let region):
      "region: no numbering plan (found \"\(region)\", expected an ISO 3166 code such as TW)."
        + " Correct the region."
    case .unknownType(let type):
      "normalize.refuse: no such type of number (found \"\(type)\"). Use a type that"
        + " docs/rules.md lists."
    case .outOfRange(let setting, let value, let allowed):
      "normalize.\(setting): out of range (found \(value), expected \(allowed.lowerBound)"
        + " to \(allowed.upperBound)). Correct the value."
    }
  }
}
