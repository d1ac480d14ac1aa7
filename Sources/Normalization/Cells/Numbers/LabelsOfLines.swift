import NumberingPlans

/// Lines without area code beside a word that says that they are none of the area of the cell: behind the name of a
/// town of another one or of a place abroad, 02-27123456 豐原店：2526-1867, 香港：2526-1867, or behind a word for
/// something else, 公文：23051867.
extension NumberGrammar {
  /// The most signs between such a word and the line.
  private static let mostSigns = 5
  /// The lengths of lines without area code.
  private static let lengths = 5...8

  /// A word beside a line: its tokens, and whether the word for telephone stands between.
  private struct Label {
    var tokens: ClosedRange<Int>
    var hasTelephone = false
  }

  /// Whether the word beside a line leaves in doubt that it is one of the area that it was read in.
  func isInDoubtByLabel(_ base: Base) -> Bool {
    guard mayBeInDoubtByLabel, Self.lengths.contains(writtenDigits(of: base)) else { return false }
    let isUnparted = base.nextToken == groups[0].token + 1
    let label = labelBefore()
    if let label, saysOther(label, base.area, isUnparted: isUnparted) { return true }
    guard let behind = labelBehind(base.nextToken, isAlone: label == nil) else { return false }
    return saysOther(behind, base.area, isUnparted: false)
  }

  /// Whether digits stand behind such a word, so that those that a list goes on with are in doubt as well: 豐原：25261867、
  /// 25261868.
  func followsDoubtfulLabel() -> Bool {
    guard mayBeInDoubtByLabel, let label = labelBefore() else { return false }
    return saysOther(label, columnArea.digits > 0 ? columnArea : inherited, isUnparted: true)
  }

  private var mayBeInDoubtByLabel: Bool {
    groupCount > 0 && !hasPlus && digits[groups[0].first] != 48
      && facts.kinds.contains(anyOf: .text, .letters) && plan.notation.nearPlace > 0
  }

  /// The word in brackets behind a line, or where none stands before it, without: 25261867豐原店.
  private func labelBehind(_ next: Int, isAlone: Bool) -> Label? {
    let isBracketed = tokens[next].kind == .open
    let first = isBracketed ? next + 1 : next
    guard isName(first), isBracketed || isAlone else { return nil }
    var last = first
    while isName(last + 1), last - first < Self.mostSigns, !tokens[last + 1].followsBlank {
      last += 1
    }
    // Hong Kong.
    if first == last, tokens[first].kind == .letters, tokens[first + 1].kind == .letters {
      last += 1
    }
    if isBracketed { return tokens[last + 1].kind == .close ? Label(tokens: first...last) : nil }
    switch tokens[last + 1].kind {
    case .digits, .colon, .open, .plus:
      return tokens[first].followsBlank ? nil : Label(tokens: first...last)
    default: return Label(tokens: first...last)
    }
  }

  /// How many digits a number has as it is written.
  private func writtenDigits(of base: Base) -> Int {
    let last = tokens[lastDigits(of: base)]
    return Int(last.first + last.count) - groups[0].first
  }

  /// The word before the line, with signs and the word for telephone between.
  private func labelBefore() -> Label? {
    var last = groups[0].token - 1
    var hasTelephone = false
    for _ in 0..<Self.mostSigns where last >= 0 {
      switch tokens[last].kind {
      case .colon, .open, .close, .equals, .quote, .ordinal, .dot: last -= 1
      case .word
      where tokens[last].word == .label && tokens[last].isOfIdeographs && isName(last - 1):
        hasTelephone = hasTelephone || !tokens[last].followsBlank
        last -= 1
      default: break
      }
    }
    guard last >= 0, isName(last) else { return nil }
    var first = last
    while first > 0, !tokens[first].followsBlank, isName(first - 1), last - first < Self.mostSigns {
      first -= 1
    }
    // Hong Kong.
    if first == last, first > 0, tokens[first].kind == .letters,
      tokens[first - 1].kind == .letters
    {
      first -= 1
    }
    return Label(tokens: first...last, hasTelephone: hasTelephone)
  }

