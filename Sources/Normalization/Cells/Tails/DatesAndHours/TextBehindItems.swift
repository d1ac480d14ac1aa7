import NumberingPlans
import Records

/// Tells few digits with text behind them from last digits and extensions, where names touch numbers: 02-27123456/52坪,
/// 0912345678、350期, 02-27123456,120戶.
extension TailGrammar {
  /// What text says of the digits that it touches.
  private enum Said {
    /// Whose they are: a person, a department.
    case owner
    case quantity
    /// Nobody knows.
    case something
  }

  /// The most digits of a list that may be last ones, or an extension.
  private static let mostDigitsOfItem = 5

  /// Leaves digits behind a sign unused that text counts with; false for others.
  ///
  /// Where the sign leads to last digits, it doubts those of which text does not say whose they are.
  func leavesDigitsWithText(
    _ tail: inout Tail, _ base: Base, at index: Int, mayReplace: Bool = false
  ) -> Bool {
    guard plan.notation.notesAreChinese, isOn(.datesAndHours),
      tokens[index].kind == .digits, tokens[index].count <= Self.mostDigitsOfItem
    else { return false }
    if let end = endOfDecimals(index + 1) {
      tail.leave(upTo: end)
      return true
    }
    guard let said = said(behind: index) else { return false }
    switch said {
    case .owner: return false
    case .quantity:
      tail.leave(upTo: index + 2)
      return true
    case .something:
      guard mayReplace else { return leavesUnknown(&tail, at: index) }
      guard !tail.hasExtensions else { return doubtsOtherLength(&tail, base, at: index) }
      tail.doubt(index, keeping: base, "the last digits of another number, or a count")
      return true
    }
  }

  /// Doubts digits that touch text and are not as many as those of the extension before them, which may count or number
  /// something: 轉917;2號倉, 내선 18 / 2별동; false for others.
  func doubtsOtherLength(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard tail.hasExtensions, Int(tokens[index].count) != tail.extensions.last.digits else {
      return false
    }
    tail.doubt(index, keeping: base, "an extension, or the number of something else")
    return true
  }

  /// The same where notes are not written in Chinese, and of the last digits of a number, too: / 5팀장.
  func doubtsBeforeText(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard !plan.notation.notesAreChinese, tokens[index + 1].kind == .text,
      !tokens[index + 1].followsBlank, tokens[index].count <= Self.mostDigitsOfItem
    else { return false }
    guard !tail.hasExtensions else { return doubtsOtherLength(&tail, base, at: index) }
    tail.doubt(index, keeping: base, "the last digits of another number, or a count")
    return true
  }

  /// Leaves digits unused that touch text which names nobody: -18吋, ,2024婚展; false before a name.
  private func leavesUnknown(_ tail: inout Tail, at index: Int) -> Bool {
    guard !isName(textFrom: index + 1) else { return false }
    tail.leave(upTo: index + 2)
    return true
  }

  /// Whether digits behind a marker are a count by a unit that no name begins with: #3戶, *20 桌, 按100%.
  func countsBehindMarker(_ index: Int) -> Bool {
    guard plan.notation.notesAreChinese, tokens[index].count <= Self.mostDigitsOfItem else {
      return false
    }
    if beginsNameOfThing(index) { return true }
    let next = tokens[index + 1]
    switch next.kind {
    case .percent: return !next.followsBlank
    case .text:
      let spelled = text(of: next)
      if next.followsBlank { return UnitsOfCounts.sure.contains(spelled) && endsText(index + 1) }
      return UnitsOfCounts.sure.contains(spelled)
        || UnitsOfCounts.sure.begin(spelled, ideographs: 1...1)
    // 3年級2班.
    case .word where next.word == .dateUnit && !next.followsBlank:
      let grade = text(of: tokens[index + 2])
      return tokens[index + 2].kind == .text && !tokens[index + 2].followsBlank
        && grade.begins(withOneOf: EmbeddedWords.schoolGrade)
    default: return false
    }
  }

  /// Whether text that touches digits goes on with them as the name of a thing: 591租屋, 85度C, 2025金馬獎.
  private func beginsNameOfThing(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    guard !next.followsBlank, next.isOfIdeographs, next.kind == .text || next.kind == .word else {
      return false
    }
    let written = text(from: index + 1, through: lastOfText(from: index + 1))
    if ThingWords.all.contains(written) { return true }
    guard !endsInOwner(textFrom: index + 1) else { return false }
    if next.kind == .text, tokens[index].count == 4, written.count > 6,
      (1990...2039).contains(value(of: tokens[index]))
    {
      return true
    }
    return ThingWords.all.begin(written, ideographs: ThingWords.lengths)
  }

  /// Whether neither text nor a word goes on behind a token.
  private func endsText(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return next.followsBlank || next.kind != .text && next.kind != .word
  }

