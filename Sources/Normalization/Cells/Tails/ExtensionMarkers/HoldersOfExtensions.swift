import NumberingPlans
import Records

/// Extensions behind the title or the department of who has them, without a marker: 021-51234567 校长 8001 教务 8012,
/// 02-27123456 王主任2102.
extension TailGrammar {
  /// Reads the digits behind such text.
  ///
  /// A name with no title, 王123, may count anything, and so may digits that a blank parts from 王小姐.
  private func readsExtension(
    _ tail: inout Tail, ofHolder name: Range<Int>, _ base: Base
  ) -> Bool {
    let index =
      tokens[name.upperBound].kind == .colon ? name.upperBound + 1 : name.upperBound
    let token = tokens[index]
    // 校長室1302 教務處30.
    let isNext = tail.extensions.count > 0 && !token.followsBlank
    guard plan.notation.hasUnmarkedExtensions, token.kind == .digits,
      (isNext ? 2...5 : 3...5).contains(token.count),
      isOn(.extensionMarkers), base.answer.type == .fixedLine, base.repair == nil,
      tail.isOfOneNumber,
      !name.contains(where: { tokens[$0].count > 0 }),
      let holder = holder(endingAt: name.upperBound - 1),
      tail.extensions.count == 0 || Int(token.count) == tail.extensions.last.digits
        || isNext && holder == .title,
      holder == .title || !token.followsBlank,
      !mayBeDayOrCount(index), !isShortCode(digits(of: token)), !startsFullNumber(at: index),
      endsExtension(index + 1), !beginsUnit(index + 1)
    else { return false }
    tail.findings.insert(.unusedText)
    if mayBeSalary(tail, index) {
      tail.doubt(index, keeping: base, "an extension, or a salary")
      return true
    }
    return addExtension(&tail, token: index)
  }

  /// Whether four round digits may be what a job pays, 会计 3500: no extension stands before them, and none as long behind
  /// them.
  private func mayBeSalary(_ tail: Tail, _ index: Int) -> Bool {
    guard plan.notation.notesPay, tail.extensions.count == 0,
      tokens[index].count == 4, value(of: tokens[index]) % 100 == 0
    else { return false }
    var next = index + 1
    while tokens[next].kind == .text || tokens[next].kind == .enumeration
      || tokens[next].kind == .comma || isWord(.label, at: next)
    { next += 1 }
    return tokens[next].kind != .digits || tokens[next].count != tokens[index].count
  }

  /// Reads few digits behind text that names who has an extension of a line; false for others.
  func readsExtension(_ tail: inout Tail, ofHolderAt start: Int, _ base: Base) -> Bool {
    var end = start
    while tokens[end].kind == .text || isWord(.label, at: end) { end += 1 }
    return end > start
      && (readsExtension(&tail, ofHolder: start..<end, base)
        || readsShortForm(&tail, from: start, to: end, base)
        || readsPair(&tail, ofHolder: start..<end, base))
  }

  /// Reads the first character of a word for an extension that touches digits: 02-27123456 分801, 加801.
  private func readsShortForm(
    _ tail: inout Tail, from start: Int, to end: Int, _ base: Base
  ) -> Bool {
    let spelled = text(of: tokens[start])
    guard end == start + 1, tokens[start].kind == .text, mayHaveExtension(base, tail),
      spelled.isOne(of: EmbeddedWords.shortExtension), tokens[end].kind == .digits,
      !tokens[end].followsBlank, (2...5).contains(tokens[end].count),
      value(of: tokens[end]) % 100 != 0,
      !startsFullNumber(at: end), endsExtension(end + 1), !beginsUnit(end + 1)
    else { return false }
    return addExtension(&tail, token: end)
  }

  /// Whether a line has no extension yet, and may have one without a marker.
  private func mayHaveExtension(_ base: Base, _ tail: Tail) -> Bool {
    plan.notation.hasUnmarkedExtensions && isOn(.extensionMarkers)
      && base.answer.type == .fixedLine && base.repair == nil && tail.isEmpty
  }

  /// Reads two digits behind who has them for an extension: of a person at the end of the cell, 02-27123456 王小姐 12, or
  /// touching an office there or before another one with as many, 業務部12 會計部15.
  private func readsPair(_ tail: inout Tail, ofHolder name: Range<Int>, _ base: Base) -> Bool {
    let index = name.upperBound
    guard mayHaveExtension(base, tail), tokens[index].kind == .digits, tokens[index].count == 2,
      !name.contains(where: { tokens[$0].count > 0 }), let holder = holder(endingAt: index - 1)
    else { return false }
    let ends = tokens[index + 1].kind == .end
    let isSure =
      switch holder {
      case .person: ends
      case .title:
        !tokens[index].followsBlank
          && (ends && isLongName(index - 1) || endsHolder(index + 1) && leadsToHolder(index + 1))
      }
    guard isSure else { return false }
    tail.findings.insert(.unusedText)
    return addExtension(&tail, token: index)
  }

