import NumberingPlans

/// Where a number ends, where digits of the next one stand right behind it: 02 48 18 96 2 06/44 23 4791.
extension NumberGrammar {
  /// How many groups make a number that the plan knows without any correction.
  func directCount(hasPlus: Bool) -> Int? {
    let lengths = hasPlus ? nil : completeLengths(from: 0)
    let possible =
      hasPlus || groupCount < 3 ? .max : lengths ?? possibleLengths(from: groups[0].first)
    var largest = 0
    for count in stride(from: fittingCount, through: 1, by: -1) {
      let length = digits(of: 0..<count).count
      if length < Self.fewestDigits { break }
      if possible >> UInt32(length) & 1 == 1, isComplete(0..<count, lengths, hasPlus: hasPlus) {
        largest = count
        break
      }
    }
    guard largest > 1 else { return largest == 1 ? 1 : nil }
    return countBeforePair(lengths, hasPlus: hasPlus)
      ?? countBeforePostcode(largest, lengths, hasPlus: hasPlus)
      ?? endBeforeNext(largest, lengths, possible, hasPlus: hasPlus) ?? largest
  }

  /// The fewest digits of a number before a sign and another number in full.
  private static let fewestBeforeSign = 6

  /// How many groups a number has before the one that follows it; nil where none follows within so many.
  ///
  /// Numbers end only behind as many digits as are `possible`.
  private func endBeforeNext(
    _ largest: Int, _ lengths: UInt32?, _ possible: UInt32, hasPlus: Bool
  ) -> Int? {
    let least = min(plan.shortestNumber, 7)
    var best: (count: Int, rank: Int?)?
    let last = largest < groupCount ? largest : largest - 1
    for count in 1...last {
      let length = digits(of: 0..<count).count
      let isLong = length >= least
      guard length >= min(least, Self.fewestBeforeSign), possible >> UInt32(length) & 1 == 1,
        isLong || hasSign(before: count) || isSetApart(count),
        isComplete(0..<count, lengths, hasPlus: hasPlus, least: isLong ? least : 0),
        count == largest || (isLong || count > 1 && repeatsLayout(at: count)) && partsBySign(count)
          || endsBeforeNumber(count, lengths, hasPlus: hasPlus)
      else { continue }
      guard let previous = best else {
        best = (count, nil)
        continue
      }
      let previousRank = previous.rank ?? rank(of: previous.count)
      let rank = rank(of: count)
      let isBetter = isBetter(count, rank, than: previous.count, previousRank)
      best = isBetter ? (count, rank) : (previous.count, previousRank)
    }
    return best?.count
  }

  /// Whether a slash parts a group from a complete number, or a dash parts local numbers that are written
  /// alike: 0221 / 47 45 14 - 47 45 15.
  ///
  /// In an open plan 030 12345678/79 is a number, too.
  private func partsBySign(_ count: Int) -> Bool {
    switch groups[count].separator {
    case .slash: true
    case .dash: hasSign(before: count) && count > 2 && repeatsLine(at: count)
    default: false
    }
  }

  /// Whether a number in full begins at a group, and does not rather end the number before it.
  private func endsBeforeNumber(_ count: Int, _ lengths: UInt32?, hasPlus: Bool) -> Bool {
    guard startsFullNumber(group: count) else { return false }
    if count > 1, repeatsLayout(at: count) { return true }
    if isAmidPairs(count), digits(of: 0..<count).count < 9 { return false }
    if takesNumberBehindSlash(count, lengths, hasPlus: hasPlus) { return false }
    return !(endsBeforeSign(count) && isComplete(0..<count + 1, lengths, hasPlus: hasPlus))
  }

  /// Whether a group is one of several pairs behind an area code that only blanks part: 030 83 34 08 45 1978, 05251
  /// 24 04 31.
  private func isAmidPairs(_ group: Int) -> Bool {
    guard group > 1, group + 1 < groupCount else { return false }
    for pair in group - 1...group + 1 {
      guard groups[pair].count == 2, !groups[pair].opens,
        pair < group || groups[pair].separator == .end
      else { return false }
    }
    return true
  }

