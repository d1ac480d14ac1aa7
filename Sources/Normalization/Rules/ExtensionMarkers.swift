import NumberingPlans
import Records

/// Reads the extension behind 轉, 分機, ext, x, # or *: 02-27123456 分機 12.
extension TailGrammar {
  /// Reads what a marker behind a number leads to.
  func readMarker(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    var (index, hasWord, isFormal) = markers(from: start)
    if hasWord, let digits = digitsBehindHolder(index) {
      tail.findings.insert(.unusedText)
      index = digits
    }
    guard tokens[index].kind == .digits else {
      return readBareMarker(&tail, base, from: start, to: index, hasWord: hasWord)
    }
    if leavesRestOfCount(&tail, marker: start, at: index) { return }
    guard isOn(.extensionMarkers) else { return tail.fail(.badExtension, at: start) }
    if !hasWord, readsSeparator(&tail, base, marker: start, digits: index) { return }
    if doubtsOwner(&tail, base, marker: start, hasWord: hasWord) { return }
    if hasWord, !isFormal, readsOtherNumber(&tail, base, from: start, at: index) { return }
    if doubtsContradicted(&tail, base, marker: start)
      || doubtsCount(&tail, base, marker: start, digits: index)
      || leavesLines(&tail, marker: start, digits: index)
      || leavesFlat(&tail, base, marker: start, digits: index)
      || leavesCounted(&tail, base, at: index, behindMarker: start, hasWord: hasWord)
    {
      return
    }
    if hasWord, isPlace(index + 1) { return failAtCount(&tail, base, at: start) }
    if hasWord, endsInSwitchboard(base) {
      return addBehindSwitchboard(&tail, base, from: start, at: index)
    }
    addMarked(&tail, base, from: start, at: index, hasWord: hasWord)
  }

  /// Adds the digits behind a marker in place of the 0 of a switchboard, which is a number of the cell as well where a
  /// sign of lists parts both.
  private func addBehindSwitchboard(
    _ tail: inout Tail, _ base: Base, from start: Int, at index: Int
  ) {
    if isOn(.alternates), mayHaveDirectLine(tail, base), tail.extensions.hasRoom, isItem(start) {
      return addDirectLine(&tail, token: index)
    }
    tail.replaced = 1
    addMarked(&tail, base, from: start, at: index, hasWord: true)
  }

  /// Adds the digits behind a marker, or doubts those behind a second one.
  private func addMarked(
    _ tail: inout Tail, _ base: Base, from start: Int, at index: Int, hasWord: Bool
  ) {
    if repeatsExtension(tail, at: index) {
      tail.next = index + 1
    } else if isDoubtful(tail, from: start, at: index, hasWord: hasWord) {
      failAtMenu(&tail, base, at: start)
    } else {
      _ = addExtension(&tail, token: index)
    }
  }

  /// Fails at another extension behind one: those of a number for everybody are the choices of its menu, and it is
  /// whole without them.
  func failAtMenu(
    _ tail: inout Tail, _ base: Base, at start: Int,
    _ note: StaticString = "another extension, or an extension of the extension"
  ) {
    tail.fail(.ambiguous, at: start, note)
    guard isChoice(of: base), tail.isOpen, tail.alternates == 0 else { return }
    tail.keepsNumber = true
    tail.removeExtensions()
  }

  /// Doubts digits behind a sign that may count something; false for others.
  private func doubtsCount(
    _ tail: inout Tail, _ base: Base, marker: Int, digits index: Int
  ) -> Bool {
    let isHouse = mayBeHouse(marker: marker, digits: index)
    guard isHouse || countsTimes(base, marker: marker, digits: index) else { return false }
    tail.fail(.ambiguous, at: marker, "an extension, or a count")
    tail.keepsNumber =
      (isHouse || plan.notation.hasUnmarkedExtensions) && base.repair == nil && tail.run == nil
      && tail.alternates == 0
    return true
  }

