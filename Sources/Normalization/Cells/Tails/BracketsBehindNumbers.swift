import NumberingPlans
import Records

/// Brackets behind a number: 02-2771-3456(205), 123-45-71(72,73), 0621 293012 (9-12).
extension TailGrammar {
  /// Reads what stands in a bracket behind a number: a note, another number, further lines, an extension.
  func readBracket(_ tail: inout Tail, _ base: Base) {
    let next = tail.next + 1
    switch tokens[next].kind {
    case .hash, .star: tail.next = next
    case .plus: tail.isDone = true
    case .digits:
      if readBeforeMarker(&tail, base, at: next) { return }
      if let close = endOfBracketedNote(next) ?? endOfNumberInWords(next, of: base) {
        tail.leave(upTo: close)
      } else if startsOtherNumber(bracket: tail.next) {
        if followsNewAlone(base) {
          tail.fail(.ambiguous, at: next, "a number in use, or a former one")
          tail.keepsNumber = true
        } else {
          tail.isDone = true
        }
      } else if readsLines(&tail, inBracket: next, of: base) {
        tail.rule = .alternates
      } else if isExtension(inBracket: next, of: base, tail) {
        tail.rule = .extensionDash
        addsBrackets(&tail, from: next)
      } else if value(of: tokens[next]) != base.answer.nationalNumber {
        tail.doubt(next, behind: base, in: self, "an extension, or a note in brackets")
        if mayBeYear(tokens[next]), tail.run == nil { tail.keepsNumber = base.repair == nil }
      } else {
        tail.next = next + 1
      }
    case .word where leadsLikeFirst(bracket: tail.next): tail.isDone = true
    default:
      let close =
        endOfFormerExtension(next) ?? endOfBracketedNote(next) ?? endOfAddedArea(next, behind: base)
      if close != nil { tail.findings.insert(.unusedText) }
      tail.next = close ?? next
    }
  }

  /// The bracket behind the first digits of the number again, and words in place of its others: 0800-770-885(0800-請請您-幫幫我);
  /// nil for others.
  private func endOfNumberInWords(_ index: Int, of base: Base) -> Int? {
    guard tokens[index + 1].kind == .dash,
      digits(of: tokens[index]).elementsEqual(digits(of: tokens[base.firstToken]))
    else { return nil }
    var end = index + 2
    while tokens[end].kind == .text || tokens[end].kind == .dash || tokens[end].kind == .word {
      end += 1
    }
    return end > index + 2 && tokens[end].kind == .close ? end : nil
  }

  /// Whether another number begins with what a bracket holds.
  private func startsOtherNumber(bracket open: Int) -> Bool {
    startsFullNumber(at: open) || holdsArea(bracket: open) || startsBehindNeighbourCode(at: open)
  }

  /// Whether a bracket that touches a line, and ends the cell or an item of a list, holds an extension
  /// where people write extensions behind a dash, too: 02-2771-3456(205).
  ///
  /// Two digits or less may count something; those close above the last ones are another line.
  private func isExtension(inBracket digits: Int, of base: Base, _ tail: Tail) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, base.answer.type == .fixedLine, base.repair == nil,
      isOn(.extensionDash), tail.isEmpty,
      (3...5).contains(tokens[digits].count), let close = endOfExtensions(digits),
      !tokens[digits - 1].followsBlank, !tokens[digits].followsBlank,
      Int(tokens[digits].count) != plan.notation.postcodeDigits,
      !isShortCode(self.digits(of: tokens[digits])),
      !mayBeYear(tokens[digits]),
      !mayEndRun(tokens[digits], base)
    else { return false }
    switch tokens[close + 1].kind {
    case .end, .comma, .enumeration, .semicolon, .slash, .newline: return true
    case .open: return nextBracket(behind: close, like: digits) != nil
    default: return false
    }
  }

  /// Adds the extension in a bracket, and those in brackets behind it that hold as many digits: (801)/(802).
  private func addsBrackets(_ tail: inout Tail, from first: Int) {
    var digits = first
    while addExtension(&tail, token: digits),
      let next = nextBracket(behind: digits + 1, like: digits)
    { digits = next }
  }

  /// The digits that the next bracket holds alone, as many as those of the one before; nil for none.
  private func nextBracket(behind close: Int, like digits: Int) -> Int? {
    guard tokens[close].kind == .close else { return nil }
    var open = close + 1
    switch tokens[open].kind {
    case .slash, .comma, .enumeration: open += 1
    default: break
    }
    return tokens[open].kind == .open && tokens[open + 1].kind == .digits
      && tokens[open + 1].count == tokens[digits].count && tokens[open + 2].kind == .close
      && !startsFullNumber(at: open)
      ? open + 1 : nil
  }

  /// Whether digits are a year of this century or the last, or in Taiwan a postcode of five: (2023), (10491).
  private func mayBeYear(_ token: Token) -> Bool {
    isYear(token) || token.count == 5 && plan.notation.postcodeDigits < 5
  }

  /// The bracket that closes behind digits, or behind a list of others that are as many: (801/802).
  private func endOfExtensions(_ first: Int) -> Int? {
    var index = first
    while tokens[index].kind == .digits, tokens[index].count == tokens[first].count {
      switch tokens[index + 1].kind {
      case .close: return index + 1
      case .slash, .enumeration, .comma: index += 2
      default: return nil
      }
    }
    return nil
  }

  /// Whether a bracket holds nothing but an area code with its trunk 0, and digits stand behind it:
  /// another number, even where the plan does not know it any more.
  private func holdsArea(bracket open: Int) -> Bool {
    let area = tokens[open + 1]
    return (2...5).contains(area.count) && beginsWithZero(area)
      && tokens[open + 2].kind == .close && tokens[open + 3].kind == .digits
      && digitsLeft(from: open + 3) > 5
  }
}
