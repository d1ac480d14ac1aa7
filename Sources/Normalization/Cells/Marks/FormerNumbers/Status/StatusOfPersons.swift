import NumberingPlans

/// What became of who had a number, with the name of that person or of the next one: 0912345678 王小姐(離職),
/// 0912345678 已交接 李先生0922345678.
extension TokenWriter {
  /// What a text says of who has the number beside it, or of 空, which is short for a number that nobody has.
  func statusOfPerson(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Word? {
    guard plan.notation.notesAreChinese else { return nil }
    if isEmpty(index, written) || isGoneOfExtension(index, written) || isGoneByName(index, written)
    {
      return .outOfUse
    }
    return isHandoverWithName(index, written) ? .changed : nil
  }

  /// Takes a word for a handover before the name of who has the next number for a change: 已交接 李先生0922345678.
  func handover(_ index: Int) -> Word? {
    guard plan.notation.notesAreChinese, index > 0, endsNumberInFull(before: index),
      tokens[index + 1].kind == .text, PersonWords.isName(text(of: tokens[index + 1])),
      leadsToNumber(index + 2)
    else { return nil }
    passOver(index + 1)
    return .changed
  }

  /// The same where the name touches the word.
  private func isHandoverWithName(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    index > 0 && PersonWords.beginInHandover(written) && endsNumberInFull(before: index)
      && leadsToNumber(index + 1)
  }

  /// Whether a text says of who has the number beside it, by name, that nobody is reached there: 王小姐離職.
  private func isGoneByName(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    if PersonWords.isGoneWithName(written) {
      return endsItemBehindNumber(index) || index == 0 && leadsToNumber(1)
    }
    guard StatusWords.known(written) == .gone else { return false }
    if isBetweenNameAndNumber(index) { return true }
    var (first, next) = (index, index + 1)
    // A sign and a name on either side: 0912345678 李大同、離職, 李大同-0912345678-離職, 0912345678 (離職) 李大同.
    if first > 1, isSignOfNote(first - 1) { first -= 1 }
    if first > 0, isNameOfPerson(first - 1) {
      first -= 1
      if first > 1, tokens[first - 1].kind == .open { first -= 1 }
    }
    if isSignOfNote(next) { next += 1 }
    if isNameOfPerson(next) { next += 1 }
    if tokens[next].kind == .close { next += 1 }
    return endsItem(before: next) && first > 0 && endsNumberInFull(before: first)
  }

  /// Whether a status behind a name with which the cell begins leads to a number in full: 王小姐 離職 0912345678.
  private func isBetweenNameAndNumber(_ index: Int) -> Bool {
    guard index > 0, index < 3, isNameOfPerson(0) else { return false }
    if index == 1 { return leadsToNumber(2) }
    return tokens[1].kind == .open && tokens[3].kind == .close && leadsToNumber(4)
  }

  private func isNameOfPerson(_ index: Int) -> Bool {
    tokens[index].kind == .text && PersonWords.isName(text(of: tokens[index]))
  }

  private func isSignOfNote(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .open, .close, .dash, .slash, .comma, .enumeration, .colon: true
    default: false
    }
  }

  /// Whether a text is short for who is there no more, in brackets behind the name with which a cell begins that has an
  /// extension: 王小姐(離)02-27123456#12.
  private func isGoneOfExtension(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    index == 2 && isBracketed(index) && PersonWords.gone.contains(written) && leadsToNumber(4)
      && tokens[0].kind == .text && PersonWords.isName(text(of: tokens[0]))
      && (facts.words.contains(.marker) || facts.kinds.contains(anyOf: .hash, .star))
  }

  /// Whether 空, which is short for a number that nobody has, stands before a number or ends an item behind one.
  private func isEmpty(_ index: Int, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    guard written.isOne(of: EmbeddedWords.emptyNumber) else { return false }
    if endsItemBehindNumber(index) { return true }
    let isBracketed =
      index == 1 && tokens[0].kind == .open && tokens[2].kind == .close
    return index == 0 && leadsToNumber(1) || isBracketed && leadsToNumber(3)
  }
}

extension TailGrammar {
  /// Whether text is the name of a person.
  func namesPerson(_ index: Int) -> Bool {
    plan.notation.notesAreChinese && PersonWords.isName(text(of: tokens[index]))
  }
}

/// The names of persons, and what is said of them: Data/words.tsv.
enum PersonWords {
  static let gone = SpellingTable(EmbeddedWords.goneOfExtension)
  private static let handovers = SpellingTable(EmbeddedWords.handover, EmbeddedWords.changedBetween)
  /// Bytes of the shortest name and word, of a name without a title, and of the longest with one.
  static let fewestBytes = 12
  private static let mostOfName = 12
  private static let mostWithTitle = 21

  /// Whether text is the name of a person: 王小姐, 陳淑芬, 陳淑芬老師.
  static func isName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 6, text.count <= mostWithTitle,
      Surnames.begin(text)
    else { return false }
    return text.count <= mostOfName
      || [6, 9].contains {
        SharedWords.holderEndings.contains(UnsafeBufferPointer(rebasing: text.suffix($0)))
      }
  }

  /// Whether text begins with a word for a handover and goes on with a name.
  static func beginInHandover(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= fewestBytes
      && [6, 9, 12].contains { count in
        text.count > count && handovers.contains(UnsafeBufferPointer(rebasing: text.prefix(count)))
          && isName(UnsafeBufferPointer(rebasing: text[count...]))
      }
  }

  /// Whether text is a name and a word for who is there no more: 王小姐已離職.
  static func isGoneWithName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= fewestBytes, text.count <= mostWithTitle + mostOfName,
      Surnames.begin(text)
    else { return false }
    let isPlain = !StatusParticles.behind.contains(UnsafeBufferPointer(rebasing: text.suffix(3)))
    let spelled = UnsafeBufferPointer(rebasing: text.dropLast(isPlain ? 0 : 3))
    return stride(from: 6, through: min(spelled.count - 6, mostWithTitle), by: 3).contains {
      StatusWords.all.meaning(of: UnsafeBufferPointer(rebasing: spelled[$0...]))
        == StatusWords.gone.rawValue && isName(UnsafeBufferPointer(rebasing: spelled.prefix($0)))
    }
  }
}
