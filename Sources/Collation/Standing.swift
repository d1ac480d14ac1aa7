import Records

/// A candidate that is remembered behind the run it came from.
struct KeptCandidate: BitwiseCopyable {
  var precedence: UInt64
  var facts: Facts
  var file: UInt32
  var line: UInt64
  /// Where the label lies among the labels of its group.
  var labelOffset: Int
  var labelCount: Int

  /// The total order on content between candidates of different actions.
  func precedes(_ other: KeptCandidate) -> Bool {
    precedence != other.precedence
      ? precedence < other.precedence : facts.order < other.facts.order
  }
}

/// The labels of the candidates that one number keeps.
struct GroupLabels: ~Copyable {
  private var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)

  mutating func keep(_ candidate: MergedCandidate) -> KeptCandidate {
    let offset = bytes.count
    bytes.append(
      contentsOf: UnsafeBufferPointer(
        start: candidate.label.assumingMemoryBound(to: UInt8.self), count: candidate.labelCount))
    return KeptCandidate(
      precedence: candidate.precedence, facts: candidate.facts, file: candidate.file,
      line: candidate.line, labelOffset: offset, labelCount: candidate.labelCount)
  }

  /// The label's bytes, valid until the next one is kept.
  func label(of kept: KeptCandidate) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes.base + kept.labelOffset, count: kept.labelCount)
  }

  mutating func removeAll() { bytes.removeAll() }
}

/// How the candidates of one number stand, learnt from a stream in the total order.
///
/// Holds counts and at most five candidates of each kind, however many there are.
struct Standing {
  /// Candidates in a line of conflicts.csv.
  static let mostListed = 5

  /// Candidates by action: remove, block, identify.
  private(set) var counts = (0, 0, 0)
  /// The first ones to remove (one), to block and to identify (five each).
  private(set) var removal: KeptCandidate?
  private(set) var blocks: [KeptCandidate] = []
  private(set) var identifies: [KeptCandidate] = []
  /// The action of the first of all.
  private(set) var leader: Action?
  /// Different labels that lost in a way that makes a conflict, and the first five.
  private(set) var conflictCount = 0
  private(set) var conflicts: [KeptCandidate] = []

  var total: Int { counts.0 + counts.1 + counts.2 }

  mutating func removeAll() {
    counts = (0, 0, 0)
    removal = nil
    leader = nil
    conflictCount = 0
    blocks.removeAll(keepingCapacity: true)
    identifies.removeAll(keepingCapacity: true)
    conflicts.removeAll(keepingCapacity: true)
  }

  mutating func add(
    _ candidate: MergedCandidate, labels: inout GroupLabels, precedence: Precedence
  ) {
    let action = candidate.facts.action
    let times = 1 + Int(candidate.repeats)
    if leader == nil { leader = action }
    switch action {
    case .remove:
      counts.0 += times
      if removal == nil { removal = labels.keep(candidate) }
    case .block:
      counts.1 += times
      if blocks.count < Self.mostListed { blocks.append(labels.keep(candidate)) }
    case .identify:
      counts.2 += times
      if let winner = identifies.first, !candidate.hasLabel(labels.label(of: winner)),
        precedence.disagrees(
          candidate.precedence, candidate.facts, with: winner.precedence, winner.facts)
      {
        conflictCount += times
        if conflicts.count < Self.mostListed { conflicts.append(labels.keep(candidate)) }
      }
      if identifies.count < Self.mostListed { identifies.append(labels.keep(candidate)) }
    }
  }
}

extension Precedence {
  /// Whether a different label that lost makes a conflict: at equal `merge.prefer`, or at equal
  /// rank from another source.
  @inline(__always)
  func disagrees(
    _ loser: UInt64, _ facts: Facts, with winner: UInt64, _ winnerFacts: Facts
  ) -> Bool {
    if loser == winner { return true }
    guard loser >> 63 == winner >> 63, facts.source != winnerFacts.source else { return false }
    return rankOrdinals[facts.source] == rankOrdinals[winnerFacts.source]
  }
}

/// Which candidates of a number become entries.
struct Verdict {
  var identifies = false
  var blocks = false
  /// Whether the first candidate to remove won a list.
  var isTombstone = false
  /// Whether the candidates of the list that lost are suppressed, and which list that is.
  var suppressed: Action?

  /// Judges under a rule for numbers that both lists want.
  init(_ standing: Standing, both: BothLists) {
    self.init(
      leader: standing.leader, removal: standing.removal, block: standing.blocks.first,
      identify: standing.identifies.first, both: both)
  }

  /// Judges by the action of the first of all and the first candidate of each action.
  init(
    leader: Action?, removal: KeptCandidate?, block: KeptCandidate?, identify: KeptCandidate?,
    both: BothLists
  ) {
    let outlives = { (kept: KeptCandidate?) -> Bool in
      guard let kept else { return false }
      guard let removal else { return true }
      return kept.precedes(removal)
    }
    switch both {
    case .winner:
      identifies = leader == .identify
      blocks = leader == .block
      isTombstone = leader == .remove
      if identifies, block != nil { suppressed = .block }
      if blocks, identify != nil { suppressed = .identify }
    case .block where outlives(block):
      blocks = true
      if identify != nil { suppressed = .identify }
    case .block, .keep:
      identifies = outlives(identify)
      blocks = outlives(block)
      let lostList = (identify != nil && !identifies) || (block != nil && !blocks)
      isTombstone = removal != nil && (lostList || leader == .remove)
    }
  }
}
