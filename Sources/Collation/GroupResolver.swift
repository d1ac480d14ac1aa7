import DirectoryFormat
import Records

/// Decides what becomes of the candidates of one number after the other.
///
/// Candidates of a number arrive in the total order. Most numbers have one, or a few that ask for
/// the same and give way without a conflict: these are plain. Of others two standings are kept,
/// of all candidates and of those without extension, for collisions are known only at the end.
struct GroupResolver: ~Copyable {
  private var account: CollationOutcome
  private let settings: CollationSettings
  private let precedence: Precedence
  private let isCounting: Bool
  private var writer: EntryWriter
  private var key: UInt64 = 0
  /// The candidates of a plain number, the winner first.
  private let plain: UnsafeMutablePointer<MergedCandidate>
  /// How many there are; 0 when the number is not plain.
  private var plainCount = 0
  // Of a number that is not plain:
  private var labels = GroupLabels()
  private var all = Standing()
  private var whole = Standing()
  private var digits = 0
  private var bases: UInt32 = 0
  private var firstOfBase: [KeptCandidate] = []
  private var hasValidWhole = false
  private var protectedCount = 0
  private var protectedBlocks: [KeptCandidate] = []

  /// Most candidates of a plain number.
  static let mostPlain = 5

  /// Writes entries into `batch` first; a counting resolver writes none.
  init(
    settings: CollationSettings, precedence: Precedence, batch: EntryBatch, isCounting: Bool
  ) {
    self.settings = settings
    self.precedence = precedence
    self.isCounting = isCounting
    account = CollationOutcome(slots: settings.slots.identifiers.count)
    writer = EntryWriter(
      settings: settings, precedence: precedence, batch: batch, isCounting: isCounting)
    plain = .allocate(capacity: Self.mostPlain)
  }

  deinit { plain.deallocate() }

  /// The account so far; `produced` and `spilledBytes` are the collator's to fill.
  var outcome: CollationOutcome {
    var outcome = account
    writer.settle(into: &outcome)
    return outcome
  }

  /// Starts a number with its first candidate; takes the `next` batch when this one is full.
  @inline(__always)
  mutating func begin(
    _ candidate: MergedCandidate, next: () throws -> EntryBatch
  ) throws {
    try writer.makeRoom(next: next)
    key = candidate.key
    plain[0] = writer.keep(candidate)
    plainCount = 1
  }

  /// Decides numbers that have one candidate each, which share a tail: the candidate's and those that
  /// follow it.
  mutating func add(
    _ candidate: MergedCandidate, following: Int, next: () throws -> EntryBatch,
    conflict: (ConflictLine) throws -> Void
  ) throws {
    var candidate = candidate
    var left = following + 1
    while left > 0 {
      try begin(candidate, next: next)
      var done = 1
      if candidate.facts.action == .identify {
        done = writer.add(
          key, count: left, plain[0].facts, packed: plain[0].precedence,
          label: Self.label(of: plain[0]))
      } else {
        try end(conflict: conflict)
      }
      candidate.key &+= UInt64(done)
      left -= done
    }
  }

  /// Adds the next candidate of the number.
  @inline(__always)
  mutating func add(_ candidate: MergedCandidate) {
    if plainCount > 0, plainCount < Self.mostPlain, isPlain(candidate), candidate.repeats == 0,
      candidate.end - candidate.head <= EntryWriter.longestKept
    {
      plain[plainCount] = writer.keep(candidate)
      plainCount &+= 1
    } else {
      unfold()
      count(candidate)
    }
  }

  /// Whether a candidate only gives way to the first one.
  @inline(__always)
  private func isPlain(_ candidate: MergedCandidate) -> Bool {
    let first = plain[0]
    guard candidate.facts.order == first.facts.order, first.facts.action == .identify else {
      return false
    }
    return !precedence.disagrees(
      candidate.precedence, candidate.facts, with: first.precedence, first.facts)
      || candidate.hasLabel(Self.label(of: first))
  }

  /// Decides the number, writes its entries and its lines.
  @inline(__always)
  mutating func end(conflict: (ConflictLine) throws -> Void) throws {
    if plainCount > 0, plain[0].facts.action == .identify {
      writer.add(
        key, plain[0].facts, packed: plain[0].precedence, label: Self.label(of: plain[0]),
        isBlocking: false)
      account.merged &+= plainCount &- 1
      return
    }
    if plainCount == 1, plain[0].facts.action == .block, plain[0].repeats == 0,
      !settings.protected.contains(Int64(key))
    {
      // Alone it wins, whatever the rule for both lists.
      writer.add(
        key, plain[0].facts, packed: plain[0].precedence,
        label: UnsafeBufferPointer(start: nil, count: 0), isBlocking: true)
      return
    }
    unfold()
    try decide(conflict: conflict)
  }

  /// Whether the candidates of the number would decide the next one in the same way.
  var decidesRows: Bool { plainCount > 0 && plain[0].facts.action == .identify }

  /// Decides the number, and as many of the numbers behind it, which have the same candidates, as can be
  /// decided with it; gives how many those are.
  @inline(never)
  mutating func end(following: Int, conflict: (ConflictLine) throws -> Void) throws -> Int {
    guard following > 0, decidesRows else {
      try end(conflict: conflict)
      return 0
    }
    let done = writer.add(
      key, count: following &+ 1, plain[0].facts, packed: plain[0].precedence,
      label: Self.label(of: plain[0]))
    account.merged &+= (plainCount &- 1) &* done
    return done &- 1
  }

