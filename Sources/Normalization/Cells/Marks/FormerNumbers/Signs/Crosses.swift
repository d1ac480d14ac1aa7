import NumberingPlans

/// Crosses and circles that tell the number in use from the one that is not: ×0912-345-678 ○0922-345-678,
/// 02-27123456(X) 02-27129999(O), 0912-345-678x 0922-345-678.
extension TokenWriter {
  /// The last byte of the sign for times.
  private static let times: UInt8 = 0x97

  /// Whether the cell may hold the sign for times, which else no rule of words looks for.
  var mayHoldCrosses: Bool {
    facts.kinds.contains(.star) && cell.contains(Self.times)
  }

  /// Whether the cell may hold signs without words that tell numbers out of use.
  var mayHoldStatusSigns: Bool { mayHoldArrows || mayHoldStruck || mayHoldCrosses }

  /// Whether the cell may hold any cross: a sign, or the letter.
  var mayHoldAnyCross: Bool {
    facts.mayHoldNumber
      && (mayHoldCrosses || facts.hasLone("x") || facts.kinds.contains(anyOf: .text, .other))
  }

  /// Takes crosses beside numbers in full for words that say that one is out of use.
  func markCrossesOfNumbers() {
    guard mayHoldAnyCross else { return }
    guard (0..<tokenCount).contains(where: { isCross($0) }) else { return }
    let circle = (0..<tokenCount).first { isCircle($0) }
    // Elsewhere a cross alone may be a count; beside the sign of a circle it is none.
    guard plan.notation.notesAreChinese || circle.map({ tokens[$0].isOfIdeographs }) == true
    else {
      return
    }
    // Where the cross stands before its number, so does the circle.
    let isBefore = isCross(0)
    var isUsed = false
    for index in 0..<tokenCount where isCross(index) {
      guard let word = meaning(ofCross: index, circle) else { continue }
      take(index, for: word)
      isUsed = true
    }
    guard isUsed, circle != nil else { return }
    for index in 0..<tokenCount where isCircle(index) {
      if isBefore || !tokens[index + 1].followsBlank, leadsToNumber(index + 1) {
        take(index, for: .new)
      } else {
        passOver(index)
      }
    }
  }

  /// Whether the cell may hold them: the sign of a cross, and text for a tick.
  var mayHoldTicks: Bool {
    facts.mayHoldNumber && facts.kinds.contains(.star) && facts.kinds.contains(.text)
  }

  /// Takes crosses behind numbers for such words where a tick stands beside another one, 02-27123456 ×，02-27129999√, or
  /// ends the cell: 13812345678×13912345678√.
  func markCrossesBesideTicks() {
    func isTick(_ index: Int) -> Bool {
      tokens[index].kind == .text && InUseWords.all.contains(text(of: tokens[index]))
    }
    let endsInTick = isTick(tokenCount - 1)
    let hasTick = (1..<max(tokenCount, 1)).contains {
      isTick($0) && cell[Int(tokens[$0].start)] == 0xE2
    }
    guard endsInTick || hasTick else { return }
    for index in 1..<max(tokenCount, 1) where isSign("×", index, .star) {
      let isBeforeDigits = tokens[index + 1].kind == .digits
      let isBeforeNumber = isBeforeDigits && startsFullNumber(at: index + 1)
      guard
        endsInTick && isBeforeNumber && tokens[index - 1].kind == .digits
          || hasTick && (isBeforeNumber || !isBeforeDigits) && endsNumberInFull(before: index)
      else { continue }
      take(index, for: .outOfUse)
    }
  }

  private func isCross(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .star: text(of: tokens[index]).spells("×")
    case .text, .other: isSignOfCross(text(of: tokens[index]))
    case .letters: isLetter("x", at: index)
    case .word: tokens[index].word == .marker && isLetter("x", at: index)
    default: false
    }
  }

  private func isCircle(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .other: isSignOfCircle(text(of: tokens[index]))
    case .letters, .word: isLetter("o", at: index)
    default: false
    }
  }

  private func isSignOfCross(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.spells("✕") || text.spells("☓") || text.spells("×")
  }

  private func isSignOfCircle(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.spells("○") || text.spells("◯") || text.spells("⭕") || text.spells("◎")
      || text.spells("●")
  }

  /// Which number a cross speaks of: the one behind it, a former one, or the one before it; nil for neither.
  private func meaning(ofCross index: Int, _ circle: Int?) -> Word? {
    let isBracketed = isBracketed(index)
    let (before, next) = sides(of: index)
    let hasBefore = before > 0 && endsNumberInFull(before: before)
    let hasNext = leadsToNumber(next)
    if isBracketed, hasBefore { return .outOfUse }
    if hasBefore, hasNext { return meaning(ofCrossBetween: index, circle) }
    // The letter alone is a marker of extensions.
    guard tokens[index].isOfIdeographs || circle != nil else { return nil }
    if hasNext { return masksName(index) ? nil : .former }
    return hasBefore && !isBeforeDigits(index) ? .outOfUse : nil
  }

  /// Whether a cross goes on with others, or stands in place of the end of a name: 陳×× 0912-345-678.
  private func masksName(_ index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return false }
    return isCross(index - 1) || tokens[index - 1].kind == .text && tokens[index + 1].followsBlank
  }

  /// The same between two numbers: of the one that it touches, or by the sign that the cell begins with.
  private func meaning(ofCrossBetween index: Int, _ circle: Int?) -> Word? {
    let (parted, partedBehind) = (tokens[index].followsBlank, tokens[index + 1].followsBlank)
    if parted != partedBehind { return parted ? .former : .outOfUse }
    guard let circle else { return nil }
    return circle == 0 ? .former : .outOfUse
  }

  private func isBeforeDigits(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits, .open, .plus: true
    default: false
    }
  }
}
