import CSystem
import Threads

/// Where a sorted run lies.
enum SortedRun: Sendable {
  /// In memory, `count` bytes of the region, which has slack behind them.
  case memory(MappedRegion, offset: Int, count: Int)
  /// In a scratch file.
  case spilled(ScratchFile, offset: Int, count: Int)

  /// Length in bytes.
  var count: Int {
    switch self {
    case .memory(_, _, let count), .spilled(_, _, let count): count
    }
  }

  /// Bytes of memory that it takes.
  var memory: Int {
    if case .memory(_, _, let count) = self { count } else { 0 }
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
  /// How many numbers follow its number with the same tail.
  private(set) var following = 0
  private var place: UnsafeRawPointer
  private var end: UnsafeRawPointer
  /// Bytes of the run that the reader still has.
  private var unread = 0
  private let reader: RunReader?
  /// Keeps a run in memory where it is.
  private let region: MappedRegion?

  /// Opens a run before its first candidate; a spilled one is read on the queue, in pieces that
  /// take about `bufferSize` bytes.
  init(_ run: SortedRun, bufferSize: Int, reading: SerialQueue?) throws(CollationError) {
    let start: UnsafeRawPointer
    switch run {
    case .memory(let region, let offset, let count):
      self.region = region
      reader = nil
      start = UnsafeRawPointer(region.base + offset)
      end = start + count
    case .spilled(let file, let offset, let count):
      guard let reading else { throw .damagedRun }
      let reader = try RunReader(
        file, offset: offset, count: count, memory: bufferSize, reading: reading)
      region = nil
      self.reader = reader
      start = reader.start
      end = start
      unread = count
    }
    place = start
    current = MergedCandidate(nothingAt: start)
  }

  /// Moves to the next candidate; false at the end of the run.
  @inline(__always)
  mutating func advance() throws(CollationError) -> Bool {
    if following > 0 {
      pass(1)
      return true
    }
    if end - place < RunFormat.longestHead, unread > 0 { place = try refill(from: place) }
    if place == end { return false }
    let key = current.key &+ RunFormat.read(&place)
    var next = MergedCandidate(key: key, tail: place)
    if next.labelCount == RunFormat.stretchMark { next = try openStretch(next) }
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

  /// Passes over numbers of a stretch, at most as many as follow.
  @inline(__always)
  mutating func pass(_ count: Int) {
    current.key &+= UInt64(count)
    following &-= count
  }

  /// The first candidate of a stretch, behind whose mark stands how many follow.
  @inline(never)
  private mutating func openStretch(
    _ marked: MergedCandidate
  ) throws(CollationError) -> MergedCandidate {
    place = marked.head
    let count = RunFormat.read(&place)
    let (last, overflows) = marked.key.addingReportingOverflow(count)
    guard !overflows, last < UInt64(Int64.max), place < end else { throw .damagedRun }
    following = Int(count)
    return MergedCandidate(key: marked.key, tail: place)
  }

  /// The candidate whose tail is not in the buffer as a whole, read again.
  @inline(never)
  private mutating func refilled(
    _ candidate: MergedCandidate, tail: UnsafeRawPointer
  ) throws(CollationError) -> MergedCandidate {
    guard candidate.key < UInt64(Int64.max), candidate.labelCount <= 65_535 else {
      throw .damagedRun
    }
    var moved = candidate
    var place = tail
    repeat {
      place = try refill(from: place)
      moved = MergedCandidate(key: candidate.key, tail: place)
    } while moved.end > end
    return moved
  }

  /// Goes on in the next piece and gives the new place of `place`.
  @inline(never)
  private mutating func refill(
    from place: UnsafeRawPointer
  ) throws(CollationError) -> UnsafeRawPointer {
    guard let reader, place <= end else { throw .damagedRun }
    let kept = UnsafeRawBufferPointer(start: place, count: end - place)
    let piece = try reader.next(keeping: kept)
    guard let start = piece.baseAddress else { throw .damagedRun }
    unread -= piece.count - kept.count
    end = start + piece.count
    return start
  }
}
