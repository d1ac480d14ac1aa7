import NumberingPlans
import Records

/// Reads another line of the same area behind a dash that has a blank within, where people write extensions behind
/// dashes, too: 021-65431234-6543 1240.
extension TailGrammar {
  /// How far extensions of one number lie from each other.
  private static let nearExtensions: Int64 = 100

  /// Ends a number before such a line; false where none begins, or two extensions may be meant.
  func readsLineInGroups(_ tail: inout Tail, _ base: Base, dash: Int, at index: Int) -> Bool {
    let (first, second) = (tokens[index], tokens[index + 1])
    guard plan.notation.hasUnmarkedExtensions, isOn(.lists), index == dash + 1,
      base.area.digits > 0, tail.isOfOneNumber,
      second.kind == .digits, second.followsBlank, first.count > 2, second.count > 2,
      Int(first.count + second.count) == base.localDigits,
      startsLocalNumber(at: index, like: base)
    else { return false }
    if repeatsExchange(of: base, at: index) {
      tail.end(at: index)
      return true
    }
    let distance = value(of: first) - value(of: second)
    if first.count == second.count, abs(distance) <= Self.nearExtensions { return false }
    tail.doubt(index, keeping: base, "two extensions, or another number of the same area")
    return true
  }

  /// Whether digits begin with the first three of the line before.
  private func repeatsExchange(of base: Base, at index: Int) -> Bool {
    let rest = powerOfTen(base.localDigits - 3)
    let line = base.answer.nationalNumber % powerOfTen(base.localDigits)
    let spelled = value(of: tokens[index])
    return line / rest == spelled / powerOfTen(Int(tokens[index].count) - 3)
  }
}
