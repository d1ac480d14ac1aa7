/// The short way for cells that would be plain but for how signs are written: full-width forms, dots or slashes
/// between all groups, a slash behind the area code, a bracket behind the calling code, 00 before the region's
/// own, an extension behind a marker.
///
/// It decides nothing of its own: it writes the cell as `PlainCell` takes it, and whatever it is not sure of
/// goes through all the rules. What it accepts they read the same (a property that the tests hold it to).
struct RespelledCell {
  /// Where the cell is written, up to the marker of an extension.
  private(set) var text: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  /// Offset of what stands behind the number in the cell; its length where nothing does.
  private(set) var end = 0
  /// Dots between digits, slashes, and other signs between them.
  private var dots = 0
  private var slashes = 0
  private var others = 0
  /// Offset in the text behind the last slash.
  private var behindSlash = 0
  /// How many digits the last group has so far, and the longest one.
  private var group = 0
  private var longestGroup = 0
  private var hasBracket = false
  private var isOpen = false
  /// Offset in the text behind a trunk prefix in brackets; 0 for none.
  private var behindTrunk = 0

  /// Bytes of the longest cell that is looked at.
  private static let longest = 72
  /// Bytes of a plus, the longest calling code and signs behind it.
  private static let longestCode = 6
  /// Digits of the longest area code that a slash stands behind, with its trunk prefix and without one.
  private static let longestArea = 5
  private static let longestBareArea = 3
  /// Bytes of the longest text that `PlainCell` takes.
  private static let longestText = 24

  /// `scratch` has room for 32 bytes.
  init(scratch: UnsafeMutablePointer<UInt8>) { text = scratch }

  /// Writes the number at the beginning of a cell, up to what is no sign of one; false where that needs a rule.
  mutating func write(
    _ cell: UnsafeBufferPointer<UInt8>, codeBehindZeros: [UInt8]
  ) -> Bool {
    guard cell.count <= Self.longest else { return false }
    var index = 0
    while index < cell.count {
      guard count < Self.longestText else { return false }
      if cell[index] &- 48 >= 10, count > 0, Self.beginsTail(cell, at: index) { break }
      guard take(cell, at: &index) else { break }
      index &+= 1
    }
    end = index
    return finish(codeBehindZeros)
  }

