import DirectoryFormat
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decides what becomes of the candidates of one number after the other.
///
/// Candidates of a number arrive in the total order; whether they collide is known only at the end,
/// so two standings are kept: of all, and of those without extension.
final class GroupResolver {
  /// The account so far; `produced` and `spilledBytes` are the collator's to fill.
  var outcome: CollationOutcome
  private let settings: CollationSettings
  private let precedence: Precedence
  private let isCounting: Bool
  private var writer: EntryWriter
  private var first: MergedCandidate
  private let firstLabel: UnsafeMutableRawPointer
  private var isSingle = true
  // Of a number with several candidates:
  private var labels = GroupLabels()
  private var all = Standing()
  private var whole = Standing()
  private var digits = 0
  private var bases: UInt32 = 0
  private var firstOfBase: [KeptCandidate] = []
  private var hasValidWhole = false
  private var protectedCount = 0
  private var protectedBlocks: [KeptCandidate] = []

  init(settings: CollationSettings, precedence: Precedence, isCounting: Bool) {
    self.settings = settings
    self.precedence = precedence
    self.isCounting = isCounting
    outcome = CollationOutcome(slots: settings.slots.identifiers.count)
    writer = EntryWriter(slots: settings.slots, isCounting: isCounting)
    firstLabel = .allocate(byteCount: 65_536, alignment: 16)
    first = MergedCandidate(
      key: 0, precedence: 0, facts: Facts(bits: 0), file: 0, line: 0,
      label: UnsafeRawPointer(firstLabel), labelCount: 0)
  }

  deinit { firstLabel.deallocate() }

  /// Starts a number with its first candidate.
  @inline(__always)
  func begin(_ candidate: MergedCandidate) {
    memcpy(firstLabel, candidate.label, candidate.labelCount)
    first = candidate
    first.label = UnsafeRawPointer(firstLabel)
    isSingle = true
  }

  /// Adds the next candidate of the number.
  func add(_ candidate: MergedCandidate) {
    if isSingle {
      isSingle = false
      startGroup()
      count(first)
    }
    count(candidate)
  }

  /// Decides the number, writes its entries and its lines.
  @inline(__always)
  func end(entries: (EntryBatch) throws -> Void, conflict: (ConflictLine) throws -> Void) throws {
    if isSingle, first.facts.action == .identify {
      let label = UnsafeBufferPointer(
        start: firstLabel.assumingMemoryBound(to: UInt8.self), count: first.labelCount)
      try writer.add(
        first.key, label: label, isBlocking: false, outcome: &outcome, entries: entries)
      return
    }
    if isSingle {
      startGroup()
      count(first)
    }
    try decide(entries: entries, conflict: conflict)
  }

  /// Hands out the last entries.
  func flush(entries: (EntryBatch) throws -> Void) throws { try writer.flush(entries: entries) }

  private func startGroup() {
    labels.removeAll()
    all.removeAll()
    whole.removeAll()
    firstOfBase.removeAll(keepingCapacity: true)
    protectedBlocks.removeAll(keepingCapacity: true)
    protectedCount = 0
    bases = 0
    hasValidWhole = false
    digits = 0
    var rest = first.key
    while rest > 0 {
      digits += 1
      rest /= 10
    }
  }

  private func count(_ candidate: MergedCandidate) {
    let facts = candidate.facts
    if facts.action == .block, settings.protected.contains(Int64(candidate.key)) {
      protectedCount += 1
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

  private func decide(
    entries: (EntryBatch) throws -> Void, conflict: (ConflictLine) throws -> Void
  ) throws {
    if protectedCount > 0 {
      outcome.suppressed[.protected, default: 0] += protectedCount
      try report(
        .protected, winner: nil, count: protectedCount, losers: protectedBlocks, conflict)
    }
    guard bases & (bases &- 1) != 0 else {
      if bases != 0 { try settle(all, entries: entries, conflict: conflict) }
      return
    }
    let standing = hasValidWhole ? whole : Standing()
    let collided = all.total - standing.total
    outcome.suppressed[.collision, default: 0] += collided
    let winner = hasValidWhole ? firstOfBase.first { $0.facts.baseDigits == digits } : nil
    let losers = firstOfBase.filter { winner == nil || $0.facts.baseDigits != digits }
    try report(
      .collision, winner: winner, count: collided,
      losers: Array(losers.prefix(Standing.mostListed)), conflict)
    if hasValidWhole { try settle(standing, entries: entries, conflict: conflict) }
  }

  private func settle(
    _ standing: Standing, entries: (EntryBatch) throws -> Void,
    conflict: (ConflictLine) throws -> Void
  ) throws {
    let verdict = Verdict(standing, both: settings.both)
    var left = standing.total
    if verdict.isTombstone {
      outcome.suppressed[.tombstone, default: 0] += 1
      left -= 1
    }
    if let action = verdict.suppressed {
      let isBlock = action == .block
      let count = isBlock ? standing.counts.1 : standing.counts.2
      outcome.suppressed[.otherList, default: 0] += count
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
      try writer.add(
        first.key, label: labels.label(of: winner), isBlocking: false, outcome: &outcome,
        entries: entries)
    }
    if verdict.blocks {
      left -= 1
      try writer.add(
        first.key, label: UnsafeBufferPointer(start: nil, count: 0), isBlocking: true,
        outcome: &outcome, entries: entries)
    }
    outcome.merged += left
  }

  private func report(
    _ kind: ConflictKind, winner: KeptCandidate?, count: Int, losers: [KeptCandidate],
    _ conflict: (ConflictLine) throws -> Void
  ) throws {
    if isCounting { return }
    outcome.conflicts[kind, default: 0] += 1
    try conflict(
      ConflictLine(
        kind: kind, number: Int64(first.key), winner: winner.map(party), count: count,
        losers: losers.map(party)))
  }

  private func party(_ kept: KeptCandidate) -> ConflictParty {
    ConflictParty(
      label: Array(labels.label(of: kept)), action: kept.facts.action,
      baseDigits: kept.facts.baseDigits, source: kept.facts.source, file: Int(kept.file),
      line: Int(clamping: kept.line))
  }
}
