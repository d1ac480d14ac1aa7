/// Which slot holds a number: a pure function of the number and the slots' identifiers.
///
/// Every number block (number / 10 000, so the four-digit extensions of one representative number
/// stay together) goes whole to the slot with the highest score, where
/// `score = mix(mix(block) ^ FNV-1a-64(identifier's UTF-8 bytes))`; equal scores go to the
/// identifier whose bytes come first. Adding a slot moves about 1/(slots after) of the blocks, all
/// of them to the new slot (rendezvous hashing, Thaler and Ravishankar 1998).
public struct SlotAssignment: Sendable {
  /// Consecutive numbers in one number block.
  public static let numbersPerBlock: Int64 = 10_000

  /// The identifiers in slot order.
  public let identifiers: [String]
  /// The identifiers' hashes in the byte order of the identifiers, so that the first of equal
  /// scores is the one to take.
  @usableFromInline package let hashes: [UInt64]
  /// The slots in that order.
  @usableFromInline package let slots: [Int]

  /// Creates the assignment for slots with the given identifiers: at least one, all different.
  public init(identifiers: [String]) {
    precondition(!identifiers.isEmpty, "an assignment needs a slot")
    self.identifiers = identifiers
    let slots = identifiers.indices.sorted {
      identifiers[$0].utf8.lexicographicallyPrecedes(identifiers[$1].utf8)
    }
    hashes = slots.map { Self.fnv1a(identifiers[$0].utf8) }
    self.slots = slots
  }

  /// The 0-based slot of the number block that holds `number` (positive).
  @inlinable
  public func slot(of number: Int64) -> Int {
    slot(ofBlock: number / Self.numbersPerBlock)
  }

  /// The 0-based slot of a number block (number / 10 000).
  @inlinable
  public func slot(ofBlock block: Int64) -> Int {
    guard hashes.count > 1 else { return 0 }
    let mixed = MixingFunction.mix(UInt64(bitPattern: block))
    var best = 0
    var bestScore = MixingFunction.mix(mixed ^ hashes[0])
    for candidate in 1..<hashes.count {
      let score = MixingFunction.mix(mixed ^ hashes[candidate])
      // Selected without a jump: which one wins cannot be foreseen.
      let isBetter = score > bestScore
      best = isBetter ? candidate : best
      bestScore = isBetter ? score : bestScore
    }
    return slots[best]
  }

  /// The 64-bit FNV-1a hash of some bytes (offset basis and prime of the FNV specification).
  static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
