/// One extension of a number.
struct ReadExtension: BitwiseCopyable {
  var value: Int64
  private var digitCount: UInt8
  private var replacedCount: UInt8

  init(value: Int64, digits: Int, replaces: Int = 0) {
    self.value = value
    digitCount = UInt8(truncatingIfNeeded: digits)
    replacedCount = UInt8(truncatingIfNeeded: replaces)
  }

  /// Number of its digits, leading zeros included; at most 15.
  var digits: Int { Int(digitCount) }
  /// Last digits of the base in whose place these stand; 0 for an extension.
  var replaces: Int { Int(replacedCount) }
}

/// The extensions of one number in order; a few lie in the list itself.
struct ExtensionList {
  /// The most extensions of one number in one cell that are listed one by one.
  static let mostExtensions = 1024

  private var first = InlineArray<4, ReadExtension>(
    repeating: ReadExtension(value: 0, digits: 0))
  private var rest: [ReadExtension] = []
  private(set) var count = 0

  /// Whether one more is listed.
  var hasRoom: Bool { count < Self.mostExtensions }

  /// The extension at a 0-based index below `count`.
  subscript(index: Int) -> ReadExtension { index < 4 ? first[index] : rest[index - 4] }

  /// The last extension; there is one.
  var last: ReadExtension { self[count - 1] }

  /// Adds one; there is room.
  mutating func append(_ given: ReadExtension) {
    if count < 4 { first[count] = given } else { rest.append(given) }
    count += 1
  }

  /// Takes the last one out; there is one.
  mutating func removeLast() {
    if count > 4 { rest.removeLast() }
    count -= 1
  }

  /// Takes all out.
  mutating func removeAll() {
    rest.removeAll()
    count = 0
  }
}
