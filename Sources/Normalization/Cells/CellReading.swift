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
  /// What its fax labels came to so far.
  @exclusivity(unchecked) var fax = FaxesOfCell()
  /// What its former numbers came to so far.
  @exclusivity(unchecked) var former = FormerNumbersOfCell()
  /// The extensions that stand before their number.
  @exclusivity(unchecked) var leading = LeadingExtensions()
  /// The number that was read last.
  @exclusivity(unchecked) var lastNumber = LastNumber()
  /// Where the numbers stand that were given.
  let numbers = NumbersByDigits()

  /// A reading of the tokens that a writer makes.
  init(_ list: TokenList, _ context: CellContext) {
    self.list = list
    self.context = context
  }

  /// Prepares to read marked tokens; `findings` is what the marks met.
  func begin(_ context: CellContext, findings: Findings) {
    self.context = context
    self.findings = findings
    fax = FaxesOfCell()
    former = FormerNumbersOfCell()
    leading = LeadingExtensions()
    lastNumber = LastNumber()
    numbers.removeAll()
    if facts.words.contains(.fax), isOn(.faxNumbers) {
      self.context.labelsFollow = labelsFollowNumbers()
    }
  }

  /// Reads the tokens of a cell into numbers and rejections.
  func readTokens(into result: CellResult) {
    let rejectionsBefore = result.rejections.count
    var index = 0
    var firstNumber = 0
    var readInVain = 0
    while index < tokenCount {
      if result.numbers.count == 0 { firstNumber = index }
      switch tokens[index].kind {
      case .digits, .plus, .open:
        index =
          (tokens[index].kind == .open ? takeExtensionsOfHolders(index, result) : nil)
          ?? readPlace(index, &readInVain, into: result)
      case .hash, .star: index = readLoneMarker(index, into: result)
      case .word: index = readWord(index, into: result)
      case .newline:
        // A label stands for the lines behind it until a number has come.
        if fax.hasRead { context.readsFax = false }
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
        note: former.isMet ? JunkNote.formerNumber : "", into: result)
    } else if result.numbers.count > 0 {
      if result.rejections.count > rejectionsBefore {
        leaveAddress(before: firstNumber, rejectedFrom: rejectionsBefore, into: result)
      }
      noteUnused(into: result)
    }
  }

  /// Reads the number that may begin at a token, or what stands there instead; the token behind it.
  func readNumberOrNothing(_ index: Int, into result: CellResult) -> Int {
    if let next = behindRepeatedCode(index) {
      findings.insert(.unusedText)
      return next
    }
    if tokens[index].kind == .digits, index > 0, tokens[index - 1].kind == .letters,
      !tokens[index].followsBlank, !context.readsFax, !isOwner(index - 1)
    {
      return leaveTouched(index, into: result)
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
    case .base(let base):
      return rejectOtherThing(base, into: result) ?? finish(asLabelled(base), into: result)
    case .rejected(let reason, let token, let next):
      return readNoNumber(grammar, reason, token: token, next: next, at: index, into: result)
    case .ambiguous(let one, let other, let token, let next):
      if mayHoldFormer, leavesFormerDigits(at: index) { return next }
      if context.readsFax, isOfFaxLabel(index) {
        dropFax(upTo: next)
        return next
      }
      let end = endOfRejected(next)
      rejectAmbiguous(one, other, token: token, to: end, into: result)
      return end
    }
  }

  /// Rejects digits that letters touch, or leaves them unused where they are part of a name.
  private func leaveTouched(_ index: Int, into result: CellResult) -> Int {
    if isAmidLetters(index) {
      findings.insert(.unusedText)
      return index + 2
    }
    if endsNameBeforeLabelled(index) || isCodeBeforeNumber(index) {
      findings.insert(.unusedText)
      return index + 1
    }
    let end = isNameBeforeNumber(index) ? index + 1 : endOfRejected(index + 1)
    reject(.junk, token: index - 1, to: end, note: JunkNote.touchingLetters, into: result)
    return end
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
    if mayHoldFormer, leavesFormerDigits(at: index) { return max(next, index + 1) }
    if mayNameAreas,
      let behind = takeNamedArea(at: index) ?? readBeforeNamedArea(at: index, into: result)
    {
      return behind
    }
    if reason == .innerLineOnly || reason == .impossibleLength, let end = endOfNamedDigits(index) {
      findings.insert(.unusedText)
      return end
    }
    if reason == .innerLineOnly || reason == .impossibleLength, let number = behindAreaAlone(index)
    {
      findings.insert(.unusedText)
      return number
    }
    if context.readsFax, isOfFaxLabel(index) || digits(of: tokens[token]).count < 5 {
      return leaveFax(token, upTo: next)
    }
    if mayBeHotline(index), let number = leaveShortCode(index) { return number }
    if result.numbers.count > 0, isLabelledShortCode(index) {
      findings.insert(.unusedText)
      return index + 1
    }
    if reason == .impossibleLength || reason == .innerLineOnly || reason == .unassigned,
      let base = grammar.acceptable(index)
    {
      return finish(base, into: result)
    }
    let end = rejectNumber(
      reason, token: token, next: next, note: grammar.note(on: reason, at: next), into: result)
    if let area = grammar.areaLent(by: reason, before: end) { context.inherited = area }
    return end
  }

  /// Whether a sign has digits behind it, or is none.
  @inline(__always)
  func mayBeginNumber(_ index: Int) -> Bool {
    let next = tokens[index + 1].kind
    switch tokens[index].kind {
    case .open: return next == .digits || next == .plus
    case .plus: return next == .digits || next == .open
    default: return true
    }
  }

  func finish(_ base: Base, into result: CellResult) -> Int {
    let kind = context.readsFax ? underFaxLabel(base) : .phone
    if kind.isPhone { context.readsFax = false }
    var tail = Tail(next: base.nextToken)
    read(&tail, of: base, into: result)
    goOnWithFaxes(behind: kind, upTo: max(tail.next, base.nextToken))
    doubtExtensionOfMobile(&tail, of: base)
    doubtPaired(base, &tail)
    findings.formUnion(tail.findings)
    if tail.leavesFaxLabel {
      context.readsFax = true
      fax.hasRead = false
    }
    context.isLabelled = false
    if base.area.digits > 0 { context.inherited = base.area }
    if mayHoldFormer, leavesFormer(base, tail) {
      findings.insert(.unusedText)
      former.isMet = true
      return max(tail.next, base.nextToken)
    }
    if tail.isFax {
      let end = max(tail.next, base.nextToken)
      if kind == .inDoubt {
        fax.numbers = .inDoubt(upTo: end)
        reject(
          .ambiguous, token: base.firstToken, to: end, note: "another fax number, or a phone",
          of: base, into: result)
      } else {
        dropFax(upTo: end)
        fax.endsInMobile = base.answer.type == .mobile
      }
      return end
    }
    if let problem = tail.problem {
      let start = max(tail.next, problem.token + 1)
      let isKept = isKept(base, tail, problem, isPhone: kind == .phone)
      let end = goesOn(at: start, isKept: isKept) ? start : endOfRejected(start)
      if mayBeInOtherArea(behind: problem.token) { context.inherited = ReadArea() }
      if isKept { emit(base, tail, into: result) }
      reject(
        problem.reason, token: problem.token, to: end, note: tail.note,
        of: problem.reason == .junk ? nil : base, into: result)
      return end
    }
    emit(base, tail, into: result)
    findings.formUnion(directDialling(base, tail))
    lastNumber.base = base
    lastNumber.end = max(tail.next, base.nextToken)
    return lastNumber.end
  }

  /// Whether a number is given though what stands behind it cannot be read.
  private func isKept(
    _ base: Base, _ tail: Tail, _ problem: (reason: RejectionReason, token: Int), isPhone: Bool
  ) -> Bool {
    !mayForward(base, tail)
      && (tail.keepsNumber || isPhone && isSureMobile(base, tail, problem))
  }

  /// Reads what stands behind a number, and adds the extension that stands before it.
  func read(_ tail: inout Tail, of base: Base, into result: CellResult) {
    TailGrammar(list: list, context: context).read(&tail, of: base)
    guard leading.first >= 0 else { return }
    guard tail.problem == nil, tail.isEmpty,
      !tail.isFax, !tail.isFormer
    else { return rejectLeadingExtension(into: result) }
    guard tokens[leading.first - 1].kind != .hash || base.answer.type == .fixedLine else {
      return rejectLeadingExtension(into: result)
    }
    for index in leading.first...max(leading.first, leading.last)
    where tokens[index].kind == .digits && tail.extensions.hasRoom {
      let token = tokens[index]
      tail.append(ReadExtension(value: value(of: token), digits: Int(token.count)))
    }
    leading.first = -1
  }

  private func readLoneMarker(_ index: Int, into result: CellResult) -> Int {
    if let number = numberBehindCallerPrefix(at: index) { return number }
    if let end = endOfFlat(index, result) {
      findings.insert(.unusedText)
      return end
    }
    let next = behindMarkers(from: index)
    guard tokens[next].kind == .digits else { return max(next, index + 1) }
    if startsFullNumber(at: next), !isItemBeforeNumber(next) {
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
      leading.first = next
      return next + 1
    }
    if next == index + 1, let end = takeExtensionsOfHolders(index, result) { return end }
    let end = endBehind(marker: index, extension: next)
    reject(.innerLineOnly, token: index, to: end, into: result)
    return end
  }

  /// The token behind a marker, those that follow it and signs.
  private func behindMarkers(from marker: Int) -> Int {
    var next = marker
    while true {
      switch tokens[next].kind {
      case .hash, .star, .dot, .colon: next += 1
      case .word where isWord(.marker, at: next): next += 1
      // "ext":"12".
      case .quote where tokens[marker].kind == .word: next += 1
      default: return next
      }
    }
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
      context.readsFax =
        !context.labelsFollow && !isCombinedLabel(index) && !isOfNumberBefore(fax: index)
      fax.hasRead = false
      (fax.numbers, fax.endsInMobile) = (.none, false)
      fax.pairsLabels = isBracketedLabel(index)
      (fax.pair, fax.numbersOfPair) = (pairedLabels(index), 0)
    case .label: readLabel(index)
    // Alone it speaks of the shop, or of the number.
    case .hours
    where tokenCount == 1 && letters(of: tokens[index]).isOne(of: EmbeddedWords.closedAlone):
      break
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
    // Whose a number is does not say that it is no fax: Reception A (fax) / Jane B.
    context.isLabelled = !namesOwner(index) && !namesOwner(inText: index)
    if fax.numbersOfPair > 0 { fax.pair = .none }
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
