import NumberingPlans

/// Numbers that the metadata knows and nobody has: 010-123-4567 of Korea.
extension PlanQuery {
  /// Whether a valid number of the region is none by its first digits and how many it has.
  @inline(never)
  func isNotGiven(_ answer: Answer) -> Bool {
    guard answer.callingCode == callingCode else { return false }
    for some in notGiven.all
    where some.numbers.contains(answer.nationalNumber) && some.digits == answer.nationalDigits {
      return true
    }
    return false
  }

  /// Of the lengths at which digits are complete, the trunk 0 included, those at which somebody has them.
  @inline(never)
  func given(_ lengths: UInt32, of digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var given = lengths
    var number: Int64 = 0
    for length in 2...max(lengths.bitWidth - lengths.leadingZeroBitCount - 1, 2) {
      number = number &* 10 &+ Int64(digits[length - 1] &- 48)
      guard lengths >> UInt32(length) & 1 == 1 else { continue }
      if notGiven.all.contains(where: { $0.digits == length - 1 && $0.numbers.contains(number) }) {
        given &= ~(1 << UInt32(length))
      }
    }
    return given
  }

  /// How many of the last digits of a number may be free without one that nobody has among them, or all others.
  @inline(never)
  func freeDigits(_ free: Int, of answer: Answer) -> Int {
    var free = free
    for some in notGiven.all where some.digits == answer.nationalDigits && some.free < free {
      let isNear =
        dropping(free, from: answer.nationalNumber) == dropping(free, from: some.numbers.lowerBound)
      if isNear { free = some.free }
    }
    return free
  }
}

/// The numbers that nobody has in a region.
struct NotGivenNumbers {
  /// Numbers of so many digits.
  struct Some {
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

  let all: [Some]
  /// The least of them, and how far the greatest lies above it.
  private let least: Int64
  private let width: UInt64
  /// Bit n: one of them leaves n when it is divided by 64.
  private let rests: UInt64

  init(_ notation: Notation) {
    all = notation.notGiven.map { Some(head: $0.head, digits: $0.digits) }
    let least = all.map(\.numbers.lowerBound).min() ?? .max
    self.least = least
    width = UInt64((all.map(\.numbers.upperBound).max() ?? least) - least)
    rests = all.reduce(0) { rests, some in
      some.numbers.upperBound - some.numbers.lowerBound > 63
        ? .max : some.numbers.reduce(rests) { $0 | 1 << UInt64($1 & 63) }
    }
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether a number may be one of them, by where it lies and what it leaves: it tells most others.
  @inline(__always)
  func mayHold(_ number: Int64) -> Bool {
    UInt64(bitPattern: number &- least) <= width && rests &>> UInt64(number & 63) & 1 == 1
  }
}
