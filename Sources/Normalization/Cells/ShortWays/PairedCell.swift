/// The short way for cells of two numbers with a sign of a list between them, 02-2712-3456、0912-345-678, the second
/// perhaps without the area code of the first, 02-2712-3456/2712-3457, or a fax number, 02-2712-3456 FAX:02-2712-3457.
///
/// It decides nothing of its own: it only tells where the numbers stand, which `PlainCell` or `RespelledCell` reads
/// or leaves to the rules. What it accepts they read the same (a property that the tests hold it to).
struct PairedCell: BitwiseCopyable {
  /// What the second number is.
  enum Second: BitwiseCopyable {
    case inFull, local, fax
  }

  /// Offset behind the first number.
  private(set) var firstEnd = 0
  /// Offset of the second number, and that behind it.
  private(set) var secondStart = 0
  private(set) var secondEnd: Int
  private(set) var second = Second.inFull
  /// Whether a slash parts them, behind which an extension may stand.
  private(set) var isSlash = false

  /// Bytes of the shortest first number, and of the shortest second one.
  private static let shortest = 9
  private static let shortestLocal = 6

  /// Finds the numbers; nil for a cell without such a sign where it may stand.
  ///
  /// `isLabelled` says that a label stands before the first.
  init?(_ text: LabelText, isLabelled: Bool = false) {
    let cell = text.cell
    secondEnd = cell.count
    guard cell.count <= LabelledCell.longest, cell.count >= Self.shortest + Self.shortestLocal,
      Self.beginsInFull(cell, at: 0)
    else { return nil }
    var index = Self.shortest
    while index &+ Self.shortestLocal < cell.count {
      let width = Self.lengthOfSign(in: cell, at: index)
      if width > 0 || text.mayBeginWord(at: index) {
        isSlash = cell[index] == UInt8(ascii: "/") || width == 3 && cell[index &+ 2] == 0x8F
        firstEnd = index
        while firstEnd > 0, cell[firstEnd &- 1] == UInt8(ascii: " ") { firstEnd &-= 1 }
        secondStart = index &+ width
        guard takeSecond(text, isApart: width > 0 || isLabelled) else { return nil }
        return
      }
      index &+= 1
    }
    return nil
  }

  /// Tells what the second number is, by what stands behind the sign, or the blank; false where only the rules can.
  private mutating func takeSecond(_ text: LabelText, isApart: Bool) -> Bool {
    let cell = text.cell
    text.passBlanks(from: &secondStart)
    guard secondStart &+ Self.shortestLocal <= cell.count else { return false }
    if text.mayBeginWord(at: secondStart) {
      // A label that only a blank parts from the number before it may be of that.
      return isApart && secondStart > firstEnd && takeFax(text)
    }
    // 01 45 12 34 56/01/02: the ends of more numbers.
    if isSlash, cell[secondStart...].contains(UInt8(ascii: "/")) { return false }
    guard !Self.opens(cell, behind: firstEnd) else { return false }
    if Self.beginsInFull(cell, at: secondStart) { return true }
    second = .local
    return 0x32...0x39 ~= cell[secondStart]
  }

  /// Passes over the label of a fax number, and over the bracket that ends the cell where one opened before it.
  private mutating func takeFax(_ text: LabelText) -> Bool {
    let cell = text.cell
    guard let end = text.endOfFaxLabel(from: secondStart) else { return false }
    second = .fax
    secondStart = end
    text.passSigns(from: &secondStart)
    if Self.opens(cell, behind: firstEnd) {
      let closing =
        cell[secondEnd &- 1] == UInt8(ascii: ")")
        ? 1 : text.sign(at: secondEnd &- 3, ascii: 0, wide: 0x89)
      guard closing > 0 else { return false }
      secondEnd &-= closing
    }
    return secondStart &+ Self.shortest <= secondEnd && Self.beginsInFull(cell, at: secondStart)
  }

  /// Whether a bracket opens behind the first number, perhaps behind a blank.
  private static func opens(_ cell: UnsafeBufferPointer<UInt8>, behind end: Int) -> Bool {
    let index = cell[end] == UInt8(ascii: " ") ? end &+ 1 : end
    return cell[index] == UInt8(ascii: "(")
      || cell[index] == 0xEF && cell[index &+ 1] == 0xBC && cell[index &+ 2] == 0x88
  }

  /// Whether a trunk 0, a calling code or the area code in brackets begins at a byte.
  @inline(__always)
  private static func beginsInFull(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch cell[index] {
    case UInt8(ascii: "0"), UInt8(ascii: "+"): true
    case UInt8(ascii: "("): index &+ 1 < cell.count && cell[index &+ 1] == UInt8(ascii: "0")
    // ０ and ＋.
    case 0xEF:
      index &+ 2 < cell.count && cell[index &+ 1] == 0xBC
        && (cell[index &+ 2] == 0x90 || cell[index &+ 2] == 0x8B)
    default: false
    }
  }

  /// Length in bytes of a sign that parts two numbers, or of a bracket before a word; 0 for none.
  @inline(__always)
  private static func lengthOfSign(in cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch cell[index] {
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "&"),
      UInt8(ascii: "\n"):
      return 1
    case UInt8(ascii: "("):
      return (cell[index &+ 1] | 0x20) &- 97 < 26 || 0xE3...0xED ~= cell[index &+ 1] ? 1 : 0
    // 、 and the full-width forms of the others.
    case 0xE3 where cell[index &+ 1] == 0x80 && cell[index &+ 2] == 0x81: return 3
    case 0xEF where cell[index &+ 1] == 0xBC:
      switch cell[index &+ 2] {
      case 0x86, 0x8C, 0x8F, 0x9B: return 3
      case 0x88:
        return (cell[index &+ 3] | 0x20) &- 97 < 26 || 0xE3...0xED ~= cell[index &+ 3] ? 3 : 0
      default: return 0
      }
    default: return 0
    }
  }
}
