import NumberingPlans
import Records

/// The area code of a number as its groups show it, which later numbers of a list inherit.
extension NumberGrammar {
  /// How many digits of a group are the region's calling code, where an area code follows in it and
  /// the number has so many digits too many: (38111) 323-9781.
  private func digitsOfCode(in group: UnsafeBufferPointer<UInt8>, behind surplus: Int) -> Int {
    let code = plan.callingCodeDigits
    // (00511) 445-4278.
    guard group.count > surplus else { return 0 }
    let zeros = surplus == code.count + 2 && group[0] == 48 && group[1] == 48 ? 2 : 0
    return surplus == code.count + zeros && group[zeros..<surplus].elementsEqual(code) ? surplus : 0
  }

  /// Takes what a renewed number begins with before its last groups for the area code, where the code
  /// before them went with the change: 605 of (57) 5 359 9494.
  ///
  /// Where it only got more digits, as 11 and the 9 of Brazil's mobiles, they belong to the line.
  func takeRenewedArea(_ base: inout Base, _ count: Int) {
    var first = count
    while first > 1, digits(of: first - 1..<count).count < 6 { first -= 1 }
    let local = first > 1 ? digits(of: first - 1..<count).count : 0
    let digitsOfArea = base.answer.nationalDigits - local
    guard local > 5, (1...4).contains(digitsOfArea),
      context.answer({ $0.writesArea(base.answer, before: local, set: true) })
    else {
      return
    }
    let group = digits(of: first - 2..<first - 1)
    // (571) 218-0800: the calling code stands in one group with it.
    let written = group.dropFirst(
      group.count > plan.callingCodeDigits.count && group.starts(with: plan.callingCodeDigits)
        ? plan.callingCodeDigits.count : 0)
    let code = written.prefix(5).decimalValue
    let area = base.answer.nationalNumber / powerOfTen(local)
    guard written.count < digitsOfArea, area % powerOfTen(written.count) == code,
      base.answer.nationalNumber % powerOfTen(local)
        == digits(of: first - 1..<count).prefix(15).decimalValue
    else { return }
    base.area = ReadArea(value: area, digits: digitsOfArea, localDigits: local)
    base.localDigits = local
  }

  /// How many digits a line has at least behind an area code that no brackets set apart.
  ///
  /// 0431/24471: nobody writes a slash within a number, nor, where blanks part all other groups, a dash: 0611-123 45.
  private func fewestOfLine(behind group: Int, upTo count: Int, hasTrunk: Bool) -> Int {
    if groups[group + 1].separator == .slash { return 5 }
    let isDashed =
      hasTrunk && group == 0 && count > 2 && groups[1].separator == .dash
      && (2..<count).allSatisfy { groups[$0].separator == .end }
    return isDashed ? 5 : 6
  }

  /// Takes the group behind trunk prefix and calling code for the area code, where no table knows
  /// the region's: (0161) 496 0000, 8 (495) 123-45-67, +44 (0)20 7946 0000.
  func takeWrittenArea(_ base: inout Base, _ count: Int) {
    if !plan.notation.mobileInfix.isEmpty, base.answer.type == .mobile {
      return takeAreaOfMobile(&base, count)
    }
    let national = base.answer.nationalDigits
    for group in 0..<(count - 1) {
      let rest = digits(of: group..<count).count
      if rest < national { return }
      let end = endOfArea(group, upTo: count)
      let written = digits(of: group..<end)
      // (017) in Belarus, whose trunk prefix is 8: the 0 stands there all the same.
      let hasTrunk =
        rest == national + 1 && written.count > 1
        && (context.answer({ $0.isTrunk(written[0]) }) || written[0] == 48)
      let surplus = rest - national
      let prefix = hasTrunk ? 1 : surplus == 0 ? 0 : digitsOfCode(in: written, behind: surplus)
      guard rest == national || prefix > 0 else { continue }
      let area = written.dropFirst(prefix)
      let local = national - area.count
      let isSetApart = isSetApart(group, end, upTo: count)
      let fewest = isSetApart ? 4 : fewestOfLine(behind: group, upTo: count, hasTrunk: hasTrunk)
      guard area.count <= (isSetApart ? 5 : 4), local >= fewest,
        context.answer({ $0.writesArea(base.answer, before: local, set: isSetApart) })
      else { return }
      base.area = ReadArea(area, localDigits: local)
      base.localDigits = local
      return
    }
  }