  /// Whether the name of an office has three ideographs or more: 業務部.
  private func isLongName(_ index: Int) -> Bool {
    tokens[index].bytes >= 9
  }

  /// The bracket that closes behind an extension that a word in it calls a former one: (原#12), (舊分機12).
  func endOfFormerExtension(_ first: Int) -> Int? {
    guard plan.notation.hasUnmarkedExtensions,
      isWord(.former, at: first) || isWord(.formerBesideNew, at: first)
    else { return nil }
    var index = first + 1
    while tokens[index].kind == .hash || tokens[index].kind == .colon
      || isWord(.marker, at: index)
    { index += 1 }
    return tokens[index].kind == .digits && tokens[index].count <= 5
      && tokens[index + 1].kind == .close ? index + 1 : nil
  }

  /// Whether the extension of somebody ends before a token, at which somebody else may begin.
  private func endsHolder(_ index: Int) -> Bool {
    endsExtension(index) || tokens[index].kind == .text && leadsToHolder(index)
  }

  /// Whether the title of somebody else, which touches two digits, follows.
  func leadsToHolder(_ index: Int) -> Bool {
    var end = index
    if tokens[end].kind == .enumeration || tokens[end].kind == .comma || tokens[end].kind == .slash
    {
      end += 1
    }
    let first = end
    while tokens[end].kind == .text || isWord(.label, at: end), end < first + 4 { end += 1 }
    return end > first && holder(endingAt: end - 1) == .title && tokens[end].kind == .digits
      && tokens[end].count == 2 && !tokens[end].followsBlank
      && (endsExtension(end + 1) || tokens[end + 1].kind == .text) && !beginsUnit(end + 1)
  }

  /// Whether digits are a year, a time, a day or a price as well: 2024, 1430, 1225, 12800.
  private func mayBeDayOrCount(_ index: Int) -> Bool {
    let value = value(of: tokens[index])
    switch tokens[index].count {
    case 4:
      let isDay = CalendarDay.isDay(month: value / 100, day: value % 100)
      return CalendarDay.isYear(value) || isDay || isTimeOfDay(index)
    case 5: return value % 100 == 0
    default: return false
    }
  }

  /// Whether text that a blank sets apart begins with a unit: 校長 300 桌.
  private func beginsUnit(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text:
      return HolderWords.units.begin(text(of: tokens[index]), ideographs: 1...2)
    case .word: return tokens[index].word != .label && tokens[index].word != .fax
    default: return false
    }
  }
}

/// Who may have an extension.
enum Holder {
  /// One by an office or a department: 校長, 教務.
  case title
  /// A person by name: 王小姐.
  case person
}

extension TokenReading {
  /// Whose an extension is by the text, or the label, that ends at a token; nil where nothing says so.
  func holder(endingAt index: Int) -> Holder? {
    guard index >= 0, tokens[index].isOfIdeographs,
      tokens[index].kind == .text || isWord(.label, at: index)
    else { return nil }
    let spelled = list.cell[..<Int(tokens[index].end)]
    for count in stride(from: 6, through: min(HolderWords.longest, spelled.count), by: 3) {
      switch HolderWords.all.meaning(of: UnsafeBufferPointer(rebasing: spelled.suffix(count))) {
      case 0: continue
      case 2: return .person
      default: return .title
      }
    }
    return endsAsOffice(text(of: tokens[index])) ? .title : nil
  }
}

extension TokenReading {
  /// Whether text of three ideographs or more is the name of an office: 民政課, 社會科, and not 全部 or 俱樂部.
  private func endsAsOffice(_ spelled: UnsafeBufferPointer<UInt8>) -> Bool {
    guard spelled.count >= 9, spelled[0] >= 0xE4 else { return false }
    return HolderWords.offices.end(spelled, ideographs: 1...1)
      && !spelled.ends(inOneOf: EmbeddedWords.noOffice)
  }
}

/// The words for who has an extension: Data/words.tsv.
private enum HolderWords {
  /// 2 for what names end in.
  static let all = SpellingTable(
    EmbeddedWords.holder, EmbeddedWords.personEnding)
  /// What the names of offices end in.
  static let offices = SpellingTable(EmbeddedWords.officeEnding)
  static let units = SpellingTable(
    EmbeddedWords.countUnit, EmbeddedWords.sureUnit, EmbeddedWords.itemUnit,
    EmbeddedWords.schoolYear, EmbeddedWords.schoolTerm, EmbeddedWords.behindHolder)
  /// Bytes of the longest word.
  static let longest = 12
}
