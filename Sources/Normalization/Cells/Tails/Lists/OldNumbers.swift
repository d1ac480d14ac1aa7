import Records

/// Items of lists that are numbers as they were dialled once: 55 5512 1200 / 01 33 3614 5678.
extension TailGrammar {
  /// The digits of a prefix that was dialled once, 01 and 044.
  private static let digitsOfPrefix: ClosedRange<UInt16> = 2...3

  /// Whether a prefix of its own begins a number that only a renewed plan knows.
  func startsOldNumber(at index: Int) -> Bool {
    guard Self.digitsOfPrefix.contains(tokens[index].count), tokens[index].kind == .digits,
      beginsWithZero(index), tokens[index + 1].followsBlank,
      tokens[index + 1].kind == .digits || tokens[index + 1].kind == .open,
      case .base(let base) = NumberGrammar(list, context, at: index).read(at: index)
    else { return false }
    return base.repair == .obsoleteNumbering && base.nextToken > index + 2
  }
}