  /// Doubts the extension of several numbers, which are given where they are sure; false for others.
  private func doubtsOwner(
    _ tail: inout Tail, _ base: Base, marker: Int, hasWord: Bool
  ) -> Bool {
    guard isOfSeveral(tail, hasWord: hasWord, marker: marker) else { return false }
    tail.fail(.ambiguous, at: marker, "an extension of the first, or of the last number")
    tail.keepsNumber = tail.isOpen && isSure(base)
    return true
  }

  /// Whether nobody knows to which of several numbers an extension belongs.
  ///
  /// One behind a run of lines is one of all of them, and so of the first: 0-2712-3456-60 ต่อ 22. Where digits
  /// behind a dash are extensions, only a tilde says that they are a run: 02-2712-3456~8 轉 20.
  private func isOfSeveral(_ tail: Tail, hasWord: Bool, marker: Int) -> Bool {
    if tail.hasDummy { return true }
    if tail.alternates > 0 { return !hasWord || !isOfNextDepartment(marker, tail) }
    let mayDashExtend = plan.notation.writesDashExtensions
    let isSure = mayDashExtend ? endsRunOfTilde(marker) : hasWord
    return tail.run != nil && !(isSure && !isOn(.lineRunExpansion))
  }

  /// Whether the end of a run behind a tilde stands right before a marker.
  private func endsRunOfTilde(_ marker: Int) -> Bool {
    marker > 2 && tokens[marker - 1].kind == .digits && tokens[marker - 2].kind == .tilde
  }

  /// Whether x and one digit behind a mobile rather say how often than name an extension: 0912345678 x2.
  ///
  /// So does × behind any number, and a star behind text; # with one digit, and five digits behind a blank and such a
  /// sign, may count something else, too, for mobiles have no extensions where people write those behind a dash.
  private func countsTimes(_ base: Base, marker: Int, digits index: Int) -> Bool {
    let standAlone = plan.notation.mobilesStandAlone
    let isOfMobile = base.answer.type == .mobile
    if isOfMobile, standAlone, tokens[index].count == 5, tokens[marker].followsBlank {
      return isTimes(marker)
    }
    guard index == marker + 1 else { return false }
    if standAlone, isTimes(marker), tokens[marker].kind == .star {
      if tokens[marker - 1].kind == .text { return true }
      let isCross = text(of: tokens[marker]).elementsEqual("×".utf8)
      if isCross, tokens[index].count <= 2 { return true }
    }
    guard isOfMobile, tokens[index].count == 1 else { return false }
    return isTimes(marker) || standAlone && tokens[marker].kind == .hash
  }

  /// Whether a marker is an x or a star, which may say how often.
  func isTimes(_ marker: Int) -> Bool {
    switch tokens[marker].kind {
    case .word: tokens[marker].count == 1 && letters[Int(tokens[marker].first)] == 120
    case .star: true
    default: false
    }
  }

  /// Reads digits before a marker that has none behind it: /1234 ext, 12分機; false for others.
  func readBeforeMarker(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .digits, token.count <= 5, let marker = markerBehind(digits: index),
      isOn(.extensionMarkers), !isTimes(marker), endsBehindMarker(marker + 1),
      Int(token.count) != base.localDigits,
      tail.isOfOneNumber
    else { return false }
    guard addExtension(&tail, token: index) else { return true }
    tail.next = marker + 1
    return true
  }

  /// The marker right behind digits, or behind the dot or the ending that make an ordinal of them.
  ///
  /// 112 mellék, 112. mellék, 112-es mellék.
  private func markerBehind(digits index: Int) -> Int? {
    var marker = index + 1
    switch tokens[marker].kind {
    case .word where isWord(.marker, at: marker):
      return tokens[marker].count != 1 || tokens[marker].followsBlank ? marker : nil
    case .dash: marker += 2
    case .dot: marker += 1
    default: return nil
    }
    guard isWord(.marker, at: marker), tokens[marker].count > 1, tokens[marker].followsBlank,
      !tokens[index + 1].followsBlank
    else { return nil }
    let ending = tokens[marker - 1]
    guard marker > index + 2 else { return marker }
    return (1...4).contains(ending.count) && !ending.followsBlank && ending.kind != .digits
      ? marker : nil
  }

