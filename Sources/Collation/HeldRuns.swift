/// The sorted runs that a worker keeps in memory, one behind the other.
///
/// They lie in a few regions, whose pages are asked for shortly before they are written, some at a
/// time: a fault for each took a fortieth of a build. Large pages are not asked for: on a virtual machine it is
/// those that the host takes back and gives anew, which takes up to ten times as long.
struct HeldRuns {
  /// In the order in which they were made.
  private(set) var runs: [SortedRun] = []
  /// Memory that they take, with what was asked for ahead.
  var bytes: Int { closedBytes + populated }

  private var region: MappedRegion?
  private var used = 0
  /// Bytes of the region whose pages are there.
  private var populated = 0
  private var closedBytes = 0
  private static let regionSize = 32 << 20
  /// Bytes asked for at once, most of which a second-level cache holds until they are written.
  private static let step = 256 << 10

  /// Room for a run of at most `longest` bytes, to be gone on with by `more(behind:)` and kept by
  /// `keep(to:)`.
  mutating func room(for longest: Int) throws(CollationError) -> RunRoom {
    let needed = longest + RunFormat.longestEntry + RunFormat.slack
    if region.map({ $0.capacity - used < needed }) ?? true {
      closedBytes = bytes
      used = 0
      populated = 0
      region = try MappedRegion(capacity: max(needed, Self.regionSize))
    }
    guard let region else { throw .outOfMemory(bytes: needed) }
    return more(of: region, behind: region.base + used)
  }

  /// The room behind what is written of a run up to `place`.
  mutating func more(behind place: UnsafeMutableRawPointer) throws(CollationError) -> RunRoom {
    guard let region, populated < region.capacity else { throw .damagedRun }
    return more(of: region, behind: place)
  }

  private mutating func more(
    of region: MappedRegion, behind place: UnsafeMutableRawPointer
  ) -> RunRoom {
    // One step at least beyond what the longest entry takes.
    let wanted = MappedRegion.pages(place - region.base + RunFormat.longestEntry + Self.step)
    let end = min(wanted, region.capacity)
    if end > populated {
      region.populate(populated..<end)
      populated = end
    }
    return RunRoom(at: place, in: region.base, size: populated)
  }

  /// Keeps what was written from the room's first place to `end`.
  mutating func keep(to end: UnsafeMutableRawPointer) {
    guard let region else { return }
    let count = end - (region.base + used)
    runs.append(.memory(region, offset: used, count: count))
    used += count + RunFormat.slack
    populated = max(populated, MappedRegion.pages(used))
  }
}
