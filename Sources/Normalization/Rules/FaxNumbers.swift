import NumberingPlans
import Records

/// Leaves out fax numbers: 传真0755-….
extension TokenWriter {
  /// Tells which fax labels name no fax, or a phone too: Telefax, 傳真：無, Tel./Fax same.
  func markFaxNumbers() {
    markSlashesBehindLabels()
    markDoubledLabels()
    markReturnedFaxes()
    markTelefaxes()
    markAbsentFaxes()
    markDeniedFaxes()
    markFaxesOnRequest()
    markFaxesBeforePhones()
    markLettersOfSexes()
    markFloorsWithF()
    markFloorsBehindWords()
    markPostcodesWithF()
    markInitialsWithF()
    markSharedFaxes()
  }

  /// Takes a fax label right behind another one for part of that, in a bracket or behind a slash, too: fax2email fax 021
  /// 273 4425, 傳真（FAX）02-27123457.
  private func markDoubledLabels() {
    var end = -1
    for index in 0..<tokenCount {
      if isWord(.fax, at: index) {
        if end >= 0 { passOver(from: end, through: index) }
        end = index + 1
      } else if tokens[index].kind != .ordinal, index != end || !joinsLabels(index) {
        end = -1
      }
    }
  }

  /// Whether a sign may stand between two fax labels of one number.
  private func joinsLabels(_ sign: Int) -> Bool {
    switch tokens[sign].kind {
    case .slash: true
    case .open: isWord(.fax, at: sign + 1) && tokens[sign + 2].kind == .close
    default: false
    }
  }

  /// Passes over a label, what stands before it, and the bracket that closes behind it.
  private func passOver(from first: Int, through label: Int) {
    let last = tokens[label - 1].kind == .open ? label + 1 : label
    for index in first...last { passOver(index) }
  }
}

/// How far the numbers that a fax label names were read.
enum ReadFaxes: BitwiseCopyable {
  case none
  /// Up to a token.
  case upTo(Int)
  /// Up to a token, and one came of which nobody knows whether the label names it.
  case inDoubt(upTo: Int)

  /// The token up to which they were read; nil before the first.
  var end: Int? {
    switch self {
    case .none: nil
    case .upTo(let end), .inDoubt(upTo: let end): end
    }
  }
}

extension CellReading {
  /// Leaves out a number that a fax label names.
  func dropFax(upTo end: Int) {
    findings.insert(.droppedFax)
    if case .inDoubt = fax.numbers { return }
    fax.numbers = .upTo(end)
  }

  /// Whether a fax label names the number at a token: the first one behind it, and those that a list
  /// goes on with.
  func isOfFaxLabel(_ start: Int) -> Bool {
    switch fax.numbers {
    case .none: true
    case .inDoubt: false
    case .upTo(let end): start < end || isListed(start, behind: end)
    }
  }

  /// Takes a label that stands right behind a fax label for part of it, 傳真 專線, Fax Main; false for others.
  func takesIntoFaxLabel(_ index: Int) -> Bool {
    guard context.readsFax else { return false }
    var before = index - 1
    while before > 0, before != fax.lastOfLabel, continuesLabel(before) { before -= 1 }
    guard isWord(.fax, at: before) || before == fax.lastOfLabel else { return false }
    fax.lastOfLabel = index
    return true
  }

  /// Whether a token stands between a fax label and a label that belongs to it: 傳真訂購專線, Fax (main).
  private func continuesLabel(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .ordinal, .open: true
    case .text: !tokens[index].followsBlank
    case .word: tokens[index].word == .label || tokens[index].word == .marker
    default: false
    }
  }
}

extension TailGrammar {
  /// Reads a fax label behind a number: it belongs to the next one, or to this one.
  func readTailFax(_ tail: inout Tail, _ base: Base) {
    if dropsFaxOfItsOwn(&tail) { return }
    if context.labelsFollow {
      tail.isFax = tail.isFax || isFaxLabelAlone(tail.next)
      tail.next += 1
      return
    }
    if readsFaxBeforeSign(&tail) { return }
    let next = token(afterSigns: tail.next + 1)
    if let isOfThis = bracketedFax(tail.next, next, base) ?? faxOfItem(tail.next) {
      guard isOfThis else {
        return tail.fail(.ambiguous, at: tail.next, Self.noteOnFax)
      }
      tail.isFax = true
      tail.next += 1
      return
    }
    if isWord(.joiner, at: next), tokens[next + 1].kind == .text {
      tail.next += 1
      return
    }
    if context.isLabelled {
      tail.isDone = true
      return
    }
    switch whatFollows(fax: tail.next) {
    case .number: tail.isDone = true
    case .nothing:
      // 020 7946 0123 tel/fax: a label of both.
      tail.isFax = !isCombinedLabel(tail.next)
      tail.next += 1
    case .label: tail.next += 1
    case .doubt where isOfNumberBefore(fax: tail.next):
      tail.isFax = true
      tail.next += 1
    case .doubt:
      tail.fail(.ambiguous, at: tail.next, Self.noteOnFax)
      // The number behind it may be the one.
      tail.leavesFaxLabel = true
    }
  }