  /// Whether neither digits nor text go on behind a marker: 8890內湖 is none.
  private func endsBehindMarker(_ start: Int) -> Bool {
    let next = token(afterSigns: start)
    switch tokens[next].kind {
    case .digits, .hash, .star: return false
    case .text, .letters: return next > start || tokens[next].followsBlank
    case .word:
      return tokens[next].word != .marker && (next > start || tokens[next].followsBlank)
    default: return true
    }
  }

  /// Whether a word behind digits says that they are a floor or a room: 轉10樓.
  private func isPlace(_ index: Int) -> Bool {
    isWord(.place, at: index) && tokens[index].isOfIdeographs
  }

  /// The token behind the markers from one on, whether a word is among them, and whether = follows one.
  private func markers(from start: Int) -> (index: Int, hasWord: Bool, isFormal: Bool) {
    var index = start
    var hasWord = false
    var isFormal = false
    marker: while true {
      switch tokens[index].kind {
      case .hash, .star, .colon, .dot, .dash, .open, .ordinal: index += 1
      // "ext":"12".
      case .quote where hasWord: index += 1
      case .close where hasWord && tokens[index + 1].kind == .digits: index += 1
      case .newline where hasWord && isAloneOnLine(index + 1): index += 1
      case .equals:
        isFormal = hasWord
        index += 1
      case .word where tokens[index].word == .marker:
        hasWord = true
        index += 1
      case .word where tokens[index].word == .label && (!hasWord || namesInnerLine(index)):
        index += 1
      default: break marker
      }
    }
    return (index, hasWord, isFormal)
  }

  /// Whether few digits are a line of their own, as the cells of a table have them: 分機, and 12 below it.
  private func isAloneOnLine(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 5 else { return false }
    return tokens[index + 1].kind == .newline || tokens[index + 1].kind == .end
  }

  /// Whether the digits behind a word are another number, or none at all; the tail says which.
  private func readsOtherNumber(
    _ tail: inout Tail, _ base: Base, from start: Int, at index: Int
  ) -> Bool {
    if leavesDialledCode(&tail, base, marker: start, digits: index) { return true }
    if isLocal(start) && startsFullNumber(at: index) || transfersToNumber(start, at: index)
      || leadsToDirectNumber(index)
    {
      tail.end(at: index)
    } else if isOtherNumber(index) {
      tail.fail(.ambiguous, at: index, "an extension, or another number")
    } else if isLocalNumber(index, of: base), !endsDialling(index, behind: start) {
      if tokens[start].count > 0 {
        tail.end(at: index)
      } else if tokens[start].kind == .word, !isTransfer(start) {
        // 分机号 83789993: no second number, but perhaps no extension, either.
        tail.doubt(index, keeping: base, "an extension, or another number of the same area")
      } else {
        tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
      }
    } else if isDummy(index, behind: start), tail.extensions.count == 0,
      // Durchwahl 0 is dialled: 0351 462-0.
      !plan.notation.hasDirectDialling
    {
      tail.hasDummy = true
      tail.next = index + 1
    } else {
      return false
    }
    return true
  }

  /// Whether the key that ends what is dialled stands right behind digits with a word for an extension, and nothing
  /// behind it: 轉分機號 83712905#.
  private func endsDialling(_ digits: Int, behind marker: Int) -> Bool {
    let key = tokens[digits + 1]
    guard tokens[marker].kind == .word, key.kind == .hash, !key.followsBlank else { return false }
    return tokens[digits + 2].kind.endsItemOrBracket
  }

