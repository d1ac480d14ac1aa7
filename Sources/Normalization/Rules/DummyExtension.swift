import Records

/// Leaves out the extension 0 that forms fill in: 0755-23235888-0.
extension TailGrammar {
  /// Reads one digit behind a dash: a dummy, or the end of a run of lines.
  func readSingleDigit(_ tail: inout Tail, _ index: Int) {
    guard value(of: tokens[index]) == 0 else { return readRunEnd(&tail, index) }
    guard isOn(.dummyExtension) else { return tail.fail(.badExtension, at: index) }
    tail.hasDummy = true
    tail.next = index + 1
  }
}
