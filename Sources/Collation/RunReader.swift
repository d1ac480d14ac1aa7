import Dispatch
import Threads

/// Reads a spilled run in whole pages, one piece ahead of who uses it.
///
/// Used by one thread; the reading is done on a queue that all runs of a merge share.
final class RunReader: @unchecked Sendable {
  private let file: ScratchFile
  private let reading: SerialQueue
  private let hasRead = DispatchSemaphore(value: 0)
  /// Twice the room for the start of an entry, and a piece behind it.
  private let memory: MappedRegion
  private let piece: Int
  /// Where the next piece starts in the file, how much of the run is left from there.
  private var offset: Int
  private var left: Int
  /// Bytes of the run in the piece that is on its way; 0 when none is.
  private var coming = 0
  private var comesSecond = true
  /// Of the reading thread, until it has read.
  private var failure: CollationError?

  /// Memory of the smallest reader.
  ///
  /// Pages before a piece cost nothing until an entry needs them.
  static let smallest = 2 * MappedRegion.pages((32 << 10) + 1)
  /// Room for the start of an entry.
  private static let front = MappedRegion.pages(RunFormat.longestEntry)

  /// Opens a run and asks for its first piece; both pieces take about `size` bytes of memory.
  init(
    _ file: ScratchFile, offset: Int, count: Int, memory size: Int, reading: SerialQueue
  ) throws(CollationError) {
    self.file = file
    self.reading = reading
    self.offset = offset
    left = count
    let most = MappedRegion.wholePages(max(size, Self.smallest) / 2 - 1)
    piece = min(most, MappedRegion.pages(count))
    memory = try MappedRegion(capacity: 2 * (Self.front + piece) + RunFormat.slack)
    ask()
  }

  /// An address that may be looked at before the first piece is there.
  var start: UnsafeRawPointer { UnsafeRawPointer(memory.base) }

  /// The next piece, behind the bytes `kept` of the piece before; valid until the next but one.
  func next(
    keeping kept: UnsafeRawBufferPointer
  ) throws(CollationError) -> UnsafeRawBufferPointer {
    guard coming > 0, kept.count <= Self.front else { throw .damagedRun }
    hasRead.wait()
    if let failure { throw failure }
    let start = place - kept.count
    if let first = kept.baseAddress { start.copyMemory(from: first, byteCount: kept.count) }
    let count = kept.count + coming
    ask()
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Where the piece that is on its way starts in memory.
  private var place: UnsafeMutableRawPointer {
    memory.base + Self.front + (comesSecond ? Self.front + piece : 0)
  }

  /// Asks for the piece behind those asked for, if there is one.
  private func ask() {
    comesSecond.toggle()
    coming = min(left, piece)
    guard coming > 0 else { return }
    nonisolated(unsafe) let place = place
    reading.add { [self, coming, offset] in
      do throws(CollationError) {
        try file.read(into: place, needed: coming, room: piece, at: offset)
      } catch { failure = error }
      hasRead.signal()
    }
    offset += coming
    left -= coming
  }
}
