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

extension PlanQuery {
  /// Digits of the area code before a hotline, where both together are as long as a line without one: 870 12345; 0 for
  /// others.
  @inline(__always)
  func areaOfHotline(_ answer: Answer) -> Int {
    answer.nationalDigits > 8 || hotlines.isEmpty || answer.callingCode != callingCode
      ? 0 : foundAreaOfHotline(answer)
  }

  /// Hotlines of five digits or six; 1010 5555 is a number for everybody.
  @inline(never)
  private func foundAreaOfHotline(_ answer: Answer) -> Int {
    guard answer.nationalDigits > 6, answer.nationalNumber / 10_000 != 1010 else { return 0 }
    for local in 5...6 where areas.isAreaCode(answer.nationalNumber / powerOfTen(local)) {
      return answer.nationalDigits - local
    }
    return 0
  }
}