  /// Takes a fax label before a slash or a blank for that of this number, or doubts it; false where other things tell.
  private func readsFaxBeforeSign(_ tail: inout Tail) -> Bool {
    guard let isOfThis = faxBeforeSign(tail.next) else { return false }
    if isOfThis {
      tail.isFax = true
      tail.next += 1
    } else {
      tail.leavesFaxLabel = true
      tail.fail(.ambiguous, at: tail.next, Self.noteOnFax)
    }
    return true
  }

  static var noteOnFax: StaticString { "the fax number before, or behind its label" }

  /// Leaves out a fax that has an extension or last digits of its own: 轉801 傳真轉802, 123456 / 99
  /// (Fax).
  private func dropsFaxOfItsOwn(_ tail: inout Tail) -> Bool {
    let label = tail.next
    let mayBeUnmarked = plan.notation.hasUnmarkedExtensions
    if tail.hasExtensions || mayBeUnmarked && extensionOfFax(label) != nil {
      if let digits = extensionOfFax(label), !touchesExtension(label, tail) {
        tail.next = digits + 1
      } else if touchesExtension(label, tail) || isOfLastExtension(label, tail) {
        tail.removeLast()
        tail.next = label + 1
      } else {
        return false
      }
    } else {
      // 02-27123456/57傳真.
      let before = isBracketed(label) ? label - 2 : label - 1
      let touches =
        mayBeUnmarked && tokens[before].kind == .digits && !tokens[before + 1].followsBlank
      guard tail.alternates > 0,
        tail.hasLabel || touches || isSetApart(alternateBefore: label),
        case .nothing = whatFollows(fax: label)
      else { return false }
      tail.removeLast()
      tail.next = label + 1
    }
    tail.findings.insert(.droppedFax)
    return true
  }

  /// Whether a bracket behind the last extension holds nothing but a fax label, and the number has others or the cell
  /// ends: 02-27123456#12 #13(傳真).
  private func isOfLastExtension(_ label: Int, _ tail: Tail) -> Bool {
    guard isBracketed(label), tokens[label - 2].kind == .digits else { return false }
    return tail.extensions.count > 1
      || plan.notation.hasUnmarkedExtensions && endsCell(behindBracket: label + 1)
  }

  /// Whether a fax label touches the extension that a word puts through to, and nothing touches it from behind: 轉5傳真.
  private func touchesExtension(_ label: Int, _ tail: Tail) -> Bool {
    guard plan.notation.notesAreChinese, tail.hasExtensions, tail.isOfOneNumber,
      tokens[label - 1].kind == .digits, !tokens[label].followsBlank, !context.labelsFollow,
      isWord(.marker, at: label - 2) && tokens[label - 2].isOfIdeographs
        || tokens[label - 2].kind == .hash
    else { return false }
    let next = tokens[label + 1]
    return next.kind.endsItemOrBracket || next.followsBlank && isWord(.marker, at: label + 1)
  }

  /// Whether the cell ends behind a bracket, and its labels do not follow their numbers.
  private func endsCell(behindBracket close: Int) -> Bool {
    tokens[close + 1].kind == .end && !context.labelsFollow
  }

  /// The digits of the extension that a fax label names behind it: 傳真轉802, Fax DW 2345.
  private func extensionOfFax(_ label: Int) -> Int? {
    var marker = token(afterSigns: label + 1)
    // 傳真請按5.
    if tokens[marker].kind == .text, text(of: tokens[marker]).isOne(of: EmbeddedWords.asks) {
      marker += 1
    }
    guard isWord(.marker, at: marker) || tokens[marker].kind == .hash else { return nil }
    let digits = token(afterSigns: marker + 1)
    guard tokens[digits].kind == .digits, tokens[digits].count <= 5,
      !startsFullNumber(at: digits), tokens[digits + 1].kind != .dash
    else { return nil }
    return digits
  }

  /// Whether a fax label names the number before it, though another one stands behind text.
  private func isOfNumberBefore(fax label: Int) -> Bool {
    isBeforeLabel(fax: label) || isInBracketBehindDigits(fax: label)
  }

  /// Whether a fax label touches the number before it, and a blank sets it apart from the label of the next
  /// one: 02-27123457傳真 手機0912345678.
  private func isBeforeLabel(fax label: Int) -> Bool {
    tokens[label - 1].kind == .digits && !tokens[label].followsBlank
      && isWord(.label, at: label + 1) && tokens[label + 1].followsBlank
      && leadsToDigits(token(afterSigns: label + 2))
  }

