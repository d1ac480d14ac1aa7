import NumberingPlans
import Records

/// Goes through the tokens of one cell from number to number.
///
/// One for all cells of a reader: a value of this size was copied for nearly every question that it asks.
final class CellReading: TokenReading {
  let list: TokenList
  /// What is known at the place that is read; labels and area codes add to it on the way.
  @exclusivity(unchecked) var context: CellContext
  /// What was met so far beside numbers.
  @exclusivity(unchecked) var findings = Findings()
  /// Whether a number was read under the last fax label.
  @exclusivity(unchecked) private var hasReadFax = false
  /// The last label that belongs to the fax label before it; -1 for none.
  @exclusivity(unchecked) var lastOfFaxLabel = -1
  /// How far the numbers of the last fax label were read.
  @exclusivity(unchecked) var faxes = ReadFaxes.none
  /// Whether the last label is one for a phone with one for a fax in brackets: 電話（傳真）.
  @exclusivity(unchecked) private(set) var pairsLabels = false
  /// The token behind a former number that a word before it names, as far as a list goes on; else -1.
  @exclusivity(unchecked) var endOfFormer = -1
  /// The token behind the last word that belongs to a former number before it.
  @exclusivity(unchecked) var takenFormer = 0
  /// The number that was read last, to which further extensions may belong, and the token behind it.
  @exclusivity(unchecked) private(set) var lastBase: Base?
  @exclusivity(unchecked) private(set) var endOfLast = 0
  /// The digits of an extension that stands before its number; -1 for none.
  @exclusivity(unchecked) var leadingExtension = -1
  /// The last of several such; -1 for none.
  @exclusivity(unchecked) var lastLeadingExtension = -1
  /// Whether a former number was left out.
  @exclusivity(unchecked) var hasFormer = false
  /// The number that was read last, even if it only repeats another.
  @exclusivity(unchecked) var lastRead = CellReading.noNumber
  /// The highest number of the result, with its extension.
  @exclusivity(unchecked) var highest: Int64 = 0
  /// The index of the number that was repeated last; -1 for none.
  @exclusivity(unchecked) var lastRepeated = -1

  private static var noNumber: ReadNumber {
    ReadNumber(
      number: 0, baseDigits: 0, extensionDigits: 0, callingCodeDigits: 0, isValid: false)
  }

  /// A reading of the tokens that a writer makes.
  init(_ list: TokenList, _ context: CellContext) {
    self.list = list
    self.context = context
  }

  /// Prepares to read marked tokens; `findings` is what the marks met.
  func begin(_ context: CellContext, findings: Findings) {
    self.context = context
    self.findings = findings
    hasReadFax = false
    lastOfFaxLabel = -1
    faxes = .none
    pairsLabels = false
    endOfFormer = -1
    takenFormer = 0
    lastBase = nil
    endOfLast = 0
    leadingExtension = -1
    lastLeadingExtension = -1
    hasFormer = false
    lastRead = Self.noNumber
    highest = 0
    lastRepeated = -1
    if facts.words.contains(.fax), isOn(.faxNumbers) {
      self.context.labelsFollow = labelsFollowNumbers()
    }
  }

  /// Reads the tokens of a cell into numbers and rejections.
  func readTokens(into result: CellResult) {
    let rejectionsBefore = result.rejections.count
    var index = 0
    while index < tokenCount {
      switch tokens[index].kind {
      case .digits, .plus, .open:
        index = readAtNumber(index, into: result)
      case .hash, .star: index = readLoneMarker(index, into: result)
      case .word: index = readWord(index, into: result)
      case .newline:
        // A label stands for the lines behind it until a number has come.
        if hasReadFax { context.readsFax = false }
        index += 1
      case let kind:
        findings.formUnion(Findings(of: kind))
        index = kind == .letters ? endOfPostcode(at: index) ?? index + 1 : index + 1
      }
    }
    rejectLeadingExtension(into: result)
    if result.numbers.count == 0, result.rejections.count == rejectionsBefore {
      reject(
        reasonForNothing(), token: 0, to: tokenCount,
        note: hasFormer ? JunkNote.formerNumber : "", into: result)
    } else if result.numbers.count > 0 {
      noteUnused(into: result)
    }
  }

