import NumberingPlans
import Records

/// Digits of names and houses before a number, which are no number of their own: A1駕駛學校 學車快線：6511-3311,
/// 400电话：400-810-1234, 349巷25之7號 電話：….
extension CellReading {
  /// Whether few digits that letters touch are part of a name, behind which words and a colon stand before a number in
  /// full: A1駕駛學校 學車快線：6511-3311, PC-P1 服务热线：400-810-1234.
  func endsNameBeforeLabelled(_ index: Int) -> Bool {
    guard plan.notation.notesAreChinese || tokens[index + 1].kind == .text,
      tokens[index].count <= 3
    else { return false }
    var next = index + 1
    while next - index < Self.mostWordsOfName, isOfName(next) { next += 1 }
    guard next > index + 1, tokens[next].kind == .colon || isWord(.label, at: next - 1) else {
      return false
    }
    if tokens[next].kind == .colon { next += 1 }
    return tokens[next].kind == .plus || beginsNumberInFull(next)
  }

  /// Whether digits that begin numbers for everybody touch the label of one: 400电话：400-810-1234, 0800專線.
  private func namesLine(_ index: Int) -> Bool {
    let label = index + 1
    guard (3...4).contains(tokens[index].count), index == 0 || tokens[index - 1].kind != .digits,
      isWord(.label, at: label), tokens[label].isOfIdeographs, !tokens[label].followsBlank
    else { return false }
    let number = token(afterSigns: label + 1)
    return number > label && (tokens[number].kind == .plus || beginsNumberInFull(number))
  }

  /// The most words of a name before the colon of a number.
  private static let mostWordsOfName = 6

  private func isOfName(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters: return true
    case .word:
      switch tokens[index].word {
      case .label, .new, .joiner, .none, .amount, .place, .unit: return true
      default: return false
      }
    default: return false
    }
  }

  /// The token behind digits that name a line, or are the first part of a house; nil for others.
  func endOfNamedDigits(_ index: Int) -> Int? {
    if namesLine(index) { return index + 1 }
    return tokens[index].kind == .digits && tokens[index].count <= 4 ? endOfHouse(index + 1) : nil
  }
}
