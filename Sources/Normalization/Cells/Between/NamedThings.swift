/// What stands before the sign for number: PO# 2126399675.
extension CellReading {
  /// Whether an unknown word before a sign may say that unparted digits are the number of a thing.
  ///
  /// Labels are known words, and digits in groups are written as phones are: Desk # 212-639-9675.
  func namesThing(beforeHash sign: Int, number: Int) -> Bool {
    guard tokens[sign].kind == .hash, number == sign + 1, sign > 0, isUnparted(number) else {
      return false
    }
    let last = tokens[sign - 1].kind == .dot ? sign - 2 : sign - 1
    guard last >= 0 else { return false }
    switch tokens[last].kind {
    case .letters: return true
    case .word where last > 1 && tokens[last].count == 1 && tokens[last - 1].kind == .dot:
      return tokens[last - 2].kind == .letters || tokens[last - 2].kind == .word
    case .word:
      switch tokens[last].word {
      case .hours, .unit, .dateUnit, .amount, .place: return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether digits stand in one piece, and no groups go on with them.
  private func isUnparted(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .dash, .dot, .slash: tokens[index + 2].kind != .digits
    case .digits: startsFullNumber(at: index + 1)
    default: true
    }
  }
}
