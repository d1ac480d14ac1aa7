import NumberingPlans

/// Area codes that a slash parts from their line, where slashes part numbers, too: 602/229-3778 / 718/283-0148.
extension TokenReading {
  /// Whether three digits or more and a slash stand before a line with which they are a number in full.
  ///
  /// Pairs are last digits of lines: 22 54 07 30 / 31/32.
  func mayBeArea(beforeSlash index: Int) -> Bool { endOfNumber(withArea: index) != nil }

  /// Whether nothing but the slash parts such an area code from its line, and it stands apart from the number before
  /// it, or as that one has its own: 604/222-3832/702/253-7444.
  func isArea(beforeSlash index: Int) -> Bool {
    guard index > 1, tokens[index + 1].kind == .slash, !tokens[index + 1].followsBlank,
      !tokens[index + 2].followsBlank, let last = endOfNumber(withArea: index)
    else { return false }
    return tokens[index].followsBlank || repeatsNumber(from: index, to: last)
  }

  /// The last token of the number in full that such an area code begins; nil where it begins none.
  private func endOfNumber(withArea index: Int) -> Int? {
    guard tokens[index].kind == .digits, tokens[index].count > 2, tokens[index + 1].kind == .slash,
      tokens[index + 2].kind == .digits
    else { return nil }
    var last = index + 2
    var count = Int(tokens[index].count + tokens[last].count)
    while count <= NumberGrammar.mostDigits, let next = groupBehind(last) {
      count += Int(tokens[next].count)
      last = next
    }
    guard count <= NumberGrammar.mostDigits, last > index + 2 || tokens[last].count > 4,
      national(from: Int(tokens[index].first), count: count).validity == .valid
    else { return nil }
    return last
  }

  /// The group of a line behind another one and a dash, a dot or a blank; nil where it ends.
  private func groupBehind(_ group: Int) -> Int? {
    switch tokens[group + 1].kind {
    case .digits: return group + 1
    case .dash, .dot:
      let isJoined = !tokens[group + 1].followsBlank && !tokens[group + 2].followsBlank
      return isJoined && tokens[group + 2].kind == .digits ? group + 2 : nil
    default: return nil
    }
  }

  /// Whether tokens have the kinds and lengths of as many before them and the sign between.
  private func repeatsNumber(from index: Int, to last: Int) -> Bool {
    let first = 2 * index - last - 2
    guard first >= 0 else { return false }
    return (index...last).allSatisfy {
      let before = tokens[$0 - index + first]
      return tokens[$0].kind == before.kind && tokens[$0].count == before.count
    }
  }
}
