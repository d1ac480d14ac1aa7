/// The short way for cells that would be plain but for how signs are written: full-width forms, dots between
/// all groups, a bracket behind the calling code, 00 before the region's own, an extension behind a marker.
///
/// It decides nothing of its own: it writes the cell as `PlainCell` takes it, and whatever it is not sure of
/// goes through all the rules. What it accepts they read the same (a property that the tests hold it to).
struct RespelledCell {
  /// Where the cell is written, up to the marker of an extension.
  private(set) var text: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  /// Offset of the marker in the cell; its length where there is none.
  private(set) var end = 0
  /// Dots between digits, and other signs between them.
  private var dots = 0
  private var others = 0
  private var hasBracket = false
  private var isOpen = false
  /// Whether the text differs from the cell.
  private var isChanged = false

  /// Bytes of the longest cell that is looked at.
  private static let longest = 72
  /// Bytes of the longest text that `PlainCell` takes.
  private static let longestText = 24

  /// `scratch` has room for 32 bytes.
  init(scratch: UnsafeMutablePointer<UInt8>) { text = scratch }

  /// Writes the cell; false for signs that need a rule, and for a cell that is plain as it stands.
  mutating func write(
    _ cell: UnsafeBufferPointer<UInt8>, codeBehindZeros: [UInt8]
  ) -> Bool {
    guard cell.count >= 9, cell.count <= Self.longest else { return false }
    var index = 0
    scan: while index < cell.count {
      guard count < Self.longestText else { return false }
      switch cell[index] {
      case 0x30...0x39: append(cell[index])
      case UInt8(ascii: "-"), UInt8(ascii: " "):
        others &+= 1
        append(cell[index])
      case UInt8(ascii: "+") where count == 0: append(cell[index])
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        guard takeBracket(cell, at: index) else { return false }
      case UInt8(ascii: "."):
        guard takeDot(cell, at: index) else { return false }
      case 0xEF where Self.isWideHash(cell, at: index): break scan
      case 0xE3, 0xEF:
        guard takeWide(cell, at: index) else { return false }
        index &+= 2
      case UInt8(ascii: "#"), 0x41...0x5A, 0x61...0x7A, 0xE4...0xE9: break scan
      default: return false
      }
      index &+= 1
    }
    end = index
    return finish(hasTail: index < cell.count, codeBehindZeros)
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    text[count] = byte
    count &+= 1
  }

  private var lastIsDigit: Bool { count > 0 && text[count &- 1] &- 48 < 10 }

  /// A dot stands for the dash between two digits.
  private mutating func takeDot(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard lastIsDigit, index + 1 < cell.count, cell[index + 1] &- 48 < 10 else { return false }
    dots &+= 1
    isChanged = true
    append(UInt8(ascii: "-"))
    return true
  }

  /// Brackets stay; behind a plus they part as blanks do: +886 (2) 2345 6789, +886 (0)2 2345 6789.
  private mutating func takeBracket(
    _ cell: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    others &+= 1
    guard count > 0, text[0] == UInt8(ascii: "+") else {
      append(cell[index])
      return true
    }
    isChanged = true
    if cell[index] == UInt8(ascii: "(") {
      // A 0 alone is the trunk prefix; before other digits it would be a number in national form.
      guard !hasBracket, count > 1, index + 2 < cell.count, cell[index + 1] &- 48 < 10,
        cell[index + 1] != 48 || cell[index + 2] == UInt8(ascii: ")")
      else { return false }
      hasBracket = true
      isOpen = true
      append(UInt8(ascii: " "))
      return true
    }
    guard isOpen, lastIsDigit, index + 1 < cell.count else { return false }
    isOpen = false
    if cell[index + 1] &- 48 >= 10 || text[count &- 1] != 48 { append(UInt8(ascii: " ")) }
    return true
  }

  @inline(__always)
  private static func isWideHash(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index &+ 2 < cell.count && cell[index &+ 1] == 0xBC && cell[index &+ 2] == 0x83
  }

  /// Full-width digits and signs, and the blank as wide as an ideograph.
  private mutating func takeWide(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 2 < cell.count else { return false }
    isChanged = true
    switch (cell[index], cell[index + 1], cell[index + 2]) {
    case (0xEF, 0xBC, 0x90...0x99): append(cell[index + 2] &- 0x90 &+ 0x30)
    case (0xEF, 0xBC, 0x8D):
      others &+= 1
      append(UInt8(ascii: "-"))
    case (0xEF, 0xBC, 0x88) where count == 0,
      (0xEF, 0xBC, 0x89) where count > 0 && text[0] == UInt8(ascii: "("):
      others &+= 1
      append(cell[index + 2] &- 0x88 &+ UInt8(ascii: "("))
    case (0xEF, 0xBC, 0x8B) where count == 0: append(UInt8(ascii: "+"))
    case (0xE3, 0x80, 0x80):
      others &+= 1
      append(UInt8(ascii: " "))
    default: return false
    }
    return true
  }

  /// Whether what was written leaves no doubt.
  private mutating func finish(hasTail: Bool, _ code: [UInt8]) -> Bool {
    if hasTail {
      isChanged = true
      while count > 0, text[count &- 1] == UInt8(ascii: " ") {
        count &-= 1
        others &-= 1
      }
    }
    guard count > 0, lastIsDigit, !isOpen else { return false }
    if dots > 0 {
      // 24.1234567 is a coordinate, 0.912345678 a fraction, and who mixes signs means something by it.
      guard others == 0, dots > 1, text[1] != UInt8(ascii: "-") else { return false }
      // 192.168.10.139 is the address of a machine.
      if dots == 3, text[0] != 48, text[0] != UInt8(ascii: "+") { return false }
    }
    if text[0] == 48, text[1] == 48 { return replaceZeros(code) }
    return isChanged
  }

  /// Writes a plus for 00 where the region's own calling code stands behind it.
  private mutating func replaceZeros(_ code: [UInt8]) -> Bool {
    guard !code.isEmpty, count > 2 &+ code.count else { return false }
    for index in 0..<code.count where text[2 &+ index] != code[index] { return false }
    text += 1
    text[0] = UInt8(ascii: "+")
    count &-= 1
    return true
  }
}
