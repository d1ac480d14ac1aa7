import NumberingPlans
import Records

/// Tells a # that parts two numbers from one that starts an extension: 021-51234567#021-51234568.
extension TailGrammar {
  /// Ends a number, or leaves it in doubt, before digits behind "#" or "*" that are a number of their own, or may be;
  /// false for an extension.
  func readsSeparator(
    _ tail: inout Tail, _ base: Base, marker: Int, digits index: Int
  ) -> Bool {
    if leavesStarCode(&tail, star: marker, digits: index) { return true }
    guard isOn(.hashSeparator) else { return false }
    if startsFullNumber(at: index), !endsBeforeArea(index) {
      switch extensions(beginningAt: index, behind: base) {
      case .number:
        tail.end(at: index)
        return true
      case .list: return false
      case .doubt:
        failAtGroups(&tail, base, at: index)
        return true
      }
    }
    if base.localDigits >= 6, Int(tokens[index].count) == base.localDigits {
      tail.fail(.ambiguous, at: index, "an extension, or another number of the same area")
      return true
    }
    return false
  }
}

extension TailGrammar {
  /// Whether signs part digits from the bracket in which a number in full begins: #3012 - (404) 659-3821.
  private func endsBeforeArea(_ index: Int) -> Bool {
    var open = index + 1
    while tokens[open].kind == .dash || tokens[open].kind == .dot { open += 1 }
    return open > index + 1 && tokens[open].kind == .open && tokens[open].followsBlank
      && tokens[index].count > 2 && !beginsWithZero(index)
      && startsFullNumber(at: open)
  }
}

/// What groups of digits behind a marker, a dash or other extensions are that together read as a number in
/// full.
enum GroupsOfExtensions {
  /// That number.
  case number
  /// Extensions, of which the first one ends before the sign.
  case list
  case doubt
}

extension TailGrammar {
  static var noteOnGroups: StaticString { "extensions, or another number" }

  /// Whether digits that look like a number in full are really extensions: the first group is short and a slash
  /// follows, #207/608/645, #886/0912345678.
  func extensions(beginningAt index: Int, behind base: Base) -> GroupsOfExtensions {
    let first = tokens[index]
    guard first.kind == .digits, first.count <= 5, !beginsWithZero(first),
      tokens[index - 1].kind != .plus, tokens[index - 1].kind != .open
    else { return .number }
    switch tokens[index + 1].kind {
    case .slash: return extensions(parted: index, behind: base)
    case .digits
    where beginsWithZero(index + 1)
      || plan.notation.hasUnmarkedExtensions && !areAlike(from: index, step: 1):
      if startsFullNumber(at: index + 1) { return .list }
      return mayEndAtBlank(index) ? .doubt : .number
    // #860 (020) 80012345.
    case .open where tokens[index + 1].followsBlank && plan.notation.hasUnmarkedExtensions:
      return startsFullNumber(at: index + 1) ? .list : .number
    case .digits: return areAlike(from: index, step: 1) ? .doubt : .number
    case .dash, .dot: return areAlike(from: index, step: 2) ? .doubt : .number
    default: return .number
    }
  }

  /// Fails at such groups, and keeps the number where a blank parts them, for it is whole without them.
  func failAtGroups(_ tail: inout Tail, _ base: Base, at index: Int) {
    tail.fail(.ambiguous, at: index, Self.noteOnGroups)
    tail.keepsNumber =
      tokens[index + 1].kind == .digits && tail.isOpen && base.repair == nil
  }

  /// Whether digits that a marker or a dash touches are an extension, or with the one group behind a blank a number
  /// without trunk 0: #8 00123456, -800 1310012.
  private func mayEndAtBlank(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    switch tokens[index + 2].kind {
    case .digits, .dash, .dot, .slash: return false
    default: break
    }
    return plan.notation.hasUnmarkedExtensions && !tokens[index].followsBlank
      && next.followsBlank && next.count > 5
  }

  /// The same behind the sign of a list; a list, too, where no number in full begins there.
  func groupsInList(_ tail: Tail, _ base: Base, at index: Int) -> GroupsOfExtensions {
    guard startsFullNumber(at: index) else { return .list }
    guard tail.hasExtensions else { return .number }
    // int. 24, 328/4716293: nobody has an extension of another length and a line without its area.
    if !plan.notation.hasUnmarkedExtensions, tokens[index + 1].kind == .slash,
      tokens[index + 2].kind == .digits, tokens[index + 2].count > 5,
      Int(tokens[index].count) != tail.extensions.last.digits
    {
      return .number
    }
    return extensions(beginningAt: index, behind: base)
  }

  /// The same of groups of which a slash parts the first two.
  private func extensions(parted index: Int, behind base: Base) -> GroupsOfExtensions {
    let next = index + 2
    guard tokens[next].kind == .digits else { return .list }
    if beginsWithZero(next) { return .list }
    if Int(tokens[next].count) == base.localDigits { return .list }
    if tokens[next + 1].kind == .dash, tokens[next + 2].kind == .digits,
      !tokens[next + 2].followsBlank
    {
      return .doubt
    }
    if startsLocalNumber(at: next, like: base) { return .list }
    guard tokens[next].count == tokens[index].count, plan.notation.hasUnmarkedExtensions else {
      return .doubt
    }
    var item = next
    while tokens[item + 1].kind == .slash, tokens[item + 2].kind == .digits {
      item += 2
      if tokens[item].count > 4, tokens[item].count != tokens[index].count {
        return startsLocalNumber(at: item, like: base) ? .list : .doubt
      }
    }
    return .list
  }

  /// Whether three groups of as many digits stand side by side, where numbers lack such groups and extensions
  /// are as long.
  private func areAlike(from index: Int, step: Int) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, tokens[index].count == 3 else { return false }
    return (1...2).allSatisfy {
      let group = tokens[index + $0 * step]
      return group.kind == .digits && group.count == 3
    }
  }
}
