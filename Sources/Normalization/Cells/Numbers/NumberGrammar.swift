import NumberingPlans

/// Reads the number that begins at a token: from tokens, a position and what is known around them to
/// values; nothing of the cell changes.
///
/// Which groups of digits may belong to the number is found when a grammar is made, so that a
/// question about another place is another grammar.
struct NumberGrammar: TokenReading {
  /// The cell.
  let list: TokenList
  /// What is known around the number.
  let context: CellContext
  /// The groups of digits that may belong to the number.
  var groups: Groups {
    @inline(__always) get { Groups(packed, of: tokens) }
  }
  private var packed = PackedGroups()
  /// How many groups there are.
  private(set) var groupCount = 0
  /// How many of the first ones have no more digits than a number: a cell full of digits has more groups.
  private(set) var fittingCount = 0
  /// Whether the number begins with "+".
  private(set) var hasPlus = false
  /// How many notes in brackets stand between the number that is read and this one, which is only
  /// looked for.
  let notesBefore: Int

  /// The most groups of digits that are tried as one number.
  static let mostGroups = 12
  /// The fewest digits of a number; less of them are no number even behind an area code.
  static let fewestDigits = 4
  /// The most digits of a number without its extension, prefixes included.
  static let mostDigits = 22
  /// The most digits that a number of any plan has with all prefixes: 17 behind a calling code and those that lead
  /// abroad.
  static let mostWithPrefixes = 31
  /// The most notes behind which a number is looked for.
  static let mostNotesBefore = 3

  /// What parts two groups: a tilde or a colon is read as the dash that others write.
  private static func separator(_ written: Token.Kind) -> Token.Kind {
    switch written {
    case .tilde, .colon, .semicolon, .equals, .newline: .dash
    case .comma: .enumeration
    default: written
    }
  }

  /// Collects the groups of digits that may belong to one number from a token on, or as many as hold
  /// some digits.
  init(
    _ list: TokenList, _ context: CellContext, at start: Int, untilDigits enough: Int = .max,
    behindNotes notesBefore: Int = 0
  ) {
    self.list = list
    self.context = context
    self.notesBefore = notesBefore
    var separator = Token.Kind.end
    var opens = false
    var index = start
    var collected = 0
    collecting: while groupCount < Self.mostGroups, collected < enough, !endsItem(index, of: start)
    {
      let token = tokens[index]
      switch token.kind {
      case .digits:
        if groupCount == 1, separator == .dash, token.followsBlank, begins(behindNote: index) {
          break collecting
        }
        packed.append(index, behind: separator, opens: opens, at: groupCount)
        collected &+= Int(token.count)
        count(groupUpTo: collected)
        separator = .end
        opens = false
      case .open:
        guard goesOn(inBracket: index, behind: collected) else { break collecting }
        opens = true
      case .plus:
        if groupCount == 0 {
          hasPlus = true
        } else if opens || separator != .end || partsNumbers(plus: index, behind: collected) {
          break collecting
        } else {
          separator = .plus
        }
      case .close,
        .quote where groupCount == 0:
        break
      case .dash, .dot: separator = token.kind
      case .slash, .star, .quote, .tilde, .enumeration, .colon, .comma, .semicolon, .equals,
        .newline:
        guard joins(index, behind: separator) else { break collecting }
        separator = Self.separator(token.kind)
      default: break collecting
      }
      index &+= 1
    }
    leaveOutNext()
  }
}

extension NumberGrammar {
  /// The fewest digits before a slash or a dash between blanks that are a number that lacks some: in national form, and
  /// behind a calling code.
  private static let fewestOfDamaged = (national: 5, international: 8)

  @inline(__always)
  private mutating func leaveOutNext() {
    if groupCount > 1, packed.hasSigns { endBeforeNumberInFull() }
  }

  /// Leaves out the groups behind such a sign where a number in full begins there, and those before it are none:
  /// 71 123 45 / 71 234 567, 9-18 / 0341 4237888.
  @inline(never)
  private mutating func endBeforeNumberInFull() {
    guard !plan.notation.writesDashExtensions else { return }
    let isAbroad = hasPlus || digits[groups[0].first] == 48 && digits[groups[0].first + 1] == 48
    let fewest = isAbroad ? Self.fewestOfDamaged.international : Self.fewestOfDamaged.national
    let mayBeDamaged = groupCount > 2 || mayBeLineAndNumber
    for group in 1..<groupCount where isBehindSpacedSign(group) {
      let isLong = digits(of: 0..<group).count >= fewest
      // 07242 / 594230 / 467846.
      guard isLong ? mayBeDamaged && (group > 1 || !isAreaCode(group: 0)) : mayBeNote(upTo: group),
        startsFullNumber(group: group),
        isLong ? direct(0..<group, hasPlus: hasPlus).validity != .valid : isNote(upTo: group)
      else { continue }
      groupCount = group
      fittingCount = min(fittingCount, group)
      return
    }
  }

  /// The fewest digits of a line without its area code and a number in full.
  private static let fewestOfTwo = 14

