/// All number patterns of a region as one deterministic automaton over digits.
///
/// A state knows its depth, so that a type's possible lengths are already part of it: reading a
/// number is one table step a digit, and the last state says its type. State 0 is dead, from where
/// nothing is reached. Immutable; about 50 bytes a state, some hundred to some thousand states.
final class DigitAutomaton: Sendable {
  /// What holds after the digits that led to a state.
  struct Facts: Hashable {
    /// Number type's raw value + 1; 0: no valid number.
    var type: UInt8 = 0
    /// The general pattern of the region matches, whatever its length.
    var matchesGeneral = false
    /// Bit n: n further digits can make a valid number (bit 0: it is one now).
    var remaining: UInt32 = 0
    /// The same for fixed lines alone.
    var remainingFixed: UInt32 = 0
  }

  /// What the number of digits alone says behind a state: there most numbers are told by their first
  /// few digits.
  struct Tail: BitwiseCopyable {
    /// Bit n: any n further digits make a valid number of the type, which the general pattern matches.
    var lengths: UInt32 = 0
    /// That type; nil where no number of further digits says enough.
    var type: NumberType?
  }

  /// The tables as plain pointers, for loops that must not count references.
  ///
  /// They are valid as long as the automaton lives.
  struct Tables: BitwiseCopyable, @unchecked Sendable {
    let start: UInt16
    let successors: UnsafePointer<UInt16>
    let facts: UnsafePointer<Facts>
    let tails: UnsafePointer<Tail>
    /// The state after the first three digits, by their value.
    let heads: UnsafePointer<UInt16>

    /// The state after one more ASCII digit.
    @inline(__always)
    func step(_ state: UInt16, _ digit: UInt8) -> UInt16 {
      successors[Int(state) &<< 4 | Int(digit & 15)]
    }

    /// Whether all ten digits lead from a state to the same one.
    func hasOneSuccessor(_ state: UInt16) -> Bool {
      let first = successors + Int(state) &<< 4
      return (1..<10).allSatisfy { first[$0] == first[0] }
    }

    /// The state after `count` ASCII digits from the start.
    @inline(__always)
    func walk(_ digits: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
      walk(digits, count, from: start)
    }

    /// The state after `count` ASCII digits from another one.
    @inline(__always)
    func walk(_ digits: UnsafePointer<UInt8>, _ count: Int, from first: UInt16) -> UInt16 {
      var state = first
      var index = 0
      while index < count, state != 0 {
        state = step(state, digits[index])
        index &+= 1
      }
      return state
    }
  }

  /// The tables of this automaton.
  var tables: Tables {
    Tables(
      start: start, successors: UnsafePointer(successors), facts: UnsafePointer(facts),
      tails: UnsafePointer(tails), heads: UnsafePointer(heads))
  }

  /// The state before the first digit.
  let start: UInt16
  /// Number of states, the dead one included.
  let count: Int
  /// 16 successors a state, by the low four bits of an ASCII digit; 10…15 lead to state 0.
  nonisolated(unsafe) private let successors: UnsafeMutablePointer<UInt16>
  nonisolated(unsafe) private let facts: UnsafeMutablePointer<Facts>
  nonisolated(unsafe) private let tails: UnsafeMutablePointer<Tail>
  nonisolated(unsafe) private let heads: UnsafeMutablePointer<UInt16>

  init(successors: [UInt16], facts: [Facts], start: UInt16) {
    precondition(successors.count == facts.count * 16)
    self.start = start
    count = facts.count
    self.successors = .allocate(capacity: successors.count)
    self.facts = .allocate(capacity: facts.count)
    for (index, value) in successors.enumerated() {
      (self.successors + index).initialize(to: value)
    }
    for (index, value) in facts.enumerated() { (self.facts + index).initialize(to: value) }
    tails = .allocate(capacity: facts.count)
    heads = .allocate(capacity: Self.headCount)
    fillTails()
    fillHeads()
  }

  private static let headCount = 1000

  private func fillHeads() {
    for value in 0..<Self.headCount {
      var state = start
      for digit in [value / 100, value / 10 % 10, value % 10] {
        state = step(state, UInt8(digit))
      }
      (heads + value).initialize(to: state)
    }
  }

  private func fillTails() {
    tails.initialize(repeating: Tail(), count: count)
    var isKnown = [Bool](repeating: false, count: count)
    isKnown[0] = true
    for state in 1..<max(count, 1) { fillTail(of: UInt16(state), &isKnown) }
  }

  /// Fills the tail of a state and of those behind it; a state knows its depth, so that none leads back.
  private func fillTail(of state: UInt16, _ isKnown: inout [Bool]) {
    if isKnown[Int(state)] { return }
    isKnown[Int(state)] = true
    var tail = Tail()
    if tables.hasOneSuccessor(state) {
      let next = step(state, 0)
      fillTail(of: next, &isKnown)
      tail = tails[Int(next)]
      tail.lengths <<= 1
    }
    let facts = self.facts[Int(state)]
    if facts.type != 0, facts.matchesGeneral {
      let type = NumberType(rawValue: facts.type - 1)
      if tail.lengths == 0 || tail.type == type {
        tail.type = type
        tail.lengths |= 1
      }
    }
    tails[Int(state)] = tail
  }

  deinit {
    successors.deallocate()
    facts.deallocate()
    tails.deallocate()
    heads.deallocate()
  }

  /// The state after one more ASCII digit.
  @inline(__always)
  func step(_ state: UInt16, _ digit: UInt8) -> UInt16 {
    tables.step(state, digit)
  }

  /// The state after `count` ASCII digits from the start.
  @inline(__always)
  func walk(_ digits: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
    tables.walk(digits, count)
  }

  /// What holds in a state.
  @inline(__always)
  func facts(of state: UInt16) -> Facts { facts[Int(state)] }
}