  /// Whether these digits complete a number only by taking in the next one behind the slash, while the digits before the
  /// slash belong together: 05251 / 24 04 31 / 015172375160.
  private func takesNumberBehindSlash(_ group: Int, _ lengths: UInt32?, hasPlus: Bool) -> Bool {
    guard facts.kinds.contains(.slash) else { return false }
    for next in group + 1..<max(groupCount, group + 1)
    where groups[next].separator == .slash && groups[next].count > 1
      && digits[groups[next].first] == 48
    {
      guard next <= fittingCount, isComplete(0..<next, lengths, hasPlus: hasPlus),
        startsFullNumber(group: next)
      else { return false }
      return !startsFullNumber(group: group, upTo: next)
    }
    return false
  }

  /// Whether two digits are the last of a number in pairs, though they read as an area code: 02 948 90 02 /
  /// 948 90 03.
  ///
  /// The digits behind the sign are grouped as those of the line before it; else they belong to that area
  /// code: 08-10 54 55 08-10 54 56.
  private func endsBeforeSign(_ group: Int) -> Bool {
    guard groups[group].separator == .end, groups[group].count == 2, group + 1 < groupCount
    else { return false }
    let sign = groups[group + 1].separator
    guard sign == .slash || sign == .dash, !isArea(group, before: group + 1) else { return false }
    return repeatsSizes(from: 1, group, at: group + 1) || startsFullNumber(group: group + 1)
  }

  /// Whether the end of a number at a group is more likely than at one before.
  private func isBetter(_ count: Int, _ rank: Int, than previous: Int, _ previousRank: Int) -> Bool
  {
    // 070 65 38 27 / 28 / 095 716 3824: the last digits of another line, as without the number behind.
    if count == previous + 1, groups[previous].separator == .slash, groups[previous].count < 3,
      hasSlash(before: count)
    {
      return false
    }
    if endsBeforeSameLine(count), !repeatsLine(at: previous) { return true }
    // 07531 / 624 89 / 0151-06143101.
    if count == previous + 1, beginsWithTrunk(previous), isMobile(from: previous) { return false }
    guard rank == previousRank else { return rank > previousRank }
    if endsPairs(count, behind: previous) { return true }
    guard count + 1 < groupCount, groups[1].separator != .end else { return false }
    // 08 - 545 124 01 073-512 25 33.
    return groups[count + 1].separator == groups[1].separator
      && groups[previous + 1].separator != groups[1].separator
  }

  /// Whether the pairs of a line end before a longer group with which a number in full begins: 055/28 12 34 347 1234567.
  private func endsPairs(_ count: Int, behind previous: Int) -> Bool {
    guard count == previous + 1, count > 3, count < groupCount, groups[count].count > 2 else {
      return false
    }
    return (1..<count).allSatisfy { groups[$0].count == 2 } && startsFullNumber(group: count)
  }

  /// Whether a slash, or a dash between blanks, parts a line from another one that is written alike: 06/782 68 84 / 813
  /// 92 84, 081 718-3341 / 778-4661.
  private func endsBeforeSameLine(_ count: Int) -> Bool {
    guard count > 2, count < groupCount else { return false }
    let (sign, first) = (groups[count].separator, tokens[groups[count].token])
    let isSign =
      sign == .slash
      || sign == .dash && first.followsBlank && tokens[groups[count].token - 1].followsBlank
    return isSign && repeatsLine(at: count) && groupCount == 2 * count - 1
  }

  /// Whether a slash stands before a group, or a number in full with its trunk 0 begins there.
  private func hasSlash(before group: Int) -> Bool {
    group < groupCount && (groups[group].separator == .slash || beginsWithTrunk(group))
      && startsFullNumber(group: group)
  }

