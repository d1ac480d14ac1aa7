import NumberingPlans

/// Words that condemn the only number of a cell: 0912345678 已離職, 0912345678(往生), 前任里長 0912345678.
extension TokenWriter {
  /// Whether text says that who had the number before it is there no more, or that nobody answers.
  func isGoneAlone(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    StatusWords.all.meaning(of: written) != 0 && endsItemBehindNumber(index)
  }

  /// Whether a text, or the bracket around it, ends the cell or an item of a list behind a number in full.
  func endsItemBehindNumber(_ index: Int) -> Bool {
    let isBracketed =
      index > 1 && tokens[index - 1].kind == .open && tokens[index + 1].kind == .close
    let (before, next) = isBracketed ? (index - 1, index + 2) : (index, index + 1)
    switch tokens[next].kind {
    case .end, .comma, .enumeration, .semicolon, .newline: break
    default: return false
    }
    return before > 0 && endsNumberInFull(before: before)
  }

  /// What text says that begins with a word for a former holder: of the only number, that it is out of use.
  func meaning(ofContrast written: UnsafeBufferPointer<UInt8>) -> Word {
    isFormerHolder(written) && !hasSeveralNumbers() ? .outOfUse : .contrast
  }

  /// Whether text names who had an office before: 前任里長, and not 前任咖啡.
  private func isFormerHolder(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
    guard plan.notation.namesTouchNumbers, ContrastWords.begin(written) else { return false }
    let last = UnsafeBufferPointer(rebasing: written.suffix(3))
    if last.spells("長") || last.spells("长") { return true }
    let title = UnsafeBufferPointer(rebasing: written.suffix(6))
    return written.count > 6
      && ["主任", "經理", "经理", "老師", "老师"].contains { title.elementsEqual($0.utf8) }
  }
}
