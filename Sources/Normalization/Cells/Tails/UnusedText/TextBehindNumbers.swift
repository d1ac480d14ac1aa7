import NumberingPlans
import Records

/// Text behind a number, and the digits behind that: 02-27123456 王小姐, 市民熱線1999, 台北02-27123456 台中22031122.
extension TailGrammar {
  /// Reads text behind a number, or the extension of whom it names beside the one before.
  func readTailName(_ tail: inout Tail, _ base: Base) {
    if takesBackExtension(&tail, base) { return }
    if addsExtensionOfNextHolder(&tail, at: tail.next, of: base)
      || readsExtension(&tail, ofHolderAt: tail.next, base)
    {
      return
    }
    readTailText(&tail, base)
  }

  /// Reads text behind a number: left unused, unless further digits follow it.
  private func readTailText(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    if tail.extensions.count > 0, !tokens[start].followsBlank, tokens[start].kind == .letters,
      tokens[start - 1].kind == .digits
    {
      return failAtLetters(&tail, base, at: start)
    }
    if isMistypedDigit(start)
      || base.repair != nil && !tokens[start].followsBlank && tokens[start].kind == .letters
        && tokens[start - 1].kind == .digits
    {
      return tail.fail(.junk, at: start, JunkNote.touchingLetters)
    }
    tail.findings.insert(.unusedText)
    var index = start
    while isText(index) || isWord(.label, at: index) { index += 1 }
    if let end = endOfNoteInText(tail, from: start, at: index, base) {
      tail.next = end
      return
    }
    if tokens[index].kind == .digits || tokens[index].kind == .hash && !isHashtag(index) {
      if mayBeExtensionBeforeLine(index, behind: base) {
        return tail.doubt(index, keeping: base, Self.noteOnMarkerOrArea)
      }
      if startsOtherNumber(index, behind: base) {
        tail.end(at: index)
        return
      }
      tail.fail(.junk, at: start, JunkNote.textAmid)
      tail.keepsNumber = isSure(base, beforeText: start, andDigits: index, tail)
      return
    }
    endText(&tail, at: index)
  }

  static let noteOnMarkerOrArea: StaticString =
    "an extension before a line of the area, or another number"

  /// Whether few digits behind letters that mark an extension in the region are one before a line of the same area, or
  /// the area code of that line: 11 3844-3687 R 35 3844-3688.
  func mayBeExtensionBeforeLine(_ index: Int, behind base: Base) -> Bool {
    let marker = tokens[index - 1].kind == .dot ? index - 2 : index - 1
    return tokens[index].kind == .digits && tokens[index].count <= 3 && !beginsWithZero(index)
      && isShortMarker(marker) && tokens[index + 1].followsBlank
      && startsLocalNumber(at: index + 1, like: base)
  }

  /// Whether a word follows # and blanks stand around both: #智能手錶 #健康監測.
  private func isHashtag(_ hash: Int) -> Bool {
    let name = tokens[hash + 1]
    guard tokens[hash].followsBlank, !name.followsBlank else { return false }
    return name.kind == .text || name.kind == .letters
  }

  /// The # before an extension that stands behind the name of who has it: 02-27123456 教務處 #12.
  ///
  /// Behind another extension it has as many digits, in whatever script the name is: #12陳小姐 #15林先生.
  func extensionOfDepartment(_ tail: Tail, from start: Int, hash: Int) -> Int? {
    let digits = tokens[hash + 1]
    guard tokens[hash].kind == .hash, digits.kind == .digits, !startsFullNumber(at: hash + 1)
    else { return nil }
    if tail.hasExtensions {
      return Int(digits.count) == tail.extensions.last.digits ? hash : nil
    }
    guard (2...5).contains(digits.count), !digits.followsBlank, tail.isEmpty,
      !(start..<hash).contains(where: { tokens[$0].count > 0 })
    else { return nil }
    return hash
  }

