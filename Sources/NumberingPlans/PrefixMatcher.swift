/// A backtracking matcher with captures, for prefixes: the first alternative that fits wins.
///
/// Prefix patterns are short and need to know *which* way they matched, so that a transform rule can
/// use it; number patterns go to `DigitAutomaton`. A pattern has no unbounded repeat, so every step
/// goes forward in the program and matching ends.
final class PrefixMatcher: Sendable {
  /// One instruction of the program.
  enum Step: BitwiseCopyable {
    case digit(UInt16)
    case split(first: Int, second: Int)
    case jump(Int)
    case save(Int)
    case end
    case match
  }

  /// What a match found; offsets count from the start of the digits.
  struct Match: Equatable {
    var length = 0
    /// Start and end of the captures 1…3; -1 where a group took no part.
    var captures = InlineCaptures()
  }

  /// Start and end of three captures.
  struct InlineCaptures: Equatable {
    var starts: SIMD4<Int16> = SIMD4(repeating: -1)
    var ends: SIMD4<Int16> = SIMD4(repeating: -1)
  }

  /// The matcher as plain values and pointers, for loops that must not count references.
  ///
  /// They are valid as long as the matcher lives.
  struct Tables: BitwiseCopyable, @unchecked Sendable {
    /// Number of capturing groups; at most 3.
    var captures = 0
    /// The digit the whole pattern stands for, when it is one plain digit (`0`, `1`, `8`): most are.
    var soleDigit: UInt8?
    /// Digits a match may start with, bit d for digit d; all bits where it may be empty.
    var firstDigits: UInt16 = 0
    /// By the low four bits of the first digit, bit d: a match may go on with digit d.
    let secondDigits: UnsafePointer<UInt16>
    fileprivate let steps: UnsafePointer<Step>
  }

  let tables: Tables
  /// Whether digits that begin with 0 only ever lose that 0: no other branch begins so.
  let dropsOnlyZeroBeforeZero: Bool

  /// The most digits of a match.
  let longestMatch: Int
  /// Whether a match may depend on where the digits end.
  let matchesEnd: Bool

  /// Compiles a pattern; throws `PatternError` for syntax that is not read, or too many groups.
  init(_ text: String) throws(PatternError) {
    let (pattern, captures) = try Pattern.read(text)
    guard captures <= 3 else { throw PatternError(offset: 0, expected: "at most 3 groups") }
    var steps: [Step] = []
    PrefixMatcher.compile(pattern, into: &steps)
    steps.append(.match)
    dropsOnlyZeroBeforeZero = PrefixMatcher.dropsOnlyZero(pattern)
    longestMatch = pattern.mostDigits
    matchesEnd = pattern.holdsEnd
    let program = UnsafeMutablePointer<Step>.allocate(capacity: steps.count)
    program.initialize(from: steps, count: steps.count)
    let second = UnsafeMutablePointer<UInt16>.allocate(capacity: 16)
    // Bytes that are no digits are left to the program.
    second.initialize(repeating: 0xFC00, count: 16)
    var tables = Tables(
      captures: captures, secondDigits: UnsafePointer(second), steps: UnsafePointer(program))
    if case .digit(let members) = pattern, members.nonzeroBitCount == 1 {
      tables.soleDigit = UInt8(members.trailingZeroBitCount)
    }
    PrefixMatcher.collectFirst(steps, from: 0, into: &tables.firstDigits)
    self.tables = tables
    for pair in UInt8(0)..<100
    where mayMatch(startingWith: [pair / 10 + 0x30, pair % 10 + 0x30]) {
      second[Int(pair / 10)] |= 1 << UInt16(pair % 10)
    }
  }

  deinit {
    tables.steps.deallocate()
    tables.secondDigits.deallocate()
  }

  /// The branches that may begin with 0 must be the plain digit 0, and there must be one.
  private static func dropsOnlyZero(_ pattern: Pattern) -> Bool {
    var branches = [pattern]
    if case .alternation(let several) = pattern { branches = several }
    var dropsZero = false
    for branch in branches {
      if branch == .digit(1) {
        dropsZero = true
      } else {
        var steps: [Step] = []
        compile(branch, into: &steps)
        steps.append(.match)
        var first: UInt16 = 0
        collectFirst(steps, from: 0, into: &first)
        if first & 1 != 0 { return false }
      }
    }
    return dropsZero
  }

