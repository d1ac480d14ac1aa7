import NumberingPlans
import Records

/// Reads the first number of a run of lines: (07)3351121~31.
extension TailGrammar {
  /// Reads what a tilde or a word for a range behind a number leads to.
  func readTilde(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    var index = start + 1
    while tokens[index].kind == .tilde || tokens[index].kind == .dash { index += 1 }
    if tail.hasExtensions { index = extensionBehindMarkers(index) ?? index }
    guard tokens[index].kind == .digits else {
      if tokens[start].kind == .word { tail.findings.insert(.unusedText) }
      tail.next = index
      return
    }
    if readsOtherRun(&tail, base, at: index) { return }
    if !tail.isOfOneNumber {
      return tail.fail(.ambiguous, at: start, "a run of lines of the first, or of the last number")
    }
    let count = Int(tokens[index].count)
    if leadsToOther(word: start, number: index, base) {
      tail.end(at: index)
      return
    }
    if count <= 2, tokens[index + 1].kind != .dash, !beginsAsNumber(index, base) {
      return readRunEnd(&tail, index)
    }
    if startsFullNumber(at: index) || startsLocalNumber(at: index, like: base) {
      return readRunToFullNumber(&tail, index, base)
    }
    if count <= 4, endsNearRun(tokens[index], base) { return readRunEnd(&tail, index) }
    readExtensionBehindTilde(&tail, from: start, at: index, base)
  }

  /// Reads digits that end a range of extensions or a run of further lines, or that a unit counts with; false for others.
  private func readsOtherRun(_ tail: inout Tail, _ base: Base, at index: Int) -> Bool {
    if readsRunOfAlternate(&tail, to: index) { return true }
    if leavesDigitsWithText(&tail, base, at: index) { return true }
    if tokens[tail.next].kind == .word, let end = endOfCounted(index) {
      tail.leave(upTo: end)
      return true
    }
    guard tail.extensions.count > 0 else { return false }
    readExtensionRange(&tail, to: index, base)
    return true
  }

  /// Reads a run of lines from the last digits of a further number on, with as many digits or, behind a comma, fewer:
  /// 9324, 9316~9319; false for others.
  private func readsRunOfAlternate(_ tail: inout Tail, to index: Int) -> Bool {
    guard isOn(.lineRuns), tail.alternates > 0, !tail.hasExtensions,
      tail.isOpen
    else { return false }
    let (first, last) = (tail.extensions.last, tokens[index])
    let count = Int(last.count)
    guard (3...4).contains(first.digits), count <= first.digits,
      count == first.digits || plan.notation.writesLinesBehindCommas,
      (1...Self.longestRun).contains(value(of: last) - first.value % powerOfTen(count))
    else { return false }
    switch tokens[index + 1].kind {
    case .dash, .tilde, .digits: return false
    default: break
    }
    tail.run = ReadExtension(value: value(of: last), digits: count)
    tail.runsFromAlternate = true
    tail.next = index + 1
    return true
  }

  /// The most lines of a run behind its first one.
  private static let longestRun: Int64 = 100

  /// Whether a word leads to another number, and to no end of a run: 01273 471234 diverts to 07812 621234, changed
  /// from 01273 471234 to 01273 471250.
  private func leadsToOther(word: Int, number index: Int, _ base: Base) -> Bool {
    tokens[word].kind == .word && (isText(word - 1) || followsChangeFrom(base.firstToken))
      && startsFullNumber(at: index)
  }

  /// Whether the short first group of a number in full, as that of the one before, stands at a token: 07
  /// 9012 3456 to 07 9012 3478.
  private func beginsAsNumber(_ index: Int, _ base: Base) -> Bool {
    tokens[index + 1].kind == .digits && tokens[index].count == tokens[base.firstToken].count
      && tokens[base.firstToken].kind == .digits && startsFullNumber(at: index)
  }

  /// Reads digits behind a tilde that end no run as an extension, or doubts them.
  private func readExtensionBehindTilde(
    _ tail: inout Tail, from start: Int, at index: Int, _ base: Base
  ) {
    let count = Int(tokens[index].count)
    if isLoneMobile(base) {
      return tail.doubt(index, keeping: base, "a mobile has no extension")
    }
    guard tokens[start].kind == .tilde, count > 2, count <= 6,
      count > 4 || !isAbove(tokens[index], base)
    else {
      tail.fail(.ambiguous, at: index, "an extension, or the end of a run of lines")
      // 02-27618156~611: the first line in any case.
      tail.keepsNumber =
        tokens[start].kind == .tilde && count < 4 && tail.isEmpty && base.repair == nil
        && plan.notation.writesDashExtensions
      return
    }
    guard isOn(.extensionMarkers) else { return tail.fail(.badExtension, at: index) }
    _ = addExtension(&tail, token: index)
  }

