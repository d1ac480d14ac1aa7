import NumberingPlans

/// Parts two mobile numbers between which nothing stands, or a line and a mobile: 1381234567815901234567,
/// 021-5432123413812345678.
extension TokenWriter {
  /// How many digits a mobile has, and a line with its area code and without.
  private static let (digitsOfMobile, digitsOfLine, digitsOfLocal) = (10...11, 9...12, 6...8)

  /// Whether the cell has as many digits in one piece as two mobiles of ten or eleven digits, or a mobile and a line.
  var mayHoldMobilesRunTogether: Bool {
    facts.hasToken(digits: 20) || facts.hasToken(digits: 22)
      || plan.notation.mobilesStandAlone
        && (16...23).contains { facts.hasToken(digits: $0) }
  }

  /// Parts every row of digits whose halves both are mobiles that begin with the same digit, the trunk
  /// 0, or the 1 of eleven digits in mainland China, or that is a line and a mobile.
  func partMobiles() {
    var left = 0
    for index in 0..<tokenCount where lengthOfFirst(index) != nil { left += 1 }
    let count = tokenCount
    let end = count + left
    // From the last one on, so that every token is moved once.
    var index = count
    while left > 0 {
      if index < count, let length = lengthOfFirst(index) {
        part(index, behind: length, at: index + left - 1)
        left -= 1
      } else {
        tokens[index + left] = tokens[index]
      }
      index -= 1
    }
    if end > count { endTokens(at: end) }
  }

  /// How many digits the first of two numbers has that stand in one piece; nil for others.
  private func lengthOfFirst(_ index: Int) -> Int? {
    let token = tokens[index]
    guard token.kind == .digits, (16...23).contains(token.count) else { return nil }
    let (first, count) = (Int(token.first), Int(token.count))
    if count == 20 || count == 22, isMobile(from: first, count: count / 2),
      isMobile(from: first + count / 2, count: count / 2)
    {
      return count / 2
    }
    guard plan.notation.mobilesStandAlone else { return nil }
    for mobile in Self.digitsOfMobile {
      let rest = count - mobile
      if isMobile(from: first, count: mobile), isLine(from: first + mobile, count: rest) {
        return mobile
      }
      if isMobile(from: first + rest, count: mobile),
        isLine(from: first, count: rest) || isLocal(from: first, count: rest, at: index)
      {
        return rest
      }
    }
    return nil
  }

  /// Whether digits are a line with its area code.
  private func isLine(from first: Int, count: Int) -> Bool {
    guard Self.digitsOfLine.contains(count), digits[first] == 48 else { return false }
    let answer = national(from: first, count: count)
    return answer.validity == .valid && answer.type == .fixedLine
  }

  /// Whether the first digits of a token are a line behind its area code and a dash.
  private func isLocal(from first: Int, count: Int, at index: Int) -> Bool {
    guard Self.digitsOfLocal.contains(count), index > 1, tokens[index - 1].kind == .dash,
      !tokens[index].followsBlank, tokens[index - 2].kind == .digits,
      tokens[index - 2].count <= 4
    else { return false }
    let area = Int(tokens[index - 2].count)
    return isLine(from: first - area, count: area + count)
  }

  private func isMobile(from first: Int, count: Int) -> Bool {
    guard digits[first] == 48 || digits[first] == 49 && count == 11 else { return false }
    return national(from: first, count: count).isMobile
  }

  /// Makes two tokens of one, from a place on at or behind it; the second seems to follow a blank.
  private func part(_ index: Int, behind length: Int, at place: Int) {
    var (first, second) = (tokens[index], tokens[index])
    let count = UInt16(length)
    let bytes = (first.end - first.start) / first.count * count
    first.count = count
    first.end = first.start + bytes
    second.count -= count
    second.first += count
    second.start += bytes
    second.column += UInt32(count)
    second.followsBlank = true
    tokens[place] = first
    tokens[place + 1] = second
  }
}