  /// Whether two groups may be a line without its area code and a number in full, which has no trunk 0: 211801 /
  /// 959899220.
  private var mayBeLineAndNumber: Bool {
    !hasPlus && digits[groups[0].first] != 48 && !groups[0].opens
      && digits(of: 0..<2).count >= Self.fewestOfTwo
      && direct(0..<2, hasPlus: false).validity != .valid
  }

  /// Whether a slash or a dash stands before a group, with blanks on both sides.
  private func isBehindSpacedSign(_ group: Int) -> Bool {
    switch groups[group].separator {
    case .slash, .dash: break
    default: return false
    }
    let first = groups[group].opens ? groups[group].token - 1 : groups[group].token
    return first > 0 && tokens[first].followsBlank && tokens[first - 1].followsBlank
  }

  /// Takes notice of a group that ends behind so many digits.
  @inline(__always)
  private mutating func count(groupUpTo digits: Int) {
    groupCount &+= 1
    if digits <= Self.mostDigits { fittingCount = groupCount }
  }

  /// Whether a bracket behind so many digits may hold digits of the number: where no number may end by how many they
  /// are, the groups are not asked, for that copies them.
  @inline(__always)
  private func goesOn(inBracket index: Int, behind digits: Int) -> Bool {
    // 797 8539/(818)491 2528.
    if digits > 6, tokens[index - 1].kind == .slash { return false }
    let neverEnds = groupCount == 0 || groupCount > 2 && (digits < 5 || digits > Self.mostDigits)
    return neverEnds && tokens[index + 1].kind == .digits || goesOn(inBracket: index)
  }

  /// Whether a sign may stand between two groups; a slash that no dash follows joins them whatever they are.
  @inline(__always)
  private func joins(_ index: Int, behind separator: Token.Kind) -> Bool {
    tokens[index].kind == .slash && tokens[index + 1].kind != .dash
      || joinsGroups(index, behind: separator)
  }

  /// Whether a sign ends an item of a list, the first sign of which stands before the number: 22 54 07 30/31/32/33/34
  /// has no number 31323334, nor has it with dashes.
  @inline(__always)
  private func endsItem(_ sign: Int, of start: Int) -> Bool {
    start > 1 && (tokens[sign].kind == .slash || tokens[sign].kind == .dash) && groupCount > 0
      && tokens[start - 1].kind == tokens[sign].kind && endsItemOfList(sign, of: start)
  }

  /// Whether a plus behind so many digits begins another number, or stands before the area code of one,
  /// 801+(04)22621234, or before few digits.
  @inline(__always)
  private func partsNumbers(plus index: Int, behind digits: Int) -> Bool {
    tokens[index].followsBlank || digits > 3 && leadsToFewDigits(plus: index)
      || tokens[index + 1].kind == .open && plan.notation.plusJoinsNumbers
  }

  /// Whether a plus behind a number stands before a few digits with which nothing goes on: 030 313866+4.
  ///
  /// In 06+12+34+56+78 it parts all the groups.
  @inline(__always)
  private func leadsToFewDigits(plus index: Int) -> Bool {
    leadsToFewDigits(behindPlus: index) && tokens[index - 2].kind != .plus
  }

  /// Whether a comma is one of the four between the five pairs of a number with its trunk 0: 06,44,84,03,25.
  private func partsPairs(_ comma: Int) -> Bool {
    let first = groups[0].token
    guard comma == first + 2 * groupCount - 1, !hasPlus, groups[0].count == 2, groupCount < 5,
      digits[groups[0].first] == 48, !plan.notation.hasSlipSigns
    else { return false }
    for pair in stride(from: first, through: first + 8, by: 2) {
      guard tokens[pair].kind == .digits, tokens[pair].count == 2,
        pair == first + 8 || tokens[pair + 1].kind == .comma
      else { return false }
    }
    let next = first + 9
    if tokens[next].kind == .comma, tokens[next + 1].kind == .digits,
      !startsFullNumber(at: next + 1)
    {
      return false
    }
    return national(from: groups[0].first, count: 10).validity == .valid
  }

  /// Whether a sign of lists stands between all groups of a number, as a dot in the middle does.
  ///
  /// 0987・654・321: none of them is a number, and the first one has the trunk 0.
  private func partsGroups(_ index: Int) -> Bool {
    guard groupCount > 0, !hasPlus, groups[0].count <= 4,
      digits[groups[0].first] == 48 || areThreeGroups(index),
      !tokens[index].followsBlank, tokens[index + 1].kind == .digits,
      !tokens[index + 1].followsBlank, !beginsWithZero(index + 1)
    else { return false }
    return groupCount == 1
      || groupCount == 2 && groups[1].separator == .enumeration && groups[1].count <= 4
  }

  /// Whether three groups with such a sign around the second are one number, which has no trunk 0, and
  /// none of them is one alone: 138·1234·5678.
  private func areThreeGroups(_ index: Int) -> Bool {
    let second = groupCount == 1 ? index + 1 : index - 1
    let first = Int(tokens[groups[0].token].first)
    guard groupCount == 2 || tokens[second + 1].kind == tokens[index].kind,
      groups[0].count == 3, tokens[second].kind == .digits, tokens[second].count == 4,
      tokens[second + 2].kind == .digits, tokens[second + 2].count == 4,
      !tokens[second + 2].followsBlank
    else { return false }
    return national(from: first, count: 11).validity == .valid
  }

