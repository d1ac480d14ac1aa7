/// The short way for cells that would be plain without the label before their number, or behind it:
/// 電話02-2712-3456, 电话13812345678 纠错.
///
/// It decides nothing of its own: it only tells where the number stands, which `PlainCell` reads or leaves to
/// the rules. What it accepts they read the same (a property that the tests hold it to).
struct LabelledCell: BitwiseCopyable {
  /// Offset of the number in the cell.
  private(set) var start = 0
  /// Offset behind it.
  private(set) var end = 0

  /// Bytes of the longest cell that is looked at.
  private static let longest = 64

  /// Finds the number; nil for a cell without such a label, and for what needs a rule.
  init?(_ cell: UnsafeBufferPointer<UInt8>, words: WordBook) {
    guard cell.count > 12, cell.count <= Self.longest else { return nil }
    if cell[0] >= 0x80 {
      start = Self.lengthOfLabel(in: cell, at: 0, words)
      guard start > 0 else { return nil }
      Self.passBlanks(in: cell, from: &start)
    }
    // One digit may say which phone it is: 电话1 0755-2809-1234.
    guard start &+ 1 < cell.count,
      cell[start] &- 48 < 10 && cell[start &+ 1] &- 48 < 10 || cell[start] == UInt8(ascii: "+")
    else { return nil }
    end = Self.endOfASCII(in: cell, from: start)
    var behind = end
    Self.passBlanks(in: cell, from: &behind)
    if behind < cell.count {
      guard Self.lengthOfLabel(in: cell, at: behind, words) == cell.count &- behind else {
        return nil
      }
    } else if start == 0 {
      return nil
    }
    while end > start, cell[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
  }

  /// The first byte from one on that is not ASCII, or the end: eight bytes at a time.
  @inline(__always)
  private static func endOfASCII(in cell: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(cell)
    var index = start
    while index &+ 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let high = word & 0x8080_8080_8080_8080
      if high != 0 { return index &+ high.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < cell.count, cell[index] < 0x80 { index &+= 1 }
    return index
  }

  /// Passes over blanks, those of web pages (U+00A0) and those as wide as an ideograph too.
  @inline(__always)
  private static func passBlanks(in cell: UnsafeBufferPointer<UInt8>, from index: inout Int) {
    while index < cell.count {
      switch cell[index] {
      case UInt8(ascii: " "): index &+= 1
      case 0xC2 where index &+ 1 < cell.count && cell[index &+ 1] == 0xA0: index &+= 2
      case 0xE3
      where index &+ 2 < cell.count && cell[index &+ 1] == 0x80 && cell[index &+ 2] == 0x80:
        index &+= 3
      default: return
      }
    }
  }

  /// Length in bytes of a label of ideographs; 0 for none.
  ///
  /// An ideograph alone may be part of a name, or of a word that is set apart.
  private static func lengthOfLabel(
    in cell: UnsafeBufferPointer<UInt8>, at index: Int, _ words: WordBook
  ) -> Int {
    guard cell[index] >= 0xE4, cell[index] <= 0xE9,
      let found = words.longest(in: cell, at: index), found.word == .label, found.scalars > 1
    else { return 0 }
    return found.count
  }
}
