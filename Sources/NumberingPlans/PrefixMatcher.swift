/// A backtracking matcher with captures, for prefixes: the first alternative that fits wins.
///
/// Prefix patterns are short and need to know *which* way they matched, so that a transform rule can
/// use it; number patterns go to `DigitAutomaton`. A pattern has no unbounded repeat, so every step
/// goes forward in the program and matching ends.
final class PrefixMatcher: Sendable {
  private enum Step: Sendable {
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

  /// Number of capturing groups; at most 3.
  let captures: Int
  /// The digit the whole pattern stands for, when it is one plain digit (`0`, `1`, `8`): most are.
  let soleDigit: UInt8?
  /// Digits a match may start with, bit d for digit d; all bits where it may be empty.
  let firstDigits: UInt16
  /// Whether digits that begin with 0 only ever lose that 0: no other branch begins so.
  let dropsOnlyZeroBeforeZero: Bool
  private let steps: [Step]

  /// Compiles a pattern; throws `PatternError` for syntax that is not read, or too many groups.
  init(_ text: String) throws(PatternError) {
    let (pattern, captures) = try Pattern.read(text)
    guard captures <= 3 else { throw PatternError(offset: 0, expected: "at most 3 groups") }
    self.captures = captures
    var steps: [Step] = []
    PrefixMatcher.compile(pattern, into: &steps)
    steps.append(.match)
    self.steps = steps
    var sole: UInt8?
    if case .digit(let members) = pattern, members.nonzeroBitCount == 1 {
      sole = UInt8(members.trailingZeroBitCount)
    }
    soleDigit = sole
    dropsOnlyZeroBeforeZero = PrefixMatcher.dropsOnlyZero(pattern)
    var first: UInt16 = 0
    PrefixMatcher.collectFirst(steps, from: 0, into: &first)
    firstDigits = first
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
    if count > 0, firstDigits >> UInt16(digits[0] & 15) & 1 == 0 { return nil }
    var match = Match()
    return steps.withUnsafeBufferPointer { steps in
      PrefixMatcher.run(steps, 0, digits, count, 0, whole, &match)
    } ? match : nil
  }

  private static func run(
    _ steps: UnsafeBufferPointer<Step>, _ start: Int, _ digits: UnsafePointer<UInt8>, _ count: Int,
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
