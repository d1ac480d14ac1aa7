import DirectoryFormat

/// Small sealed chunks that wait in memory to be written.
///
/// Making a file costs a millisecond, and a chunk of some lines no more than that. Memory: 16 MiB.
struct WaitingChunks {
  /// A chunk with its bytes.
  struct Chunk {
    let chunk: Manifest.Chunk
    /// Slot × 2, blocking + 1.
    let list: Int
    /// Whether it came with its twin.
    let isPacked: Bool
    let bytes: [UInt8]
  }

  private static let largest = 4 << 10
  private static let most = 16 << 20
  /// What a chunk takes besides its bytes.
  private static let overhead = 160

  private var chunks: [Chunk] = []
  private var memory = 0

  /// Whether those that wait should be written.
  var isFull: Bool { memory > Self.most }

  /// Copies the pieces of a chunk; false for one that is too large to wait.
  mutating func take(
    _ chunk: Manifest.Chunk, list: Int, isPacked: Bool,
    _ pieces: [UnsafeMutableBufferPointer<UInt8>]
  ) -> Bool {
    guard chunk.bytes <= Self.largest else { return false }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(chunk.bytes)
    for piece in pieces { bytes += piece }
    chunks.append(Chunk(chunk: chunk, list: list, isPacked: isPacked, bytes: bytes))
    memory += chunk.bytes + Self.overhead
    return true
  }

  /// Hands out those that wait, in the order in which they came.
  mutating func removeAll() -> [Chunk] {
    defer { self = WaitingChunks() }
    return chunks
  }
}
