import NumberingPlans

/// Where hotlines of areas stand in the digits of a number.
extension AreaHotlines {
  /// Digits of the area code before such a number; 0 for any other.
  @inline(__always)
  func areaDigits(of answer: PlanQuery.Answer, _ areas: AreaTable) -> UInt8 {
    isEmpty ? 0 : foundAreaDigits(of: answer, areas)
  }

  @inline(never)
  private func foundAreaDigits(of answer: PlanQuery.Answer, _ areas: AreaTable) -> UInt8 {
    for local in Self.digits where answer.nationalDigits > local + 1 {
      let behind = powerOfTen(local)
      if contains(answer.nationalNumber % behind, digits: local),
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
    var lengths: UInt32 = 0
    for local in Self.digits where digits.count > area + local {
      let hotline = UnsafeBufferPointer(rebasing: digits[area + 1...area + local])
      if contains(hotline) { lengths |= 1 << UInt32(area + local) }
    }
    return lengths
  }
}
