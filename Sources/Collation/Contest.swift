package import Records

/// A candidate for one number, with everything that decides over it.
package struct Contender: Equatable, Sendable {
  /// The label in UTF-8; empty unless it identifies.
  package var label: [UInt8]
  /// What it asks for.
  package var action: Action
  /// Leading digits of the number that are the base.
  package var baseDigits: Int
  /// Whether the base is valid by its numbering plan.
  package var isValid: Bool
  /// Whether the pipeline asked for it, not the record.
  package var isRepresentative: Bool
  /// Milliseconds since 1970-01-01T00:00Z; `Int64.min` when missing.
  package var updated: Int64
  /// 0-based index of the source.
  package var source: Int
  /// 0-based index of the file.
  package var file: Int
  /// 1-based physical line.
  package var line: Int

  /// Creates a contender.
  package init(
    label: [UInt8], action: Action, baseDigits: Int, isValid: Bool, isRepresentative: Bool,
    updated: Int64, source: Int, file: Int, line: Int
  ) {
    self.label = label
    self.action = action
    self.baseDigits = baseDigits
    self.isValid = isValid
    self.isRepresentative = isRepresentative
    self.updated = updated
    self.source = source
    self.file = file
    self.line = line
  }
}

/// What becomes of a contender.
package enum Fate: Equatable, Sendable {
  /// It is the number's entry in the identification list.
  case identified
  /// It is the number's entry in the blocking list.
  case blocked
  /// It gave way to another one of the same number.
  case merged
  /// A rule took it out.
  case suppressed(SuppressionRule)
}

/// All candidates of one number in the order of precedence, and what becomes of each.
///
/// Judges by the same rules as a collation, for one number and with all of its candidates in view.
/// Memory: a few thousand candidates, however many compete.
package struct Contest: Sendable {
  /// The number.
  package let number: Int64
  /// How many compete.
  package private(set) var total = 0
  private let settings: CollationSettings
  private let precedence: Precedence
  private var held: [Contender] = []

  /// Contenders listed at least; of all others the first of every kind.
  package static let mostListed = 1000

  /// Starts a contest without contenders.
  package init(number: Int64, settings: CollationSettings) throws(CollationError) {
    self.number = number
    self.settings = settings
    precedence = try Precedence(settings: settings)
  }

  /// Adds a contender; the order does not matter.
  package mutating func add(_ contender: Contender) {
    total += 1
    held.append(contender)
    if held.count >= 4 * Self.mostListed { held = Self.kept(of: sorted()) }
  }

  /// The contenders in the order of precedence, each with its fate.
  package func ranking() -> [(contender: Contender, fate: Fate)] {
    let ranked = Self.kept(of: sorted())
    let digits = String(number).utf8.count
    let isProtected = settings.protected.contains(number)
    let open = ranked.filter { !(isProtected && $0.action == .block) }
    let collides = Set(open.map(\.baseDigits)).count > 1
    let wholeWins = open.contains { $0.baseDigits == digits && $0.isValid }
    let standing = collides ? open.filter { wholeWins && $0.baseDigits == digits } : open
    let first = { (action: Action) in standing.first { $0.action == action } }
    let verdict = Verdict(
      leader: standing.first?.action, removal: first(.remove).map(kept),
      block: first(.block).map(kept), identify: first(.identify).map(kept), both: settings.both)
    var seen: Set<Action> = []
    return ranked.map { contender in
      let action = contender.action
      if isProtected, action == .block { return (contender, .suppressed(.protected)) }
      if collides, !(wholeWins && contender.baseDigits == digits) {
        return (contender, .suppressed(.collision))
      }
      if verdict.suppressed == action { return (contender, .suppressed(.otherList)) }
      guard seen.insert(action).inserted else { return (contender, .merged) }
      switch action {
      case .remove: return (contender, verdict.isTombstone ? .suppressed(.tombstone) : .merged)
      case .block: return (contender, fate(.blocked, of: contender, wins: verdict.blocks))
      case .identify:
        return (contender, fate(.identified, of: contender, wins: verdict.identifies))
      }
    }
  }

  /// What becomes of the first of its action: it wins its list, in a slot or for the lookup alone.
  private func fate(_ won: Fate, of contender: Contender, wins: Bool) -> Fate {
    guard wins else { return .merged }
    let kept = kept(contender)
    guard let rule = settings.lookupOnly,
      precedence.isLookupOnly(rule, UInt64(number), kept.facts, packed: kept.precedence)
    else { return won }
    return .suppressed(.lookupOnly)
  }

  private func sorted() -> [Contender] {
    held.map { (candidate: kept($0), contender: $0) }.sorted { one, other in
      if one.candidate.precedes(other.candidate) { return true }
      if other.candidate.precedes(one.candidate) { return false }
      let (a, b) = (one.contender, other.contender)
      if a.label != b.label { return a.label.lexicographicallyPrecedes(b.label) }
      return (a.source, a.file, a.line) < (b.source, b.file, b.line)
    }.map(\.contender)
  }

  /// The first ones, and the first of every kind: fates depend on no others.
  private static func kept(of ranked: [Contender]) -> [Contender] {
    var kinds: Set<Int> = []
    return ranked.enumerated().filter { place, contender in
      let kind = Int(contender.action.rawValue) * 64 + contender.baseDigits * 2
      let isNew = kinds.insert(kind + (contender.isValid ? 1 : 0)).inserted
      return isNew || place < mostListed
    }.map(\.element)
  }

  private func kept(_ contender: Contender) -> KeptCandidate {
    KeptCandidate(
      precedence: precedence.packed(
        rankOrdinal: precedence.rankOrdinals[contender.source], updated: contender.updated,
        isRepresentative: contender.isRepresentative),
      facts: Facts(
        action: contender.action, baseDigits: UInt8(clamping: contender.baseDigits),
        isValid: contender.isValid, source: UInt16(clamping: contender.source)),
      file: 0, line: 0, labelOffset: 0, labelCount: 0)
  }
}
