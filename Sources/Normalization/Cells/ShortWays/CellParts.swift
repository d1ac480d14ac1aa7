/// A short cell taken apart at what stands beside its numbers: labels before and behind them, 電話 and (office), notes
/// that mean nothing, Mme Martin, and the signs and words of a list between them, 、 and oder.
///
/// It decides nothing of its own: it only tells where a number may begin, which `RespelledCell` and `PlainCell` read or
/// leave to the rules. What they accept the rules read the same (a property that the tests hold them to).
struct CellParts {
  /// What a label before a number says.
  enum Label: BitwiseCopyable {
    case none, phone, fax
  }

  let text: LabelText
  /// Offset of the next number.
  private(set) var start = 0
  /// Offset behind the last one: that of the bracket which ends the cell, or its length.
  private(set) var end: Int
  /// The label before the next number.
  private(set) var label = Label.none
  /// Whether a slash parts it from the number before, behind which an extension may stand.
  private(set) var isSlash = false
  /// Whether the first number has a label.
  private var isLabelled = false
  /// Whether a label in brackets stands behind a number, as those of all others may.
  private var isLabelledBehind = false
  /// Whether a label stands before some later one.
  private var isLaterLabelled = false
  /// Whether some number has a label.
  private(set) var holdsLabel = false
  /// Whether a note stands beside some number.
  private(set) var holdsNote = false

  /// Bytes of the longest cell that is looked at.
  static let longest = 96
  private static let shortest = 9

  /// Begins at the first number of a cell; nil where something else than a label or a note stands before it.
  ///
  /// `trunk` is a digit that may begin a number alone, in ASCII.
  init?(_ text: LabelText, trunk: UInt8 = 0) {
    self.text = text
    end = text.cell.count
    guard end >= Self.shortest, end <= Self.longest else { return nil }
    if mayBeginNumber(trunk) { return }
    start = text.endOfLabel()
    if start > 0 {
      (label, isLabelled, holdsLabel) = (.phone, true, true)
    } else {
      guard takeNoteBefore() else { return nil }
    }
    guard start < end else { return nil }
    text.passSigns(from: &start)
    guard mayBeginNumber(trunk) else { return nil }
  }

  /// The bytes from the next number on.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text.cell[start..<end]) }

  /// Goes on to the number behind one that ends at an offset of the rest; false where only the rules can tell whether
  /// one begins.
  mutating func goOn(behind count: Int, trunk: UInt8 = 0) -> Bool {
    let ending = start &+ count
    guard end == text.cell.count, label != .fax else { return false }
    start = ending
    let isNumberLabelled = takeBracketedLabel()
    let last = text.cell[ending &- 1]
    let followsBlank = start > ending || last == UInt8(ascii: " ") || last == 0x80
    guard let isApart = takeSeparation(from: ending, followsBlank: followsBlank) else {
      return false
    }
    label = .none
    guard !mayBeginNumber(trunk) else { return isApart || isNumberLabelled }
    return takeBeginning(isApart: isApart, followsBlank: followsBlank)
      && start < end && mayBeginNumber(trunk)
  }

  /// Passes over a note behind a number and what parts that from the next one; whether a sign or a word does, and nil
  /// where nothing does behind a note, or nothing follows.
  private mutating func takeSeparation(from ending: Int, followsBlank: Bool) -> Bool? {
    guard start < end else { return nil }
    let isNamed = followsBlank && !mayEndInCount(ending) && takeNote()
    text.passBlanks(from: &start)
    guard start < end else { return nil }
    let isApart = takeSign() || takeJoiner()
    text.passBlanks(from: &start)
    return start < end && (isApart || !isNamed) ? isApart : nil
  }

  /// Passes over the note or the label before a number; false for neither.
  ///
  /// A label of a fax that only a blank parts from the number before it may be of that.
  private mutating func takeBeginning(isApart: Bool, followsBlank: Bool) -> Bool {
    if isApart, takeNoteBefore() {
      text.passSigns(from: &start)
      return true
    }
    let before = start
    return takeLabel()
      && (isApart
        || followsBlank
          && (isLabelled || label == .phone || text.touches(start, from: before)))
  }

  /// Passes over blanks and over the label in brackets of the number before them; false without one.
  private mutating func takeBracketedLabel() -> Bool {
    text.passBlanks(from: &start)
    let behind = text.endOfBracketedLabel(at: start)
    guard behind > start else { return false }
    (start, holdsLabel, isLabelledBehind) = (behind, true, true)
    text.passBlanks(from: &start)
    return true
  }

  /// Whether nothing but a label stands from an offset of the rest on, or nothing at all.
  ///
  /// A (Zentrale) B Fax C Mobil: all labels may stand behind their numbers.
  func endsInLabel(behind count: Int) -> Bool {
    end == text.cell.count && (label != .fax || isLabelled && !isLabelledBehind)
      && text.isLabel(from: start &+ count)
  }

  /// Whether nothing but a note stands from an offset of the rest on.
  mutating func endsInNote(behind count: Int) -> Bool {
    guard end == text.cell.count, label != .fax, !mayEndInCount(start &+ count),
      text.isNote(from: start &+ count)
    else { return false }
    holdsNote = true
    return true
  }

  /// Whether the first bracket from an offset on is one that closes, perhaps the note: Bob 04)22471229.
  private func closesBracket(from offset: Int) -> Bool {
    text.cell[offset..<end].first { $0 | 1 == UInt8(ascii: ")") } == UInt8(ascii: ")")
  }

