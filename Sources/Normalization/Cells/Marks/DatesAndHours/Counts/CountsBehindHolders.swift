/// Counts behind a department or a title, which has its extension there without a marker: 02-27123456 客服部 365 天,
/// 總務處 102 學年度, 護理站 301 病房.
extension TokenWriter {
  /// The most digits of an extension without a marker.
  private static let mostDigits = 5

  /// The token behind digits and the unit that counts them; nil where none does.
  func endOfCount(
    behindHolder index: Int
  ) -> Int? {
    let next = tokens[index + 1]
    guard tokens[index].count <= Self.mostDigits, next.kind == .text || next.kind == .percent
    else { return nil }
    // 分24期.
    if tokens[index - 1].kind == .text,
      text(of: tokens[index - 1]).isOne(of: EmbeddedWords.inParts),
      text(of: next).begins(withOneOf: EmbeddedWords.partPayment)
    {
      return index + 2
    }
    guard isHolder(index - 1) else { return nil }
    if next.kind == .percent { return index + 2 }
    let unit = text(of: next)
    if CountsOfHolders.things.contains(unit) || isYearOfSchools(next) { return index + 2 }
    guard next.followsBlank else { return nil }
    return CountsOfHolders.units.contains(unit) || CountsOfHolders.begin(unit) ? index + 2 : nil
  }

  /// 學年度, in which 年 is a word of its own.
  private func isYearOfSchools(_ unit: Token) -> Bool {
    let written = cell[Int(unit.start)...]
    return written.begins(withOneOf: EmbeddedWords.schoolYear)
      || written.begins(withOneOf: EmbeddedWords.schoolTerm)
  }

  /// Whether a token names an office, or a title.
  private func isHolder(_ index: Int) -> Bool {
    isWord(.label, at: index) && endsAsDepartment(text(of: tokens[index]))
      || holder(endingAt: index) != nil
  }
}

/// The words behind such counts: Data/words.tsv.
private enum CountsOfHolders {
  static let things = SpellingTable(EmbeddedWords.numbered, EmbeddedWords.holderCounts)
  static let units = SpellingTable(
    EmbeddedWords.countUnit, EmbeddedWords.sureUnit, EmbeddedWords.counting,
    EmbeddedWords.holderUnit)
  private static let beginnings = SpellingTable(
    EmbeddedWords.sureUnit, EmbeddedWords.holderUnitBeginning)

  /// Whether text begins with a unit that no name begins with: 365 天無休.
  static func begin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    [3, 6].contains {
      text.count > $0 && beginnings.contains(UnsafeBufferPointer(rebasing: text.prefix($0)))
    }
  }
}