  /// How likely a number ends before a group.
  private func rank(of count: Int) -> Int {
    // No line begins with 0, though a mobile behind its prefix may: 02/987 69 09 0888 126 525, 0173/0434478.
    if beginsWithTrunk(count), count + 1 < groupCount, digits[groups[count + 1].first] == 48,
      !isMobile(from: count)
    {
      return EndRank.none
    }
    if count > 1, repeatsLayout(at: count) {
      return beginsWithTrunk(count) == beginsWithTrunk(0)
        ? EndRank.sameLayoutAndTrunk : EndRank.sameLayout
    }
    if hasSign(before: count),
      startsFullNumber(group: count)
        || count > 1 && !isArea(count - 1, before: count) && repeatsLine(at: count)
    {
      return EndRank.sign
    }
    if isSetApart(count), startsFullNumber(group: count) { return EndRank.widerBlank }
    return beginsWithTrunk(count) ? EndRank.trunk : EndRank.none
  }

  /// Whether a mobile begins at a group behind a slash, its prefix in one piece.
  private func isMobile(from group: Int) -> Bool {
    guard groups[group].separator == .slash, groups[group].count > 2 else { return false }
    var length = 0
    for next in group..<groupCount {
      length += groups[next].count
      if length > Self.mostDigits { return false }
      let answer = national(from: groups[group].first, count: length)
      if answer.validity == .valid { return answer.type == .mobile }
    }
    return false
  }

  /// Whether a group is the area code that the number begins with, and a sign without blanks behind it sets
  /// the line apart: 018 518-311 018/515-445.
  private func isArea(_ group: Int, before next: Int) -> Bool {
    guard group > 0, groups[group].count == groups[0].count,
      !tokens[groups[next].token].followsBlank
    else { return false }
    return digits(of: group..<next).elementsEqual(digits(of: 0..<1))
  }

  /// Whether a group begins with the trunk 0, or in a bracket.
  private func beginsWithTrunk(_ group: Int) -> Bool {
    digits[groups[group].first] == 48 && groups[group].count > 1 || groups[group].opens
  }

  /// Whether more blank space stands before a group than within the number before it.
  private func isSetApart(_ group: Int) -> Bool {
    let blanks = bytes(before: group)
    return blanks > 1 && (group == 1 || blanks > bytes(before: 1))
  }

  /// How many bytes stand between a group, or its bracket, and the token before it: blank space.
  private func bytes(before group: Int) -> Int {
    let first = groups[group].opens ? groups[group].token - 1 : groups[group].token
    return Int(tokens[first].start) - Int(tokens[first - 1].end)
  }

  /// Whether a sign that parts no groups before it stands before a group.
  private func hasSign(before group: Int) -> Bool {
    let sign = groups[group].separator
    guard sign != .end else { return false }
    if sign == .dash, tokens[groups[group].token].followsBlank,
      tokens[groups[group].token - 1].followsBlank
    {
      return true
    }
    for previous in 1..<max(group, 1) where groups[previous].separator == sign { return false }
    return true
  }

  /// Whether the groups from one on have the sizes, and the signs between them, of all groups before it.
  func repeatsLayout(at count: Int) -> Bool {
    guard repeatsSizes(from: 0, count, at: count) else { return false }
    for group in 1..<max(count, 1)
    where groups[group].separator != groups[count + group].separator { return false }
    return true
  }

  /// Whether the groups from one on have the sizes, and the signs between them, of all groups but the first
  /// before it.
  private func repeatsLine(at count: Int) -> Bool {
    guard repeatsSizes(from: 1, count - 1, at: count) else { return false }
    for group in 2..<max(count, 2)
    where groups[group].separator != groups[count + group - 1].separator { return false }
    return true
  }

  /// Whether the groups from one on have the sizes of as many groups from another one on.
  private func repeatsSizes(from first: Int, _ size: Int, at count: Int) -> Bool {
    guard count + size <= groupCount else { return false }
    for group in 0..<size where groups[first + group].count != groups[count + group].count {
      return false
    }
    return true
  }