  /// Whether digits are above the last ones of a number.
  private func isAbove(_ token: Token, _ base: Base) -> Bool {
    value(of: token) > base.answer.nationalNumber % powerOfTen(Int(token.count))
  }

  /// Notes that a run ends in the last digits given by a token.
  func readRunEnd(_ tail: inout Tail, _ index: Int) {
    guard isOn(.lineRuns) else { return tail.fail(.ambiguous, at: index, "a run of lines") }
    tail.run = ReadExtension(value: value(of: tokens[index]), digits: Int(tokens[index].count))
    tail.next = index + 1
  }

  /// Reads a run whose end is spelled out; one that is no line above the first is in doubt.
  private func readRunToFullNumber(_ tail: inout Tail, _ index: Int, _ base: Base) {
    guard isOn(.lineRuns) else { return tail.fail(.ambiguous, at: index, "a run of lines") }
    var count = 0
    var group = 0
    let grammar = NumberGrammar(list, context, at: index)
    let groups = grammar.groups
    var last = index
    let enough = base.localDigits > 0 ? base.localDigits : base.answer.nationalDigits
    while group < grammar.groupCount,
      count < enough
        || digits[groups[0].first] == 48 && count < base.answer.nationalDigits + 1
    {
      count += groups[group].count
      last = groups[group].token
      group += 1
    }
    let kept = min(base.localDigits > 0 ? base.localDigits : 4, 4)
    let all = grammar.digits(of: 0..<max(group, 1))
    let shared = min(all.count, base.answer.nationalDigits)
    let end = all.suffix(shared).decimalValue
    let start = base.answer.nationalNumber % powerOfTen(shared)
    guard end >= start, end / powerOfTen(kept) == start / powerOfTen(kept) else {
      return tail.fail(.ambiguous, at: index, "a run of lines, or another number")
    }
    tail.run = ReadExtension(value: end % powerOfTen(kept), digits: kept)
    tail.next = last + 1
  }

  /// The digits behind the marker that the end of a range has, too: #11~#13, 分機11至分機13.
  func extensionBehindMarkers(_ start: Int) -> Int? {
    var index = start
    marker: while true {
      switch tokens[index].kind {
      case .hash, .star: index += 1
      case .dot where index > start, .colon where index > start: index += 1
      case .word where tokens[index].word == .marker: index += 1
      default: break marker
      }
    }
    return index > start && tokens[index].kind == .digits ? index : nil
  }
}

/// Whether digits may be the last ones of a run's end.
extension TailGrammar {
  /// Whether digits end a run that nobody takes for anything else; where people write extensions behind dashes two
  /// that are close do, of a line behind another one of its area: 010-68134545 88254161-67.
  func endsSureRun(_ token: Token, _ base: Base) -> Bool {
    guard plan.notation.writesDashExtensions else { return endsNearRun(token, base) }
    return base.rule == .lists && token.count == 2 && base.localDigits > 6
      && distance(to: token, base).map { $0 <= 20 } ?? false
  }

  /// Whether digits may be the last ones of a number behind the base: …87-88, …1347-1350.
  ///
  /// Where people write extensions behind a dash, three digits and more are one unless they are
  /// close to those that they would replace.
  func mayEndRun(_ token: Token, _ base: Base) -> Bool {
    guard token.count <= 4, let distance = distance(to: token, base) else { return false }
    guard plan.notation.writesDashExtensions else { return true }
    return token.count < 3 || distance <= (token.count == 3 ? 20 : 99)
  }

  /// Whether three digits or four are a little below those that they would replace: 02-23456789,6788.
  func isJustBelow(_ token: Token, _ base: Base) -> Bool {
    guard token.count == 3 || token.count == 4 else { return false }
    let last = base.answer.nationalNumber % powerOfTen(Int(token.count))
    return (1...(token.count == 3 ? 20 : 99)).contains(last - value(of: token))
  }

  /// Whether digits that may end a run end one that nobody takes for anything else.
  func endsNearRun(_ token: Token, _ base: Base) -> Bool {
    distance(to: token, base).map { $0 <= 100 } ?? false
  }

  /// How far digits are above the last ones of the base; nil when they are not.
  func distance(to token: Token, _ base: Base) -> Int64? {
    let last = base.answer.nationalNumber % powerOfTen(Int(token.count))
    let distance = value(of: token) - last
    return distance > 0 ? distance : nil
  }
}
