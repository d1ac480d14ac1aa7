/// Fills short extensions with leading zeros, where the pipeline gives a width.
extension CellContext {
  /// How many digits an extension has after filling.
  func paddedDigits(_ given: ReadExtension?) -> Int {
    guard let given else { return 0 }
    return isOn(.extensionWidth) ? max(given.digits, extensionWidth) : given.digits
  }
}