  private func readAtNumber(_ index: Int, into result: CellResult) -> Int {
    hasReadFax = context.readsFax
    return readNumberOrNothing(index, into: result)
  }

  private func readNumberOrNothing(_ index: Int, into result: CellResult) -> Int {
    if !mayBeginNumber(index) { return index + 1 }
    if let next = behindRepeatedCode(index) {
      findings.insert(.unusedText)
      return next
    }
    if tokens[index].kind == .digits, index > 0, tokens[index - 1].kind == .letters,
      !tokens[index].followsBlank, !context.readsFax, !isOwner(index - 1)
    {
      let end = isNameBeforeNumber(index) ? index + 1 : endOfRejected(index + 1)
      reject(.junk, token: index - 1, to: end, note: JunkNote.touchingLetters, into: result)
      return end
    }
    if mayHoldWildcards, let next = expandWildcards(at: index, into: result) { return next }
    if maySpellNumbers, let base = readVanity(at: index) { return finish(base, into: result) }
    if context.answer({ !$0.notation.callerPrefixes.isEmpty }),
      let number = numberBehindCallerPrefix(digitsAt: index)
    {
      findings.insert(.unusedText)
      return number
    }
    if tokens[index].kind == .plus, let end = readBehind(plus: index, into: result) { return end }
    let grammar = NumberGrammar(list, context, at: index)
    switch grammar.read(at: index) {
    case .base(let base) where isOfPairedLabel(base):
      dropFax(upTo: base.nextToken)
      return base.nextToken
    case .base(let base): return finish(base, into: result)
    case .rejected(let reason, let token, let next):
      return readNoNumber(grammar, reason, token: token, next: next, at: index, into: result)
    case .ambiguous(let one, let other, let token, let next):
      if mayHoldFormer, leavesFormer(digitsAt: index) { return next }
      if context.readsFax, isOfFaxLabel(index) {
        dropFax(upTo: next)
        return next
      }
      let end = endOfRejected(next)
      rejectAmbiguous(one, other, token: token, to: end, into: result)
      return end
    }
  }

  /// Reads the number behind a plus that parts it from the one before, or rejects it where nobody can tell; nil
  /// where the plus is its own.
  private func readBehind(plus index: Int, into result: CellResult) -> Int? {
    switch role(ofPlus: index, result) {
    case .callingCode: return nil
    case .separator: return readNumberOrNothing(index + 1, into: result)
    case .doubt:
      let end = endOfRejected(index + 1)
      reject(
        .ambiguous, token: index, to: end, note: "a number of the region, or of another country",
        into: result)
      return end
    }
  }

  /// Takes digits that the plan knows for no number; gives the token at which reading goes on.
  private func readNoNumber(
    _ grammar: NumberGrammar, _ reason: RejectionReason, token: Int, next: Int, at index: Int,
    into result: CellResult
  ) -> Int {
    if mayHoldFormer, leavesFormer(digitsAt: index) { return max(next, index + 1) }
    if mayNameAreas,
      let behind = takeNamedArea(at: index) ?? readBeforeNamedArea(at: index, into: result)
    {
      return behind
    }
    if context.readsFax, isOfFaxLabel(index) || digits(of: tokens[token]).count < 5 {
      return leaveFax(token, upTo: next)
    }
    if mayBeHotline(index), let number = leaveShortCode(index) { return number }
    if result.numbers.count > 0, isOn(.unusedText), isLabelledShortCode(index) {
      findings.insert(.unusedText)
      return index + 1
    }
    if reason == .impossibleLength || reason == .innerLineOnly || reason == .unassigned,
      let base = grammar.acceptable(index)
    {
      return finish(base, into: result)
    }
    return rejectNumber(
      reason, token: token, next: next, note: grammar.note(on: reason, at: next), into: result)
  }

