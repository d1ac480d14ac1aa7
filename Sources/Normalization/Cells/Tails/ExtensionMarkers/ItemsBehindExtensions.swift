import NumberingPlans
import Records

/// Tells what an item of a list of extensions is that is none of them: the head of the next number, a postcode, a
/// day: ext. 1042, 044 33 1482 7361, int. 12, 15 3748-2615, ext 12, 60614.
extension TailGrammar {
  /// The most digits of an item that may be an extension.
  private static let mostDigitsOfItem = 5

  /// How many digits a postcode has at least more than an extension before it.
  private static let longerByPostcode = 1

  /// Reads an item that is the last extension before a number in full, begins that number itself or one that lacks its
  /// trunk 0, or is in doubt; false where the groups behind it must tell.
  func readsItem(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    if doubtsNumber(&tail, base, at: index) { return true }
    guard tail.hasExtensions else { return readsNumberWithoutTrunk(&tail, base, at: index) }
    if beginsMobile(at: index) {
      tail.end(at: index)
      return true
    }
    if endsExtensions(tail, at: index) {
      continueList(&tail, with: index)
      return true
    }
    guard beginsCorrectedNumber(at: index, behind: base) else {
      return leavesDoubtfulItem(&tail, base, at: index)
    }
    tail.end(at: index)
    return true
  }

  /// Whether digits and those behind them that blanks or slashes join are a mobile: Extn 822, 98693 57533 and ramal 911,
  /// 348/4729806.
  private func beginsMobile(at index: Int) -> Bool {
    var (last, count) = (index, Int(tokens[index].count))
    while count <= NumberGrammar.mostDigits {
      let next = tokens[last + 1].kind == .slash ? last + 2 : last + 1
      guard tokens[next].kind == .digits else { break }
      count += Int(tokens[next].count)
      last = next
    }
    guard tokens[index].count > 2, last > index, count <= NumberGrammar.mostDigits else {
      return false
    }
    let written = national(from: Int(tokens[index].first), count: count)
    let answer =
      written.validity == .valid
      ? written
      : withoutTrunk(UnsafeBufferPointer(start: digits + Int(tokens[index].first), count: count))
    // Where the ranges of mobiles are those of areas, too, ten digits in two halves are one.
    let isInHalves =
      plan.notation.mobilesLackTrunk && last == index + 1 && tokens[index].count == 5
      && tokens[last].count == 5
    return answer.validity == .valid && (answer.type == .mobile || isInHalves)
  }

  /// Doubts two groups of four digits that are as long as the number before them, and yet none that the plan knows:
  /// 2876-7388，6609 0400; false for others.
  private func doubtsNumber(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    let (first, second) = (tokens[index], tokens[index + 1])
    guard first.kind == .digits, first.count == 4, second.kind == .digits, second.count == 4,
      second.followsBlank, base.answer.nationalDigits == 8 || base.localDigits == 8,
      tokens[index + 2].kind != .digits, tokens[index + 2].kind != .dash,
      !startsFullNumber(at: index), !startsLine(at: index, behind: base)
    else { return false }
    tail.doubt(index, keeping: base, "extensions, or another number")
    return true
  }

  /// Whether digits are as many as those of the extension before, and another number in full follows behind a
  /// blank: ext 2710、6286 049-2360159.
  private func endsExtensions(_ tail: Tail, at index: Int) -> Bool {
    guard tail.hasExtensions, isOn(.extensionLists),
      tokens[index].count <= 5, Int(tokens[index].count) == tail.extensions.last.digits,
      !beginsWithZero(index) && plan.notation.hasUnmarkedExtensions
        || !startsFullNumber(at: index)
    else { return false }
    return leadsToNumber(behindExtension: index) || leadsToDay(dash: index + 1)
  }

  /// Whether a blank or a dash behind an extension leads to another number in full: ext 6286 049-2360159, #25 -
  /// 400-556-9497, #25-04-2262-1234.
  func leadsToNumber(behindExtension index: Int) -> Bool {
    let next = index + 1
    let mayBeUnmarked = plan.notation.hasUnmarkedExtensions
    switch tokens[next].kind {
    case .digits:
      return tokens[next].followsBlank && (mayBeUnmarked || beginsWithZero(next))
        && startsFullNumber(at: next)
    case .open: return tokens[next].followsBlank && startsFullNumber(at: next)
    case .dash where mayBeUnmarked && tokens[next + 1].kind == .digits:
      let isApart = tokens[next].followsBlank && tokens[next + 1].followsBlank
      return (isApart || beginsWithZero(next + 1))
        && startsFullNumber(at: next + 1)
    default: return false
    }
  }

