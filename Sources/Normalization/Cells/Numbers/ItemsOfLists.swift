/// Items of lists whose digits together would be a number: 22 54 07 30/31/32/33/34, 061 500-984/504-298/300.
extension NumberGrammar {
  /// Whether a sign that stands before the number, too, ends its first groups, all as long as those of the list.
  ///
  /// Groups of several sizes are a number written with such signs, 67 223 344/67/223/355, and so are those behind an
  /// area code, 089/12345/089/12346, and those far from the last digits before: 224 321 910/233/325/980.
  @inline(never)
  func endsItemOfList(_ sign: Int, of start: Int) -> Bool {
    guard tokens[start - 2].kind == .digits, !groups[0].opens else { return false }
    let mayEnd =
      tokens[sign].kind == .dash
      ? isRow(sign, of: start)
      : groupCount > 1
        ? !isAmidNumber(sign)
        : !isAreaAgain(sign, of: start) && isBesideLast(sign, of: start)
          && !isArea(beforeSlash: groups[0].token)
    // All that is behind the sign is looked at last: there may be much of it.
    return mayEnd && isEven(sign)
  }

  /// Whether a number in full that begins with its trunk 0 goes on behind a sign: / 03 88/22 93 91.
  private func isAmidNumber(_ sign: Int) -> Bool {
    guard digits[groups[0].first] == 48, let length = lengthOfFullNumber(at: groups[0].token) else {
      return false
    }
    return groups[0].first + length > Int(tokens[sign - 1].first + tokens[sign - 1].count)
  }

  /// Whether all groups so far, and all that the sign parts from them, have as many digits; nothing but other signs
  /// parts those before it, which would part two lines.
  private func isEven(_ sign: Int) -> Bool {
    let size = groups[0].count
    for group in 0..<groupCount
    where groups[group].count != size || group > 0 && groups[group].separator == tokens[sign].kind {
      return false
    }
    return areItemsEven(from: sign, digits: size)
  }

  /// Whether a list that goes on with a sign has nothing but items of so many digits, and numbers in full behind them.
  ///
  /// What it came to is kept for its later items: else a cell full of them would be walked from each to its end.
  private func areItemsEven(from sign: Int, digits size: Int) -> Bool {
    let kind = tokens[sign].kind
    let memory = context.memory
    if let known = memory.pointee.list.areItemsEven(from: sign, kind, digits: size) { return known }
    var (next, areShort) = (sign, true)
    var isEven = true
    while isEven, tokens[next].kind == kind, tokens[next + 1].kind == .digits {
      if tokens[next + 1].count != size {
        isEven = startsFullNumber(atItem: next + 1)
        areShort = areShort && !isEven && tokens[next + 1].count <= Self.mostOfItem
      }
      next += 2
    }
    isEven = isEven && next > sign
    if areShort, next > sign {
      memory.pointee.remember(
        RememberedList(first: sign, end: next, kind, digits: size, isEven: isEven))
    }
    return isEven
  }

  /// The most digits of an item that is no number in full.
  private static let mostOfItem = 7

  /// Whether digits in one piece, or in blanks behind their first group, are a number in full behind a list.
  private func startsFullNumber(atItem index: Int) -> Bool {
    tokens[index].count > Self.mostOfItem && startsFullNumber(at: index)
  }

  /// Whether the first group is an area code by its trunk 0, or the one that a slash sets apart before it.
  private func isAreaAgain(_ sign: Int, of start: Int) -> Bool {
    let area = tokens[groups[0].token]
    if digits[Int(area.first)] == 48 { return area.count > 2 }
    return (max(start - 12, 0)..<start - 1).contains {
      tokens[$0].kind == .digits && tokens[$0 + 1].kind == .slash && tokens[$0].count == area.count
        && value(of: tokens[$0]) == value(of: area)
    }
  }

  /// Whether the first digits of the list lie close to those that they would replace, or rise by one.
  private func isBesideLast(_ sign: Int, of start: Int) -> Bool {
    let (first, last) = (tokens[groups[0].token], tokens[start - 2])
    guard first.count <= 4, last.count >= first.count else { return false }
    let distance = value(of: last) % powerOfTen(Int(first.count)) - value(of: first)
    return abs(distance) <= (first.count < 3 ? 20 : 200) || rises(sign)
  }

  /// Whether the digits behind a sign are one above those before it.
  private func rises(_ sign: Int) -> Bool {
    value(of: tokens[sign + 1]) == value(of: tokens[sign - 1]) + 1
  }

  /// Whether a dash stands between digits that rise by one, as one with as many blanks does before them, and none
  /// within the number before: 22 54 07 30-31-32-33-34.
  private func isRow(_ sign: Int, of start: Int) -> Bool {
    groupCount == 1 && groups[0].count < 3 && rises(sign)
      && tokens[sign].followsBlank == tokens[start - 1].followsBlank
      && (start < 4 || tokens[start - 3].kind != .dash)
  }
}

/// What was found of the items of a list, from one sign between them to before another.
struct RememberedList: BitwiseCopyable {
  private var first = 0
  private var end = 0
  private var sign = Token.Kind.end
  private var digits = 0
  private var isEven = false

  /// No list.
  init() {}

  init(first: Int, end: Int, _ sign: Token.Kind, digits: Int, isEven: Bool) {
    (self.first, self.end) = (first, end)
    (self.sign, self.digits, self.isEven) = (sign, digits, isEven)
  }

  /// Whether all items from a sign on have so many digits; nil where it is not one of the list.
  @inline(__always)
  func areItemsEven(from index: Int, _ sign: Token.Kind, digits: Int) -> Bool? {
    guard index >= first, index < end, (index &- first) & 1 == 0, sign == self.sign,
      digits == self.digits
    else { return nil }
    return isEven
  }
}
