import NumberingPlans
import Records

/// Tells quantities, days, floors and rooms from extensions, which digits behind a sign else are: 0912345678-20桌,
/// 02-27123456-24小時, 轉3F.
extension TailGrammar {
  /// What a unit makes of the digits that it touches.
  private enum Counted {
    case hours, count, room, floor
  }

  /// Leaves digits unused that a unit makes something else than an extension, or doubts them where they stand
  /// behind a marker of extensions; false where no unit touches them.
  func leavesCounted(
    _ tail: inout Tail, _ base: Base, at index: Int, behindMarker marker: Int? = nil,
    hasWord: Bool = false
  ) -> Bool {
    guard isOn(.datesAndHours), tokens[index].count <= 5 else { return false }
    guard tail.extensions.count == 0 else {
      return marker == nil && leavesDigitsWithText(&tail, base, at: index)
    }
    if let marker, countsBehindMarker(index) {
      leaveCount(&tail, base, at: marker, upTo: index + 2)
      return true
    }
    guard
      let (unit, end) = counted(index, base, behindMarker: marker != nil, hasWord: hasWord)
    else { return marker == nil && leavesDigitsWithText(&tail, base, at: index) }
    let isOfMobile = base.answer.type == .mobile
    let isUnused =
      switch unit {
      case .room: isOfMobile
      case .hours: marker == nil || hasWord || isOfMobile
      case .floor, .count: marker == nil || isOfMobile
      }
    if isUnused {
      tail.findings.insert(.unusedText)
      tail.next = end
    } else {
      failAtCount(&tail, base, at: marker ?? index)
    }
    return true
  }

  /// Fails at digits that are no extension, of a number that is complete without them in Taiwan and China.
  func failAtCount(_ tail: inout Tail, _ base: Base, at token: Int) {
    tail.fail(.badExtension, at: token)
    tail.keepsNumber =
      plan.notation.hasUnmarkedExtensions && base.repair == nil && tail.run == nil
      && !tail.hasDummy
  }

  /// Fails at letters that touch an extension, and leaves it out of a number of Taiwan and China that is complete
  /// without it: 轉12B.
  func failAtLetters(_ tail: inout Tail, _ base: Base, at token: Int) {
    guard tail.rule == .extensionMarkers, tail.extensions.count == 1, tail.alternates == 0 else {
      return tail.fail(.badExtension, at: token)
    }
    failAtCount(&tail, base, at: token)
    if tail.keepsNumber { tail.extensions.removeAll() }
  }

  /// Leaves digits unused that are no further extension, for a unit or the word of a place touches them: #12&2桌,
  /// 轉12、3號樓; false for others.
  private func leavesCountedItem(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard plan.notation.namesTouchNumbers, tail.extensions.count > tail.alternates,
      isOn(.datesAndHours), tokens[index].kind == .digits,
      tokens[index].count <= 5,
      let (_, end) = counted(index, base, behindMarker: true, hasWord: false)
    else { return false }
    tail.findings.insert(.unusedText)
    tail.next = end
    return true
  }

  /// Leaves a count behind a marker unused behind a mobile, which has no extensions, and fails at it behind others.
  private func leaveCount(_ tail: inout Tail, _ base: Base, at marker: Int, upTo end: Int) {
    guard base.answer.type == .mobile else { return failAtCount(&tail, base, at: marker) }
    tail.findings.insert(.unusedText)
    tail.next = end
  }

  /// Leaves an item of a list unused, or doubts it, that a unit or unknown text behind it makes something else than
  /// an extension or last digits; false for others.
  func leavesItemWithUnit(
    _ tail: inout Tail, _ base: Base, separator: Token.Kind, at index: Int
  ) -> Bool {
    if leavesCountedItem(&tail, base, at: index) { return true }
    let mayReplace =
      switch separator {
      case .enumeration, .slash, .ampersand, .word: true
      default: false
      }
    return leavesDigitsWithText(&tail, base, at: index, mayReplace: mayReplace)
  }

  /// Leaves unused how many lines there are: x 3 lines.
  func leavesLines(_ tail: inout Tail, marker: Int, digits index: Int) -> Bool {
    guard isTimes(marker), tokens[index].count <= 2,
      isWord(.amount, at: index + 1)
        || tokens[index + 1].kind == .text && spells("組", "组", index + 1)
    else { return false }
    tail.findings.insert(.unusedText)
    tail.next = index + 2
    return true
  }

