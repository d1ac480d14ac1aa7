import NumberingPlans

/// Tells phones behind a fax that have a name of their own: Tel. 030 123456 Fax 030 123457 Vertrieb: 030 123458.
extension CellReading {
  /// The most tokens of such a name.
  private static let mostTokensOfName = 6

  /// Whether words alone name a number, where a phone stands before the fax: a colon says so, the capital letter
  /// of one word, or a mobile, which is no fax.
  func isNamedBesidePhone(_ base: Base) -> Bool {
    guard lastNumber.base != nil, let end = fax.numbers.end,
      [.letters, .word, .text].contains(where: facts.kinds.contains)
    else { return false }
    let start = tokens[base.firstToken - 1].kind == .open ? base.firstToken - 1 : base.firstToken
    guard let name = name(before: start, fax: end) else { return false }
    return name.hasColon || isMobileOfRegion(base)
      || name.words == 1 && beginsWithCapital(name.first)
  }

  /// The words between a number and a fax, or a sign behind that; nil without, and for others than names.
  private func name(
    before start: Int, fax end: Int
  ) -> (words: Int, hasColon: Bool, first: Int)? {
    var (index, hasColon, words) = (start - 1, false, 0)
    naming: while index > 0, start - index <= Self.mostTokensOfName {
      switch tokens[index].kind {
      case .colon: hasColon = hasColon || words == 0
      case .dot, .ordinal: break
      case .letters, .text, .hours: words += 1
      case .word where isName(index) || words > 0 && isWord(.label, at: index): words += 1
      case .comma, .semicolon, .slash, .dash, .newline, .enumeration, .ampersand, .other:
        break naming
      case .digits where index < end, .close where index < end: break naming
      default: return nil
      }
      index -= 1
    }
    return words > 0 && start - index <= Self.mostTokensOfName ? (words, hasColon, index + 1) : nil
  }

  /// Whether a number can be nothing but that of a mobile.
  func isMobileOfRegion(_ base: Base) -> Bool {
    base.answer.type == .mobile && isHome(base)
  }

  /// Whether a word may be part of the name of somebody or something.
  private func isName(_ index: Int) -> Bool {
    switch tokens[index].word {
    case .fax, .label, .joiner, .range, .marker, .identity, .postcode: false
    case .former, .formerBesideNew, .new, .changed, .outOfUse, .placeholder: false
    default: tokens[index].count > 0
    }
  }

  /// Whether a word of three letters or more begins with a capital, as no word that joins numbers does.
  private func beginsWithCapital(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.count > 2, token.bytes > 2 else { return false }
    let (written, folded) = (list.cell[Int(token.start)], letters[Int(token.first)])
    if written < 0x80 {
      let second = list.cell[Int(token.start) + 1]
      return written != folded && (second >= 0x80 || second | 0x20 == second)
    }
    return written != folded
      || list.cell[Int(token.start) + 1] != letters[Int(token.first) + 1]
  }
}
