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
      tail.leave(upTo: end)
    } else {
      failAtCount(&tail, base, at: marker ?? index)
    }
    return true
  }

  /// Fails at digits that are no extension, of a number that is complete without them in Taiwan and China.
  func failAtCount(_ tail: inout Tail, _ base: Base, at token: Int) {
    tail.fail(.badExtension, at: token)
    tail.keepsNumber =
      plan.notation.hasUnmarkedExtensions && base.repair == nil && tail.isOpen
  }

  /// Fails at letters that touch an extension, and leaves it out of a number of Taiwan and China that is complete
  /// without it: 轉12B, -12B, ，3D.
  func failAtLetters(_ tail: inout Tail, _ base: Base, at token: Int) {
    guard tail.extensions.count == 1, tail.alternates == 0 else {
      return tail.fail(.badExtension, at: token)
    }
    switch tail.rule {
    case .extensionMarkers, .extensionDash, .extensionPause: break
    default: return tail.fail(.badExtension, at: token)
    }
    failAtCount(&tail, base, at: token)
    if tail.keepsNumber { tail.removeExtensions() }
  }

  /// Leaves digits unused that are no further extension, for a unit or the word of a place touches them: #12&2桌,
  /// 轉12、3號樓; false for others.
  private func leavesCountedItem(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard plan.notation.notesAreChinese, tail.hasExtensions,
      isOn(.datesAndHours), tokens[index].kind == .digits,
      tokens[index].count <= 5,
      let (_, end) = counted(index, base, behindMarker: true, hasWord: false)
    else { return false }
    tail.leave(upTo: end)
    return true
  }

  /// Leaves a count behind a marker unused behind a mobile, which has no extensions, and fails at it behind others.
  private func leaveCount(_ tail: inout Tail, _ base: Base, at marker: Int, upTo end: Int) {
    guard base.answer.type == .mobile else { return failAtCount(&tail, base, at: marker) }
    tail.leave(upTo: end)
  }

  /// Leaves an item of a list unused, or doubts it, that a unit or unknown text behind it makes something else than
  /// an extension or last digits; false for others.
  func leavesItemWithUnit(
    _ tail: inout Tail, _ base: Base, separator: Token.Kind, at index: Int
  ) -> Bool {
    if leavesCountedItem(&tail, base, at: index) { return true }
    // #238 / 2號.
    if isNumberSign(index + 1), !tokens[index + 1].followsBlank,
      doubtsOtherLength(&tail, base, at: index)
    {
      return true
    }
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
        || tokens[index + 1].kind == .text
          && text(of: tokens[index + 1]).isOne(of: EmbeddedWords.group)
    else { return false }
    tail.leave(upTo: index + 2)
    return true
  }

  /// Whether a unit behind digits makes something else of them than an extension.
  func hasUnit(_ index: Int, _ base: Base) -> Bool {
    plan.notation.notesAreChinese
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

  /// The same where the unit is a known word.
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
    case .place where !hasWord && tokens[unit].isOfIdeographs && (endsUnit(unit) || isStorey(unit)):
      return (isRoom(unit) ? .room : .count, endOfPlace(unit))
    default: return nil
    }
  }

  /// The token behind a floor, or behind the part that touches it: 5樓之3.
  private func endOfPlace(_ unit: Int) -> Int {
    (tokens[unit + 1].kind == .text ? endOfHouse(unit + 1) : nil) ?? unit + 1
  }

  /// The same where it is the letter of hours, or a label that names a line.
  private func counted(byLabel unit: Int) -> (Counted, end: Int)? {
    if isLetterOfHours(unit, behind: unit - 1) { return (.hours, unit + 1) }
    return isShortCodeOfLine(unit - 1, unit) ? (.count, unit + 1) : nil
  }

  /// The token behind the word for a room that a blank parts from its number: 轉 301 房, 轉 301 號房.
  private func roomApart(_ unit: Int) -> Int? {
    let room = isNumberSign(unit) && !tokens[unit + 1].followsBlank ? unit + 1 : unit
    return isRoom(room) ? room + 1 : nil
  }

  /// A unit that a blank parts from its count: 轉 3 人.
  private func countApart(_ unit: Int) -> (Counted, end: Int)? {
    guard isWord(.amount, at: unit), tokens[unit].isOfIdeographs, tokens[unit - 1].count <= 2,
      plan.notation.notesAreChinese, !isNumberSign(unit)
    else { return nil }
    return endOfAmount(unit, behindMarker: true)
  }

  /// Whether text behind digits is the word for a thing that has a number: 302公車, 301病房, 2號出口.
  private func namesThing(_ index: Int) -> Bool {
    guard plan.notation.notesAreChinese, tokens[index].kind == .text,
      !tokens[index].followsBlank
    else { return false }
    let spelled = text(of: tokens[index])
    if spelled.isOne(of: EmbeddedWords.numberedApart)
      || spelled.begins(withOneOf: EmbeddedWords.timeOfCalls)
    {
      return true
    }
    if beginsSchoolTime(index) { return true }
    // 轉12出口部 names who has the extension.
    return NumberedThings.all.contains(spelled) && endsUnit(index)
  }

  /// Whether a word for hours is whole, and no name goes on with it.
  private func isUnitOfHours(_ unit: Int) -> Bool {
    // 5點後.
    if tokens[unit + 1].kind == .text, isShort(unit + 1), !tokens[unit + 1].followsBlank {
      if text(of: tokens[unit + 1]).isOne(of: EmbeddedWords.behindHour) { return true }
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
    text(of: tokens[unit]).isOne(of: EmbeddedWords.storey)
  }

  /// Leaves the rest of a count unused that goes on behind a sign: 25桌*12800, 30人x2天; false for others, as for
  /// an extension behind a floor or lines, 3樓#12.
  func leavesRestOfCount(_ tail: inout Tail, marker: Int, at index: Int) -> Bool {
    guard index == marker + 1, tokens[marker - 1].kind == .amount, !tokens[marker].followsBlank
    else { return false }
    let unit = tokens[marker - 1].word
    switch tokens[marker].kind {
    case .word:
      guard isLetter("x", at: marker), unit == .none || unit == .amount else { return false }
    case .hash: guard unit == .none else { return false }
    default: guard unit == .none || unit == .amount else { return false }
    }
    if isLineWord(marker - 1) { return false }
    tail.leave(upTo: index + 1)
    return true
  }

  /// Whether a token is one ideograph.
  private func isShort(_ index: Int) -> Bool { tokens[index].bytes == 3 }

  /// Whether an h behind digits makes hours of them: 24H.
  private func isLetterOfHours(_ unit: Int, behind index: Int) -> Bool {
    // 24H客服.
    let isRoundTheClock = plan.notation.notesAreChinese && value(of: tokens[index]) == 24
    return isLetter("h", at: unit) && tokens[index].count <= 2 && value(of: tokens[index]) <= 24
      && (endsUnit(unit) || isRoundTheClock && tokens[unit + 1].isOfIdeographs)
      && tokens[unit + 1].kind != .digits
  }

  /// The token behind a month, a day or a year: 12月25日.
  private func endOfDay(_ index: Int) -> Int? {
    var unit = index + 1
    while tokens[unit + 1].kind == .digits, !tokens[unit + 1].followsBlank,
      isWord(.dateUnit, at: unit + 2), !tokens[unit + 2].followsBlank
    { unit += 2 }
    if goesOnAsCount(unit + 1, EmbeddedWords.dayGoesOn)
      || goesOnAsCount(unit + 1, EmbeddedWords.ordinalGoesOn)
    {
      return unit + 1
    }
    return endsUnit(unit) && tokens[unit + 1].kind != .digits ? unit + 1 : nil
  }

  /// Whether text that touches a unit goes on with it as no name does: 12月起, 30人以上, 12號公休.
  private func goesOnAsCount(_ index: Int, _ words: StaticString) -> Bool {
    guard plan.notation.notesAreChinese, !tokens[index].followsBlank,
      tokens[index].kind == .text || isWord(.hours, at: index) || isWord(.changed, at: index)
    else { return false }
    return text(of: tokens[index]).begins(withOneOf: words)
  }

  /// The token behind what a price is for: 599/人, 16800/桌.
  private func endOfRate(_ slash: Int) -> Int? {
    let unit = slash + 1
    guard plan.notation.notesAreChinese, !tokens[slash].followsBlank, tokens[unit].isOfIdeographs,
      !tokens[unit].followsBlank, endsUnit(unit)
    else { return nil }
    switch tokens[unit].kind {
    case .text: return UnitsOfCounts.all.contains(text(of: tokens[unit])) ? unit + 1 : nil
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
    if isNumberSign(unit) {
      guard !tokens[unit + 1].followsBlank else { return nil }
      if isRoom(unit + 1) { return (.room, unit + 2) }
      if !behindMarker, let end = endOfFloorOrPart(ofHouse: unit) { return (.count, end) }
      let isThing =
        isDesk(unit + 1) || namesThing(unit + 1) || isBuildingOrLine(unit + 1)
        || isCount(unit + 1, ofMobile: false) || isPlatform(unit + 1)
        || goesOnAsCount(unit + 1, EmbeddedWords.ordinalGoesOn)
      return isThing ? (.count, unit + 2) : nil
    }
    guard tokens[unit].isOfIdeographs,
      endsUnit(unit) || goesOnAsCount(unit + 1, EmbeddedWords.amountGoesOn)
    else { return nil }
    if behindMarker, isLineWord(unit) { return nil }
    return (.count, unit + 1)
  }

  /// The token behind the floor, or the second part, that touches the number of a house: 12號3樓, 12號之3; nil for
  /// others.
  private func endOfFloorOrPart(ofHouse sign: Int) -> Int? {
    let next = sign + 1
    guard plan.notation.notesAreChinese, !tokens[next].followsBlank else { return nil }
    if tokens[next].kind == .text { return endOfHouse(next) }
    var end = next
    while tokens[end].kind == .amount, !tokens[end].followsBlank { end += 1 }
    if end > next { return end }
    guard tokens[next].kind == .digits, tokens[next].count <= 2, !tokens[next + 1].followsBlank,
      isWord(.place, at: next + 1) || isWord(.amount, at: next + 1) || isFloor(next)
    else { return nil }
    return next + 2
  }

  /// Whether a text, or a word, is a room and nothing more.
  private func isRoom(_ unit: Int) -> Bool {
    let spelled = text(of: tokens[unit])
    guard tokens[unit].kind == .text || isWord(.place, at: unit), endsUnit(unit) else {
      return false
    }
    return spelled.isOne(of: EmbeddedWords.room)
  }

  /// Whether a desk or a window stands behind its number: 3號窗口.
  private func isDesk(_ index: Int) -> Bool {
    text(of: tokens[index]).isOne(of: EmbeddedWords.desk)
  }

  /// Whether a word behind 號 is a building, or a line of a railway: 5号楼, 2號線.
  private func isBuildingOrLine(_ index: Int) -> Bool {
    tokens[index].kind == .word && (isStorey(index) || isLineWord(index)) && endsUnit(index)
  }

  /// Whether 月台 begins at a token, of which 月 is the word for a month elsewhere.
  private func isPlatform(_ index: Int) -> Bool {
    !tokens[index].followsBlank
      && list.cell[Int(tokens[index].start)...].begins(withOneOf: EmbeddedWords.platform)
  }

  /// Whether a text is a unit of counts, or begins with one behind a mobile, which has no extensions.
  func isCount(_ unit: Int, ofMobile isMobile: Bool) -> Bool {
    let spelled = text(of: tokens[unit])
    if UnitsOfCounts.all.contains(spelled) { return endsUnit(unit) }
    // No name begins so: #20桌喜宴.
    if spelled.begins(withOneOf: EmbeddedWords.table) { return true }
    return isMobile && spelled.count > 3 && spelled[0] >= 0xE4
      && UnitsOfCounts.all.begin(spelled, ideographs: 1...1)
  }
}

/// The words for things that have numbers: Data/words.tsv.
private enum NumberedThings {
  static let all = SpellingTable(EmbeddedWords.numbered)
}