  /// Leaves the number of a flat in Italy unused, which has the word for an extension.
  ///
  /// Scala B int. 4.
  func leavesFlat(
    _ tail: inout Tail, _ base: Base, marker: Int, digits index: Int
  ) -> Bool {
    if leavesUnit(&tail, base, marker: marker, digits: index) { return true }
    guard spells("int", at: marker) || spells("interno", at: marker),
      (base.nextToken..<max(marker, base.nextToken)).contains(where: {
        spellsStair("scala", $0) || spellsStair("piano", $0) || spellsStair("palazzina", $0)
      })
    else { return false }
    tail.findings.insert(.unusedText)
    tail.next = index + 1
    return true
  }

  /// Whether a token is a word, be it set aside or not.
  private func spellsStair(_ word: String, _ index: Int) -> Bool {
    text(of: tokens[index]).elementsEqual(word.utf8) { $0 | 0x20 == $1 }
  }

  /// Whether a unit behind digits makes something else of them than an extension.
  func hasUnit(_ index: Int, _ base: Base) -> Bool {
    plan.notation.namesTouchNumbers
      && counted(index, base, behindMarker: true, hasWord: false) != nil
  }

  /// What a unit behind digits makes of them, and the token behind it.
  private func counted(
    _ index: Int, _ base: Base, behindMarker: Bool, hasWord: Bool
  ) -> (Counted, end: Int)? {
    let unit = index + 1
    let next = tokens[unit]
    if next.kind == .slash, let end = endOfRate(unit) { return (.count, end) }
    if let end = endOfMeasure(unit) ?? endOfDecimals(unit) { return (.count, end) }
    guard next.kind == .word || next.kind == .text else { return nil }
    // 轉 301 房.
    if next.followsBlank {
      return hasWord ? roomApart(unit).map { (.room, $0) } ?? countApart(unit) : nil
    }
    if next.kind == .text {
      if let end = endOfHouse(unit) { return (.room, end) }
      if isRoom(unit) { return (.room, unit + 1) }
      if namesThing(unit) { return (.count, unit + 1) }
      // 101教室.
      if isShort(unit), isRoom(unit + 1), !tokens[unit + 1].followsBlank {
        return (.room, unit + 2)
      }
      return isCount(unit, ofMobile: base.answer.type == .mobile) ? (.count, unit + 1) : nil
    }
    return counted(byWord: unit, behindMarker: behindMarker, hasWord: hasWord)
  }

  private func counted(
    byWord unit: Int, behindMarker: Bool, hasWord: Bool
  ) -> (Counted, end: Int)? {
    let index = unit - 1
    switch tokens[unit].word {
    case .fax: return isFloor(index) ? (.floor, unit + 1) : nil
    case .unit: return isUnitOfHours(unit) ? (.hours, unit + 1) : nil
    case .label: return counted(byLabel: unit)
    case .dateUnit: return endOfDay(index).map { (.hours, $0) }
    case .amount: return endOfAmount(unit, behindMarker: behindMarker)
    case .identity: return isLot(unit) ? (.count, unit + 1) : nil
    // A floor behind a word is no extension whatever goes on with it.
    case .place where !hasWord && tokens[unit].count == 0 && (endsUnit(unit) || isStorey(unit)):
      return (isRoom(unit) ? .room : .count, unit + 1)
    default: return nil
    }
  }

  private func counted(byLabel unit: Int) -> (Counted, end: Int)? {
    if isLetterOfHours(unit, behind: unit - 1) { return (.hours, unit + 1) }
    return isShortCodeOfLine(unit - 1, unit) ? (.count, unit + 1) : nil
  }

  /// The token behind the word for a room that a blank parts from its number: 轉 301 房, 轉 301 號房.
  private func roomApart(_ unit: Int) -> Int? {
    let room = spells("號", "号", unit) && !tokens[unit + 1].followsBlank ? unit + 1 : unit
    return isRoom(room) ? room + 1 : nil
  }

  /// A unit that a blank parts from its count: 轉 3 人.
  private func countApart(_ unit: Int) -> (Counted, end: Int)? {
    guard isWord(.amount, at: unit), tokens[unit].count == 0, tokens[unit - 1].count <= 2,
      plan.notation.namesTouchNumbers, !spells("號", "号", unit)
    else { return nil }
    return endOfAmount(unit, behindMarker: true)
  }