  /// Hands out what is written so far.
  mutating func handOut(next: () throws -> EntryBatch) throws { try writer.handOut(next: next) }

  @inline(__always)
  private static func label(of candidate: MergedCandidate) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: candidate.label.assumingMemoryBound(to: UInt8.self), count: candidate.labelCount)
  }

  /// Counts the candidates of a number that turns out not to be plain.
  private mutating func unfold() {
    guard plainCount > 0 else { return }
    startGroup()
    for index in 0..<plainCount { count(plain[index]) }
    plainCount = 0
  }

  private mutating func startGroup() {
    labels.removeAll()
    all.removeAll()
    whole.removeAll()
    firstOfBase.removeAll(keepingCapacity: true)
    protectedBlocks.removeAll(keepingCapacity: true)
    protectedCount = 0
    bases = 0
    hasValidWhole = false
    digits = 0
    var rest = key
    while rest > 0 {
      digits += 1
      rest /= 10
    }
  }

  private mutating func count(_ candidate: MergedCandidate) {
    let facts = candidate.facts
    if facts.action == .block, settings.protected.contains(Int64(candidate.key)) {
      protectedCount += 1 + Int(candidate.repeats)
      if protectedBlocks.count < Standing.mostListed {
        protectedBlocks.append(labels.keep(candidate))
      }
      return
    }
    let isWhole = facts.baseDigits == digits
    let base: UInt32 = 1 << UInt32(facts.baseDigits)
    if bases & base == 0 {
      // The standings part when a second base turns up.
      if bases == 1 << UInt32(digits) { whole = all }
      bases |= base
      firstOfBase.append(labels.keep(candidate))
    }
    if isWhole, facts.isValid { hasValidWhole = true }
    all.add(candidate, labels: &labels, precedence: precedence)
    if isWhole, bases != base {
      whole.add(candidate, labels: &labels, precedence: precedence)
    }
  }

  private mutating func decide(conflict: (ConflictLine) throws -> Void) throws {
    if protectedCount > 0 {
      account.suppressed[.protected, default: 0] += protectedCount
      try report(
        .protected, winner: nil, count: protectedCount, losers: protectedBlocks, conflict)
    }
    guard bases & (bases &- 1) != 0 else {
      if bases != 0 { try settle(all, conflict: conflict) }
      return
    }
    let standing = hasValidWhole ? whole : Standing()
    let collided = all.total - standing.total
    account.suppressed[.collision, default: 0] += collided
    let winner = hasValidWhole ? firstOfBase.first { $0.facts.baseDigits == digits } : nil
    let losers = firstOfBase.filter { winner == nil || $0.facts.baseDigits != digits }
    try report(
      .collision, winner: winner, count: collided,
      losers: Array(losers.prefix(Standing.mostListed)), conflict)
    if hasValidWhole { try settle(standing, conflict: conflict) }
  }

  private mutating func settle(
    _ standing: Standing, conflict: (ConflictLine) throws -> Void
  ) throws {
    let verdict = Verdict(standing, both: settings.both)
    var left = standing.total
    if verdict.isTombstone {
      account.suppressed[.tombstone, default: 0] += 1
      left -= 1
    }
    if let action = verdict.suppressed {
      let isBlock = action == .block
      let count = isBlock ? standing.counts.1 : standing.counts.2
      account.suppressed[.otherList, default: 0] += count
      left -= count
      try report(
        .otherList, winner: isBlock ? standing.identifies.first : standing.blocks.first,
        count: count, losers: isBlock ? standing.blocks : standing.identifies, conflict)
    }
    if verdict.identifies, let winner = standing.identifies.first {
      left -= 1
      if standing.conflictCount > 0 {
        try report(
          .labelConflict, winner: winner, count: standing.conflictCount,
          losers: standing.conflicts, conflict)
      }
      writer.add(
        key, winner.facts, packed: winner.precedence,
        label: writer.copied(labels.label(of: winner)), isBlocking: false)
    }
    if verdict.blocks, let winner = standing.blocks.first {
      left -= 1
      writer.add(
        key, winner.facts, packed: winner.precedence,
        label: UnsafeBufferPointer(start: nil, count: 0), isBlocking: true)
    }
    account.merged += left
  }

  private mutating func report(
    _ kind: ConflictKind, winner: KeptCandidate?, count: Int, losers: [KeptCandidate],
    _ conflict: (ConflictLine) throws -> Void
  ) throws {
    if isCounting { return }
    account.conflicts[kind, default: 0] += 1
    var line = ConflictLine(kind: kind, number: Int64(key), winner: nil, count: count, losers: [])
    if let winner { line.winner = labels.party(winner) }
    for loser in losers { line.losers.append(labels.party(loser)) }
    writer.count(line)
    try conflict(line)
  }
}

extension GroupLabels {
  /// A candidate as conflicts.csv shows it.
  fileprivate borrowing func party(_ kept: KeptCandidate) -> ConflictParty {
    ConflictParty(
      label: Array(label(of: kept)), action: kept.facts.action,
      baseDigits: kept.facts.baseDigits, source: kept.facts.source, file: Int(kept.file),
      line: Int(clamping: kept.line))
  }
}