  /// Whether a sign has digits behind it, or is none.
  @inline(__always)
  private func mayBeginNumber(_ index: Int) -> Bool {
    let next = tokens[index + 1].kind
    switch tokens[index].kind {
    case .open: return next == .digits || next == .plus
    case .plus: return next == .digits || next == .open
    default: return true
    }
  }

  /// Rejects digits that are no number; gives the token at which reading goes on.
  private func rejectNumber(
    _ reason: RejectionReason, token: Int, next: Int, note: StaticString, into result: CellResult
  ) -> Int {
    let end = endOfRejected(next, behind: token, reason)
    let spelled = tokens[next].kind == .dash ? next + 1 : next
    if isSpelled(spelled) {
      reject(
        .junk, token: spelled, to: max(end, spelled + 1), note: JunkNote.spelledDigits,
        into: result)
    } else {
      reject(reason, token: token, to: end, note: note, into: result)
    }
    return end
  }

  /// Whether letters stand in place of digits, where the plan gives no meaning to them.
  private func isSpelled(_ index: Int) -> Bool {
    let token = tokens[index]
    let isLabel = token.kind == .word && token.word == .label && token.followsBlank
    return !isLabel && (token.kind == .letters || token.kind == .word && token.word != .marker)
      && token.count >= 3 && index > 0
      && (tokens[index - 1].kind == .dash || tokens[index - 1].kind == .digits)
      && token.end - token.start == token.count
  }

  func finish(_ base: Base, into result: CellResult) -> Int {
    let kind = context.readsFax ? underFaxLabel(base) : .phone
    if kind == .phone { context.readsFax = false }
    var tail = Tail(next: base.nextToken)
    read(&tail, of: base, into: result)
    doubtExtensionOfMobile(&tail, of: base)
    findings.formUnion(tail.findings)
    if tail.leavesFaxLabel {
      context.readsFax = true
      hasReadFax = false
    }
    context.isLabelled = false
    if base.area.digits > 0 { context.inherited = base.area }
    if mayHoldFormer, leavesFormer(base, tail) {
      findings.insert(.unusedText)
      hasFormer = true
      return max(tail.next, base.nextToken)
    }
    if tail.isFax {
      let end = max(tail.next, base.nextToken)
      if kind == .inDoubt {
        faxes = .inDoubt
        reject(
          .ambiguous, token: base.firstToken, to: end, note: "another fax number, or a phone",
          of: base, into: result)
      } else {
        dropFax(upTo: end)
      }
      return end
    }
    if let problem = tail.problem {
      let start = max(tail.next, problem.token + 1)
      let isKept = tail.keepsNumber || kind == .phone && isSureMobile(base, tail, problem)
      let end = isKept && beginsMobile(start) ? start : endOfRejected(start)
      if isKept { emit(base, tail, into: result) }
      reject(
        problem.reason, token: problem.token, to: end, note: tail.note,
        of: problem.reason == .junk ? nil : base, into: result)
      return end
    }
    emit(base, tail, into: result)
    findings.formUnion(directDialling(base, tail))
    lastBase = base
    endOfLast = max(tail.next, base.nextToken)
    return endOfLast
  }

  /// The token behind the number of a flat or a unit before a number: #03-12, 6234 5678.
  private func endOfUnit(_ index: Int, _ result: CellResult) -> Int? {
    guard tokens[index].kind == .hash, tokens[index + 1].kind == .digits,
      tokens[index + 1].count <= 3, tokens[index + 2].kind == .dash,
      tokens[index + 3].kind == .digits, tokens[index + 3].count <= 4,
      !tokens[index + 3].followsBlank, result.numbers.count == 0, isOn(.unusedText)
    else { return nil }
    let next = tokens[index + 4].kind == .comma ? index + 5 : index + 4
    return tokens[next].followsBlank && startsFullNumber(at: next) ? next : nil
  }