  /// Whether a bracket right behind digits holds a fax label and nothing else: 212-743-8166 (fax) / Jane 212-743-8167.
  private func isInBracketBehindDigits(fax label: Int) -> Bool {
    isBracketed(label) && label > 1 && tokens[label - 2].kind == .digits
  }

  /// Whether blanks part the digits before a label from the number before them, or people write lines so:
  /// 02-2138-2762, 2764(팩스).
  private func isSetApart(alternateBefore label: Int) -> Bool {
    if plan.notation.writesLinesBehindCommas { return true }
    var index = label - 1
    while index > 1, tokens[index].kind != .digits { index -= 1 }
    return index > 1 && tokens[index].followsBlank && tokens[index - 1].followsBlank
  }

  /// The label behind signs of a list that names the number before them: 02-27123456、傳真.
  func labelBehindSigns(_ start: Int, of base: Base) -> Int? {
    var index = start
    while true {
      switch tokens[index].kind {
      case .comma, .enumeration, .slash, .semicolon, .dot, .open: index += 1
      case .word where context.labelsFollow && tokens[index].word == .label: return index
      case .word where tokens[index].word == .fax:
        if context.labelsFollow { return index }
        guard isOn(.faxNumbers), !context.isLabelled, !context.readsFax,
          case .nothing = whatFollows(fax: index), tokens[index + 1].kind != .colon,
          extensionOfFax(index) == nil
        else { return nil }
        return index
      default: return nil
      }
    }
  }

  /// What stands behind a fax label.
  private enum BehindFax {
    /// A number, or a word that says that there is none.
    case number
    /// Nothing that the label could belong to.
    case nothing
    /// Another label, without a number of its own.
    case label
    /// A number that may have the label or not.
    case doubt
  }

  /// What stands behind a fax label, signs and text passed over.
  private func whatFollows(fax index: Int) -> BehindFax {
    var next = index + 1
    var isOutside = true
    var isLater = false
    var hasText = false
    while true {
      switch tokens[next].kind {
      case .close: isOutside = true
      case .open: isOutside = tokens[next + 1].kind == .digits
      case .newline: isLater = true
      case .digits, .plus: return number(behindFax: index, isLater: isLater, hasText: hasText)
      case .text, .letters, .word:
        if let told = whatTells(word: next, isLater: isLater, hasText: hasText) { return told }
        hasText = hasText || isOutside && !isWord(.marker, at: next)
      case let kind: guard Self.meansNothing(kind) else { return .nothing }
      }
      next += 1
    }
  }

  /// Whose a number is behind a fax label, and behind a line end or text between them.
  private func number(behindFax index: Int, isLater: Bool, hasText: Bool) -> BehindFax {
    guard isLater || hasText else { return .number }
    return isLater && isBracketed(index) ? .nothing : .doubt
  }

  /// Whether a token between a fax label and a number says nothing of either.
  private static func meansNothing(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .colon, .dash, .dot, .equals, .quote, .ordinal, .hash, .star, .slash, .note, .hours, .date,
      .amount:
      true
    default: false
    }
  }

  /// What a word behind a fax label tells; nil for one that tells nothing.
  private func whatTells(word index: Int, isLater: Bool, hasText: Bool) -> BehindFax? {
    guard tokens[index].kind == .word else { return nil }
    return switch tokens[index].word {
    case .label where isLater: .nothing
    case .label where hasNumber(behind: index): .doubt
    case .label: hasText ? .nothing : .label
    case .placeholder: .number
    case .marker where tokens[index].isOfIdeographs && startsFullNumber(at: index + 1): nil
    case .fax, .marker, .joiner: .nothing
    default: nil
    }
  }

  /// Whether digits follow a label, no more than signs, text and other labels between.
  private func hasNumber(behind label: Int) -> Bool {
    var next = token(afterSigns: label + 1)
    while isWord(.label, at: next) || isText(next) {
      next = token(afterSigns: next + 1)
    }
    return beginsDigits(next)
  }

  /// Whether a fax label, in a bracket or before the sign of a list, stands behind an item of that, and another number
  /// behind the sign: Telepon: 0215261813 (fax), 021 5201590; nil for others.
  private func faxOfItem(_ label: Int) -> Bool? {
    guard isOn(.faxNumbers) else { return nil }
    let isBracketed = isBracketed(label)
    let sign = isBracketed ? label + 2 : label + 1
    switch tokens[sign].kind {
    case .comma, .semicolon:
      guard isBracketed || !plan.notation.notesAreChinese else { return nil }
    case .enumeration, .newline: guard isBracketed else { return nil }
    case .word where tokens[sign].word == .joiner: guard isBracketed else { return nil }
    default: return nil
    }
    return leadsToDigits(sign + 1) ? true : nil
  }
}
