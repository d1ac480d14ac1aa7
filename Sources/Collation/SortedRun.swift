import CSystem

/// Where a sorted run lies.
enum SortedRun: Sendable {
  /// In memory, `count` bytes from the start of the region, which has slack behind them.
  case memory(MappedRegion, count: Int)
  /// In a scratch file.
  case spilled(ScratchFile, offset: Int, count: Int)

  /// Length in bytes.
  var count: Int {
    switch self {
    case .memory(_, let count), .spilled(_, _, let count): count
    }
  }

  /// Bytes of memory that it takes.
  var memory: Int {
    if case .memory(let region, _) = self { region.capacity } else { 0 }
  }

  /// Whether it lies in a scratch file.
  var isSpilled: Bool {
    if case .spilled = self { true } else { false }
  }
}

/// Reads a run from its start, candidate by candidate.
struct RunCursor {
  /// The candidate it stands on.
  private(set) var current: MergedCandidate
  private var place: UnsafeRawPointer
  private var end: UnsafeRawPointer
  private var unread = 0
  private var nextOffset = 0
  private let region: MappedRegion
  private let file: ScratchFile?
  private let room: Int

  /// Opens a run before its first candidate; a spilled one gets a buffer of `bufferSize` bytes.
  init(_ run: SortedRun, bufferSize: Int) throws(CollationError) {
    switch run {
    case .memory(let region, let count):
      self.region = region
      file = nil
      room = count
      end = UnsafeRawPointer(region.base) + count
    case .spilled(let file, let offset, let count):
      room = min(max(bufferSize - RunFormat.slack, RunFormat.longestEntry), count)
      region = try MappedRegion(capacity: room + RunFormat.slack)
      self.file = file
      end = UnsafeRawPointer(region.base)
      nextOffset = offset
      unread = count
    }
    place = UnsafeRawPointer(region.base)
    current = MergedCandidate(nothingAt: UnsafeRawPointer(region.base))
  }

  /// Moves to the next candidate; false at the end of the run.
  @inline(__always)
  mutating func advance() throws(CollationError) -> Bool {
    if end - place < RunFormat.longestHead, unread > 0 { place = try refill(from: place) }
    if place == end { return false }
    let key = current.key &+ RunFormat.read(&place)
    var next = MergedCandidate(key: key, tail: place)
    var behind = next.end
    if key >= UInt64(Int64.max) || behind > end {
      next = try refilled(next, tail: place)
      behind = next.end
    }
    current = next
    place = behind
    // Its turn comes after that of many other runs, which the processor does not foresee.
    callbook_prefetch(behind + 64)
    return true
  }

  /// The candidate whose tail is not in the buffer as a whole, read again.
  @inline(never)
  private mutating func refilled(
    _ candidate: MergedCandidate, tail: UnsafeRawPointer
  ) throws(CollationError) -> MergedCandidate {
    let isLegal = candidate.key < UInt64(Int64.max) && candidate.labelCount <= 65_535
    guard unread > 0, isLegal else {
      throw .damagedRun
    }
    let moved = MergedCandidate(key: candidate.key, tail: try refill(from: tail))
    guard moved.end <= end else { throw .damagedRun }
    return moved
  }

  /// Moves what is left to the front, fills up behind it and gives the new place of `place`.
  @inline(never)
  private mutating func refill(
    from place: UnsafeRawPointer
  ) throws(CollationError) -> UnsafeRawPointer {
    guard let file, place <= end else { throw .damagedRun }
    let kept = end - place
    region.base.copyMemory(from: place, byteCount: kept)
    let more = min(unread, room - kept)
    guard more > 0 else { throw .damagedRun }
    try file.read(into: region.base + kept, count: more, at: nextOffset)
    nextOffset += more
    unread -= more
    let start = UnsafeRawPointer(region.base)
    end = start + kept + more
    return start
  }
}
