import NumberingPlans

/// Numbers that the metadata knows and nobody has: 010-123-4567 of Korea.
extension PlanQuery {
  /// Whether a valid number of the region is none by its first digits and how many it has.
  @inline(never)
  func isNotGiven(_ answer: Answer) -> Bool {
    answer.callingCode == callingCode
      && notation.notGiven.contains {
        $0.digits == answer.nationalDigits && answer.begins(with: $0.head)
      }
  }
}