  /// What stands right behind digits says of them; nil where it says nothing.
  private func said(behind index: Int) -> Said? {
    if beginsNameOfThing(index) { return .quantity }
    let next = tokens[index + 1]
    switch next.kind {
    case .percent: return next.followsBlank ? nil : .quantity
    case .other: return !next.followsBlank && isUnit(text(of: next)) ? .quantity : nil
    case .word: return said(behindHours: index + 1) ?? said(behindWord: index + 1)
    case .text: break
    default: return nil
    }
    let spelled = text(of: next)
    if next.followsBlank {
      return ItemWords.units.contains(spelled) && endsText(index + 1) ? .quantity : nil
    }
    if UnitsOfCounts.sure.begin(spelled, ideographs: 1...2) { return .quantity }
    if endsInOwner(textFrom: index + 1) { return .owner }
    return isUnit(spelled) ? .quantity : .something
  }

  /// The same of years since a day, or of a day of the week that the digits may not belong to: /75周五休.
  private func said(behindHours day: Int) -> Said? {
    guard isWord(.hours, at: day), tokens[day].isOfIdeographs, !tokens[day].followsBlank else {
      return nil
    }
    if countsYears(day) { return .quantity }
    return endsInOwner(textFrom: day) || endsInOwner(textFrom: day + 1) ? nil : .something
  }

  /// The same of a unit with which a name begins: 104人力銀行, 215巷口, and not 201人事室.
  private func said(behindWord unit: Int) -> Said? {
    switch tokens[unit].word {
    case .amount, .place, .unit, .dateUnit: break
    default: return nil
    }
    guard tokens[unit].isOfIdeographs, !tokens[unit].followsBlank, tokens[unit + 1].kind == .text,
      !tokens[unit + 1].followsBlank
    else { return nil }
    // 5號店.
    if text(of: tokens[unit + 1]).isOne(of: EmbeddedWords.shop) { return .something }
    return endsInOwner(textFrom: unit) || isName(textFrom: unit) ? .owner : .something
  }

  /// Whether a word that touches digits is that of years since a day: 60週年.
  private func countsYears(_ week: Int) -> Bool {
    isWord(.hours, at: week) && tokens[week].isOfIdeographs && !tokens[week].followsBlank
      && isWord(.dateUnit, at: week + 1) && !tokens[week + 1].followsBlank
  }

  /// Whether text is a unit, or begins with one of one ideograph or two.
  private func isUnit(_ spelled: UnsafeBufferPointer<UInt8>) -> Bool {
    ItemWords.units.contains(spelled) || ItemWords.units.begin(spelled, ideographs: 1...2)
  }

  /// Whether the text from a token on, with the words that it goes on with, names whose something is: 會計室.
  private func endsInOwner(textFrom first: Int) -> Bool {
    let last = lastOfText(from: first)
    if isWord(.label, at: last) { return true }
    if isWord(.place, at: last), text(of: tokens[last]).isOne(of: EmbeddedWords.officeRoom) {
      return true
    }
    return ItemWords.endsInOwner(text(from: first, through: last))
  }

  /// Whether the text from a token on begins with the name of a person, alone or with more behind a title: 陳淑芬,
  /// 林小姐訂房.
  private func isName(textFrom first: Int) -> Bool {
    let written = text(from: first, through: lastOfText(from: first))
    guard Surnames.begin(written) else { return false }
    if written.count <= ItemWords.longestName { return true }
    for count in stride(from: 6, through: min(written.count, ItemWords.longestName + 6), by: 3)
    where ItemWords.endsInOwner(UnsafeBufferPointer(rebasing: written.prefix(count))) {
      return true
    }
    return false
  }

  /// The last token of text and words of ideographs that nothing parts.
  private func lastOfText(from first: Int) -> Int {
    var last = first
    while !tokens[last + 1].followsBlank, goesOnWithText(last + 1) { last += 1 }
    return last
  }

  /// Whether a token is text, or a word that text goes on with.
  private func goesOnWithText(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text: return true
    case .word where tokens[index].isOfIdeographs:
      switch tokens[index].word {
      case .label, .amount, .place, .unit, .dateUnit: return true
      default: return false
      }
    default: return false
    }
  }
}

/// The words behind few digits of a list: Data/words.tsv.
private enum ItemWords {
  static let units = SpellingTable(
    EmbeddedWords.countUnit, EmbeddedWords.itemUnit, EmbeddedWords.sureUnit,
    EmbeddedWords.counting)
  /// Bytes of the longest name of a person without a title.
  static let longestName = 12

  /// Whether text ends in a word for whose something is; one ideograph alone is none, as 室.
  static func endsInOwner(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // 註冊組, whose last word is a unit elsewhere.
    if text.count > 3, text.ends(inOneOf: EmbeddedWords.group) { return true }
    return text.count > 3 && SharedWords.holderEndings.end(text, ideographs: 1...4)
  }
}

/// The words that go on with digits as names of things: Data/words.tsv.
enum ThingWords {
  /// Whether text begins with one, and does not end in the name of an office.
  static func begin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    all.contains(text)
      || !ItemWords.endsInOwner(text) && all.begin(text, ideographs: lengths)
  }

  static let all = SpellingTable(EmbeddedWords.begunByDigits, EmbeddedWords.thingBehindDigits)
  /// How many ideographs they have that more text may follow.
  static let lengths = 1...4
}
