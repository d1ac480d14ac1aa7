/// Fills short extensions with leading zeros, where the pipeline gives a width.
extension CellScan {
  /// How many digits an extension has after filling.
  func paddedDigits(_ given: Extension?) -> Int {
    guard let given else { return 0 }
    return isOn(.extensionWidth) ? max(given.digits, settings.extensionWidth) : given.digits
  }
}
