import NumberingPlans

/// Numbers of accounts, cards and persons that are written in groups, whose last ones begin as a telephone number
/// does: 帳號 822 0912 345 678, 6217 0010 1381 2345 678.
extension TokenWriter {
  /// The most digits of a group of such a number: more are a number of their own, or the whole of this one.
  private static let mostDigitsOfGroup = 6
  /// How many digits a card has that is written in groups of four.
  private static let digitsOfCard = 16...19

  /// Whether groups behind a word in ideographs are part of a number that a group behind a blank goes on with,
  /// though a number in full begins there.
  ///
  /// What stands in one piece, or behind dashes, is a telephone number, and so is one in the groups of such
  /// behind what is whole, or may have few digits: 統編 12345678 0912 345 678, 工號 4711 0912 345 678.
  func isInGroups(_ groups: Range<Int>, of word: Int, before next: Int) -> Bool {
    guard plan.notation.notesAreChinese, tokens[word].kind == .word, tokens[word].isOfIdeographs,
      tokens[next].followsBlank
    else { return false }
    let isLong = namesLongNumber(wordBefore(groups.lowerBound) ?? word)
    let sizes = groups.map { tokens[$0].kind == .digits ? Int(tokens[$0].count) : 0 }
    // The code of a bank is no account.
    if isLong, sizes.reduce(0, +) <= Self.mostDigitsOfGroup,
      endsInNumber(wordBefore(groups.lowerBound) ?? word)
    {
      return true
    }
    guard tokens[next].count <= Self.mostDigitsOfGroup, tokens[next + 1].kind == .digits,
      tokens[next + 1].followsBlank
    else { return false }
    if !isGroupedAsTelephone(next) { return true }
    return isLong && !sizes.contains { $0 > Self.mostDigitsOfGroup }
  }

  /// The last word of an identity before digits: that of four digits in 身分證末四碼 1234.
  private func wordBefore(_ start: Int) -> Int? {
    (max(start - 4, 0)..<start).last { isWord(.identity, at: $0) }
  }

  /// The token of an account behind the code of its bank in brackets, or the same token: 帳號 (822) 0912345678.
  func tokenBehindBankCode(_ start: Int, of word: Int) -> Int {
    guard plan.notation.notesAreChinese, tokens[word].kind == .word, tokens[word].isOfIdeographs,
      tokens[start].kind == .digits, tokens[start].count <= 4, tokens[start - 1].kind == .open,
      tokens[start + 1].kind == .close, tokens[start + 2].kind == .digits, namesLongNumber(word)
    else { return start }
    return start + 2
  }

  /// Whether a word is that of a number with many digits: of an account, a card, a tax payer, a person.
  private func namesLongNumber(_ word: Int) -> Bool {
    let written = text(of: tokens[word])
    return !written.holds(oneOf: EmbeddedWords.member)
      && written.holds(oneOf: EmbeddedWords.longNumber)
  }

  /// Whether all the groups from one on, with blanks between them, are as people write telephone numbers.
  private func isGroupedAsTelephone(_ first: Int) -> Bool {
    var (sizes, index) = (0, first)
    while tokens[index].kind == .digits, index == first || tokens[index].followsBlank, sizes < 1000
    {
      sizes = sizes * 10 + Int(min(tokens[index].count, 9))
      index += 1
    }
    guard tokens[index].kind != .digits else { return false }
    return switch sizes {
    case 433, 244, 344, 444, 46, 28, 38, 48: true
    default: false
    }
  }

  /// Sets unparted digits aside before the word of an identity that has none behind it: 0284736159 統編.
  ///
  /// It ends in a word for number, which a remark such as 轉帳 does not, and no label stands before the digits.
  func markNumbersBeforeIdentities() {
    guard plan.notation.notesAreChinese else { return }
    for index in 1..<max(tokenCount, 1) where isWord(.identity, at: index) {
      let number = tokens[index - 1].kind == .open && index > 1 ? index - 2 : index - 1
      guard tokens[index].isOfIdeographs, tokens[number].kind == .digits, tokens[number].count > 7,
        endsInNumber(index), endsItemBehind(index), !isLabelled(number)
      else { continue }
      mark(number..<number + 1, as: .amount)
    }
  }

  private func endsInNumber(_ word: Int) -> Bool {
    text(of: tokens[word]).ends(inOneOf: EmbeddedWords.numberEnding)
  }

  /// Whether neither text nor digits go on behind a word and the bracket around it.
  private func endsItemBehind(_ word: Int) -> Bool {
    let next = tokens[word + 1].kind == .close ? word + 2 : word + 1
    return endsItem(before: next) || isWord(.label, at: next)
  }

  private func isLabelled(_ number: Int) -> Bool {
    guard number > 0 else { return false }
    let before = tokens[number - 1].kind == .colon ? number - 2 : number - 1
    return before >= 0 && isWord(.label, at: before)
  }

  /// Whether the cell may hold the number of a card.
  var mayHoldCards: Bool {
    digitCount >= Self.digitsOfCard.lowerBound && facts.hasTokens(digits: 4)
  }

  /// Sets the number of a card aside that is written in groups of four, where the plan takes some of them for a
  /// number.
  func markCards() {
    guard plan.notation.notesAreChinese, context.columnArea.digits == 0 else { return }
    for first in 0..<tokenCount where tokens[first].kind == .digits && tokens[first].count == 4 {
      guard let end = endOfCard(first), !startsFullNumber(at: first),
        (first + 1..<end).contains(where: { startsFullNumber(at: $0) })
      else { continue }
      mark(first..<end, as: .amount)
    }
  }

  /// The token behind four groups of four digits, and a shorter one, that nothing but blanks parts.
  private func endOfCard(_ first: Int) -> Int? {
    if first > 0 {
      switch tokens[first - 1].kind {
      case .digits: guard tokens[first - 1].count > Self.mostDigitsOfGroup else { return nil }
      case .plus, .close, .dash, .dot, .slash: return nil
      default: break
      }
    }
    var (end, count) = (first, 0)
    while tokens[end].kind == .digits, end == first || tokens[end].followsBlank,
      tokens[end].count <= Self.mostDigitsOfGroup
    {
      guard end - first < 5, end - first == 4 ? tokens[end].count < 4 : tokens[end].count == 4
      else { return nil }
      count += Int(tokens[end].count)
      end += 1
    }
    guard end - first >= 4, Self.digitsOfCard.contains(count) else { return nil }
    switch tokens[end].kind {
    case .dash, .dot, .slash: return nil
    default: return end
    }
  }
}
