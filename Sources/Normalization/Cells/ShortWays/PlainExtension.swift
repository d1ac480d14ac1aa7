import Records

/// The short way for extension cells: digits, alone or behind one marker (12, #12, -12, 分機12, ext 12).
///
/// It decides nothing of its own: whatever it is not sure of goes through all the rules, and what it
/// accepts they read the same (a property that the tests hold it to).
struct PlainExtension: BitwiseCopyable {
  /// The value of the digits.
  var value: Int64 = 0
  /// How many digits, 1 … 6.
  var digits = 0

  /// The longest marker in letters that is looked up, in bytes.
  static let longestMarker = 16

  /// Reads a cell that is not empty; nil sends it through the rules.
  ///
  /// `scratch` has room for `longestMarker` bytes; `shortMarkers` are letters that mark one in the region, before a dot.
  @inline(__always)
  init?(
    _ cell: UnsafeBufferPointer<UInt8>, words: WordBook, scratch: UnsafeMutablePointer<UInt8>,
    shortMarkers: [[UInt8]] = []
  ) {
    var start = 0
    if cell[0] &- 48 >= 10 {
      start = Self.lengthOfMarker(cell, words, scratch, shortMarkers)
      // A bare digit needs the rules too: 0 stands for no extension.
      guard start > 0 else { return nil }
    } else if cell.count == 1 {
      return nil
    }
    guard let text = cell.baseAddress, cell.count > start,
      let value = Self.value(text + start, count: cell.count &- start)
    else { return nil }
    self.value = value
    digits = cell.count &- start
  }

  /// The end of a phone cell without the sign before its extension, or the brackets around it: (分機12).
  ///
  /// Nil where a bracket is not closed at the end.
  @inline(__always)
  static func bare(_ tail: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var (start, end) = (0, tail.count)
    if tail[0] == UInt8(ascii: ",") || tail[0] == UInt8(ascii: ";") {
      start = tail[1] == UInt8(ascii: " ") ? 2 : 1
      // , *737 may be a code.
      if tail[start] == UInt8(ascii: "*") { return nil }
    }
    let width = tail[start] == UInt8(ascii: "(") ? 1 : isWideBracket(tail, at: start, 0x88) ? 3 : 0
    if width > 0 {
      start &+= width
      if tail[end &- 1] == UInt8(ascii: ")") {
        end &-= 1
      } else if end > 3, isWideBracket(tail, at: end &- 3, 0x89) {
        end &-= 3
      } else {
        return nil
      }
    }
    return start < end ? UnsafeBufferPointer(rebasing: tail[start..<end]) : nil
  }

  /// Whether a full-width bracket stands at a byte, by the last of its bytes.
  @inline(__always)
  private static func isWideBracket(
    _ cell: UnsafeBufferPointer<UInt8>, at index: Int, _ last: UInt8
  ) -> Bool {
    index &+ 2 < cell.count && cell[index] == 0xEF && cell[index &+ 1] == 0xBC
      && cell[index &+ 2] == last
  }

  init(value: Int64, digits: Int) { (self.value, self.digits) = (value, digits) }

  /// The value of 1 … 6 bytes if they are digits.
  @inline(__always)
  private static func value(_ text: UnsafePointer<UInt8>, count: Int) -> Int64? {
    let raw = UnsafeRawPointer(text)
    let word: UInt64
    // Two halves that overlap, so that nothing outside the text is read.
    if count >= 4 {
      // More of them may be a telephone number.
      guard count <= 6 else { return nil }
      let low = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let high = UInt32(littleEndian: (raw + count - 4).loadUnaligned(as: UInt32.self))
      word = UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    } else {
      // One, two or three bytes: the first, the middle and the last one.
      let middle = count &>> 1
      word =
        UInt64(text[0]) | UInt64(text[middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
        | UInt64(text[count &- 1]) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
    }
    // The last digit in the highest byte, zeros before the first.
    let aligned = (word ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    guard (aligned | (aligned &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    let pairs = (aligned &* 10 &+ (aligned &>> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF)
  }

  /// Length in bytes of a marker with the signs and blanks behind it; 0 for none.
  @inline(__always)
  private static func lengthOfMarker(
    _ cell: UnsafeBufferPointer<UInt8>, _ words: WordBook, _ scratch: UnsafeMutablePointer<UInt8>,
    _ shortMarkers: [[UInt8]]
  ) -> Int {
    switch cell[0] {
    case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "~"): return 1
    // ＃.
    case 0xEF where cell.count > 3 && cell[1] == 0xBC && cell[2] == 0x83: return 3
    default: break
    }
    var length = 0
    if cell[0] >= 0xE4 && cell[0] <= 0xE9 {
      guard let found = words.longest(in: cell, at: 0), found.word == .marker else { return 0 }
      length = found.count
    } else {
      while length < min(cell.count, longestMarker), (cell[length] | 0x20) &- 97 < 26 {
        scratch[length] = cell[length] | 0x20
        length &+= 1
      }
      let word = UnsafeBufferPointer(start: scratch, count: length)
      guard words.exact(word) == .marker || isShortMarker(word, of: cell, shortMarkers)
      else { return 0 }
    }
    while length < cell.count {
      if isSign(cell[length]) {
        length &+= 1
      } else if isWideColon(cell, at: length) {
        length &+= 3
      } else {
        break
      }
    }
    return length
  }

  /// Whether letters at the beginning of a cell are one of the region's short markers, with its dot.
  private static func isShortMarker(
    _ word: UnsafeBufferPointer<UInt8>, of cell: UnsafeBufferPointer<UInt8>,
    _ shortMarkers: [[UInt8]]
  ) -> Bool {
    word.count < cell.count && cell[word.count] == UInt8(ascii: ".")
      && shortMarkers.contains { $0.elementsEqual(word) }
  }

  /// Whether "：" stands at a byte: 分機：12.
  @inline(__always)
  private static func isWideColon(
    _ cell: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    cell[index] == 0xEF && index &+ 2 < cell.count && cell[index &+ 1] == 0xBC
      && cell[index &+ 2] == 0x9A
  }

  /// Whether a byte may stand between a marker and its digits and means nothing.
  @inline(__always)
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "="): true
    default: false
    }
  }
}
