import Records

/// Reads digits behind a dash after a complete number as its extension: 04-22351234-791.
extension CellScan {
  func readDash(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    var index = start
    while tokens[index].kind == .dash { index += 1 }
    let token = tokens[index]
    guard token.kind == .digits else {
      tail.next = index
      return
    }
    if extensionCount > 0 {
      guard tail.rule != .extensionDash else {
        return tail.fail(.ambiguous, at: index, "a range of extensions, or two extensions")
      }
      return readExtensionRange(&tail, to: index)
    }
    if startsFullNumber(at: index) {
      tail.next = index
      tail.isDone = true
      return
    }
    if tail.run != nil || tail.hasDummy || tail.alternates > 0 {
      return tail.fail(.ambiguous, at: start, "an extension of the first, or of the last number")
    }
    let count = Int(token.count)
    if count == 1 { return readSingleDigit(&tail, index) }
    guard isOn(.extensionDash) else { return tail.fail(.badExtension, at: start) }
    if count == base.localDigits {
      return tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
    }
    if count > plan.longestDashExtension { return tail.fail(.badExtension, at: index) }
    if count <= 4, mayEndRun(token, base) {
      return tail.fail(.ambiguous, at: index, "an extension, or the end of a run of lines")
    }
    tail.rule = .extensionDash
    _ = addExtension(&tail, token: index)
  }

  /// Whether digits may be the last ones of a number close behind the base: …87-88, …1347-1350.
  ///
  /// Three digits are no group in which people write the end of a run.
  func mayEndRun(_ token: Token, _ base: Base) -> Bool {
    guard token.count != 3 else { return false }
    var modulus: Int64 = 1
    for _ in 0..<token.count { modulus *= 10 }
    let last = base.answer.nationalNumber % modulus
    return (1...9).contains(value(of: token) - last)
  }
}
