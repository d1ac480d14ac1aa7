/// Parts two mobile numbers between which nothing stands: 1381234567815901234567.
extension TokenWriter {
  /// Whether the cell has as many digits in one piece as two mobiles of ten or eleven digits.
  var mayHoldMobilesRunTogether: Bool {
    facts.hasToken(digits: 20) || facts.hasToken(digits: 22)
  }

  /// Parts every row of digits whose halves both are mobiles that begin with the same digit: the trunk
  /// 0, or the 1 of eleven digits in mainland China.
  func partMobiles() {
    var index = 0
    while index < tokenCount {
      let half = tokens[index].count / 2
      if tokens[index].kind == .digits, tokens[index].count == 20 || tokens[index].count == 22,
        isMobile(from: Int(tokens[index].first), count: Int(half)),
        isMobile(from: Int(tokens[index].first + half), count: Int(half))
      {
        part(index)
      }
      index += 1
    }
  }

  private func isMobile(from first: Int, count: Int) -> Bool {
    guard digits[first] == 48 || digits[first] == 49 && count == 11 else { return false }
    let plan = context.plan
    return plan.isMobile(
      plan.national(UnsafeBufferPointer(start: digits + first, count: count), needsTrunk: true))
  }

  /// Makes two tokens of one; the second seems to follow a blank.
  private func part(_ index: Int) {
    for moved in stride(from: tokenCount, through: index, by: -1) {
      tokens[moved + 1] = tokens[moved]
    }
    tokenCount += 1
    let half = tokens[index].count / 2
    let bytes = (tokens[index].end - tokens[index].start) / 2
    tokens[index].count = half
    tokens[index].end -= bytes
    tokens[index + 1].count = half
    tokens[index + 1].first += half
    tokens[index + 1].start += bytes
    tokens[index + 1].column += UInt32(half)
    tokens[index + 1].followsBlank = true
  }
}
