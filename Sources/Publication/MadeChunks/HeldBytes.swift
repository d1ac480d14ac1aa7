/// Bytes that grow at their end, in pieces of memory or, where those were needed, in a scratch file.
///
/// Read piece by piece. Used by one thread.
package final class HeldBytes {
  private enum Part {
    /// A piece of the pool, as far as it is filled.
    case piece(UnsafeMutableBufferPointer<UInt8>)
    /// As much memory as it takes.
    case small(UnsafeMutableBufferPointer<UInt8>)
    case stored(Range<Int>)
  }

  /// Bytes in all.
  package private(set) var count = 0
  private var parts: [Part] = []
  private let pool: PiecePool
  private let scratch: ScratchBytes
  /// Where stored bytes are read.
  private var room: UnsafeMutablePointer<UInt8>?

  init(pool: PiecePool, scratch: ScratchBytes) {
    self.pool = pool
    self.scratch = scratch
  }

  deinit {
    for part in parts {
      switch part {
      case .piece(let piece): pool.give(back: piece)
      case .small(let bytes): bytes.deallocate()
      case .stored: break
      }
    }
    if let room { pool.give(back: room) }
  }

  /// Bytes of memory that it takes of the pool.
  var memory: Int {
    parts.reduce(0) {
      if case .piece = $1 { $0 + PiecePool.pieceSizeInBytes } else { $0 }
    }
  }

  /// The pieces in order, by number.
  package var pieces: Range<Int> { parts.indices }

  /// The bytes of a piece, valid until the next one is asked for; at most 256 KiB.
  package func piece(_ index: Int) throws(PublicationError) -> UnsafeRawBufferPointer {
    switch parts[index] {
    case .piece(let piece): return UnsafeRawBufferPointer(piece)
    case .small(let bytes): return UnsafeRawBufferPointer(bytes)
    case .stored(let place):
      let start = room ?? pool.take()
      room = start
      let bytes = UnsafeMutableRawBufferPointer(start: start, count: place.count)
      try scratch.read(at: place.lowerBound, into: bytes)
      return UnsafeRawBufferPointer(bytes)
    }
  }

  /// Adds a filled piece of the pool, which is its own from now on.
  func add(piece: UnsafeMutableBufferPointer<UInt8>) {
    count += piece.count
    parts.append(.piece(piece))
  }

  /// Adds a copy of bytes.
  func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let source = rest.baseAddress, !rest.isEmpty {
      let last = lastPiece()
      let more = min(rest.count, PiecePool.pieceSizeInBytes - last.filled)
      UnsafeMutableRawPointer(last.start + last.filled).copyMemory(from: source, byteCount: more)
      parts.append(
        .piece(UnsafeMutableBufferPointer(start: last.start, count: last.filled + more)))
      count += more
      rest = UnsafeRawBufferPointer(rebasing: rest[more...])
    }
  }

  /// Takes the last piece out, as long as there is room in it; an empty one otherwise.
  private func lastPiece() -> (start: UnsafeMutablePointer<UInt8>, filled: Int) {
    guard case .piece(let last) = parts.last, last.count < PiecePool.pieceSizeInBytes,
      let start = last.baseAddress
    else { return (pool.take(), 0) }
    parts.removeLast()
    return (start, last.count)
  }

  /// Gives up the piece of what fills no more than a part of one.
  func compact() {
    guard parts.count == 1, case .piece(let piece) = parts[0],
      piece.count < PiecePool.pieceSizeInBytes / 4
    else { return }
    let small = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: piece.count)
    _ = small.initialize(fromContentsOf: piece)
    parts = [.small(small)]
    pool.give(back: piece)
  }

  /// Moves what is in pieces of memory to the scratch file.
  func spill() throws(PublicationError) {
    for index in parts.indices {
      guard case .piece(let piece) = parts[index] else { continue }
      parts[index] = .stored(try scratch.append(UnsafeRawBufferPointer(piece)))
      pool.give(back: piece)
    }
  }
}
