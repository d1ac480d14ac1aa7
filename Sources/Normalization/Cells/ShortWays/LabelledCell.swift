/// The short way for cells that would be plain, or plain but for their signs, without the label before their
/// number, or behind it: 電話02-2712-3456, Tel: (212) 555-0123, 电话13812345678 纠错.
///
/// It decides nothing of its own: it only tells where the number stands, which `PlainCell` or `RespelledCell` reads or
/// leaves to the rules. What it accepts they read the same (a property that the tests hold it to).
struct LabelledCell: BitwiseCopyable {
  /// Offset of the number in the cell.
  private(set) var start = 0
  /// Offset behind it, and behind an extension where no label follows.
  private(set) var end = 0
  /// Whether a label follows.
  private(set) var hasLabelBehind = false

  /// Bytes of the longest cell that is looked at.
  static let longest = 96

  /// Finds the number; nil for a cell without such a label, and for what needs a rule.
  ///
  /// `trunk` is a digit that may begin a number alone, in ASCII.
  init?(_ text: LabelText, trunk: UInt8 = 0) {
    let cell = text.cell
    guard cell.count > 12, cell.count <= Self.longest else { return nil }
    if cell[0] &- 48 >= 10, cell[0] != UInt8(ascii: "+"), cell[0] != UInt8(ascii: "(") {
      start = text.endOfLabel()
      guard start > 0 else { return nil }
      text.passSigns(from: &start)
    }
    guard start &+ 2 < cell.count, Self.mayBeginNumber(cell, at: start, trunk) else { return nil }
    end = cell.count
    let behind = Self.endOfDigits(cell)
    hasLabelBehind = behind < cell.count && text.isLabel(from: behind)
    if hasLabelBehind { end = behind } else if start == 0 { return nil }
  }

  /// Whether a number may begin at a byte: one digit that is no trunk prefix may say which phone it is,
  /// 电话1 0755-2809-1234.
  @inline(__always)
  private static func mayBeginNumber(
    _ cell: UnsafeBufferPointer<UInt8>, at start: Int, _ trunk: UInt8
  ) -> Bool {
    switch cell[start] {
    case UInt8(ascii: "+"): true
    case UInt8(ascii: "("): cell[start &+ 1] &- 48 < 10
    // A full-width digit, plus or bracket.
    case 0xEF: cell[start &+ 1] == 0xBC && 0x88...0x99 ~= cell[start &+ 2]
    default: cell[start] &- 48 < 10 && (cell[start &+ 1] &- 48 < 10 || cell[start] == trunk)
    }
  }

  /// The offset behind the last digit.
  @inline(__always)
  private static func endOfDigits(_ cell: UnsafeBufferPointer<UInt8>) -> Int {
    var end = cell.count
    while end > 2, cell[end &- 1] &- 48 >= 10,
      cell[end &- 1] & 0xF0 != 0x90 || cell[end &- 2] != 0xBC || cell[end &- 3] != 0xEF
    {
      end &-= 1
    }
    return end
  }
}
