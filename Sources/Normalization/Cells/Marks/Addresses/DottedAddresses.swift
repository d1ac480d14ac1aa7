import NumberingPlans

/// Sets the addresses of machines and the numbers of versions aside, which dots part: 192.168.10.139, 1.3.9.18250738.
extension TokenWriter {
  /// Whether the cell may hold one.
  var mayHoldDottedAddresses: Bool {
    facts.repeatedKinds.contains(.dot) && plan.notation.notesAreChinese
  }

  func markDottedAddresses() {
    var index = 0
    while index < tokenCount {
      guard tokens[index].kind == .digits else {
        index += 1
        continue
      }
      var last = index
      while tokens[last + 1].kind == .dot, !tokens[last + 1].followsBlank,
        tokens[last + 2].kind == .digits, !tokens[last + 2].followsBlank
      { last += 2 }
      if isAddress(index, last) {
        mark(index..<endOfPort(behind: last), as: .amount)
      } else if isVersion(index, last) {
        mark(index..<last + 1, as: .amount)
      }
      index = last + 1
    }
  }

  /// Whether four groups are bytes in decimal, as no number is grouped.
  private func isAddress(_ first: Int, _ last: Int) -> Bool {
    guard last - first == 6 else { return false }
    for index in stride(from: first, through: last, by: 2) {
      let token = tokens[index]
      if token.count > 3 || value(of: token) > 255 { return false }
      if digits[Int(token.first)] == 48, token.count > 1 || index == first { return false }
    }
    return true
  }

  /// The token behind the port of an address, or the length of its prefix.
  private func endOfPort(behind last: Int) -> Int {
    switch tokens[last + 1].kind {
    case .colon, .slash:
      let isPort =
        !tokens[last + 1].followsBlank && tokens[last + 2].kind == .digits
        && !tokens[last + 2].followsBlank && tokens[last + 2].count < 6
      return isPort ? last + 3 : last + 1
    default: return last + 1
    }
  }

  /// Whether the first two groups have one digit, and a longer one follows that is neither a number nor a year.
  private func isVersion(_ first: Int, _ last: Int) -> Bool {
    guard last - first > 3, tokens[first].count == 1, tokens[first + 2].count == 1 else {
      return false
    }
    let longest = stride(from: first, through: last, by: 2).map { tokens[$0].count }.max() ?? 0
    return longest > (last - first == 4 ? 4 : 1) && !startsFullNumber(at: last)
  }
}
