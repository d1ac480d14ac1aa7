import NumberingPlans

/// What the reader asks of the plan about numbers that lack their area code.
extension PlanQuery {
  /// Whether digits may be a local number behind an inherited area code.
  func isLocal(_ local: UnsafeBufferPointer<UInt8>, behind area: ReadArea) -> Bool {
    let infix = notation.mobileInfix.count
    if infix > 0, local.count == area.localDigits + infix, area.localDigits > 0 {
      return local.starts(with: notation.mobileInfix)
    }
    if area.isOfMobile { return false }
    return local.count <= 9 && isLocal(local.count, behind: area)
  }

  /// Whether digits are a mobile number that lacks its area code: 15-5057-4121 in Argentina.
  func isMobileWithoutArea(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    let infix = notation.mobileInfix
    guard !infix.isEmpty, digits.starts(with: infix) else { return false }
    return isLocal(UnsafeBufferPointer(rebasing: digits[infix.count...]))
  }

  /// Whether a local number behind an inherited area code may have this many digits.
  func isLocal(_ count: Int, behind area: ReadArea) -> Bool {
    let mixed = notation.mixedLocalLengths
    if mixed >> UInt32(area.localDigits) & 1 == 1 { return mixed >> UInt32(count) & 1 == 1 }
    return area.localDigits > 0 ? count == area.localDigits : (7...8).contains(count)
  }

  /// Whether a number behind an inherited area code may have more digits than the line that was read behind it.
  @inline(__always)
  func mayExceedLines(behind area: ReadArea) -> Bool {
    !notation.mobileInfix.isEmpty || notation.writesAreaBehind
      || notation.mixedLocalLengths >> UInt32(area.localDigits) & 1 == 1
  }

  /// Whether digits have the form of a number that lacks its area code.
  func isLocal(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count >= 5, digits.count < 12, digits[0] > 48 else { return false }
    if areas.isEmpty { return localLengths >> UInt32(digits.count) & 1 == 1 }
    return digits.count > 5 && digits[0] > 49
      && areas.isLocal(first: digits[0], count: digits.count)
  }

  /// The area code of a city or address; 0 digits when it tells none, or several.
  func areaCode(ofLocality cell: UnsafeBufferPointer<UInt8>) -> ReadArea {
    guard let area = resolver.areaDigits(ofLocality: cell) else { return ReadArea() }
    return ReadArea(value: Int64(area.value), digits: Int(area.count))
  }

  /// Whether digits are an area code behind the trunk 0.
  func isAreaCode(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count < 8, digits[0] == 48 else { return false }
    var value: Int64 = 0
    for digit in digits { value = value * 10 + Int64(digit &- 48) }
    return areas.isEmpty ? hasTrunkZero : areas.isAreaCode(value)
  }

  /// Whether digits behind the calling code are an area code of the table, with a trunk 0 or without it.
  func isAreaCode(behindCode digits: UnsafeBufferPointer<UInt8>) -> Bool {
    var value: Int64 = 0
    for digit in digits.prefix(8) { value = value * 10 + Int64(digit &- 48) }
    return !areas.isEmpty && areas.isAreaCode(value)
  }
}