  /// The area code of the next lines of a list behind a number that was rejected for a reason; nil where it stays.
  func areaLent(by reason: RejectionReason, before end: Int) -> ReadArea? {
    switch reason {
    case .ambiguous: followsDoubtfulLabel() ? ReadArea() : nil
    case .unassigned: areaOfUnassigned(before: end)
    default: nil
    }
  }

  /// The area code with its trunk 0 of a line that the plan does not know, where a sign parts another line of as many
  /// digits from it: 02-8401661, 8845242; nil for others.
  private func areaOfUnassigned(before sign: Int) -> ReadArea? {
    guard groupCount == 2, !hasPlus, digits[groups[0].first] == 48,
      (2...5).contains(groups[0].count), groups[1].count > 5, token(behind: 2) == sign,
      tokens[sign].kind.partsItems, tokens[sign + 1].kind == .digits,
      Int(tokens[sign + 1].count) == groups[1].count
    else { return nil }
    return ReadArea(digits(of: 0..<1).dropFirst(), localDigits: groups[1].count)
  }

  /// Whether the last group is all of the line, and a sign parts as many digits from it, which are another line
  /// behind the same digits: 2-457471/457472.
  private func repeatsLine(_ group: Int, upTo count: Int) -> Bool {
    let last = groups[count - 1]
    guard group == count - 1, last.separator == .dash, !last.opens, !hasTrunkZero else {
      return false
    }
    let sign = last.token + 1
    guard tokens[sign].kind == .slash || tokens[sign].kind == .enumeration,
      tokens[sign + 1].kind == .digits, Int(tokens[sign + 1].count) == last.count
    else { return false }
    switch tokens[sign + 2].kind {
    case .digits, .dash, .dot: return false
    default: return true
    }
  }

  /// Whether numbers of the region begin with a 0 in national form.
  private var hasTrunkZero: Bool { context.answer { $0.hasTrunkZero } }

  /// Whether brackets or signs say that the groups up to another one are an area code.
  private func isSetApart(_ group: Int, _ end: Int, upTo count: Int) -> Bool {
    isInBrackets(group) || end > group + 1 || repeatsLine(end, upTo: count)
  }

  /// The group behind an area code that begins with one; behind several where brackets hold them, or blanks part
  /// those from a trunk 0 to a slash: (053-58) 3-33-17, 0 23 65 / 91 34 96.
  private func endOfArea(_ group: Int, upTo count: Int) -> Int {
    if groups[group].opens {
      var last = group
      while last + 1 < count, tokens[groups[last].token + 1].kind != .close { last += 1 }
      return last + 1 < count ? last + 1 : group + 1
    }
    guard digits[groups[group].first] == 48, groups[group].count < 3 else { return group + 1 }
    var end = group + 1
    while end < count, groups[end].separator == .end { end += 1 }
    return end < count && groups[end].separator == .slash ? end : group + 1
  }

  /// Takes the area code before the digits that make a mobile of a line, for other mobiles behind it: (011)
  /// 15-5690-9484.
  private func takeAreaOfMobile(_ base: inout Base, _ count: Int) {
    let infix = plan.notation.mobileInfix
    guard count > 1, !hasPlus, base.repair == nil, groups[1].first - groups[0].first < 6,
      digits(of: 1..<count).starts(with: infix)
    else { return }
    let written = digits(of: 0..<1)
    let area = written[0] == 48 ? written.dropFirst() : written[...]
    let local = digits(of: 1..<count).count - infix.count
    // The digit that makes a mobile of it abroad is one of the number of today.
    guard local > 5, area.count > 1, area.count + local + 1 == base.answer.nationalDigits else {
      return
    }
    base.area = ReadArea(area, localDigits: local)
    base.area.isOfMobile = true
  }
}
