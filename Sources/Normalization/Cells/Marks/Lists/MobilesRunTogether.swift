/// Parts two mobile numbers between which nothing stands: 1381234567815901234567.
extension TokenWriter {
  /// Whether the cell has as many digits in one piece as two mobiles of ten or eleven digits.
  var mayHoldMobilesRunTogether: Bool {
    facts.hasToken(digits: 20) || facts.hasToken(digits: 22)
  }

  /// Parts every row of digits whose halves both are mobiles that begin with the same digit: the trunk
  /// 0, or the 1 of eleven digits in mainland China.
  func partMobiles() {
    var left = 0
    for index in 0..<tokenCount where areTwoMobiles(index) { left += 1 }
    let count = tokenCount
    let end = count + left
    // From the last one on, so that every token is moved once.
    var index = count
    while left > 0 {
      if index < count, areTwoMobiles(index) {
        part(index, at: index + left - 1)
        left -= 1
      } else {
        tokens[index + left] = tokens[index]
      }
      index -= 1
    }
    if end > count { endTokens(at: end) }
  }

  private func areTwoMobiles(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .digits, token.count == 20 || token.count == 22 else { return false }
    let half = token.count / 2
    return isMobile(from: Int(token.first), count: Int(half))
      && isMobile(from: Int(token.first + half), count: Int(half))
  }

  private func isMobile(from first: Int, count: Int) -> Bool {
    guard digits[first] == 48 || digits[first] == 49 && count == 11 else { return false }
    return national(from: first, count: count).isMobile
  }

  /// Makes two tokens of one, from a place on at or behind it; the second seems to follow a blank.
  private func part(_ index: Int, at place: Int) {
    var (first, second) = (tokens[index], tokens[index])
    let half = first.count / 2
    let bytes = (first.end - first.start) / 2
    first.count = half
    first.end -= bytes
    second.count = half
    second.first += half
    second.start += bytes
    second.column += UInt32(half)
    second.followsBlank = true
    tokens[place] = first
    tokens[place + 1] = second
  }
}
