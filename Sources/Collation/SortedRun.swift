/// Where a sorted run lies.
enum SortedRun: Sendable {
  /// In memory, `count` bytes from the start of the region.
  case memory(MappedRegion, count: Int)
  /// In a scratch file.
  case spilled(ScratchFile, offset: Int, count: Int)

  /// Length in bytes.
  var count: Int {
    switch self {
    case .memory(_, let count), .spilled(_, _, let count): count
    }
  }

  /// Whether it lies in a scratch file.
  var isSpilled: Bool {
    if case .spilled = self { true } else { false }
  }
}

/// Reads a run from its start, candidate by candidate.
struct RunCursor {
  /// The candidate it stands on.
  var current: MergedCandidate
  private let region: MappedRegion
  private let file: ScratchFile?
  private var place: UnsafeRawPointer
  private var end: UnsafeRawPointer
  private var nextOffset = 0
  private var unread = 0

  /// Opens a run before its first candidate; a spilled one gets a buffer of `bufferSize` bytes.
  init(_ run: SortedRun, bufferSize: Int) throws(CollationError) {
    switch run {
    case .memory(let region, let count):
      self.region = region
      file = nil
      place = UnsafeRawPointer(region.base)
      end = place + count
    case .spilled(let file, let offset, let count):
      region = try MappedRegion(
        capacity: min(max(bufferSize, RunFormat.longestEntry), count + RunFormat.longestHead))
      self.file = file
      place = UnsafeRawPointer(region.base)
      end = place
      nextOffset = offset
      unread = count
    }
    current = MergedCandidate(
      key: 0, precedence: 0, facts: Facts(bits: 0), file: 0, line: 0, label: place, labelCount: 0)
  }

  /// Moves to the next candidate; false at the end of the run.
  @inline(__always)
  mutating func advance() throws(CollationError) -> Bool {
    if end - place < RunFormat.longestHead, unread > 0 { try refill() }
    if place == end { return false }
    var head = place
    let key = current.key &+ RunFormat.read(&head)
    let precedence = head.loadUnaligned(as: UInt64.self)
    let facts = head.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    head += 12
    let file = RunFormat.read(&head)
    let line = RunFormat.read(&head)
    let labelCount = Int(truncatingIfNeeded: RunFormat.read(&head))
    guard labelCount >= 0, labelCount <= end - head else {
      guard unread > 0, labelCount >= 0, labelCount <= 65_535 else {
        throw CollationError.damagedRun
      }
      try refill()
      return try advance()
    }
    current = MergedCandidate(
      key: key, precedence: precedence, facts: Facts(bits: facts),
      file: UInt32(truncatingIfNeeded: file), line: line, label: head, labelCount: labelCount)
    place = head + labelCount
    return true
  }

  @inline(never)
  private mutating func refill() throws(CollationError) {
    guard let file else { throw .damagedRun }
    let kept = end - place
    region.base.copyMemory(from: place, byteCount: kept)
    let more = min(unread, region.capacity - kept)
    guard more > 0 else { throw .damagedRun }
    try file.read(into: region.base + kept, count: more, at: nextOffset)
    nextOffset += more
    unread -= more
    place = UnsafeRawPointer(region.base)
    end = place + kept + more
  }
}