  /// Whether a token may be part of a name: text, or a word of ideographs, as 生日 ends in one.
  private func isName(_ index: Int) -> Bool {
    guard index >= 0 else { return false }
    switch tokens[index].kind {
    case .text, .letters: return true
    case .word: return tokens[index].isOfIdeographs
    default: return false
    }
  }

  /// Whether a word beside a line names another place, or something else than a telephone.
  private func saysOther(_ label: Label, _ area: ReadArea, isUnparted: Bool) -> Bool {
    let (first, last) = (tokens[label.tokens.lowerBound], tokens[label.tokens.upperBound])
    // In Hong Kong and Macau such digits are a number in full.
    let mayBeOther = isUnparted && area.digits > 0 && !label.hasTelephone
    if last.kind == .letters {
      let spelled = letters(from: label.tokens.lowerBound, through: label.tokens.upperBound)
      return first.kind == .letters && isAbroad(spelled)
        || mayBeOther && SharedWords.accounts.contains(letters(of: last))
    }
    let written = text(from: label.tokens.lowerBound, through: label.tokens.upperBound)
    if mayBeOther, !isWord(.label, at: label.tokens.upperBound), LineLabels.endsInOther(written) {
      return true
    }
    return LineLabels.placeNames(in: written).contains { isAbroad($0) || isElsewhere($0, area) }
  }

  /// Whether a name is that of a place abroad, seen from the region.
  private func isAbroad(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = Int(LineLabels.near.meaning(of: name))
    return place == 0 ? SharedWords.abroad.contains(name) : place != plan.notation.nearPlace
  }

  /// Whether a name is that of a town with another area code than that of the number.
  private func isElsewhere(_ name: UnsafeBufferPointer<UInt8>, _ area: ReadArea) -> Bool {
    guard area.digits > 0, let towns = LineLabels.towns[plan.notation.nearPlace] else {
      return false
    }
    let ending = towns.meaning(of: name)
    return ending > 0 && area.value % 100 != Int64(ending)
  }
}

extension TokenReading {
  /// Whether text is the name of a town of Taiwan or China, where the region is that: 中壢, 杭州.
  func isTownOfRegion(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = plan.notation.nearPlace
    guard let towns = LineLabels.towns[place] else { return false }
    return towns.contains(name) || Int(LineLabels.near.meaning(of: name)) == place
      || context.answer { $0.areaCode(ofLocality: name).digits > 0 }
  }
}

/// The words that say so: Data/words.tsv.
private enum LineLabels {
  static let near = SpellingTable(EmbeddedWords.nearAbroad)
  /// By the number of the place that they are in.
  static let towns = [
    3: SpellingTable(EmbeddedWords.townOfTaiwan), 4: SpellingTable(EmbeddedWords.townOfChina),
  ]
  private static let other = SpellingTable(
    EmbeddedWords.otherDigits, EmbeddedWords.otherDigitsInFull, EmbeddedWords.account,
    EmbeddedWords.otherDigitsBehind)
  /// What the name of a place may have behind it: 豐原店.
  private static let kinds = SpellingTable(EmbeddedWords.kindOfPlace)
  /// Bytes of the longest of them.
  private static let longestKind = 9
  /// Bytes of an ideograph.
  private static let ideograph = 3

  /// Whether text ends in a word for something else.
  static func endsInOther(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    other.contains(text) || other.end(text, ideographs: 2...6)
  }

  /// A text, and what it begins with before a word for what is there.
  static func placeNames(
    in text: UnsafeBufferPointer<UInt8>
  ) -> LazyFilterSequence<LazyMapSequence<StrideThrough<Int>, UnsafeBufferPointer<UInt8>>> {
    let shortest = max(text.count - longestKind, 2 * ideograph)
    return stride(from: text.count, through: shortest, by: -ideograph).lazy
      .map { UnsafeBufferPointer(rebasing: text.prefix($0)) }
      .filter {
        $0.count == text.count || kinds.contains(UnsafeBufferPointer(rebasing: text[$0.count...]))
      }
  }
}
