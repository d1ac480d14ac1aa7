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

  /// Of the lengths at which digits are complete, the trunk 0 included, those at which somebody has them.
  @inline(never)
  func given(_ lengths: UInt32, of digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var given = lengths
    var number: Int64 = 0
    for length in 2...max(lengths.bitWidth - lengths.leadingZeroBitCount - 1, 2) {
      number = number &* 10 &+ Int64(digits[length - 1] &- 48)
      guard lengths >> UInt32(length) & 1 == 1 else { continue }
      if notGiven.contains(where: { $0.digits == length - 1 && $0.numbers.contains(number) }) {
        given &= ~(1 << UInt32(length))
      }
    }
    return given
  }

  /// How many of the last digits of a number may be free without one that nobody has among them, or all others.
  @inline(never)
  func freeDigits(_ free: Int, of answer: Answer) -> Int {
    var free = free
    for some in notGiven where some.digits == answer.nationalDigits && some.free < free {
      let isNear =
        dropping(free, from: answer.nationalNumber) == dropping(free, from: some.numbers.lowerBound)
      if isNear { free = some.free }
    }
    return free
  }

  /// Numbers of so many digits that nobody has.
  struct NotGiven {
    let digits: Int
    /// How many of the last digits may be any.
    let free: Int
    let numbers: ClosedRange<Int64>

    /// Those that begin with ASCII digits.
    init(head: [UInt8], digits: Int) {
      self.digits = digits
      free = max(digits - head.count, 0)
      let behind = powerOfTen(free)
      let first = head.reduce(Int64(0)) { $0 * 10 + Int64($1 &- 48) } * behind
      numbers = head.isEmpty ? 0...Int64.max : first...first + behind - 1
    }
  }
}