  /// Whether the last digits before an offset may count what a note behind them names: 0511 348306 - 2 Kinder.
  private func mayEndInCount(_ offset: Int) -> Bool {
    guard text.dialsDirectly else { return false }
    var index = offset
    while index > 0, text.cell[index &- 1] == UInt8(ascii: " ") { index &-= 1 }
    let last = index
    while index > 0, text.cell[index &- 1] &- 48 < 10 { index &-= 1 }
    return last &- index < 5 && index > 0 && text.cell[index &- 1] == UInt8(ascii: " ")
  }

  /// Passes over the note behind a number; false for none.
  private mutating func takeNote() -> Bool {
    let behind = text.endOfNote(from: start, .behindNumber)
    guard behind > start else { return false }
    (start, holdsNote) = (behind, true)
    return true
  }

  /// Passes over the note before a number, from which a blank or a colon parts it; false for none.
  private mutating func takeNoteBefore() -> Bool {
    let behind = text.endOfNote(from: start, .beforeNumber)
    guard behind > start, behind < end,
      text.cell[behind] == UInt8(ascii: " ") || text.cell[behind] == UInt8(ascii: ":"),
      !closesBracket(from: behind)
    else { return false }
    (start, holdsNote) = (behind, true)
    return true
  }

  /// Whether nothing but the label of a fax in brackets stands from an offset of the rest on: A/B(傳真).
  func endsInFax(behind count: Int) -> Bool {
    label == .none && !isLabelled && !isLaterLabelled && end == text.cell.count
      && text.isBracketedFax(from: start &+ count)
  }

  /// Whether a number may begin here: one digit that is no trunk prefix may say which phone it is,
  /// 电话1 0755-2809-1234.
  @inline(__always)
  private func mayBeginNumber(_ trunk: UInt8) -> Bool {
    let cell = text.cell
    guard start &+ 2 < end else { return false }
    switch cell[start] {
    case UInt8(ascii: "+"): return true
    case UInt8(ascii: "("): return cell[start &+ 1] &- 48 < 10
    // A full-width digit, plus or bracket.
    case 0xEF: return cell[start &+ 1] == 0xBC && isWideBeginning
    default: return cell[start] &- 48 < 10 && (cell[start &+ 1] &- 48 < 10 || cell[start] == trunk)
    }
  }

  private var isWideBeginning: Bool {
    let cell = text.cell
    switch cell[start &+ 2] {
    case 0x8B, 0x90...0x99: return true
    case 0x88:
      guard start &+ 5 < end else { return false }
      return cell[start &+ 3] &- 48 < 10
        || cell[start &+ 3] == 0xEF && cell[start &+ 4] == 0xBC && 0x90...0x99 ~= cell[start &+ 5]
    default: return false
    }
  }

  /// Passes over a sign that parts two numbers, or the bracket that opens before a word and ends the cell.
  private mutating func takeSign() -> Bool {
    let cell = text.cell
    isSlash = false
    switch cell[start] {
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "\n"):
      start &+= 1
    case UInt8(ascii: "/"):
      guard !mayBeDay else { return false }
      isSlash = true
      start &+= 1
    case UInt8(ascii: "-"):
      guard cell[start &- 1] == UInt8(ascii: " "), start &+ 1 < end,
        cell[start &+ 1] == UInt8(ascii: " ")
      else { return false }
      start &+= 1
    case UInt8(ascii: "("): return takeBracket(1)
    // 、 and the full-width forms of the others.
    case 0xE3 where start &+ 2 < end && cell[start &+ 1] == 0x80 && cell[start &+ 2] == 0x81:
      start &+= 3
    case 0xEF where start &+ 2 < end && cell[start &+ 1] == 0xBC: return takeWideSign()
    default: return false
    }
    return true
  }

  /// Whether the digits around a slash may be a day: 06 67756-2 - 12/03 06 4827173.
  private var mayBeDay: Bool {
    let cell = text.cell
    let before = cell[..<start].reversed().prefix(3).prefix { $0 &- 48 < 10 }
    let behind = cell[(start &+ 1)..<end].prefix(3).prefix { $0 &- 48 < 10 }
    guard (1...2).contains(before.count), (1...2).contains(behind.count) else { return false }
    let (one, other) = (before.reversed().decimalValue, behind.decimalValue)
    return min(one, other) <= 12 && max(one, other) <= 31
  }

  private mutating func takeWideSign() -> Bool {
    switch text.cell[start &+ 2] {
    case 0x8F: isSlash = true
    case 0x86, 0x8C, 0x9B: break
    case 0x88: return takeBracket(3)
    default: return false
    }
    start &+= 3
    return true
  }

  /// Passes over a bracket before a word that is closed where the cell ends.
  private mutating func takeBracket(_ width: Int) -> Bool {
    let cell = text.cell
    guard start &+ width &+ 3 < end, text.mayBeginWord(at: start &+ width) else { return false }
    let closing =
      cell[end &- 1] == UInt8(ascii: ")") ? 1 : text.sign(at: end &- 3, ascii: 0, wide: 0x89)
    guard closing > 0 else { return false }
    start &+= width
    end &-= closing
    return true
  }

  /// Passes over a word that joins two numbers.
  private mutating func takeJoiner() -> Bool {
    guard text.mayBeginWord(at: start) else { return false }
    let behind = text.endOfJoiner(from: start)
    guard behind > start else { return false }
    start = behind
    return true
  }

  /// Passes over the label of a phone, or of a fax.
  private mutating func takeLabel() -> Bool {
    guard text.mayBeginWord(at: start) else { return false }
    if let behind = text.endOfFaxLabel(from: start) {
      (start, label) = (behind, .fax)
    } else {
      let behind = text.endOfLabel(from: start)
      guard behind > start else { return false }
      (start, label, isLaterLabelled) = (behind, .phone, true)
    }
    holdsLabel = true
    text.passSigns(from: &start)
    return true
  }
}
