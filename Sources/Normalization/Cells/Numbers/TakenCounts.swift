import NumberingPlans

/// Numbers that lack digits, and would take them from a count, a day or a room behind them: 02-2712-345 6桌,
/// 0912-345 8/12.
extension NumberGrammar {
  /// Whether the last group of a number that ends before a token rather belongs to what stands behind it.
  ///
  /// A name may touch a number, but nobody parts one digit from the rest of one.
  func takesCount(before next: Int) -> Bool {
    guard plan.notation.notesAreChinese, groupCount > 1,
      let last = (1..<groupCount).first(where: { token(behind: $0 + 1) == next })
    else { return false }
    let (group, previous) = (groups[last], groups[last - 1])
    // 0912-345 8/12.
    if group.separator == .slash, previous.count < 3, group.count < 3, last > 1 { return true }
    let behind = group.token + 1
    if group.opens, group.count < 3 || isTouched(behind) { return true }
    switch group.count {
    case 1:
      return previous.count > 1
        && (isTouched(behind) || leadsToFewDigits(behind) || isUnit(behind, mayBeApart: true))
    case 2: return takesPair(last, behind)
    default:
      let isApart = group.separator == .end || group.separator == .slash
      // (02)27126890診所 has all its digits.
      return group.count < 5 && isApart && isUnit(behind)
    }
  }

  /// Whether two digits are those of a count, unless others are in pairs, or behind the same sign, as they are.
  private func takesPair(_ last: Int, _ behind: Int) -> Bool {
    let (group, previous) = (groups[last], groups[last - 1])
    let isAlike =
      last > 1 && previous.separator == group.separator
      && (previous.count == 2 || previous.count == 3 && groups[last - 1].separator != .end
        || previous.count == 4)
    if isTouched(behind) { return !isAlike || isUnit(behind) }
    return !isAlike && group.separator == .end
      && (leadsToFewDigits(behind) || isUnit(behind, mayBeApart: true))
  }

  /// Whether text, the word of a count or a % touches digits.
  private func isTouched(_ index: Int) -> Bool {
    let next = tokens[index]
    guard !next.followsBlank else { return false }
    switch next.kind {
    case .text, .letters, .percent, .amount, .date, .hours: return true
    case .word:
      switch next.word {
      case .amount, .place, .unit, .dateUnit, .hours: return next.isOfIdeographs
      // 3M公司.
      case .label: return next.count == 1
      default: return false
      }
    default: return false
    }
  }

  /// Whether a sign and few digits stand behind digits, which are a day, a fraction or a flat with them.
  private func leadsToFewDigits(_ sign: Int) -> Bool {
    switch tokens[sign].kind {
    case .dash, .slash, .tilde, .dot, .colon, .comma, .enumeration: break
    default: return false
    }
    return !tokens[sign].followsBlank && tokens[sign + 1].kind == .digits
      && !tokens[sign + 1].followsBlank && tokens[sign + 1].count < 5
      && !startsFullNumber(at: sign + 1)
  }

  /// Whether a unit touches digits, or may stand apart from them, and no name begins with it.
  private func isUnit(_ index: Int, mayBeApart: Bool = false) -> Bool {
    let next = tokens[index]
    guard mayBeApart || !next.followsBlank else { return false }
    let written = text(of: next)
    switch next.kind {
    case .text:
      if written.count == 3 { return TakenUnits.all.contains(written) && endsUnit(index) }
      return TakenUnits.all.contains(written)
        || UnitsOfCounts.sure.begin(written, ideographs: 1...1)
    case .word where next.isOfIdeographs:
      switch next.word {
      case .amount: return TakenUnits.persons.contains(written)
      case .place, .unit, .dateUnit: return endsUnit(index)
      default: return false
      }
    default: return false
    }
  }
}

/// The units of counts: Data/words.tsv.
private enum TakenUnits {
  /// All of them but those that say when, or whose, a number is: 夜, 大, 張.
  static let all: SpellingTable = {
    var kept: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for row in [
      EmbeddedWords.countUnit, EmbeddedWords.sureUnit, EmbeddedWords.itemUnit,
      EmbeddedWords.counting,
    ] {
      WordRows.forEachWord(in: row) { spelling, _ in
        guard !spelling.isOne(of: EmbeddedWords.unitOrName) else { return }
        words.append((kept.count..<kept.count + spelling.count, 1))
        kept += spelling
      }
    }
    return SpellingTable(kept, words)
  }()

  /// Of words: 號 and 線 may end a number.
  static let persons = SpellingTable(EmbeddedWords.unitOfPersons)
}
