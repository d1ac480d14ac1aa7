import Threads

/// Pieces of memory that travel from the formatter to the sealer and back.
final class PiecePool: Sendable {
  /// Size of a piece: a few fit the second-level cache.
  static let pieceSizeInBytes = 256 << 10
  /// Pieces start at, and are whole numbers of, what a disk can take without a copy.
  static let pageSizeInBytes = 4096

  private struct Pieces: @unchecked Sendable {
    var free: [UnsafeMutablePointer<UInt8>] = []
  }
  private let pieces = Locked(Pieces())

  deinit {
    pieces.withLock { pieces in
      for piece in pieces.free { piece.deallocate() }
    }
  }

  /// An empty piece.
  func take() -> UnsafeMutablePointer<UInt8> {
    nonisolated(unsafe) let piece = pieces.withLock { pieces in
      Address(pointer: pieces.free.popLast())
    }.pointer
    return piece
      ?? UnsafeMutableRawPointer.allocate(
        byteCount: Self.pieceSizeInBytes, alignment: Self.pageSizeInBytes
      ).bindMemory(to: UInt8.self, capacity: Self.pieceSizeInBytes)
  }

  /// Takes a piece back; its bytes are forgotten.
  func give(back piece: UnsafeMutablePointer<UInt8>) {
    let address = Address(pointer: piece)
    pieces.withLock { pieces in
      if let pointer = address.pointer { pieces.free.append(pointer) }
    }
  }

  /// Takes a filled piece back.
  func give(back piece: UnsafeMutableBufferPointer<UInt8>) {
    if let start = piece.baseAddress { give(back: start) }
  }

  private struct Address: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<UInt8>?
  }
}
