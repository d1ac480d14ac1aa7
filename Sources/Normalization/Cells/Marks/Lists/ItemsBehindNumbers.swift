import NumberingPlans

/// Sets the numbers of items aside that stand behind the numbers of a list: 212-743-8166 (#1) 212-743-8169 (#2).
extension TokenWriter {
  /// The most items that are looked at, and the most places where a cell is asked for a number before one.
  private static let most = 20
  private static let mostPlaces = 40

  func markItemsBehindNumbers() {
    guard facts.mayHoldNumber, !plan.notation.notesAreChinese else { return }
    var found: [Range<Int>] = []
    var places = 0
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= 2
      && value(of: tokens[index]) == found.count + 1 && found.count < Self.most
    {
      guard places < Self.mostPlaces, let item = item(around: index) else { continue }
      places += 1
      // 0662/591732 (1): an open plan takes the digit, too.
      let followsNumber =
        tokens[item.lowerBound].kind == .open
        ? endsNumber(before: item.lowerBound) : endsNumberInFull(before: item.lowerBound)
      guard followsNumber, endsItem(item.upperBound) else { continue }
      found.append(item)
    }
    guard found.count > 1 else { return }
    for item in found { mark(item, as: .amount) }
  }

  /// The tokens of an item: (1), (#1), #1.
  private func item(around index: Int) -> Range<Int>? {
    let first = tokens[index - 1].kind == .hash ? index - 1 : index
    if first > 0, tokens[first - 1].kind == .open, tokens[index + 1].kind == .close {
      return first - 1..<index + 2
    }
    return first < index && tokens[first].followsBlank && !tokens[index].followsBlank
      ? first..<index + 1 : nil
  }

  /// Whether the cell ends behind an item, or another number in full begins there.
  private func endsItem(_ end: Int) -> Bool {
    switch tokens[end].kind {
    case .end: return true
    case .comma, .enumeration, .semicolon, .slash, .newline: return startsFullNumber(at: end + 1)
    case .digits, .open: return tokens[end].followsBlank && startsFullNumber(at: end)
    case .plus: return true
    default: return false
    }
  }
}
