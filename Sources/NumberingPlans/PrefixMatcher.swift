/// A backtracking matcher with captures, for prefixes: the first alternative that fits wins.
///
/// Prefix patterns are short and need to know *which* way they matched, so that a transform rule can
/// use it; number patterns go to `DigitAutomaton`. A pattern has no unbounded repeat, so every step
/// goes forward in the program and matching ends.
final class PrefixMatcher: Sendable {
  /// One instruction of the program.
  enum Step: BitwiseCopyable {
    case digit(UInt16)
    /// As many digits out of a set as there are, within bounds; fewer where what follows needs them.
    case digits(UInt16, least: UInt8, most: UInt8)
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

    /// Notes where the start of a group, an even slot, or its end is.
    @inline(__always)
    fileprivate mutating func save(_ slot: Int, _ offset: Int) {
      let group = slot >> 1
      if slot & 1 == 0 {
        captures.starts[group] = Int16(truncatingIfNeeded: offset)
        captures.ends[group] = -1
      } else {
        captures.ends[group] = Int16(truncatingIfNeeded: offset)
      }
    }
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
        case .digits(let members, let least, let most):
          let taken = Self.run(of: members, in: digits, from: offset, most: Int(most))
          // What the digits at hand end in may go on behind them.
          if offset + taken == digits.count { return true }
          guard taken >= least else { return false }
          if (Int(least)...taken).contains(where: { reaches(position + 1, offset + $0) }) {
            return true
          }
          return false
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

  /// How many digits out of a set stand from one on, at most `most`.
  private static func run(of members: UInt16, in digits: [UInt8], from start: Int, most: Int) -> Int
  {
    digits[start...].prefix(most).prefix { members >> UInt16($0 & 15) & 1 == 1 }.count
  }

  /// Hands on every match that digits may have which begin with these ASCII digits and go on, and nil
  /// where they may have none.
  ///
  /// What depends on further digits, or on where they end, may be so or not.
  func forEachMatch(startingWith digits: [UInt8], _ body: (Match?) -> Void) {
    let steps = tables.steps
    /// Whether one more digit out of a set follows; nil where that is open.
    func follows(_ members: UInt16, at offset: Int) -> Bool? {
      offset < digits.count ? members >> UInt16(digits[offset] & 15) & 1 == 1 : nil
    }
    /// Whether a match is certain from a step on.
    func explore(_ start: Int, _ from: Int, _ found: Match) -> Bool {
      var (position, offset, match, isCertain) = (start, from, found, true)
      while true {
        switch steps[position] {
        case .digit(let members):
          guard let isMember = follows(members, at: offset) else {
            isCertain = false
            (position, offset) = (position + 1, offset + 1)
            continue
          }
          guard isMember else { return false }
          (position, offset) = (position + 1, offset + 1)
        case .digits(let members, let least, let most):
          var taken = 0
          while taken < Int(most), follows(members, at: offset + taken) != false { taken += 1 }
          guard taken >= Int(least) else { return false }
          for count in stride(from: taken, to: Int(least), by: -1) {
            let isKnown = offset + count <= digits.count
            if explore(position + 1, offset + count, match), isKnown { return isCertain }
          }
          isCertain = isCertain && offset + Int(least) <= digits.count
          (position, offset) = (position + 1, offset + Int(least))
        case .split(let first, let second):
          if explore(first, offset, match) { return isCertain }
          position = second
        case .jump(let target): position = target
        case .save(let slot):
          match.save(slot, offset)
          position += 1
        case .end:
          guard offset > digits.count else { return false }
          isCertain = false
          position += 1
        case .match:
          match.length = offset
          body(match)
          return isCertain
        }
      }
    }
    if !explore(0, 0, Match()) { body(nil) }
  }

  private static func collectFirst(_ steps: [Step], from start: Int, into first: inout UInt16) {
    var position = start
    while true {
      switch steps[position] {
      case .digit(let members):
        first |= members
        return
      case .digits(let members, let least, _):
        first |= members
        if least > 0 { return }
        position += 1
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
    case .repetition(.digit(let members), let least, let most) where most > 1:
      steps.append(.digits(members, least: UInt8(least), most: UInt8(most)))
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
      case .digits(let members, let least, let most):
        var taken = 0
        while taken < Int(most), offset + taken < count,
          members >> UInt16(digits[offset + taken] & 15) & 1 == 1
        { taken += 1 }
        guard taken >= Int(least) else { return false }
        while taken > Int(least) {
          let saved = match
          if run(steps, position + 1, digits, count, offset + taken, whole, &match) { return true }
          match = saved
          taken -= 1
        }
        offset += taken
        position += 1
      case .split(let first, let second):
        let saved = match
        if run(steps, first, digits, count, offset, whole, &match) { return true }
        match = saved
        position = second
      case .jump(let target): position = target
      case .save(let slot):
        match.save(slot, offset)
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
