/// The sorted runs that a worker keeps in memory, one behind the other.
///
/// They lie in a few regions, the first of which may get large pages: clearing and mapping small ones
/// took a tenth of a build of a million records. Behind it large pages are not asked for: on a virtual
/// machine they cost as much as they save, because it is those that the host takes back and gives anew.
struct HeldRuns {
  /// In the order in which they were made.
  private(set) var runs: [SortedRun] = []
  /// Memory that they take, the rest of the last large page included.
  var bytes: Int { closedBytes + MappedRegion.largePages(used) }

  private var region: MappedRegion?
  private var used = 0
  private var closedBytes = 0
  private static let regionSize = 32 << 20

  /// Room for a run of at most `longest` bytes, to be kept by `keep(to:)`.
  mutating func room(for longest: Int) throws(CollationError) -> RunRoom {
    let needed = longest + RunFormat.longestEntry + RunFormat.slack
    var current = region
    if current.map({ $0.capacity - used < needed }) ?? true {
      closedBytes = bytes
      used = 0
      current = try MappedRegion(capacity: max(needed, Self.regionSize), isLarge: region == nil)
      region = current
    }
    guard let current else { throw .outOfMemory(bytes: needed) }
    return RunRoom(at: current.base + used, in: current.base + used, size: needed)
  }

  /// Keeps what was written from the room's first place to `end`.
  mutating func keep(to end: UnsafeMutableRawPointer) {
    guard let region else { return }
    let count = end - (region.base + used)
    runs.append(.memory(region, offset: used, count: count))
    used += count + RunFormat.slack
  }
}