  /// Whether a match may begin with these ASCII digits, whatever follows.
  func mayMatch(startingWith digits: [UInt8]) -> Bool {
    let steps = tables.steps
    func reaches(_ start: Int, _ offset: Int) -> Bool {
      var position = start
      var offset = offset
      while offset < digits.count {
        switch steps[position] {
        case .digit(let members):
          guard members >> UInt16(digits[offset] & 15) & 1 == 1 else { return false }
          offset += 1
          position += 1
        case .split(let first, let second):
          if reaches(first, offset) { return true }
          position = second
        case .jump(let target): position = target
        case .save: position += 1
        case .end, .match: return true
        }
      }
      return true
    }
    return reaches(0, 0)
  }

  private static func collectFirst(_ steps: [Step], from start: Int, into first: inout UInt16) {
    var position = start
    while true {
      switch steps[position] {
      case .digit(let members):
        first |= members
        return
      case .split(let one, let other):
        collectFirst(steps, from: one, into: &first)
        position = other
      case .jump(let target): position = target
      case .save: position += 1
      case .end, .match:
        first = 0xFFFF
        return
      }
    }
  }

  private static func compile(_ pattern: Pattern, into steps: inout [Step]) {
    switch pattern {
    case .digit(let members): steps.append(.digit(members))
    case .end: steps.append(.end)
    case .sequence(let items):
      for item in items { compile(item, into: &steps) }
    case .capture(let number, let inner):
      steps.append(.save(number * 2))
      compile(inner, into: &steps)
      steps.append(.save(number * 2 + 1))
    case .alternation(let branches):
      var jumps: [Int] = []
      for (index, branch) in branches.enumerated() {
        guard index < branches.count - 1 else {
          compile(branch, into: &steps)
          continue
        }
        let split = steps.count
        steps.append(.match)
        compile(branch, into: &steps)
        jumps.append(steps.count)
        steps.append(.match)
        steps[split] = .split(first: split + 1, second: steps.count)
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repetition(let inner, let least, let most):
      for _ in 0..<least { compile(inner, into: &steps) }
      var splits: [Int] = []
      for _ in least..<most {
        splits.append(steps.count)
        steps.append(.match)
        compile(inner, into: &steps)
      }
      for split in splits { steps[split] = .split(first: split + 1, second: steps.count) }
    }
  }

  /// Matches at the start of `count` ASCII digits; nil when nothing fits.
  ///
  /// `whole` asks for all of them.
  func match(_ digits: UnsafePointer<UInt8>, count: Int, whole: Bool = false) -> Match? {
    tables.match(digits, count: count, whole: whole)
  }
}

extension PrefixMatcher.Tables {
  /// Matches at the start of `count` ASCII digits; nil when nothing fits.
  ///
  /// `whole` asks for all of them.
  @inline(__always)
  func match(
    _ digits: UnsafePointer<UInt8>, count: Int, whole: Bool = false
  ) -> PrefixMatcher.Match? {
    if count > 0, firstDigits >> UInt16(digits[0] & 15) & 1 == 0 { return nil }
    if count > 1, secondDigits[Int(digits[0] & 15)] >> UInt16(digits[1] & 15) & 1 == 0 {
      return nil
    }
    var match = PrefixMatcher.Match()
    return PrefixMatcher.run(steps, 0, digits, count, 0, whole, &match) ? match : nil
  }
}

extension PrefixMatcher {
  fileprivate static func run(
    _ steps: UnsafePointer<Step>, _ start: Int, _ digits: UnsafePointer<UInt8>, _ count: Int,
    _ from: Int, _ whole: Bool, _ match: inout Match
  ) -> Bool {
    var position = start
    var offset = from
    while true {
      switch steps[position] {
      case .digit(let members):
        guard offset < count, members >> UInt16(digits[offset] & 15) & 1 == 1 else { return false }
        offset += 1
        position += 1
      case .split(let first, let second):
        let saved = match
        if run(steps, first, digits, count, offset, whole, &match) { return true }
        match = saved
        position = second
      case .jump(let target): position = target
      case .save(let slot):
        let group = slot >> 1
        if slot & 1 == 0 {
          match.captures.starts[group] = Int16(truncatingIfNeeded: offset)
          match.captures.ends[group] = -1
        } else {
          match.captures.ends[group] = Int16(truncatingIfNeeded: offset)
        }
        position += 1
      case .end:
        guard offset == count else { return false }
        position += 1
      case .match:
        if whole, offset != count { return false }
        match.length = offset
        return true
      }
    }
  }
}
