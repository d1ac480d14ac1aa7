import Threads

/// Where a run is written on.
struct RunRoom {
  /// Where the next entry goes.
  var place: UnsafeMutableRawPointer
  /// The last place at which the longest entry fits.
  let last: UnsafeMutableRawPointer

  /// Room from `place` on in memory of `size` bytes from `start`.
  init(at place: UnsafeMutableRawPointer, in start: UnsafeMutableRawPointer, size: Int) {
    self.place = place
    last = start + (size - RunFormat.longestEntry - RunFormat.slack)
  }
}

/// Writes runs behind one another into a scratch file while the next bytes are made.
///
/// The file gets whole pages, so that they can go past the system's cache: what lies behind the
/// last whole page starts the other half of the memory, and a run is padded to its end. Used by one
/// thread at a time.
final class RunWriter: @unchecked Sendable {
  private let file: ScratchFile
  private let memory: MappedRegion
  private let half: Int
  private let writing: SerialQueue
  /// Of the writing thread while it has a job.
  private var failure: CollationError?
  /// The half being filled.
  private var start: UnsafeMutableRawPointer
  /// Bytes of the file that are written or on their way, and where the open run starts.
  private var size = 0
  private var offset = 0

  /// Creates a writer for a new file; `memory` bytes hold two halves of at least 128 KiB.
  init(_ file: ScratchFile, memory size: Int) throws(CollationError) {
    self.file = file
    writing = try SerialQueue.make()
    memory = try MappedRegion(capacity: size)
    half = MappedRegion.wholePages(memory.capacity / 2)
    start = memory.base
  }

  /// Starts a run of at most `most` bytes.
  ///
  /// - Throws: `CollationError.scratchFull`; what went wrong with the run before.
  func begin(most: Int) throws(CollationError) -> RunRoom {
    try wait()
    try file.check(roomFor: MappedRegion.pages(most))
    offset = size
    return RunRoom(at: start, in: start, size: half)
  }

  /// Sends what is filled up to `place` and gives the room to go on in.
  func turn(at place: UnsafeMutableRawPointer) throws(CollationError) -> RunRoom {
    let filled = start
    let whole = MappedRegion.wholePages(place - filled)
    try send(whole)
    let rest = place - filled - whole
    start.copyMemory(from: filled + whole, byteCount: rest)
    return RunRoom(at: start + rest, in: start, size: half)
  }

  /// Sends the rest of a run, which ends at `place`.
  func end(at place: UnsafeMutableRawPointer) throws(CollationError) -> SortedRun {
    let count = size - offset + (place - start)
    try send(MappedRegion.pages(place - start))
    return .spilled(file, offset: offset, count: count)
  }

  /// Waits until all that was sent is written.
  func wait() throws(CollationError) {
    writing.wait()
    if let failure { throw failure }
  }

  /// Has the first `count` bytes of the half written and changes to the other one.
  private func send(_ count: Int) throws(CollationError) {
    try wait()
    nonisolated(unsafe) let bytes = start
    writing.add { [self] in
      do throws(CollationError) { try file.append(bytes, count: count) } catch { failure = error }
    }
    size += count
    start = start == memory.base ? memory.base + half : memory.base
  }
}
