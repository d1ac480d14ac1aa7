import NumberingPlans

/// Numbers that are complete whatever text and digits stand behind them.
extension TailGrammar {
  /// Whether a number is complete whatever text that is set apart says with the digits behind it.
  func isSure(_ base: Base, beforeText start: Int, andDigits index: Int, _ tail: Tail) -> Bool {
    guard base.repair == nil, isHome(base), tail.isOpen, tokens[index].kind == .digits
    else { return false }
    if plan.notation.hasUnmarkedExtensions {
      return tail.alternates == 0 && tokens[index].count > 2
        && digits(from: index, sign: .dash) > Self.mostDigitsOfExtension
    }
    guard base.answer.nationalDigits >= 7, tail.extensions.count == 0,
      tokens[start].followsBlank || tokens[start - 1].kind != .digits
    else { return false }
    let isBracketed = tokens[start - 1].kind == .open && tokens[index + 1].kind == .close
    return digits(from: index, sign: .dot)
      <= (isBracketed ? Self.mostDigitsOfExtension : Self.mostDigitsOfNote)
  }

  /// The token behind what ends text behind a number: a count, a code, an area code, or the # of an extension.
  func endOfNoteInText(_ tail: Tail, from start: Int, at index: Int, _ base: Base) -> Int? {
    endOfQuantity(index) ?? endOfCounted(index) ?? endOfNamedCode(index)
      ?? extensionOfDepartment(tail, from: start, hash: index)
      ?? endOfAddedArea(start, behind: base)
  }

  /// Ends text behind a number; at a label before a colon that names the number behind a fax the next one begins:
  /// 傳真02-27123457 國外客服專線：02-27123456.
  func endText(_ tail: inout Tail, at end: Int) {
    if tokens[end].kind == .colon { tail.isDone = true }
    tail.next = tail.isFax && tail.isDone && isWord(.label, at: end - 1) ? end - 1 : end
  }

  /// How many digits stand at a token, dashes or another sign between them.
  private func digits(from index: Int, sign: Token.Kind) -> Int {
    var (count, next) = (0, index)
    while tokens[next].kind == .digits || tokens[next].kind == .dash || tokens[next].kind == sign {
      count += tokens[next].kind == .digits ? Int(tokens[next].count) : 0
      next += 1
    }
    return count
  }

  /// The most digits behind text that are no number of their own: a ward, hours, an extension.
  private static let mostDigitsOfNote = 4
  /// The most that may be an extension, where people write those without a marker: not 高雄廠 3371529.
  private static let mostDigitsOfExtension = 6
}
