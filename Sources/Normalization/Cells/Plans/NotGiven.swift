import NumberingPlans

/// Numbers that the metadata knows and nobody has: 010-123-4567 of Korea.
extension PlanQuery {
  /// Whether a valid number of the region is none by its first digits and how many it has.
  @inline(never)
  func isNotGiven(_ answer: Answer) -> Bool {
    answer.callingCode == callingCode
      && notGiven.contains {
        $0.digits == answer.nationalDigits && $0.numbers.contains(answer.nationalNumber)
      }
  }

  /// Numbers of so many digits that nobody has.
  struct NotGiven {
    let digits: Int
    let numbers: ClosedRange<Int64>

    /// Those that begin with ASCII digits.
    init(head: [UInt8], digits: Int) {
      self.digits = digits
      let behind = powerOfTen(max(digits - head.count, 0))
      let first = head.reduce(Int64(0)) { $0 * 10 + Int64($1 &- 48) } * behind
      numbers = head.isEmpty ? 0...Int64.max : first...first + behind - 1
    }
  }
}