  /// Whether digits and the groups behind them are a number that only a correction, or the area code of the
  /// number before, makes one: old prefixes of mobiles, or a mobile that is dialled behind its area.
  ///
  /// It has more digits than a line of that area, for such a line may be several extensions.
  func beginsCorrectedNumber(at index: Int, behind base: Base) -> Bool {
    guard isOn(.lists), tokens[index].kind == .digits, tokens[index].count <= Self.mostDigitsOfItem,
      goesOn(behind: index), digitsLeft(from: index) > 7, mayBeginCorrected(at: index, behind: base)
    else { return false }
    var context = context
    context.inherited = base.area
    let grammar = NumberGrammar(list, context, at: index)
    guard case .base(let other) = grammar.read(at: index), other.nextToken > index + 1,
      isHome(other)
    else { return false }
    if other.repair == .obsoleteNumbering { return beginsWithZero(index) }
    guard other.repair == nil, other.rule == .lists, base.localDigits > 0 else { return false }
    let last = tokens[lastDigits(of: other)]
    return Int(last.first + last.count - tokens[index].first) > base.localDigits
  }

  /// Whether digits may begin such a number, by the first of them and by the lengths of lines: a whole number is read
  /// to tell.
  private func mayBeginCorrected(at index: Int, behind base: Base) -> Bool {
    let first = Int(tokens[index].first)
    if digits[first] == 48 {
      return plan.reusesAreas
        || context.answer {
          $0.formerHeads.mayBeginWithSome(of: UnsafeBufferPointer(start: digits + first, count: 3))
        }
    }
    guard base.localDigits > 0 else { return false }
    let (line, area) = (base.localDigits, base.area)
    return area.localDigits == 0 || area.localDigits > line
      || context.answer { $0.mayExceedLines(behind: area) }
  }

  /// Whether further groups follow digits.
  private func goesOn(behind index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits, .open: true
    case .dash, .slash, .dot: tokens[index + 2].kind == .digits
    default: false
    }
  }

  /// Rejects an item alone that may be a postcode, a day, or the first group of a number in parts.
  ///
  /// The number and the extensions before it are sure; false where it is none of these.
  private func leavesDoubtfulItem(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard tail.alternates == 0, !plan.notation.hasUnmarkedExtensions else { return false }
    if mayBePostcode(tail, at: index) {
      tail.doubt(index, keeping: base, "an extension, or a postcode")
    } else if mayBeDay(tail, at: index) {
      tail.doubt(index, keeping: base, "extensions, or a day")
    } else if beginsPartedNumber(at: index) {
      tail.doubt(index, keeping: base, "extensions, or a number in parts")
    } else {
      return false
    }
    return true
  }

  /// Whether five digits stand behind an extension of four or less: ext 12, 60614, ext 1398, 20910.
  func mayBePostcode(_ tail: Tail, at index: Int) -> Bool {
    Int(tokens[index].count) == Self.mostDigitsOfItem && !goesOn(behind: index)
      && tail.extensions.last.digits + Self.longerByPostcode <= Self.mostDigitsOfItem
  }

  /// Whether two items of other lengths are a month and a day: ext 12, 5/14.
  private func mayBeDay(_ tail: Tail, at index: Int) -> Bool {
    let other = index + 2
    guard tokens[index + 1].kind == .slash, tokens[other].kind == .digits,
      !tokens[index + 1].followsBlank, !tokens[other].followsBlank,
      tokens[index].count != tokens[other].count, tokens[index].count <= 2,
      tokens[other].count <= 2
    else { return false }
    let (one, two) = (value(of: tokens[index]), value(of: tokens[other]))
    return (1...31).contains(one) && (1...31).contains(two) && min(one, two) <= 12
  }

  /// Whether digits with a trunk 0 begin a number in full whose groups a comma parts: ext 12 or 0438, 274 816.
  private func beginsPartedNumber(at index: Int) -> Bool {
    let first = tokens[index]
    guard first.count > 1, beginsWithZero(first), tokens[index + 1].kind == .comma,
      tokens[index + 2].kind == .digits
    else { return false }
    var last = index + 2
    while tokens[last].kind == .digits {
      let count = Int(tokens[last].first + tokens[last].count - first.first)
      if count > 7, national(from: Int(first.first), count: count).validity == .valid {
        return true
      }
      last += 1
    }
    return false
  }
}
