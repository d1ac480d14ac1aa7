import NumberingPlans

/// Hotlines that have a number behind any area code, which is shorter than its lines: 010-12308, 021-95533.
///
/// The metadata says which there are; this says that the table of areas, which knows lines only, does not speak
/// against them.
struct AreaHotlines {
  /// The digits that such numbers begin with behind the area code, as a value and how many they are.
  private let heads: [(value: Int64, digits: Int)]
  private let isEmpty: Bool
  /// Bit n: some of them begins with the digit n.
  private let firstDigits: UInt16
  /// How many digits they have.
  private static var digits: ClosedRange<Int> { NumberingPlan.hotlineDigits }

  init(_ notation: Notation) {
    heads = notation.areaHotlines.map { head in
      (head.reduce(0) { $0 * 10 + Int64($1 &- 48) }, head.count)
    }
    isEmpty = heads.isEmpty
    firstDigits = notation.areaHotlines.reduce(0) { bits, head in
      head.first.map { bits | 1 << UInt16($0 & 15) } ?? bits
    }
  }

  /// Digits of the area code before such a number; 0 for any other.
  @inline(__always)
  func areaDigits(of answer: PlanQuery.Answer, _ areas: AreaTable) -> UInt8 {
    isEmpty ? 0 : foundAreaDigits(of: answer, areas)
  }

  @inline(never)
  private func foundAreaDigits(of answer: PlanQuery.Answer, _ areas: AreaTable) -> UInt8 {
    for local in Self.digits where answer.nationalDigits > local + 1 {
      let behind = powerOfTen(local)
      if isHotline(answer.nationalNumber % behind, digits: local),
        areas.isAreaCode(answer.nationalNumber / behind)
      {
        return UInt8(truncatingIfNeeded: answer.nationalDigits - local)
      }
    }
    return 0
  }

  /// Bit n: the first n national digits behind the trunk 0 may be such a number, by the digits behind the area code.
  @inline(__always)
  func lengths(of digits: UnsafeBufferPointer<UInt8>, behind area: Int) -> UInt32 {
    guard !isEmpty, area > 0, digits.count > area + Self.digits.lowerBound,
      firstDigits & 1 << UInt16(digits[area + 1] & 15) != 0
    else { return 0 }
    return foundLengths(of: digits, behind: area)
  }

  @inline(never)
  private func foundLengths(of digits: UnsafeBufferPointer<UInt8>, behind area: Int) -> UInt32 {
    var value: Int64 = 0
    for place in area + 1...area + Self.digits.lowerBound {
      value = value * 10 + Int64(digits[place] & 15)
    }
    guard isHotline(value, digits: Self.digits.lowerBound) else { return 0 }
    return 0b11 << UInt32(area + Self.digits.lowerBound)
  }

  private func isHotline(_ value: Int64, digits: Int) -> Bool {
    heads.contains { value / powerOfTen(digits - $0.digits) == $0.value }
  }
}
