import CSystem

/// Leaves the system's cache of files as a reading of a large file found it: what was not there goes
/// again after the reading.
///
/// So a large export pushes nothing else out of the cache; and where memory is virtual, the few
/// pages that are used again and again stay warm, while fresh ones for a whole file cost ten times
/// the CPU time of reading them. Whether a piece is there is asked before the system reads ahead so far.
/// For one thread at a time.
struct CacheTraces {
  private static let pieceSize = 4 << 20
  /// Bytes ahead of the reading that are asked about.
  private static let distance = 16 << 20
  /// Files below are left to the system.
  static let smallestFile = 64 << 20

  private let fileEnd: Int
  /// By piece that was asked about: whether it is to be dropped.
  private var isForeign: [Bool] = []
  /// The piece that is read first: a stretch of a file does not ask about what stands before it.
  private var first: Int?
  /// The first piece, counted from `first`, that is not dropped or kept yet.
  private var next = 0
  /// Whether the system tells what is in its cache.
  private var isTold: Bool

  /// For a reading of a file of `fileEnd` bytes.
  init(fileEnd: Int) {
    self.fileEnd = fileEnd
    isTold = fileEnd >= Self.smallestFile
  }

  /// Called before the bytes at `offset` are read.
  mutating func willRead(at offset: Int, of descriptor: Int32) {
    guard isTold else { return }
    let end = min(offset + Self.distance, fileEnd)
    let first = self.first ?? offset / Self.pieceSize
    self.first = first
    while isTold, (first + isForeign.count) * Self.pieceSize < end {
      let start = (first + isForeign.count) * Self.pieceSize
      let count = min(Self.pieceSize, fileEnd - start)
      let cached = callbook_bytes_in_cache(descriptor, Int64(start), Int64(count))
      isTold = cached >= 0
      isForeign.append(cached < count / 2)
    }
  }

  /// Called when nobody needs the bytes before `offset` any more.
  mutating func didRead(before offset: Int, of descriptor: Int32) {
    guard isTold, let first else { return }
    while next < isForeign.count, min((first + next + 1) * Self.pieceSize, fileEnd) <= offset {
      if isForeign[next] {
        callbook_drop_from_cache(
          descriptor, Int64((first + next) * Self.pieceSize), Int64(Self.pieceSize))
      }
      next += 1
    }
  }
}
