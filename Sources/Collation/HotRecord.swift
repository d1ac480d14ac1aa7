import Records

/// What the sort moves: 16 bytes a candidate, everything else stays in the payload.
///
/// Candidates whose numbers follow on one another and that share a tail are one record: a stretch,
/// what a wildcard or a range stands for.
struct HotRecord: BitwiseCopyable {
  /// The number, the first of a stretch; what is sorted by.
  var key: UInt64
  /// Byte offset of the candidate's tail in the payload of the chunk.
  var payload: UInt32
  /// Length of the tail in 17 bits, and behind them how many numbers follow the first.
  private var sizes: UInt32

  /// Most numbers that follow the first one.
  static let mostFollowing = 1 << 15 - 1

  /// A candidate whose tail has `count` bytes, at most `RunFormat.longestEntry`.
  @inline(__always)
  init(key: UInt64, payload: UInt32, count: Int) {
    self.key = key
    self.payload = payload
    sizes = UInt32(truncatingIfNeeded: count)
  }

  /// Length of the tail.
  @inline(__always) var count: Int { Int(sizes & 0x1_FFFF) }
  /// How many numbers follow the first.
  @inline(__always) var following: Int { Int(sizes &>> 17) }
  /// The last number.
  @inline(__always) var lastKey: UInt64 { key &+ UInt64(sizes &>> 17) }

  /// Takes the next numbers in, at most `mostFollowing` with those that it has.
  @inline(__always)
  mutating func take(_ numbers: Int) { sizes &+= UInt32(truncatingIfNeeded: numbers) &<< 17 }

  /// Its numbers from a 0-based index on, the first and as many that follow it.
  func part(from index: Int, following: Int) -> HotRecord {
    var part = HotRecord(key: key &+ UInt64(index), payload: payload, count: count)
    part.sizes |= UInt32(truncatingIfNeeded: following) &<< 17
    return part
  }
}

/// Action, length of the base, validity, slot and source of a candidate in 32 bits.
struct Facts: BitwiseCopyable, Equatable {
  var bits: UInt32

  init(bits: UInt32) { self.bits = bits }

  @inline(__always)
  init(action: Action, baseDigits: UInt8, isValid: Bool, source: UInt16) {
    bits =
      UInt32(action.rawValue) << 30 | UInt32(baseDigits & 31) << 25 | (isValid ? 1 << 24 : 0)
      | UInt32(source)
  }

  /// What the total order compares after precedence: remove, block, identify, then base digits.
  @inline(__always) var order: UInt32 { bits >> 25 }
  @inline(__always) var action: Action { Action(rawValue: UInt8(bits >> 30)) ?? .identify }
  @inline(__always) var baseDigits: Int { Int((bits >> 25) & 31) }
  @inline(__always) var isValid: Bool { bits & (1 << 24) != 0 }
  /// The 0-based slot, known once the candidate is sorted; slots from 256 on are not kept.
  @inline(__always) var slot: Int { Int((bits >> 16) & 0xFF) }
  /// The same with a slot below `mostSlots`.
  @inline(__always) func with(slot: Int) -> Facts {
    Facts(bits: bits | UInt32(truncatingIfNeeded: slot) << 16)
  }
  /// Slots that fit.
  static let mostSlots = 256
  @inline(__always) var source: Int { Int(bits & 0xFFFF) }
}

/// Packs `merge.prefer` into one integer, so that the smaller of two wins.
struct Precedence: Sendable {
  /// By source: the ordinal of its rank among the different ranks, 0 for the highest.
  let rankOrdinals: [UInt64]
  private let rankShift: UInt64
  private let updatedShift: UInt64
  private let usesRank: Bool
  private let usesUpdated: Bool

  init(settings: CollationSettings) throws(CollationError) {
    let ranks = Set(settings.ranks).sorted(by: >)
    guard settings.ranks.count <= CollationSettings.mostSources else {
      throw .tooManySources(found: settings.ranks.count, most: CollationSettings.mostSources)
    }
    guard ranks.count <= CollationSettings.mostRanks else {
      throw .tooManySources(found: ranks.count, most: CollationSettings.mostRanks)
    }
    var ordinals: [Int: UInt64] = [:]
    for (ordinal, rank) in ranks.enumerated() { ordinals[rank] = UInt64(ordinal) }
    rankOrdinals = settings.ranks.map { ordinals[$0] ?? 0 }
    let rank = settings.prefer.firstIndex(of: .rank)
    let updated = settings.prefer.firstIndex(of: .updated)
    usesRank = rank != nil
    usesUpdated = updated != nil
    let rankIsFirst = (rank ?? .max) < (updated ?? .max)
    rankShift = rankIsFirst ? 49 : 0
    updatedShift = rankIsFirst ? 0 : 14
  }

  /// The packed precedence: bit 63 representative, then 14 bits of rank and 49 of age as preferred.
  ///
  /// Dates keep their order to the millisecond from the year -6949 to 10889, well around the four
  /// digits that a date can be written in.
  @inline(__always)
  func packed(rankOrdinal: UInt64, updated: Int64, isRepresentative: Bool) -> UInt64 {
    var value: UInt64 = isRepresentative ? 1 << 63 : 0
    if usesRank { value |= rankOrdinal << rankShift }
    if usesUpdated { value |= Self.age(updated) << updatedShift }
    return value
  }

  /// Whether a winner goes to the lookup alone.
  @inline(__always)
  func isLookupOnly(
    _ rule: LookupOnlyRule, _ number: UInt64, _ facts: Facts, packed: UInt64
  ) -> Bool {
    guard rule.canBeRow(number, baseDigits: facts.baseDigits) else { return false }
    if rule.sources[facts.source] { return true }
    guard usesUpdated, let limits = rule.updatedBefore else { return false }
    return packed >> updatedShift & ((1 << 49) - 1) > Self.age(limits[facts.source])
  }

  /// 0 for the latest; the largest value of 49 bits for a missing date.
  @inline(__always)
  static func age(_ updated: Int64) -> UInt64 {
    guard updated != Int64.min else { return (1 << 49) - 1 }
    let half: Int64 = 1 << 48
    let limited = min(max(updated, 2 - half), half - 1)
    return UInt64(half - 1 - limited)
  }
}
