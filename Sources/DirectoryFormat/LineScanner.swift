/// Reads the fields of lines from a window of bytes: the part that chunks and deltas share.
struct LineScanner {
  /// The longest line: digits, TAB, label, LF, and the sign and list of a delta's line.
  static let longestLine =
    DirectoryNumber.mostDigits + 1 + DirectoryLimits.longestLabelInBytes + 1 + 3

  let base: UnsafeRawPointer
  let count: Int
  var position = 0

  init(_ base: UnsafeRawPointer, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }

  /// Reads digits from `position`; nil if they are no legal number or run to the window's end.
  ///
  /// `position` is left behind the digits, whatever they are worth.
  @inline(__always)
  mutating func number() -> Int64? {
    let start = position
    var value: UInt64 = 0
    while position < count {
      let digit = byte(position) &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ UInt64(digit)
      position &+= 1
    }
    let digits = position &- start
    // 19 digits stay below 2^64; more may have wrapped around, and are refused by their count.
    guard digits >= 1, digits <= DirectoryNumber.mostDigits, byte(start) != UInt8(ascii: "0"),
      value <= UInt64(DirectoryLimits.largestNumber)
    else { return nil }
    return Int64(truncatingIfNeeded: value)
  }

  /// How a label ends.
  enum LabelEnd {
    case line(isASCII: Bool)
    case control
    case window
  }

  /// Runs over a label to the first byte below U+0020; `position` is left on it.
  @inline(__always)
  mutating func label() -> LabelEnd {
    var high: UInt64 = 0
    while position &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let low =
        (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
      if low != 0 { break }
      high |= word
      position &+= 8
    }
    while position < count {
      let next = byte(position)
      if next < 0x20 {
        guard next == UInt8(ascii: "\n") else { return .control }
        return .line(isASCII: high & 0x8080_8080_8080_8080 == 0)
      }
      high |= UInt64(next)
      position &+= 1
    }
    return .window
  }
}
