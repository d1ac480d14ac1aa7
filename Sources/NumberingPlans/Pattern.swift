/// A pattern of the metadata, as a tree.
///
/// The syntax is the part of regular expressions the metadata uses: digits, `\d`, classes, groups
/// with and without capture, alternation, `?`, `{n}`, `{n,m}` and a final `$`.
indirect enum Pattern: Equatable {
  /// One digit out of a set; bit d stands for digit d.
  case digit(UInt16)
  case sequence([Pattern])
  case alternation([Pattern])
  case repetition(Pattern, least: Int, most: Int)
  /// A capturing group; numbers count from 1 in order of their opening brackets.
  case capture(Int, Pattern)
  /// The end of the digits.
  case end
}

/// Syntax in a pattern that this room does not read.
struct PatternError: Error, Equatable, CustomStringConvertible {
  /// 0-based byte of the pattern.
  let offset: Int
  let expected: String
  var description: String { "pattern, byte \(offset): \(expected) expected" }
}

extension Pattern {
  /// Whether the end of the digits is part of it.
  var holdsEnd: Bool {
    switch self {
    case .digit: false
    case .sequence(let items): items.contains(where: \.holdsEnd)
    case .alternation(let branches): branches.contains(where: \.holdsEnd)
    case .repetition(let inner, _, _), .capture(_, let inner): inner.holdsEnd
    case .end: true
    }
  }

  /// The most digits that the pattern matches.
  var mostDigits: Int {
    switch self {
    case .digit: 1
    case .sequence(let items): items.reduce(0) { $0 + $1.mostDigits }
    case .alternation(let branches): branches.map(\.mostDigits).max() ?? 0
    case .repetition(let inner, _, let most): inner.mostDigits * most
    case .capture(_, let inner): inner.mostDigits
    case .end: 0
    }
  }

  /// Reads a pattern; `captures` is the number of its capturing groups.
  static func read(_ text: String) throws(PatternError) -> (pattern: Pattern, captures: Int) {
    var reader = PatternReader(bytes: Array(text.utf8))
    let pattern = try reader.alternation(depth: 0)
    guard reader.offset == reader.bytes.count else { throw reader.error("end of pattern") }
    return (pattern, reader.captures)
  }
}

private struct PatternReader {
  let bytes: [UInt8]
  var offset = 0
  var captures = 0

  func error(_ expected: String) -> PatternError {
    PatternError(offset: offset, expected: expected)
  }

  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func take(_ character: Character) -> Bool {
    guard byte == character.asciiValue else { return false }
    offset += 1
    return true
  }

  mutating func alternation(depth: Int) throws(PatternError) -> Pattern {
    guard depth < 64 else { throw error("fewer than 64 nested groups") }
    var branches = [try sequence(depth: depth)]
    while take("|") { branches.append(try sequence(depth: depth)) }
    return branches.count == 1 ? branches[0] : .alternation(branches)
  }

  mutating func sequence(depth: Int) throws(PatternError) -> Pattern {
    var items: [Pattern] = []
    while let byte, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let item = try atom(depth: depth)
      items.append(try repeated(item))
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  mutating func atom(depth: Int) throws(PatternError) -> Pattern {
    if take("$") { return .end }
    if take("[") { return .digit(try classMembers()) }
    if take("\\") {
      guard take("d") else { throw error("\\d") }
      return .digit(0x3FF)
    }
    if take("(") {
      var number = 0
      if take("?") {
        guard take(":") else { throw error("?:") }
      } else {
        captures += 1
        number = captures
      }
      let inner = try alternation(depth: depth + 1)
      guard take(")") else { throw error(")") }
      return number == 0 ? inner : .capture(number, inner)
    }
    return .digit(1 << UInt16(try digit()))
  }

  mutating func digit() throws(PatternError) -> UInt8 {
    guard let byte, byte >= 0x30, byte <= 0x39 else { throw error("digit") }
    offset += 1
    return byte - 0x30
  }

  mutating func classMembers() throws(PatternError) -> UInt16 {
    var members: UInt16 = 0
    while !take("]") {
      let first = try digit()
      let last = take("-") ? try digit() : first
      guard first <= last else { throw error("ascending range") }
      for value in first...last { members |= 1 << UInt16(value) }
    }
    guard members != 0 else { throw error("digit") }
    return members
  }

  mutating func repeated(_ item: Pattern) throws(PatternError) -> Pattern {
    if take("?") { return .repetition(item, least: 0, most: 1) }
    guard take("{") else { return item }
    let least = try count()
    let most = take(",") ? try count() : least
    guard take("}"), least <= most else { throw error("{n} or {n,m}") }
    return .repetition(item, least: least, most: most)
  }

  mutating func count() throws(PatternError) -> Int {
    var value = Int(try digit())
    while let byte, byte >= 0x30, byte <= 0x39 {
      value = value * 10 + Int(try digit())
      guard value <= 64 else { throw error("count up to 64") }
    }
    return value
  }
}