  /// Whether text behind digits is the word for a thing that has a number: 302公車, 301病房, 2號出口.
  private func namesThing(_ index: Int) -> Bool {
    guard plan.notation.namesTouchNumbers, tokens[index].kind == .text,
      !tokens[index].followsBlank
    else { return false }
    let spelled = text(of: tokens[index])
    // 302路, and 2次無人接, as no name begins.
    if spelled.spells("路") || spelled.begins(with: "次") { return true }
    // 114學年度.
    let written = UnsafeBufferPointer(rebasing: list.cell[Int(tokens[index].start)...])
    if written.begins(with: "學年") || written.begins(with: "学年") { return true }
    // Its word for a price is one of price already.
    if spelled.spells("包廂") || spelled.spells("包厢") { return true }
    // 轉12出口部 names who has the extension.
    return NumberedThings.all.contains(spelled) && endsUnit(index)
  }

  private func isUnitOfHours(_ unit: Int) -> Bool {
    // 5點後.
    if tokens[unit + 1].kind == .text, isShort(unit + 1), !tokens[unit + 1].followsBlank {
      let spelled = text(of: tokens[unit + 1])
      if spelled.spells("後") || spelled.spells("后") || spelled.spells("前") { return true }
    }
    return tokens[unit].count > 0 || !isShort(unit) || endsUnit(unit)
  }

  /// Whether digits and an F are a floor, and the F leads to no fax number.
  private func isFloor(_ index: Int) -> Bool {
    guard tokens[index].count <= 2, isLetter("f", at: index + 1) else { return false }
    let next = token(afterSigns: index + 2)
    switch tokens[next].kind {
    case .plus: return false
    case .digits: return !startsFullNumber(at: next) && tokens[next].count < 6
    default: return true
    }
  }

  /// Whether a word is a floor, whatever goes on with it: #2樓櫃台.
  private func isStorey(_ unit: Int) -> Bool {
    let spelled = text(of: tokens[unit])
    return spelled.spells("樓") || spelled.spells("楼") || spelled.spells("層") || spelled.spells("层")
  }

  /// Leaves the rest of a count unused that goes on behind a sign: 25桌*12800, 30人x2天; false for others, as for
  /// an extension behind a floor or lines, 3樓#12.
  func goesOnWithCount(_ tail: inout Tail, marker: Int, at index: Int) -> Bool {
    guard index == marker + 1, tokens[marker - 1].kind == .amount, !tokens[marker].followsBlank
    else { return false }
    let unit = tokens[marker - 1].word
    switch tokens[marker].kind {
    case .word:
      guard isLetter("x", at: marker), unit == .none || unit == .amount else { return false }
    case .hash: guard unit == .none else { return false }
    default: guard unit == .none || unit == .amount else { return false }
    }
    if spells("線", "线", marker - 1) { return false }
    tail.findings.insert(.unusedText)
    tail.next = index + 1
    return true
  }

  private func isShort(_ index: Int) -> Bool { tokens[index].end - tokens[index].start == 3 }

  /// Whether neither text nor a word goes on with a unit, as in 12人事室.
  private func endsUnit(_ unit: Int) -> Bool {
    let next = tokens[unit + 1]
    if next.followsBlank { return true }
    switch next.kind {
    case .text, .word, .letters: return false
    default: return true
    }
  }

  private func isLetterOfHours(_ unit: Int, behind index: Int) -> Bool {
    // 24H客服.
    let isRoundTheClock = plan.notation.namesTouchNumbers && value(of: tokens[index]) == 24
    return isLetter("h", at: unit) && tokens[index].count <= 2 && value(of: tokens[index]) <= 24
      && (endsUnit(unit) || isRoundTheClock && tokens[unit + 1].count == 0)
      && tokens[unit + 1].kind != .digits
  }

  /// The token behind a month, a day or a year: 12月25日.
  private func endOfDay(_ index: Int) -> Int? {
    var unit = index + 1
    while tokens[unit + 1].kind == .digits, !tokens[unit + 1].followsBlank,
      isWord(.dateUnit, at: unit + 2), !tokens[unit + 2].followsBlank
    { unit += 2 }
    if goesOnAsCount(unit + 1, CountedWords.behindDays) { return unit + 1 }
    return endsUnit(unit) && tokens[unit + 1].kind != .digits ? unit + 1 : nil
  }

  /// Whether text that touches a unit goes on with it as no name does: 12月起, 30人以上, 12號公休.
  private func goesOnAsCount(_ index: Int, _ words: [StaticString]) -> Bool {
    guard plan.notation.namesTouchNumbers, !tokens[index].followsBlank,
      tokens[index].kind == .text || isWord(.hours, at: index) || isWord(.changed, at: index)
    else { return false }
    let spelled = text(of: tokens[index])
    return words.contains { spelled.begins(with: $0) }
  }

