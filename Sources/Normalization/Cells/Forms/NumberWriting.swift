/// How a number is written, as far as it may matter beside a text: Rs 9820012345 is a sum, Rs 98200-12345 is none.
struct NumberWriting: BitwiseCopyable, Equatable {
  /// Whether signs part the digits, and which.
  private enum Signs: Int, Comparable {
    case none, some, slash
    static func < (left: Signs, right: Signs) -> Bool { left.rawValue < right.rawValue }
  }

  /// 0 … 8: how the number begins (with 0, with another digit, with a plus), and whether its digits are one group, have
  /// signs among them, or a slash.
  let index: Int
  /// Its signs and the lengths of its groups of digits, in fours of bits: the same for numbers that look alike.
  private(set) var shape: UInt64 = 0
  private var length = 0

  static let count = 9
  static let firstMark: UInt8 = 0xF7
  /// The byte that stands for it in a form.
  var mark: UInt8 { Self.firstMark &+ UInt8(truncatingIfNeeded: index) }

  /// How digits are written that stand at a place; nil where they have too many signs, or a slash before few digits,
  /// which may be those of a day.
  init?(of cell: UnsafeBufferPointer<UInt8>, _ place: CellForm.Place) {
    var (shape, length, digits, beginning) = (UInt64(0), 0, UInt64(0), -1)
    var signs = Signs.none
    var isBehindSlash = false
    var index = place.start
    while index < place.end {
      let sign = CellSign(cell, at: index)
      index &+= sign.width
      if sign.kind == .digit {
        if beginning < 0 { beginning = sign.ascii == 48 ? 0 : 1 }
        digits &+= 1
        continue
      }
      if sign.kind == .plus {
        beginning = 2
      } else {
        signs = max(signs, sign.kind == .slash ? .slash : .some)
      }
      if isBehindSlash, digits > 0, digits < Self.fewestBehindSlash { return nil }
      isBehindSlash = sign.kind == .slash || isBehindSlash && digits == 0
      (shape, length) = Self.adding(digits, to: shape, length)
      (shape, length, digits) = (shape &<< 4 | Self.number(of: sign.ascii), length &+ 1, 0)
    }
    (shape, length) = Self.adding(digits, to: shape, length)
    guard length <= 16, beginning >= 0, !isBehindSlash || digits >= Self.fewestBehindSlash else {
      return nil
    }
    self.shape = shape
    self.length = length
    self.index = 3 &* beginning &+ signs.rawValue
  }

  /// The fewest digits behind a slash that are of no day, hour or year.
  private static let fewestBehindSlash = 5

  /// The writing of a mark, of no shape.
  init?(mark: UInt8) {
    guard mark >= Self.firstMark else { return nil }
    index = Int(mark &- Self.firstMark)
  }

  /// Adds a group of digits; more than six take two places.
  @inline(__always)
  private static func adding(
    _ digits: UInt64, to shape: UInt64, _ length: Int
  ) -> (UInt64, Int) {
    if digits == 0 { return (shape, length) }
    if digits < 7 { return (shape &<< 4 | digits &+ 7, length &+ 1) }
    return (shape &<< 8 | 0xE0 | digits &- 7, length &+ 2)
  }

  /// 1 … 7 for a sign.
  @inline(__always)
  private static func number(of sign: UInt8) -> UInt64 {
    switch sign {
    case UInt8(ascii: "-"): 1
    case UInt8(ascii: " "): 2
    case UInt8(ascii: "."): 3
    case UInt8(ascii: "/"): 4
    case UInt8(ascii: "("): 5
    case UInt8(ascii: ")"): 6
    default: 7
    }
  }
}
