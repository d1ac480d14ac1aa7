import DirectoryFormat

/// How many numbers each slot gets at most: the different numbers of every run, added up.
struct SlotBounds: Sendable {
  private(set) var counts: [Int]
  private let choice: SlotChoice
  private var block: UInt64 = .max
  /// The slot of the number counted last.
  private(set) var slot = 0

  init(slots: SlotAssignment) {
    choice = SlotChoice(slots)
    counts = [Int](repeating: 0, count: slots.identifiers.count)
  }

  /// Counts a number and `following` more of its number block; quick while numbers stay in one.
  @inline(__always)
  mutating func count(_ number: UInt64, following: Int = 0) {
    let wanted = number / UInt64(SlotAssignment.numbersPerBlock)
    if wanted != block {
      block = wanted
      slot = choice.slot(ofBlock: Int64(wanted))
    }
    counts[slot] &+= 1 &+ following
  }
}
