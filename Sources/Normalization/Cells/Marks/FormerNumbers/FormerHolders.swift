import NumberingPlans

/// Who had a number before, told by the title of who has it now, and words that begin a cell with the number of before:
/// 前店長0912345678 店長0922345678, 以前0912345678 0922345678.
extension TokenWriter {
  /// The most such titles of a cell that are compared.
  private static let mostHolders = 3
  /// Bytes of an ideograph.
  private static let ideograph = 3
  /// The most tokens of a title.
  private static let mostTokens = 4

  func markFormerHolders() {
    guard facts.mayHoldNumber,
      facts.kinds.contains(.text) || facts.words.contains(.formerBesideNew)
    else { return }
    markOpeningFormer()
    guard plan.notation.notesAreChinese else { return }
    var left = Self.mostHolders
    for index in 0..<tokenCount where left > 0 && mayBeginFormerTitle(index) {
      let isBehind = followsNumber(index)
      guard let end = isBehind ? endOfTitle(behindNumber: index) : endOfTitle(index),
        let title = formerTitle(index..<end)
      else { continue }
      left -= 1
      guard hasHolder(of: title, besides: index..<end, isBehind: isBehind) else { continue }
      take(index, for: isBehind ? .outOfUse : .former)
      for rest in index + 1..<max(end, index + 1) { passOver(rest) }
    }
  }

  /// Takes a word for before, which begins the cell and touches the first of several numbers, for one of that number.
  private func markOpeningFormer() {
    let next = tokens[1].kind == .colon ? 2 : 1
    guard tokenCount > 2, !tokens[next].followsBlank || next == 2, speaksOfBefore(0),
      leadsToNumber(1), hasSeveralNumbers()
    else { return }
    let end = behindNumber(next)
    // With another sign behind it a list may go on.
    guard tokens[end].followsBlank || isWordOrText(end), tokens[end].kind != .hash else {
      take(0, for: .former)
      return
    }
    mark(next..<end, as: .amount)
    tokens[0].kind = .text
  }

  private func speaksOfBefore(_ index: Int) -> Bool {
    let spelled = text(of: tokens[index])
    switch tokens[index].kind {
    case .text:
      guard spelled.count >= 2 * Self.ideograph else { return false }
      switch StatusWords(rawValue: StatusWords.all.meaning(of: spelled)) {
      case .former, .formerly: return true
      case .contrast: return spelled.begins(withOneOf: EmbeddedWords.originally)
      default: return false
      }
    case .word:
      return isWord(.formerBesideNew, at: index) && spelled.isOne(of: EmbeddedWords.formerlyAlone)
    default: return false
    }
  }

  /// Whether a title touches a number in full before it, or stands in brackets behind one.
  private func followsNumber(_ first: Int) -> Bool {
    guard first > 0, isOfIdeographs(first) else { return false }
    switch tokens[first - 1].kind {
    case .digits: return !tokens[first].followsBlank && endsNumberInFull(before: first)
    case .open: return first > 1 && endsNumberInFull(before: first - 1)
    default: return false
    }
  }

  /// The token behind a title that ends there, or before the bracket that closes.
  private func endOfTitle(behindNumber first: Int) -> Int? {
    var end = first + 1
    while end - first < Self.mostTokens, isOfIdeographs(end), !tokens[end].followsBlank { end += 1 }
    if tokens[first - 1].kind == .open { return tokens[end].kind == .close ? end : nil }
    return tokens[end].followsBlank || tokens[end].kind != .digits ? end : nil
  }

  /// The token behind a title that begins at one and leads to a number in full; nil for others.
  private func endOfTitle(_ first: Int) -> Int? {
    guard isOfIdeographs(first),
      first == 0 || tokens[first].followsBlank || !isOfIdeographs(first - 1)
    else {
      return nil
    }
    var end = first + 1
    while end - first < Self.mostTokens, isOfIdeographs(end), !tokens[end].followsBlank { end += 1 }
    return leadsToNumber(end) ? end : nil
  }

  /// Whether two texts begin with the same office, before the name of who has it: 店長王小明, 店長李大同.
  private func sharesOffice(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    [6, 9].contains { count in
      guard one.count > count, other.count > count else { return false }
      let office = UnsafeBufferPointer(rebasing: one.prefix(count))
      return OfficeHolderWords.all.contains(office)
        && office.elementsEqual(UnsafeBufferPointer(rebasing: other.prefix(count)))
    }
  }

  /// Whether a token begins as the title of who had a number before, by its first ideograph.
  private func mayBeginFormerTitle(_ index: Int) -> Bool {
    guard isOfIdeographs(index) else { return false }
    let written = UnsafeBufferPointer(rebasing: cell[Int(tokens[index].start)...])
    return OfficeHolderWords.formers.mayBegin(written)
      && written.begins(withOneOf: EmbeddedWords.formerHolder)
  }

  /// The title of who had a number before, as of a former manager; nil for others.
  private func formerTitle(_ title: Range<Int>) -> UnsafeBufferPointer<UInt8>? {
    let spelled = text(from: title.lowerBound, through: title.upperBound - 1)
    let before = spelled.lengthOfBeginning(oneOf: EmbeddedWords.formerHolder)
    guard before > 0 else { return nil }
    let rest = UnsafeBufferPointer(rebasing: spelled.dropFirst(before))
    return rest.count >= 2 * Self.ideograph && !rest.begins(withOneOf: EmbeddedWords.behindFormer)
      ? rest : nil
  }

  /// Whether the same title stands before another number, or the title of who has it now.
  private func hasHolder(
    of title: UnsafeBufferPointer<UInt8>, besides former: Range<Int>, isBehind: Bool
  ) -> Bool {
    (0..<tokenCount).contains { index in
      guard !former.contains(index), followsNumber(index) == isBehind,
        let end = isBehind ? endOfTitle(behindNumber: index) : endOfTitle(index)
      else { return false }
      let spelled = text(from: index, through: end - 1)
      if sharesOffice(spelled, title) { return true }
      let before = spelled.count - title.count
      return before >= 0 && spelled.dropFirst(before).elementsEqual(title)
        && (before == 0 || spelled.prefix(before).isOne(of: EmbeddedWords.presentHolder))
    }
  }
}

/// The words for who has an office: Data/words.tsv.
private enum OfficeHolderWords {
  static let all = SpellingTable(EmbeddedWords.holder)
  /// With what the titles of those begin who had one.
  static let formers = EdgeCharacters(beginning: EmbeddedWords.formerHolder)
}
