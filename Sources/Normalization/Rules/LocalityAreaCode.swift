/// Takes the area code from the city or address when the number lacks it: 臺北市 means 02.
extension CellScan {
  /// The area code of a locality; 0 digits when it tells none, or several.
  func areaCode(ofLocality cell: UnsafeBufferPointer<UInt8>) -> AreaCode {
    guard isOn(.localityAreaCode) else { return AreaCode() }
    return plan.areaCode(ofLocality: cell)
  }
}