  /// Takes the character at a byte, and moves to its last one; false for what is no sign of a number there.
  @inline(__always)
  private mutating func take(_ cell: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Bool {
    switch cell[index] {
    case 0x30...0x39: append(digit: cell[index])
    case UInt8(ascii: "-"), UInt8(ascii: " "):
      guard cell[index] == UInt8(ascii: " ") || !partsNumbers(cell, at: index) else { return false }
      others &+= 1
      append(cell[index])
    case UInt8(ascii: "+") where count == 0: append(cell[index])
    case UInt8(ascii: "("), UInt8(ascii: ")"): return takeBracket(cell, at: index)
    case UInt8(ascii: "."): return takeDot(cell, at: index)
    case UInt8(ascii: "/"): return takeSlash(cell, at: index)
    case 0xE2, 0xE3, 0xEF:
      guard takeWide(cell, at: index) else { return false }
      index &+= 2
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func append(_ sign: UInt8) {
    text[count] = sign
    count &+= 1
    group = 0
  }

  @inline(__always)
  private mutating func append(digit: UInt8) {
    text[count] = digit
    count &+= 1
    group &+= 1
    longestGroup = max(longestGroup, group)
  }

  /// Whether a dash between blanks stands before a word or what may be another number in full.
  private func partsNumbers(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard count > 8, index &+ 4 < cell.count, cell[index &- 1] == UInt8(ascii: " "),
      cell[index &+ 1] == UInt8(ascii: " ")
    else { return false }
    let next = cell[index &+ 2]
    return next == UInt8(ascii: "+") || next == 48 && cell[index &+ 3] &- 48 < 10
      || (next | 0x20) &- 97 < 26
  }

  /// What was written.
  var number: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(text), count: count)
  }

  /// Whether one digit stands behind a blank at its end.
  var endsInDigit: Bool { group == 1 && count > 1 && text[count &- 2] == UInt8(ascii: " ") }

  /// Whether the second group of digits begins with a 0 behind the sign that parts it from the first.
  var hasZeroBehindFirstGroup: Bool {
    guard text[0] == 48, let sign = (0..<count).first(where: { text[$0] &- 48 >= 10 }) else {
      return false
    }
    return sign &+ 1 < count && text[sign &+ 1] == 48
  }

  /// Whether a slash stands in the number.
  var hasSlash: Bool { slashes > 0 }

  private var lastIsDigit: Bool { count > 0 && text[count &- 1] &- 48 < 10 }

  /// A dot stands for the dash between two digits.
  private mutating func takeDot(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard lastIsDigit, index + 1 < cell.count, cell[index + 1] &- 48 < 10 else { return false }
    dots &+= 1
    append(UInt8(ascii: "-"))
    return true
  }

  /// A slash stands for the dash behind the area code, blanks beside it or not, or between two digits of each pair:
  /// 030/1234567, +49 (0) 30 / 1234567, 06/12/34/56/78.
  private mutating func takeSlash(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard count > 1, index + 2 < cell.count, slashes == 0 ? dots == 0 : group == 2 && others == 0
    else { return false }
    let behindBlank = text[count &- 1] == UInt8(ascii: " ")
    let isNextBlank = cell[index + 1] == UInt8(ascii: " ")
    guard text[count &- (behindBlank ? 2 : 1)] &- 48 < 10,
      cell[index + (isNextBlank ? 2 : 1)] &- 48 < 10
    else { return false }
    if slashes == 0 {
      // Nothing but the area code stands before it.
      if text[0] != UInt8(ascii: "+") {
        guard others == (behindBlank ? 1 : 0),
          count <= (text[0] == 48 ? Self.longestArea : Self.longestBareArea) + others
        else {
          return false
        }
      } else {
        guard isAreaBehindTrunk(count &- (behindBlank ? 1 : 0)) else { return false }
      }
    }
    slashes &+= 1
    append(UInt8(ascii: "-"))
    behindSlash = count
    return true
  }

  /// Whether nothing but an area code stands behind a trunk prefix in brackets, up to an offset.
  private func isAreaBehindTrunk(_ end: Int) -> Bool {
    guard behindTrunk > 0 else { return false }
    var index = end
    while index > behindTrunk, text[index &- 1] &- 48 < 10 { index &-= 1 }
    guard 2..<Self.longestArea ~= end &- index else { return false }
    while index > behindTrunk, text[index &- 1] == UInt8(ascii: " ") { index &-= 1 }
    return index == behindTrunk
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
    if cell[index] == UInt8(ascii: "(") {
      // A 0 alone is the trunk prefix; before other digits it would be a number in national form.
      guard !hasBracket, count > 1, count <= Self.longestCode, index + 2 < cell.count,
        cell[index + 1] &- 48 < 10,
        cell[index + 1] != 48 || cell[index + 2] == UInt8(ascii: ")")
      else { return false }
      hasBracket = true
      isOpen = true
      append(UInt8(ascii: " "))
      return true
    }
    guard isOpen, lastIsDigit, group <= Self.longestArea, index + 1 < cell.count else {
      return false
    }
    isOpen = false
    if text[count &- 1] == 48, text[count &- 2] == UInt8(ascii: " ") { behindTrunk = count }
    if cell[index + 1] &- 48 >= 10 || text[count &- 1] != 48 { append(UInt8(ascii: " ")) }
    return true
  }

  /// Whether what may be an extension begins at a byte: its marker, or a sign or a bracket before that.
  static func beginsTail(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch cell[index] {
    case UInt8(ascii: "#"), UInt8(ascii: "*"), 0x41...0x5A, 0x61...0x7A, 0xE4...0xE9: return true
    case UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: ";"):
      guard index &+ 2 < cell.count else { return false }
      let next = cell[index &+ 1] == UInt8(ascii: " ") ? index &+ 2 : index &+ 1
      return cell[next] != cell[index] && beginsTail(cell, at: next)
    case 0xEF where index &+ 3 < cell.count && cell[index &+ 1] == 0xBC:
      // ＃, and a bracket.
      return cell[index &+ 2] == 0x83
        || cell[index &+ 2] == 0x88 && beginsTail(cell, at: index &+ 3)
    default: return false
    }
  }

