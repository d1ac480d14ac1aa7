/// The form of a cell: its text, with a mark in place of each number that it holds, and of an extension.
///
/// `Tel. 02-2712-3456（王先生）` and `Tel. (04) 2328-1000（王先生）` have one form. Marks are bytes that no text has: how a
/// number begins and whether signs part its digits, as `NumberWriting` tells, or how many digits the extension has.
struct CellForm {
  /// Where a number or an extension stands in the cell, in bytes.
  struct Place: BitwiseCopyable {
    var start = 0
    var end = 0
    /// How many digits it has.
    var digits = 0
    /// How those of a number are written.
    var shape: UInt64 = 0
  }

  /// The numbers, in their order.
  private(set) var numbers = InlineArray<2, Place>(repeating: Place())
  private(set) var numberCount = 0
  /// The extension; of no digits where the form has none.
  private(set) var extensionPlace = Place()
  /// Whether it has letters of ASCII, which may be those of a number: 1-800-FLOWERS.
  private(set) var hasLatin = false
  /// Bytes of the form in `text`.
  private(set) var count = 0
  let text: UnsafeMutablePointer<UInt8>
  /// Where the text behind the last digits starts in it; 0 while there are none.
  private var gap = 0

  /// Bytes of the shortest and the longest cell that is looked at.
  private static let shortestCell = 10
  private static let longestCell = 120
  /// Bytes of the longest form.
  static let longest = 64
  /// The fewest and the most digits that are looked at as a number, and as an extension.
  private static let digitsOfNumber = 7...14
  private static let digitsOfExtension = 2...5

  /// Whether a cell may have a form: one of a fitting length, with a letter, or a sign that is none of ASCII.
  @inline(__always)
  static func mayHave(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard cell.count >= shortestCell, cell.count <= longestCell else { return false }
    for index in 0..<cell.count where cell[index] >= 0x80 || (cell[index] | 0x20) &- 97 < 26 {
      return true
    }
    return false
  }

  /// Finds the form of a cell that may have one and writes it to `text`, which has room for `longest` bytes; nil for a
  /// cell that has none: without text, or with digits that are neither of a number nor the extension behind one.
  init?(_ cell: UnsafeBufferPointer<UInt8>, into text: UnsafeMutablePointer<UInt8>) {
    self.text = text
    var (index, hasText) = (0, false)
    while index < cell.count {
      let sign = CellSign(cell, at: index)
      let place = sign.kind == .text ? Place() : Self.stretch(of: cell, from: index)
      if place.digits == 0 {
        guard take(cell, index, sign.width) else { return nil }
        hasText = hasText || sign.kind == .text
        hasLatin = hasLatin || (sign.ascii | 0x20) &- 97 < 26
        index &+= sign.width
        continue
      }
      guard
        Self.digitsOfNumber.contains(place.digits)
          ? takeNumber(cell, place) : takeExtension(cell, place)
      else { return nil }
      (index, gap) = (place.end, count)
    }
    guard numberCount > 0, hasText else { return nil }
  }