  /// Reads the extension of another department behind the number of the first one.
  ///
  /// 學務處06-2345678#127；教務處#121: it has as many digits, and nothing but words stands between.
  private func readDepartment(
    _ marker: Int, _ digits: Int, into result: CellResult
  ) -> Int? {
    guard let base = lastBase, lastRead.hasExtension, tokens[digits].kind == .digits,
      Int(tokens[digits].count) == Int(lastRead.extensionDigits), result.numbers.count > 0,
      result.numbers[result.numbers.count - 1] == lastRead,
      isOn(.extensionLists)
    else { return nil }
    for index in endOfLast..<marker {
      switch tokens[index].kind {
      case .text, .letters, .enumeration, .comma, .semicolon, .open, .close, .newline, .colon: break
      case .word where tokens[index].word == .label: break
      // 人事室.
      case .word where tokens[index].count == 0 && namesPlace(index): break
      default: return nil
      }
    }
    let tail = TailGrammar(list: list, context: context).readTail(of: base, from: marker)
    guard tail.problem == nil, !tail.isFormer, !tail.isFax, tail.extensions.count > 0 else {
      return nil
    }
    findings.formUnion(tail.findings)
    emit(base, tail, into: result)
    endOfLast = tail.next
    return max(tail.next, digits + 1)
  }

  /// Whether a word that else is a unit is part of the name of a department.
  private func namesPlace(_ index: Int) -> Bool {
    tokens[index].word == .amount || tokens[index].word == .place
  }

  private func readLoneMarker(_ index: Int, into result: CellResult) -> Int {
    if let number = numberBehindCallerPrefix(at: index) { return number }
    if let end = endOfUnit(index, result) {
      findings.insert(.unusedText)
      return end
    }
    var next = index
    while tokens[next].kind == .hash || tokens[next].kind == .star || tokens[next].kind == .dot
      || tokens[next].kind == .colon || isWord(.marker, at: next)
    { next += 1 }
    guard tokens[next].kind == .digits else { return max(next, index + 1) }
    if startsFullNumber(at: next) {
      guard namesThing(beforeHash: index, number: next) else { return next }
      let end = endOfRejected(next + 1)
      reject(
        .ambiguous, token: next, to: end, note: "a phone, or the number of something else",
        into: result)
      return end
    }
    if context.readsFax { return next + 1 }
    if let end = readDepartment(index, next, into: result) { return end }
    if standsBeforeItsNumber(index, next, result) {
      leadingExtension = next
      return next + 1
    }
    if let last = lastOfHolders(index, result) {
      (leadingExtension, lastLeadingExtension) = (next, last)
      return last + 1
    }
    let end = endBeforeNumber(marker: index, extension: next) ?? endOfRejected(next + 1)
    reject(.innerLineOnly, token: index, to: end, into: result)
    return end
  }

  private func readWord(_ index: Int, into result: CellResult) -> Int {
    if let end = endOfPostcode(at: index) {
      findings.insert(.unusedText)
      if labelsNumber(postcode: index) { readLabel(index) }
      return end
    }
    switch tokens[index].word {
    case .marker: return readLoneMarker(index, into: result)
    case .fax:
      // One that the number before it left belongs to no other number.
      context.readsFax = !context.labelsFollow && !isCombinedLabel(index)
      hasReadFax = false
      faxes = .none
      pairsLabels = isBracketedLabel(index)
    case .label: readLabel(index)
    case .hours: findings.insert(.hours)
    case .areaCode: findings.insert(.unusedText)
    case .placeholder: findings.insert(.placeholder)
    case .former, .formerBesideNew, .new, .changed, .outOfUse: findings.insert(.unusedText)
    case .joiner, .range, .unit, .amount, .place, .dateUnit, .postcode, .ordinal, .identity,
      .contrast,
      .none:
      break
    }
    return index + 1
  }

  private func readLabel(_ index: Int) {
    guard !takesIntoFaxLabel(index), !context.labelsFollow else { return }
    context.readsFax = false
    context.isLabelled = true
  }

  private func reasonForNothing() -> RejectionReason {
    if tokenCount == 0 { return .missingNumber }
    if findings.contains(.droppedFax) { return .faxNumber }
    if findings.contains(.date) { return .date }
    if findings.contains(.hours) { return .hours }
    if findings.contains(.url) { return .url }
    if findings.contains(.email) { return .email }
    return isPlaceholder() ? .placeholder : .junk
  }
}
