/// The end of a line or a tab that a dump wrote as a backslash and a letter: `32 3029800\r\n603636229`.
///
/// A backslash in a path, `C:\new 12`, or before a class of a regular expression, `\d`, is none.
struct EscapedControl: BitwiseCopyable {
  /// The character.
  let scalar: UInt32
  /// How many bytes the backslash, or two, and the letter have.
  let count: Int

  /// Reads the escape that begins with a backslash; nil where none does.
  init?(in cell: UnsafeBufferPointer<UInt8>, at start: Int) {
    var index = start + 1
    // A dump of a dump has two; at the start of a cell they begin a path.
    if start > 0, Self.isBackslash(index, in: cell) { index += 1 }
    guard index < cell.count, !Self.followsDrive(start, in: cell) else { return nil }
    switch cell[index] {
    case UInt8(ascii: "n"): scalar = 0x0A
    case UInt8(ascii: "r"): scalar = 0x0D
    case UInt8(ascii: "t"): scalar = 0x09
    default: return nil
    }
    count = index + 1 - start
    let endsDigits = Self.endsInDigit(start, in: cell)
    guard
      Self.followsReturn(start, in: cell) && scalar == 0x0A
        || Self.goesOn(index + 1, in: cell, behindDigit: endsDigits)
    else { return nil }
  }

  /// Whether the \\r of a line end touches a backslash.
  private static func followsReturn(_ start: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    start > 1 && cell[start - 1] == UInt8(ascii: "r") && isBackslash(start - 2, in: cell)
  }

  private static func isBackslash(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    index < cell.count && cell[index] == UInt8(ascii: "\\")
  }

  /// Whether the letter of a drive and a colon stand before a backslash.
  private static func followsDrive(_ start: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start > 1, cell[start - 1] == UInt8(ascii: ":"), isLetter(cell[start - 2]) else {
      return false
    }
    return start == 2 || !isLetter(cell[start - 3]) && cell[start - 3] < 0x80
  }

  /// Whether a digit, or the bracket behind some, touches a backslash.
  private static func endsInDigit(_ start: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start > 0 else { return false }
    return cell[start - 1] &- 48 < 10 || cell[start - 1] == UInt8(ascii: ")")
  }

  /// Whether what stands behind an escape begins a line: nothing, a blank, a digit, a sign before one, a capital or
  /// another escape; behind a digit any letter.
  private static func goesOn(
    _ next: Int, in cell: UnsafeBufferPointer<UInt8>, behindDigit: Bool
  ) -> Bool {
    guard next < cell.count else { return true }
    switch cell[next] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF:
      return true
    case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "<"): return true
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: "|"):
      return behindDigit
    case UInt8(ascii: "+"): return next + 1 < cell.count && cell[next + 1] &- 48 < 10
    case UInt8(ascii: "-"), UInt8(ascii: "*"):
      return next + 1 < cell.count && cell[next + 1] == UInt8(ascii: " ")
    case UInt8(ascii: "\\"):
      return next + 1 < cell.count
        && (cell[next + 1] == UInt8(ascii: "n") || cell[next + 1] == UInt8(ascii: "r")
          || cell[next + 1] == UInt8(ascii: "t") || cell[next + 1] == UInt8(ascii: "\\"))
    default: return behindDigit && isLetter(cell[next])
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}
