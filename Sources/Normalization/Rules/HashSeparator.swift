import Records

/// Tells a # that parts two numbers from one that starts an extension: 021-51234567#021-51234568.
extension TailGrammar {
  /// Whether the digits behind "#" or "*" are a number of their own, or may be.
  func endsBeforeNumber(
    _ tail: inout Tail, _ base: Base, marker: Int, digits index: Int
  ) -> Bool {
    guard isOn(.hashSeparator) else { return false }
    if startsFullNumber(at: index) {
      tail.next = index
      tail.isDone = true
      return true
    }
    if base.localDigits >= 6, Int(tokens[index].count) == base.localDigits {
      tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
      return true
    }
    return false
  }
}
