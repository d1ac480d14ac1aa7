import Records

/// Takes the area code from the city or address when the number lacks it: 臺北市 means 02.
extension CellContext {
  /// Takes what the locality tells; nothing where the column of area codes names another place.
  mutating func takeLocality(_ cell: UnsafeBufferPointer<UInt8>) {
    let told = areaCode(ofLocality: cell)
    let isOther = localityArea.digits > 0 && told.digits > 0 && told != localityArea
    localityArea = isOther ? ReadArea() : told.digits > 0 ? told : localityArea
  }

  /// The area code of a locality; 0 digits when it tells none, or several.
  func areaCode(ofLocality cell: UnsafeBufferPointer<UInt8>) -> ReadArea {
    guard isOn(.localityAreaCode) else { return ReadArea() }
    return plan.areaCode(ofLocality: cell)
  }
}

extension NumberGrammar {
  /// The number of the first groups behind the area code of the locality.
  ///
  /// Where the plan alone decides about lengths, they must have the form of a local number: open
  /// plans take nearly all digits behind an area code.
  func behindLocality(_ groups: Int) -> PlanQuery.Answer {
    guard localityArea.digits > 0, plan.hasAreaTable || plan.isLocal(digits(of: 0..<groups)) else {
      return PlanQuery.Answer()
    }
    return read(0..<groups, behind: localityArea)
  }
}
