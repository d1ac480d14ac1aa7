/// Makes the automaton of a region: subset construction, depth by depth, equal futures shared.
///
/// The patterns are finite (no unbounded repeat), so states are built from their successors back
/// and two states with the same successors and facts are one from the beginning.
struct DigitAutomatonBuilder {
  /// A number pattern and what a match means.
  struct Rule {
    let pattern: Pattern
    let kind: NumberKind
    /// Bit n: n digits are a possible length; 0: any.
    let lengths: UInt32
  }

  private enum Step {
    case digit(UInt16)
    case split(Int, Int)
    case jump(Int)
    case accept(Int)
  }

  private struct Key: Hashable {
    let positions: [Int32]
    let depth: Int
  }

  private struct Node: Hashable {
    let successors: [UInt16]
    let facts: DigitAutomaton.Facts
  }

  private let rules: [Rule]
  /// True where fixed lines and mobiles share one pattern.
  private let sharesFixedAndMobile: Bool
  private var steps: [Step] = []
  private var marks: [Int] = []
  private var round = 0
  private var built: [Key: UInt16] = [:]
  private var nodes: [Node: UInt16] = [:]
  private var successors = [UInt16](repeating: 0, count: 16)
  private var facts = [DigitAutomaton.Facts()]

  /// Builds the automaton; nil when it would need more than 65 535 states or 31 digits.
  static func build(_ rules: [Rule], sharesFixedAndMobile: Bool) -> DigitAutomaton? {
    var builder = DigitAutomatonBuilder(rules: rules, sharesFixedAndMobile: sharesFixedAndMobile)
    return builder.build()
  }

  private init(rules: [Rule], sharesFixedAndMobile: Bool) {
    self.rules = rules
    self.sharesFixedAndMobile = sharesFixedAndMobile
  }

  private mutating func build() -> DigitAutomaton? {
    var entries: [Int] = []
    for (index, rule) in rules.enumerated() {
      entries.append(steps.count)
      compile(rule.pattern)
      steps.append(.accept(index))
    }
    marks = [Int](repeating: 0, count: steps.count)
    guard let start = state(of: closure(entries), depth: 0) else { return nil }
    return DigitAutomaton(successors: successors, facts: facts, start: start)
  }

  private mutating func compile(_ pattern: Pattern) {
    switch pattern {
    case .digit(let members): steps.append(.digit(members))
    // A number pattern always stands for the whole number.
    case .end: break
    case .capture(_, let inner): compile(inner)
    case .sequence(let items):
      for item in items { compile(item) }
    case .alternation(let branches):
      var jumps: [Int] = []
      for branch in branches.dropLast() {
        let split = steps.count
        steps.append(.jump(0))
        compile(branch)
        jumps.append(steps.count)
        steps.append(.jump(0))
        steps[split] = .split(split + 1, steps.count)
      }
      if let last = branches.last { compile(last) }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repetition(let inner, let least, let most):
      for _ in 0..<least { compile(inner) }
      var splits: [Int] = []
      for _ in least..<most {
        splits.append(steps.count)
        steps.append(.jump(0))
        compile(inner)
      }
      for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
  }

  /// The digit and accepting positions reachable without a digit, ascending.
  private mutating func closure(_ entries: [Int]) -> [Int32] {
    round += 1
    var stack = entries
    var positions: [Int32] = []
    while let position = stack.popLast() {
      guard marks[position] != round else { continue }
      marks[position] = round
      switch steps[position] {
      case .digit, .accept: positions.append(Int32(position))
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(first)
        stack.append(second)
      }
    }
    positions.sort()
    return positions
  }

  private mutating func state(of positions: [Int32], depth: Int) -> UInt16? {
    if positions.isEmpty { return 0 }
    let key = Key(positions: positions, depth: depth)
    if let state = built[key] { return state }
    guard depth < 32 else { return nil }
    var next = [UInt16](repeating: 0, count: 16)
    let changes = self.changes(among: positions)
    for digit in 0..<10 {
      if digit > 0, changes >> UInt16(digit) & 1 == 0 {
        next[digit] = next[digit - 1]
        continue
      }
      var targets: [Int] = []
      for position in positions {
        if case .digit(let members) = steps[Int(position)], members >> UInt16(digit) & 1 == 1 {
          targets.append(Int(position) + 1)
        }
      }
      guard !targets.isEmpty else { continue }
      guard let target = state(of: closure(targets), depth: depth + 1) else { return nil }
      next[digit] = target
    }
    let node = Node(successors: next, facts: facts(of: positions, depth: depth, next: next))
    guard let state = number(of: node) else { return nil }
    built[key] = state
    return state
  }

  /// Bit n: the digit n does not lead to the same positions as n - 1.
  private func changes(among positions: [Int32]) -> UInt16 {
    positions.reduce(0) { changes, position in
      guard case .digit(let members) = steps[Int(position)] else { return changes }
      return changes | (members ^ members << 1)
    }
  }

  private mutating func number(of node: Node) -> UInt16? {
    if let state = nodes[node] { return state }
    if node.facts == DigitAutomaton.Facts(), node.successors.allSatisfy({ $0 == 0 }) { return 0 }
    guard facts.count < 65_536 else { return nil }
    let state = UInt16(facts.count)
    successors.append(contentsOf: node.successors)
    facts.append(node.facts)
    nodes[node] = state
    return state
  }

  private func facts(of positions: [Int32], depth: Int, next: [UInt16]) -> DigitAutomaton.Facts {
    var result = DigitAutomaton.Facts()
    var kinds: UInt16 = 0
    for position in positions {
      guard case .accept(let index) = steps[Int(position)] else { continue }
      let rule = rules[index]
      if rule.kind == .general { result.matchesGeneral = true }
      if rule.lengths == 0 || rule.lengths >> UInt32(depth) & 1 == 1 {
        kinds |= 1 << UInt16(rule.kind.rawValue)
      }
    }
    let type = NumberKind.type(of: kinds, sharesFixedAndMobile: sharesFixedAndMobile)
    result.type = type.map { $0.rawValue + 1 } ?? 0
    result.remaining = type == nil ? 0 : 1
    result.remainingFixed = type == .fixedLine || type == .fixedLineOrMobile ? 1 : 0
    for state in next where state != 0 {
      result.remaining |= facts[Int(state)].remaining << 1
      result.remainingFixed |= facts[Int(state)].remainingFixed << 1
    }
    return result
  }
}
