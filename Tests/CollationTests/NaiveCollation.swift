import DirectoryFormat
import Records

@testable import Collation

/// The same job as plainly as it can be said: group in a dictionary, sort each group, decide.
struct NaiveCollation {
  let settings: CollationSettings

  func run(_ samples: [Sample]) -> Collated {
    var result = Collated(outcome: CollationOutcome(slots: settings.slots.identifiers.count))
    result.outcome.produced = samples.count
    let groups = Dictionary(grouping: samples, by: \.number)
    for number in groups.keys.sorted() {
      decide(number, (groups[number] ?? []).sorted(by: precedes), &result)
    }
    return result
  }

  private func decide(_ number: Int64, _ group: [Sample], _ result: inout Collated) {
    let isProtected = settings.protected.contains(number)
    let refused = group.filter { isProtected && $0.action == .block }
    var left = group.filter { !(isProtected && $0.action == .block) }
    suppress(.protected, number, winner: nil, refused, listed: refused, &result)
    let digits = String(number).count
    if Set(left.map(\.baseDigits)).count > 1 {
      let whole = left.filter { $0.baseDigits == digits }
      let wins = whole.contains(where: \.isValid)
      let losers = left.filter { !wins || $0.baseDigits != digits }
      var seen: Set<Int> = []
      let listed = losers.filter { seen.insert($0.baseDigits).inserted }
      suppress(
        .collision, number, winner: wins ? whole.first : nil, losers, listed: listed, &result)
      left = wins ? whole : []
    }
    if !left.isEmpty { settle(number, left, &result) }
  }

  private func settle(_ number: Int64, _ group: [Sample], _ result: inout Collated) {
    let removal = group.firstIndex { $0.action == .remove } ?? group.count
    let identify = group.firstIndex { $0.action == .identify }
    let block = group.firstIndex { $0.action == .block }
    let identifyStands = identify.map { $0 < removal } ?? false
    let blockStands = block.map { $0 < removal } ?? false
    var emits: [Int] = []
    var other: Action?
    var tombstone = false
    switch settings.both {
    case .winner:
      tombstone = removal == 0
      if !tombstone { emits = [0] }
      if group[0].action == .identify, block != nil { other = .block }
      if group[0].action == .block, identify != nil { other = .identify }
    case .block where blockStands:
      emits = [block ?? 0]
      if identify != nil { other = .identify }
    case .block, .keep:
      if identifyStands { emits.append(identify ?? 0) }
      if blockStands { emits.append(block ?? 0) }
      let beaten = (identify != nil && !identifyStands) || (block != nil && !blockStands)
      tombstone = removal < group.count && (beaten || (identify == nil && block == nil))
    }
    if tombstone { result.outcome.suppressed[.tombstone, default: 0] += 1 }
    let others = group.filter { $0.action == other }
    suppress(
      .otherList, number, winner: emits.first.map { group[$0] }, others, listed: others, &result)
    for index in emits { emit(number, group[index], of: group, &result) }
    result.outcome.merged += group.count - emits.count - others.count - (tombstone ? 1 : 0)
  }

  private func emit(
    _ number: Int64, _ winner: Sample, of group: [Sample], _ result: inout Collated
  ) {
    listConflict(number, winner, group, &result)
    let slot = settings.slots.slot(of: number)
    let isBlocking = winner.action == .block
    result.entries.append(
      CopiedEntry(number: number, label: winner.label, slot: slot, isBlocking: isBlocking))
    if isBlocking {
      result.outcome.blocking[slot] += 1
    } else {
      result.outcome.identification[slot] += 1
    }
  }

  private func listConflict(
    _ number: Int64, _ winner: Sample, _ group: [Sample], _ result: inout Collated
  ) {
    guard winner.action == .identify else { return }
    let losers = group.filter { loser in
      guard loser.action == .identify, loser.label != winner.label,
        loser.isRepresentative == winner.isRepresentative
      else { return false }
      let sameRank = settings.ranks[loser.source] == settings.ranks[winner.source]
      let equallyPreferred = settings.prefer.allSatisfy {
        $0 == .rank ? sameRank : loser.updated == winner.updated
      }
      return equallyPreferred || (sameRank && loser.source != winner.source)
    }
    if !losers.isEmpty { list(.labelConflict, number, winner, losers.count, losers, &result) }
  }

  private func suppress(
    _ rule: SuppressionRule, _ number: Int64, winner: Sample?, _ losers: [Sample],
    listed: [Sample], _ result: inout Collated
  ) {
    guard !losers.isEmpty, let kind = ConflictKind(rawValue: rule.rawValue) else { return }
    result.outcome.suppressed[rule, default: 0] += losers.count
    list(kind, number, winner, losers.count, listed, &result)
  }

  private func list(
    _ kind: ConflictKind, _ number: Int64, _ winner: Sample?, _ count: Int, _ losers: [Sample],
    _ result: inout Collated
  ) {
    result.outcome.conflicts[kind, default: 0] += 1
    result.conflicts.append(
      ConflictLine(
        kind: kind, number: number, winner: winner.map(party), count: count,
        losers: losers.prefix(5).map(party)))
  }

  private func party(_ sample: Sample) -> ConflictParty {
    ConflictParty(
      label: sample.label, action: sample.action, baseDigits: sample.baseDigits,
      source: sample.source, file: sample.file, line: sample.line)
  }

  private func precedes(_ one: Sample, _ other: Sample) -> Bool {
    if one.isRepresentative != other.isRepresentative { return other.isRepresentative }
    for preference in settings.prefer {
      switch preference {
      case .rank:
        let (a, b) = (settings.ranks[one.source], settings.ranks[other.source])
        if a != b { return a > b }
      case .updated:
        if one.updated != other.updated { return one.updated > other.updated }
      }
    }
    if one.action != other.action { return one.action.rawValue < other.action.rawValue }
    if one.baseDigits != other.baseDigits { return one.baseDigits < other.baseDigits }
    if one.label != other.label { return one.label.lexicographicallyPrecedes(other.label) }
    return (one.source, one.file, one.line) < (other.source, other.file, other.line)
  }
}
