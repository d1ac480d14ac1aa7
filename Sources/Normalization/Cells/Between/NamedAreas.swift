import NumberingPlans

/// Area codes that a word sets apart from the number behind the next label: Lada 55 Tel. 5658 1111,
/// STD Code 0141 Ph 2345678.
extension CellReading {
  /// Whether the cell has words that may name area codes.
  @inline(__always)
  var mayNameAreas: Bool {
    facts.words.contains(.areaCode) || facts.kinds.contains(.text) && mayAddArea
      || letterCount > 0 && AreaWords.withCode.mayHoldSome(of: list.spelled)
  }

  /// Keeps the area code at a token for the number behind it; gives the token at which reading goes
  /// on, nil where no word says that it is one, or no local number of the area follows.
  func takeNamedArea(at start: Int) -> Int? {
    let index = tokens[start].kind == .open ? start + 1 : start
    guard isOn(.lists), tokens[index].kind == .digits, tokens[index].count <= 6,
      followsAreaWord(index)
    else { return nil }
    var area = area(of: index)
    let next = token(behindLabels: index + 1)
    guard area.digits > 0, tokens[next].kind == .digits else { return nil }
    let grammar = NumberGrammar(list, context, at: next)
    let local = grammar.groupCount > 0 ? grammar.digits(of: 0..<grammar.groupCount).count : 0
    for localDigits in [0, local] where localDigits == 0 || (5...8).contains(localDigits) {
      var context = context
      area.localDigits = localDigits
      context.inherited = area
      guard NumberGrammar(list, context, at: next).readInherited(next) != nil else { continue }
      self.context.inherited = area
      return index + 1
    }
    return nil
  }

  /// Reads a local number whose area code a word sets apart behind it: 5512-1234 Lada 55, 123-45-67 (код 495).
  ///
  /// Gives the token at which reading goes on; nil where no such word follows, or the area has no such number.
  func readBeforeNamedArea(at start: Int, into result: CellResult) -> Int? {
    guard isOn(.lists), tokens[start].kind == .digits, !beginsWithZero(start)
    else { return nil }
    let grammar = NumberGrammar(list, context, at: start)
    guard grammar.groupCount > 0, !grammar.hasPlus else { return nil }
    let end = grammar.token(behind: grammar.groupCount)
    let localDigits = grammar.digits(of: 0..<grammar.groupCount).count
    guard (5...8).contains(localDigits), let index = areaDigits(behind: end) else { return nil }
    var (area, context) = (area(of: index), context)
    area.localDigits = localDigits
    context.inherited = area
    guard area.digits > 0,
      var base = NumberGrammar(list, context, at: start).readInherited(start),
      base.nextToken == end
    else { return nil }
    findings.insert(.unusedText)
    self.context.inherited = area
    base.nextToken = index + 1
    return finish(base, into: result)
  }

  /// The digits of an area code that only a word for one, and signs, part from a token; nil without.
  private func areaDigits(behind end: Int) -> Int? {
    var index = end
    while index < end + 6, tokens[index].kind != .digits, tokens[index].kind != .end { index += 1 }
    guard tokens[index].kind == .digits, tokens[index].count <= 5,
      followsAreaWord(index) || isAddedArea(index)
    else { return nil }
    switch tokens[index + 1].kind {
    case .digits, .dash, .slash, .dot, .open: return nil
    default: return index
    }
  }

  /// The area code of a token, without its trunk 0.
  private func area(of index: Int) -> ReadArea {
    ReadArea(digits(of: tokens[index]).drop { $0 == 48 })
  }

  /// The first token that is no sign or label.
  private func token(behindLabels start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .close, .comma, .semicolon, .colon, .dot, .dash, .slash, .ordinal, .enumeration:
        index += 1
      case .word where tokens[index].word == .label: index += 1
      default: return index
      }
    }
  }
}

extension TailGrammar {
  /// Whether text behind a number ends in a word that makes the digits at a token the area code of a number behind
  /// the next label: 0484-2367184 STD 0172 PH 2704816.
  func namesArea(_ index: Int) -> Bool {
    guard isOn(.lists), tokens[index].kind == .digits, (2...6).contains(tokens[index].count),
      followsAreaWord(index), isWord(.label, at: index + 1)
    else { return false }
    let number = token(afterSigns: index + 2)
    return tokens[number].kind == .digits && tokens[number].count > 2
  }
}

extension TokenReading {
  /// Whether a word for an area code stands before digits.
  func followsAreaWord(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0 {
      switch tokens[before].kind {
      case .colon, .dot, .dash, .open, .ordinal: before -= 1
      case .word: return tokens[before].word == .areaCode
      case .letters:
        let word = letters(of: tokens[before])
        if AreaWords.all.contains(word) { return true }
        return word.isOne(of: EmbeddedWords.code) && before > 0
          && tokens[before - 1].kind == .letters
          && AreaWords.ofCodes.contains(letters(of: tokens[before - 1]))
      default: return false
      }
    }
    return false
  }
}

extension TokenReading {
  /// Whether notes with the area code that others dial may stand behind numbers.
  @inline(__always)
  var mayAddArea: Bool { plan.notation.notesAreChinese }

  /// Whether a note asks to dial digits before the number that it is of, and ends with them: 手機請加02, 外地加拨010.
  func isAddedArea(_ index: Int) -> Bool {
    guard mayAddArea, isOn(.lists), tokens[index].kind == .digits, tokens[index].count <= 5,
      beginsWithZero(index)
    else { return false }
    var end = Int(tokens[index - 1].end)
    if isWord(.marker, at: index - 1), tokens[index - 1].isOfIdeographs, index > 1,
      !AreaWords.adding.contains(UnsafeBufferPointer(rebasing: list.cell[..<end].suffix(6)))
    {
      end = Int(tokens[index - 2].end)
    }
    let next = tokens[index + 1].kind
    guard next.endsItemOrBracket || next == .other else { return false }
    return AreaWords.adding.contains(UnsafeBufferPointer(rebasing: list.cell[..<end].suffix(6)))
      || AreaWords.adding.contains(UnsafeBufferPointer(rebasing: list.cell[..<end].suffix(3)))
  }
}

extension TailGrammar {
  /// The most tokens of such a note.
  private static let mostOfNote = 8

  /// The token behind the area code in a note behind a number that has it: 02-27123456(手機請加02); nil without.
  func endOfAddedArea(_ start: Int, behind base: Base) -> Int? {
    guard mayAddArea, base.area.digits > 0 else { return nil }
    var index = start
    while index - start < Self.mostOfNote, tokens[index].kind != .digits {
      switch tokens[index].kind {
      case .text, .word, .colon: index += 1
      default: return nil
      }
    }
    guard index > start, isAddedArea(index), value(of: tokens[index]) == base.area.value else {
      return nil
    }
    return index + 1
  }
}

/// The words before area codes: Data/words.tsv.
private enum AreaWords {
  static let all = SpellingTable(EmbeddedWords.areaCode, EmbeddedWords.areaCodeOrHours)
  /// The same, and the word for code.
  static let withCode = SpellingTable(
    EmbeddedWords.areaCode, EmbeddedWords.areaCodeOrHours, EmbeddedWords.code)

  /// What text ends in before the area code that it asks to dial.
  static let adding = SpellingTable(EmbeddedWords.addedArea)

  /// Words that make a code that of an area: STD code, area code.
  static let ofCodes = SpellingTable(
    EmbeddedWords.areaCodeBeforeCode, EmbeddedWords.areaCodeOrHours)
}