  /// Whether a number in full begins with the digits behind text, or what has as many digits, with a
  /// trunk 0, and the plan does not know: of another country, perhaps, and nothing of the complete number.
  private func startsOtherNumber(_ index: Int, behind base: Base) -> Bool {
    guard tokens[index].kind == .digits else { return false }
    if startsFullNumber(at: index) || startsNumberOfCity(index, behind: base)
      || continuesArea(at: index, behind: base) || namesArea(index)
      || startsNamedLine(index, behind: base) || startsSpelledNumber(at: index)
      || namesNumber(code: index)
    {
      return true
    }
    guard base.repair == nil, tokens[index].followsBlank, beginsWithZero(index)
    else { return false }
    var (count, end) = (0, index)
    while tokens[end].kind == .digits || tokens[end].kind == .dash {
      count += tokens[end].kind == .digits ? Int(tokens[end].count) : 0
      end += 1
    }
    return count > 8
  }

  /// Whether a short code and a colon stand before a number in full, which the next number leaves unused: 急救120：….
  private func namesNumber(code index: Int) -> Bool {
    tokens[index + 1].kind == .colon && isHotline(index) && startsFullNumber(at: index + 2)
  }

  /// The token behind a short code with its label, 市民熱線1999, or behind a postcode that ends a line:
  /// Denpasar 80111; nil where digits may be an extension.
  func endOfNamedCode(_ index: Int) -> Int? {
    if tokens[index].count > 3, isWord(.label, at: index - 1), isHotline(index) { return index + 1 }
    guard tokens[index].kind == .digits, plan.notation.postcodeDigits > 4,
      Int(tokens[index].count) == plan.notation.postcodeDigits, tokens[index].followsBlank
    else { return nil }
    return index + 1 == tokenCount || tokens[index + 1].kind == .newline ? index + 1 : nil
  }

  /// Whether a number is complete whatever text that is set apart says with the digits behind it.
  func isSure(_ base: Base, beforeText start: Int, andDigits index: Int, _ tail: Tail) -> Bool {
    guard base.repair == nil, isHome(base), tail.isOpen else { return false }
    if plan.notation.hasUnmarkedExtensions {
      guard tokens[index].kind == .digits else { return false }
      if isCode(start, index) || isChoice(of: base) { return tail.alternates == 0 }
      return tail.alternates == 0 && tokens[index].count > 2
        && digits(from: index, sign: .dash) > Self.mostDigitsOfExtension
    }
    let index = tokens[index].kind == .hash ? index + 1 : index
    guard tokens[index].kind == .digits, base.answer.nationalDigits >= 7,
      tail.extensions.count < 2, tail.alternates == 0,
      tokens[start].followsBlank || tokens[start - 1].kind != .digits
        || tokens[index].count == 1 && beginsWithSign(start)
    else { return false }
    let isBracketed = tokens[start - 1].kind == .open && tokens[index + 1].kind == .close
    return digits(from: index, sign: .dot)
      <= (isBracketed ? Self.mostDigitsOfExtension : Self.mostDigitsOfNote)
  }

  /// Whether text begins with an arrow or another sign, and with no letter: 1588-1234→3번.
  private func beginsWithSign(_ index: Int) -> Bool { text(of: tokens[index]).first == 0xE2 }

  /// Whether a letter that is set apart and one digit or two that touch it are the code of a place or a thing, and nothing
  /// that the number before lacks: 02-27123456 A3, (B1).
  private func isCode(_ letter: Int, _ index: Int) -> Bool {
    index == letter + 1 && tokens[letter].kind == .letters && tokens[letter].count == 1
      && (tokens[letter].followsBlank || tokens[letter - 1].kind == .open)
      && !tokens[index].followsBlank && tokens[index].count <= 2
      && tokens[index + 1].kind.endsItemOrBracket
  }

  /// The token behind what ends text behind a number: a count, a code, an area code, or the # of an extension.
  func endOfNoteInText(_ tail: Tail, from start: Int, at index: Int, _ base: Base) -> Int? {
    endOfQuantity(index) ?? endOfCounted(index) ?? endOfNamedCode(index) ?? endOfFootnote(index)
      ?? extensionOfDepartment(tail, from: start, hash: index)
      ?? endOfAddedArea(start, behind: base)
  }

  /// The bracket behind letters and digits in two brackets, a mark of those who edit the list: [[R01]]; nil for others.
  private func endOfFootnote(_ index: Int) -> Int? {
    guard index > 2, tokens[index].kind == .digits, !tokens[index].followsBlank,
      tokens[index - 2].kind == .open, tokens[index - 3].kind == .open,
      tokens[index + 1].kind == .close, tokens[index + 2].kind == .close
    else { return nil }
    return index + 1
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