  /// The number that may begin at a sign or a digit; of no digits where none does.
  private static func stretch(
    of cell: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Place {
    var place = Place(start: start, end: start)
    var (index, digits, open, digitsBeforeOpen) = (start, 0, -1, 0)
    var endBeforeOpen = start
    scan: while index < cell.count {
      let sign = CellSign(cell, at: index)
      switch sign.kind {
      case .digit: (place.end, digits) = (index &+ sign.width, digits &+ 1)
      case .plus where digits == 0: break
      case .open where open < 0:
        (open, digitsBeforeOpen, endBeforeOpen) = (index, digits, place.end)
      case .close where open >= 0 && digits > digitsBeforeOpen: open = -1
      case .dash, .slash: break
      default: break scan
      }
      // Signs before the first digit are of the text, but for a plus and a bracket.
      if digits == 0, sign.kind != .plus, sign.kind != .open { break scan }
      index &+= sign.width
    }
    if open >= 0 {
      // A bracket that is not closed is of the text, with what stands in it.
      if digitsBeforeOpen > 0 {
        (place.end, digits) = (endBeforeOpen, digitsBeforeOpen)
      } else {
        return Place(start: start, end: start)
      }
    }
    place.digits = digits
    return place
  }

  /// Marks a number; false where it may belong to the digits before it, or to a #, or is the third.
  private mutating func takeNumber(_ cell: UnsafeBufferPointer<UInt8>, _ place: Place) -> Bool {
    guard numberCount < 2, gap == 0 || partsNumbers(from: gap) && !endsInSpan,
      count == 0 || text[count &- 1] != UInt8(ascii: "#"),
      let writing = NumberWriting(of: cell, place), mark(writing.mark)
    else { return false }
    numbers[numberCount] = place
    numbers[numberCount].shape = writing.shape
    numberCount &+= 1
    return true
  }

  /// Marks the extension behind a number, with a bracket before it as text; false where digits are none.
  private mutating func takeExtension(
    _ cell: UnsafeBufferPointer<UInt8>, _ place: Place
  ) -> Bool {
    guard numberCount > 0, extensionPlace.digits == 0,
      Self.digitsOfExtension.contains(place.digits), let start = groupStart(cell, place)
    else { return false }
    if start > place.start {
      guard take(cell, place.start, start &- place.start) else { return false }
    }
    guard hasLetter(from: gap), !endsInSpan, CellSign(cell, at: start).ascii != 48 else {
      return false
    }
    extensionPlace = Place(start: start, end: place.end, digits: place.digits)
    return mark(UInt8(truncatingIfNeeded: place.digits))
  }

  /// Whether the text ends in a sign that may join the first and the last of a row, perhaps behind it a blank: ~, –, —.
  private var endsInSpan: Bool {
    var end = count
    while end > gap, text[end &- 1] == 0x20 { end &-= 1 }
    return end > gap && text[end &- 1] == UInt8(ascii: "~")
      || end > gap &+ 2 && text[end &- 3] == 0xE2
  }

  /// Where the digits of a place start that are one group; nil for more groups.
  private func groupStart(_ cell: UnsafeBufferPointer<UInt8>, _ place: Place) -> Int? {
    var index = place.start
    while CellSign(cell, at: index).kind != .digit { index &+= CellSign(cell, at: index).width }
    let start = index
    while index < place.end {
      let sign = CellSign(cell, at: index)
      guard sign.kind == .digit else { return nil }
      index &+= sign.width
    }
    return start
  }

  /// Whether what stands before a number makes it none of the digits before: a letter, or a sign of a list.
  private func partsNumbers(from gap: Int) -> Bool {
    hasLetter(from: gap)
      || (gap..<count).contains { index in
        switch text[index] {
        case UInt8(ascii: ","), UInt8(ascii: ";"): true
        // 、 and the full-width forms of the others.
        case 0xE3: text[index &+ 1] == 0x80 && text[index &+ 2] == 0x81
        case 0xEF:
          text[index &+ 1] == 0xBC && (text[index &+ 2] == 0x8C || text[index &+ 2] == 0x9B)
        default: false
        }
      }
  }

  /// Whether a letter stands in the form from a byte on, or a # before an extension: no other digits are those of a
  /// number before them.
  private func hasLetter(from gap: Int) -> Bool {
    (gap..<count).contains { index in
      switch text[index] {
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "#"): true
      // Letters of two bytes, kana, ideographs and Hangul.
      case 0xC3...0xDF, 0xE4...0xED: true
      case 0xE3: text[index &+ 1] != 0x80
      default: false
      }
    }
  }

  @inline(__always)
  private mutating func mark(_ byte: UInt8) -> Bool {
    guard count < Self.longest else { return false }
    text[count] = byte
    count &+= 1
    return true
  }

  /// Adds bytes of the cell to the form; false where it is too long, or a byte may be a mark.
  @inline(__always)
  private mutating func take(
    _ cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ width: Int
  ) -> Bool {
    guard count &+ width <= Self.longest, cell[start] > 0x08, cell[start] < NumberWriting.firstMark
    else { return false }
    for offset in 0..<width { text[count &+ offset] = cell[start &+ offset] }
    count &+= width
    return true
  }
}