  /// Whether a word is local, which says of a number in full that it is not the toll-free one.
  private func isLocal(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.markerOrLocal)
  }

  /// Whether a word for a transfer leads to another number in full, by which one reaches the same: 轉0912-345-678.
  private func transfersToNumber(_ marker: Int, at index: Int) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, tokens[index].count > 1, isTransfer(marker) else {
      return false
    }
    return isOtherNumber(index)
  }

  /// Whether a marker puts through, and names no extension: 轉, 請轉, and not 轉分機.
  private func isTransfer(_ marker: Int) -> Bool {
    let spelled = text(of: tokens[marker])
    return spelled.isOne(of: EmbeddedWords.putThrough)
      || spelled.isOne(of: EmbeddedWords.putThroughHere)
  }

  /// Whether a number in full begins with digits behind a word: with many, or with an area code in
  /// brackets or behind a trunk 0, (02)27714285內線(02)27714200.
  private func isOtherNumber(_ index: Int) -> Bool {
    let isInBrackets = tokens[index - 1].kind == .open
    guard
      tokens[index].count > 6 || isInBrackets
        || beginsWithZero(index)
    else { return false }
    return startsFullNumber(at: isInBrackets ? index - 1 : index)
  }

  /// Whether digits behind a second marker are the extension before it once more: #12 分機 12.
  private func repeatsExtension(_ tail: Tail, at index: Int) -> Bool {
    tail.extensions.count == 1 && tail.isOfOneNumber && tokens[index].count > 1
      && tail.extensions.last.digits == Int(tokens[index].count)
      && tail.extensions.last.value == value(of: tokens[index])
  }

  /// Whether digits behind a second marker may belong to the extension before them.
  private func isDoubtful(_ tail: Tail, from start: Int, at index: Int, hasWord: Bool) -> Bool {
    guard tail.extensions.count > 0 else { return false }
    if hasWord {
      // Of three digits or more each, as 轉50119轉50811, they are two.
      if tokens[index].count > 2, Int(tokens[index].count) == tail.extensions.last.digits {
        return false
      }
      // Of two digits each behind the name of who has the first, too: 轉12陳小姐 轉15林先生.
      if tokens[index].count == 2, tail.extensions.last.digits == 2,
        tokens[start - 1].kind == .text, tokens[start - 1].bytes > 3
      {
        return false
      }
      // 轉95 護理站 轉899.
      if plan.notation.hasUnmarkedExtensions, holder(endingAt: start - 1) == .title { return false }
      return tokens[start].kind == .word
        && (tokens[start - 1].kind == .digits || tokens[start - 1].kind == .text)
    }
    // The first may be the choice of a menu: #2 #305.
    if tokens[start - 1].kind == .digits, tail.extensions.last.digits == 1, tokens[index].count > 1
    {
      return true
    }
    // Of one digit each, the second may be the choice of a menu: #2#9.
    return tokens[start - 1].kind == .digits && !tokens[start].followsBlank
      && (Int(tokens[index].count) != tail.extensions.last.digits || tokens[index].count == 1)
  }

  /// Whether digits behind a word in letters, as ext, are another number of the area.
  private func isLocalNumber(_ index: Int, of base: Base) -> Bool {
    let count = Int(tokens[index].count)
    guard count >= 6, count == base.localDigits, base.area.digits > 0 else { return false }
    return landline(area: base.area, local: digits(of: tokens[index])).validity == .valid
  }

  /// Whether a 0 behind a word in letters, as ext, says that there is no extension.
  private func isDummy(_ index: Int, behind start: Int) -> Bool {
    isOn(.dummyExtension) && tokens[start].kind == .word
      && tokens[index].count == 1 && value(of: tokens[index]) == 0
      // กด 0 asks to press 0, as dial 0 does.
      && (tokens[start].count > 0 || text(of: tokens[start]).isOne(of: EmbeddedWords.press))
  }
}