  /// Whether a sign may stand between two groups of one number.
  ///
  /// Inlined, as a call would copy the whole grammar while it is being made.
  @inline(__always)
  private func joinsGroups(_ index: Int, behind separator: Token.Kind) -> Bool {
    switch tokens[index].kind {
    case .slash: return !endsOtherNumber(slash: index, behind: separator)
    case .quote:
      // 044'123'45'67, as Switzerland parts thousands.
      return separator == .end && touchesDigits(index)
    case .star:
      // 037*473729; behind more digits than an area code has stands an extension.
      return groupCount == 1 && groups[0].count <= 4
    case .tilde: return waitsForTone(index) || followsArea(index) || partsNationwide(index)
    case .colon: return followsArea(index)
    case .enumeration: return partsGroups(index)
    case .comma where groupCount > 0 && partsPairs(index): return true
    case .comma, .semicolon, .equals, .newline:
      return groupCount > 0 && isSlip(index, behind: separator)
    default: return true
    }
  }

  /// Whether a slash and a dash lead to the end of another number: 030 9018382-10/-11.
  @inline(__always)
  private func endsOtherNumber(slash: Int, behind separator: Token.Kind) -> Bool {
    groupCount > 1 && separator == .end && tokens[slash + 1].kind == .dash
      && plan.notation.hasDirectDialling
  }

  /// Whether a sign touches the digits behind it and what stands before.
  @inline(__always)
  private func touchesDigits(_ sign: Int) -> Bool {
    !tokens[sign].followsBlank && !tokens[sign + 1].followsBlank
      && tokens[sign + 1].kind == .digits
  }

  /// Whether a sign of lists or the end of a line stands in place of a dash, or behind it, in a number that
  /// has no other beginning: 0912,345,678, 02;23456789, (02) and its line below.
  private func isSlip(_ index: Int, behind separator: Token.Kind) -> Bool {
    guard groups[0].count <= 4, plan.notation.hasSlipSigns else { return false }
    return switch tokens[index].kind {
    case .comma: partsGroups(index)
    case .newline:
      (separator == .dash || tokens[index - 1].kind == .close && groups[0].opens)
        && followsArea(index)
    default: followsArea(index)
    }
  }

  /// Whether a tilde stands for the dial tone behind the trunk prefix 8: 8~5 212 3456, 8~495 123-45-67.
  private func waitsForTone(_ tilde: Int) -> Bool {
    plan.notation.hasDialTone && groupCount == 1 && groups[0].count == 1
      && digits[groups[0].first] == UInt8(ascii: "8") && !tokens[tilde].followsBlank
      && tokens[tilde + 1].kind == .digits
  }

  /// Whether a tilde stands in place of the dash of a number that has no area code, and digits around it that are none:
  /// 1577~4887.
  private func partsNationwide(_ tilde: Int) -> Bool {
    let last = tokens[tilde + 1]
    guard groupCount == 1, (3...4).contains(groups[0].count), !hasPlus, last.kind == .digits,
      (3...4).contains(last.count), !last.followsBlank, !tokens[tilde].followsBlank
    else { return false }
    switch tokens[tilde + 2].kind {
    case .digits where !tokens[tilde + 2].followsBlank, .dash, .tilde: return false
    default: break
    }
    let answer = national(from: groups[0].first, count: groups[0].count + Int(last.count))
    switch answer.type {
    case .uan, .sharedCost, .tollFree: return answer.validity == .valid
    default: return false
    }
  }

  /// Whether a sign stands between an area code with its trunk 0 and a line, as a dash does: 02~2345 6789,
  /// 0571:88888888, (064): 200-7336.
  private func followsArea(_ sign: Int) -> Bool {
    guard groupCount == 1, (2...4).contains(groups[0].count), !hasPlus,
      !tokens[sign].followsBlank, tokens[sign + 1].kind == .digits,
      !tokens[sign + 1].followsBlank || tokens[sign].kind == .newline
        || tokens[sign].kind == .colon && tokens[sign - 1].kind == .close && groups[0].opens,
      tokens[sign + 1].count > 2,
      !beginsWithZero(sign + 1)
    else { return false }
    return isAreaCode(group: 0)
  }

  var inherited: ReadArea { context.inherited }
  var columnArea: ReadArea { context.columnArea }
  var localityArea: ReadArea { context.localityArea }

  /// The digits of the groups from one to before another.
  @inline(__always)
  func digits(of range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    let first = groups[range.lowerBound].first
    let last = groups[range.upperBound - 1]
    return UnsafeBufferPointer(start: digits + first, count: last.first + last.count - first)
  }

  /// The token behind the first `count` groups.
  func token(behind count: Int) -> Int {
    let index = groups[count - 1].token + 1
    return tokens[index].kind == .close ? index + 1 : index
  }
}