  /// Whether groups that begin with a local number go on to a number in full, as the one before it is: the
  /// end of that, and not of the local number, is where a list goes on.
  ///
  /// 12 345 71 01 / 12 345 71 02, 02 12 34 87 34 – 312 345 25 14 – 02 12….
  func goesOnInFull(behindLocal count: Int, at start: Int) -> Bool {
    guard count < groupCount else { return false }
    let sign = signOfList(before: start)
    let isListed = isSign(sign, before: count)
    let possible = possibleLengths(from: groups[0].first)
    for end in count + 1...groupCount {
      let length = digits(of: 0..<end).count
      if length > Self.mostDigits { return false }
      if endsItem(end), lacksTrunk(end) || repeatsPairs(end, before: start) { return true }
      guard possible >> UInt32(length) & 1 == 1,
        direct(0..<end, hasPlus: false).validity == .valid
      else { continue }
      if repeatsWritten(end, before: start) { return true }
      if isListed { continue }
      if end == groupCount { return true }
      if isSign(sign, before: end) { return true }
      if startsFullNumber(group: end), !startsFullNumber(group: count) { return true }
    }
    return false
  }

  /// Whether groups are an area code and a line as long as those of the number before, and lack nothing but a trunk 0:
  /// 41 571-57-79; 21 836-47-00.
  private func lacksTrunk(_ end: Int) -> Bool {
    guard groups[0].count < 4, inherited.localDigits > 5, end > 1,
      digits(of: 1..<end).count == inherited.localDigits, digits[groups[1].first] != 48
    else { return false }
    return withoutTrunk(digits(of: 0..<end)).validity == .valid
  }

  /// Whether nothing stands behind groups, or a slash, or a dash between blanks.
  private func endsItem(_ end: Int) -> Bool {
    guard end < groupCount else { return true }
    return isSign(.slash, before: end) || isSign(.dash, before: end)
  }

  /// Whether four pairs or more are written as the number before them, which may be an old one: 69 62 02 02 / 98 00 00 55.
  private func repeatsPairs(_ end: Int, before start: Int) -> Bool {
    end > 3 && (0..<end).allSatisfy { groups[$0].count == 2 } && repeatsWritten(end, before: start)
  }

  /// Whether a group stands behind the sign of a list, a dash with a blank as there.
  private func isSign(_ sign: Token.Kind, before group: Int) -> Bool {
    sign != .end && groups[group].separator == sign
      && (sign != .dash || tokens[groups[group].token].followsBlank)
  }

  /// The sign of lists right before a token; `.end` for blank space.
  private func signOfList(before start: Int) -> Token.Kind {
    guard start > 0 else { return .end }
    switch tokens[start - 1].kind {
    case .dash: return tokens[start].followsBlank ? .dash : .end
    case .slash: return .slash
    default: return .end
    }
  }

  /// Whether the digits before a token are in groups of the same sizes as so many groups.
  private func repeatsWritten(_ count: Int, before start: Int) -> Bool {
    var (group, index) = (count, start - 1)
    while group > 0, index >= 0 {
      switch tokens[index].kind {
      case .digits:
        guard Int(tokens[index].count) == groups[group - 1].count else { return false }
        group -= 1
      case .dash, .dot, .slash, .open, .close: break
      default: return false
      }
      index -= 1
    }
    return group == 0 && count > 1
  }
}

/// What tells that a number ends before a group, by how sure it is.
private enum EndRank {
  static let none = 0
  /// The next group begins with the trunk 0.
  static let trunk = 1
  /// A wider blank before a number in full.
  static let widerBlank = 2
  /// A sign before a number in full.
  static let sign = 3
  /// The next number is grouped as this one.
  static let sameLayout = 4
  /// And begins with the trunk 0 as this one does, or both without.
  static let sameLayoutAndTrunk = 5
}
