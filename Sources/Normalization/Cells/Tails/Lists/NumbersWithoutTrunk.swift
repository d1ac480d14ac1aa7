import NumberingPlans
import Records

/// Numbers of a list that lack their trunk 0, as the one before them may: 21/2734425, 11/9111833, 42-9999012.
///
/// Their area code is no extension, no end of a run and no last digit, and their line lies in no other area.
extension TailGrammar {
  /// The most digits of such an area code.
  private static let mostDigitsOfArea = 3
  /// The fewest digits of a line, and the most groups in which it stands.
  private static let (fewestOfLine, mostGroupsOfLine) = (5, 4)

  /// Ends a number before the area code of another one, or leaves that in doubt; false where none begins.
  func readsNumberWithoutTrunk(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    guard isOn(.lists), tail.isOpen, !tail.hasExtensions, mayBeAreaOfLine(index, base),
      !startsFullNumber(at: index)
    else { return false }
    if repeatsArea(of: base, at: index) || isSetApart(index) {
      tail.end(at: index)
    } else {
      tail.doubt(index, behind: base, in: self, "an area code, or an extension")
    }
    return true
  }

  /// Whether few digits and the line behind them are a number of the plan, as long as the one before or its line.
  private func mayBeAreaOfLine(_ index: Int, _ base: Base) -> Bool {
    let area = tokens[index]
    guard area.kind == .digits, Int(area.count) <= Self.mostDigitsOfArea, base.area.digits > 0,
      isHome(base), digits[Int(area.first)] != 48
    else { return false }
    let whole = base.answer.nationalDigits
    if isNumber(index, digits: whole, base) { return true }
    let ofOtherArea = Int(area.count) + base.localDigits
    // 500-984/986/504-298.
    if tokens[index - 1].kind == .slash, tokens[index + 1].kind == .slash { return false }
    return ofOtherArea != whole && isNumber(index, digits: ofOtherArea, base)
  }

  /// Whether so many digits from an area code on end where a line does, and are a number that may lack its trunk 0.
  private func isNumber(_ index: Int, digits wanted: Int, _ base: Base) -> Bool {
    var (last, count, groups) = (index, Int(tokens[index].count), 0)
    guard wanted - count >= Self.fewestOfLine, digitsLeft(from: index) >= wanted else {
      return false
    }
    while count < wanted, groups < Self.mostGroupsOfLine {
      guard let next = groupOfLine(behind: last, isFirst: groups == 0) else { return false }
      if groups == 0, digits[Int(tokens[next].first)] == 48 { return false }
      count += Int(tokens[next].count)
      (last, groups) = (next, groups + 1)
    }
    guard count == wanted, groupOfLine(behind: last, isFirst: false) == nil else { return false }
    let asked = UnsafeBufferPointer(start: digits + Int(tokens[index].first), count: count)
    let answer = withoutTrunk(asked)
    return answer.validity == .valid && answer.callingCode == base.answer.callingCode
      && answer.nationalDigits == wanted && (answer.type != .mobile || base.answer.type == .mobile)
  }

  /// The next group of a line, behind a blank, a dash or a dot; a slash may stand before the first one.
  private func groupOfLine(behind group: Int, isFirst: Bool) -> Int? {
    switch tokens[group + 1].kind {
    case .digits: return group + 1
    case .dash, .dot: break
    case .slash where isFirst: break
    default: return nil
    }
    let isJoined = !tokens[group + 1].followsBlank && !tokens[group + 2].followsBlank
    return isJoined && tokens[group + 2].kind == .digits ? group + 2 : nil
  }

  /// Whether the number before begins with as many digits of an area code, and the same sign behind them.
  private func repeatsArea(of base: Base, at index: Int) -> Bool {
    var first = base.firstToken
    while first < base.nextToken, tokens[first].kind != .digits { first += 1 }
    let count = Int(tokens[first].count) - (beginsWithZero(first) ? 1 : 0)
    return count == Int(tokens[index].count) && tokens[first + 1].kind == tokens[index + 1].kind
      && first + 1 < base.nextToken
  }

  /// Whether a blank stands before an area code, and a sign without blanks behind it.
  private func isSetApart(_ index: Int) -> Bool {
    tokens[index].followsBlank && tokens[index + 1].kind != .digits
  }

  /// Leaves digits in doubt that a dash between blanks sets apart, and a dot joins to more of them: 818 769 6501 -
  /// 429.7632; false for others.
  func doubtsBeforeDot(_ tail: inout Tail, dash: Int, at index: Int, _ base: Base) -> Bool {
    guard tokens[dash].followsBlank, tokens[index].followsBlank, tokens[index].count > 1,
      tokens[index + 1].kind == .dot, tokens[index + 2].kind == .digits,
      !tokens[index + 1].followsBlank, !tokens[index + 2].followsBlank,
      tokens[index + 2].count > 2
    else { return false }
    tail.doubt(index, behind: base, in: self, "an extension, or another number")
    return true
  }
}

extension CellReading {
  /// Whether digits in doubt, or behind text, may be the area code of the line behind them, which lies in no other area
  /// then.
  func mayBeInOtherArea(behind problem: Int) -> Bool {
    var index = problem
    while isText(index) { index += 1 }
    guard context.inherited.digits > 0, tokens[index].kind == .digits,
      tokens[index].count < Self.mostDigitsOfOtherArea || beginsWithZero(index)
    else { return false }
    switch tokens[index + 1].kind {
    case .slash, .dash, .dot: return true
    case .digits: return !startsFullNumber(at: index + 1)
    default: return false
    }
  }

  /// More digits without a trunk 0 are last digits of lines: 011-2323 0131/3375/9402, 2360 8280.
  private static let mostDigitsOfOtherArea: UInt16 = 4
}