  /// Full-width digits and signs, dashes, and the blank as wide as an ideograph.
  private mutating func takeWide(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 2 < cell.count else { return false }
    switch (cell[index], cell[index + 1], cell[index + 2]) {
    case (0xEF, 0xBC, 0x90...0x99): append(digit: cell[index + 2] &- 0x90 &+ 0x30)
    case (0xEF, 0xBC, 0x8D):
      others &+= 1
      append(UInt8(ascii: "-"))
    case (0xEF, 0xBC, 0x88) where count == 0 || text[0] == 48,
      (0xEF, 0xBC, 0x89) where count > 0 && text[0] != UInt8(ascii: "+"):
      others &+= 1
      append(cell[index + 2] &- 0x88 &+ UInt8(ascii: "("))
    case (0xEF, 0xBC, 0x8B) where count == 0: append(UInt8(ascii: "+"))
    // Dashes of text and of sums, and the long vowel of kana, which is one between digits.
    case (0xE2, 0x80, 0x90...0x95), (0xE2, 0x88, 0x92), (0xE3, 0x83, 0xBC):
      guard lastIsDigit, index + 3 < cell.count, cell[index + 3] &- 48 < 10 else { return false }
      others &+= 1
      append(UInt8(ascii: "-"))
    case (0xEF, 0xBC, 0x8F): return takeSlash(cell, at: index + 2)
    case (0xEF, 0xBC, 0x8E): return takeDot(cell, at: index + 2)
    case (0xE3, 0x80, 0x80):
      others &+= 1
      append(UInt8(ascii: " "))
    default: return false
    }
    return true
  }

  /// Whether what was written leaves no doubt.
  private mutating func finish(_ code: [UInt8]) -> Bool {
    while count > 0, text[count &- 1] == UInt8(ascii: " ") {
      count &-= 1
      others &-= 1
    }
    guard count > 0, lastIsDigit, !isOpen else { return false }
    if dots > 0 {
      // 24.1234567 is a coordinate, 0.912345678 a fraction, and who mixes signs means something by it.
      guard others == 0, dots > 1, text[1] != UInt8(ascii: "-") || dots > 2 && text[0] != 48 else {
        return false
      }
      // 192.168.10.139 is the address of a machine.
      if dots == 3, text[0] != 48, text[0] != UInt8(ascii: "+"), longestGroup < 4 { return false }
    }
    if slashes > 0, isSlashInDoubt { return false }
    if text[0] == 48, text[1] == 48 { return replaceZeros(code) }
    return true
  }

  /// Whether digits behind a slash may be something else.
  private var isSlashInDoubt: Bool {
    // 02/27123456/7 may be two numbers.
    guard slashes == 1 else { return dots > 0 || longestGroup > 2 || group != 2 }
    // 03/1202-1111: a day.
    if others > 0, longestGroup == 4, group == 4, digitsBehindSlash != 3 { return true }
    // 07/24 90 312: a month.
    if others > 0, behindSlash == 3, digitsBehindSlash == 2 { return true }
    // 091/2.34.56.78, 03/24 030 27510.
    return dots > 0 || others > 1 && hasTrunkBehindSlash
  }

  /// Whether a group of several digits behind the slash and a blank begins with a 0, as area codes do.
  private var hasTrunkBehindSlash: Bool {
    (behindSlash..<count).contains {
      text[$0] == 48 && text[$0 &- 1] == UInt8(ascii: " ") && $0 > behindSlash
        && $0 &+ 1 < count && text[$0 &+ 1] &- 48 < 10
    }
  }

  /// The digits of the group behind the slash.
  private var digitsBehindSlash: Int {
    var index = behindSlash
    while index < count, text[index] == UInt8(ascii: " ") { index &+= 1 }
    let start = index
    while index < count, text[index] &- 48 < 10 { index &+= 1 }
    return index &- start
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