  /// The token behind what a price is for: 599/人, 16800/桌.
  private func endOfRate(_ slash: Int) -> Int? {
    let unit = slash + 1
    guard plan.notation.namesTouchNumbers, !tokens[slash].followsBlank, tokens[unit].count == 0,
      !tokens[unit].followsBlank, endsUnit(unit)
    else { return nil }
    switch tokens[unit].kind {
    case .text: return CountedUnits.all.contains(text(of: tokens[unit])) ? unit + 1 : nil
    case .word:
      switch tokens[unit].word {
      case .amount, .unit, .dateUnit: return unit + 1
      default: return nil
      }
    default: return nil
    }
  }

  /// What a word for an amount counts; 號 may end an extension, and behind a marker so may 線.
  private func endOfAmount(_ unit: Int, behindMarker: Bool) -> (Counted, end: Int)? {
    if spells("號", "号", unit) {
      guard !tokens[unit + 1].followsBlank else { return nil }
      if isRoom(unit + 1) { return (.room, unit + 2) }
      let isThing =
        isDesk(unit + 1) || namesThing(unit + 1) || isBuildingOrLine(unit + 1)
        || isCount(unit + 1, ofMobile: false) || isPlatform(unit + 1)
        || goesOnAsCount(unit + 1, CountedWords.behindOrdinals)
      return isThing ? (.count, unit + 2) : nil
    }
    guard tokens[unit].count == 0,
      endsUnit(unit) || goesOnAsCount(unit + 1, CountedWords.behindAmounts)
    else { return nil }
    if behindMarker, spells("線", "线", unit) { return nil }
    return (.count, unit + 1)
  }

  private func spells(_ one: StaticString, _ other: StaticString, _ index: Int) -> Bool {
    let spelled = text(of: tokens[index])
    return spelled.spells(one) || spelled.spells(other)
  }

  /// Whether a text, or a word, is a room and nothing more.
  private func isRoom(_ unit: Int) -> Bool {
    let spelled = text(of: tokens[unit])
    guard tokens[unit].kind == .text || isWord(.place, at: unit), endsUnit(unit) else {
      return false
    }
    // words.tsv has them among counts and places, which are more than rooms.
    return spelled.spells("房") || spelled.spells("室") || spelled.spells("房間")
      || spelled.spells("房间")
  }

  /// Whether a desk or a window stands behind its number: 3號窗口.
  private func isDesk(_ index: Int) -> Bool {
    let spelled = text(of: tokens[index])
    return spelled.spells("窗口") || spelled.spells("櫃台") || spelled.spells("櫃臺")
      || spelled.spells("櫃檯")
      || spelled.spells("柜台")
  }

  /// Whether a word behind 號 is a building, or a line of a railway: 5号楼, 2號線.
  private func isBuildingOrLine(_ index: Int) -> Bool {
    tokens[index].kind == .word && (isStorey(index) || spells("線", "线", index)) && endsUnit(index)
  }

  /// Whether 月台 begins at a token, of which 月 is the word for a month elsewhere.
  private func isPlatform(_ index: Int) -> Bool {
    !tokens[index].followsBlank
      && list.cell[Int(tokens[index].start)...].starts(with: "月台".utf8)
  }

  /// Whether a text is a unit of counts, or begins with one behind a mobile, which has no extensions.
  func isCount(_ unit: Int, ofMobile isMobile: Bool) -> Bool {
    let spelled = text(of: tokens[unit])
    if CountedUnits.all.contains(spelled) { return endsUnit(unit) }
    // No name begins so: #20桌喜宴.
    if spelled.begins(with: "桌") { return true }
    return isMobile && spelled.count > 3 && spelled[0] >= 0xE4
      && CountedUnits.all.contains(UnsafeBufferPointer(rebasing: spelled.prefix(3)))
  }
}

/// What text begins with that goes on with a unit.
private enum CountedWords {
  static let behindAmounts: [StaticString] = ["起", "份", "以上", "以下", "以內", "以内", "數", "数"]
  static let behindOrdinals: [StaticString] = [
    "起", "公休", "休息", "休假", "開幕", "開業", "開始", "開張", "开业", "开始", "开张", "停業", "停业", "搬遷", "搬迁", "歇業",
    "歇业",
  ]
  static let behindDays: [StaticString] =
    behindOrdinals + ["份", "以前", "以後", "以后", "前", "後", "后", "停", "休", "度", "老店", "止", "初", "底"]
}

/// The units of counts: Data/words.tsv.
private enum CountedUnits {
  static let all = SpellingTable(EmbeddedWords.countUnit, EmbeddedWords.sureUnit)
}

/// The words for things that have numbers: Data/words.tsv.
private enum NumberedThings {
  static let all = SpellingTable(EmbeddedWords.numbered)
}
