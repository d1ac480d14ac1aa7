import NumberingPlans

/// Short codes behind a star, which mobiles dial, beside a number: 03-1234567, *4545.
extension TailGrammar {
  /// The digits of such a code.
  private static let digitsOfCode: ClosedRange<UInt16> = 2...6
  /// Those of one without a label.
  private static let digitsAlone: UInt16 = 4

  /// Leaves a code unused that a label or a sign of lists sets apart, or where the region has them, a blank; false for an
  /// extension.
  func leavesStarCode(_ tail: inout Tail, star: Int, digits index: Int) -> Bool {
    guard tokens[star].kind == .star, index == star + 1, !tokens[index].followsBlank,
      Self.digitsOfCode.contains(tokens[index].count), tail.extensions.count == 0
    else { return false }
    var label = star - 1
    while label > 0, tokens[label].kind == .colon || tokens[label].kind == .dot {
      label -= 1
    }
    let isAlone =
      plan.notation.hasStarCodes && tokens[star].followsBlank
      && tokens[index].count == Self.digitsAlone
    guard
      isAlone || isSetApart(star) || isWord(.label, at: label) && tokens[label].count > 0
    else { return false }
    tail.findings.insert(.unusedText)
    tail.next = tokens[index + 1].kind == .hash ? index + 2 : index + 1
    return true
  }

  /// Whether a sign of lists and a blank stand before a star, which marks no extension then: / *106, , *737#.
  ///
  /// People in Taiwan and China write one so for all that.
  private func isSetApart(_ star: Int) -> Bool {
    guard tokens[star].followsBlank, !plan.notation.notesAreChinese else { return false }
    switch tokens[star - 1].kind {
    case .slash, .comma, .semicolon: return true
    default: return false
    }
  }
}
