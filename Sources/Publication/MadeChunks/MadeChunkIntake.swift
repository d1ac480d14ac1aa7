import DirectoryFormat

/// Takes chunks that were made elsewhere into a directory, one after the other: facts, twin, lines.
///
/// Lines go through the sealer, which compares them with the former generation and keeps what is
/// published already; their SHA-256 is not computed again. Memory: a piece of 256 KiB. Used by one
/// thread.
package final class MadeChunkIntake {
  private struct OpenChunk {
    let chunk: Manifest.Chunk
    /// Slot × 2, blocking + 1.
    let list: Int
    /// Bytes of lines so far.
    var bytes = 0
    var piece: UnsafeMutablePointer<UInt8>
    var filled = 0
    /// Bytes at the start of the piece that the former piece has, too.
    var carried = 0
    /// Where the twin is written; nil where it is not wanted.
    var twin: OutputFile?
  }

  /// The twins of the chunks, by the SHA-256 of the chunk; nil for one that is not worth it.
  private(set) var twins: [String: Manifest.Packed?] = [:]
  private var open: OpenChunk?
  private let staging: String
  /// By the SHA-256 of their chunks.
  private let formerTwins: [String: Manifest.Packed]
  private let pieces: PiecePool
  private let writer: FileWriter
  private let fileSystem: FileSystem
  private let submit: (SealJob) throws(PublicationError) -> Void

  init(
    staging: String, formerTwins: [String: Manifest.Packed], pieces: PiecePool,
    writer: FileWriter, fileSystem: FileSystem,
    submit: @escaping (SealJob) throws(PublicationError) -> Void
  ) {
    self.staging = staging
    self.formerTwins = formerTwins
    self.pieces = pieces
    self.writer = writer
    self.fileSystem = fileSystem
    self.submit = submit
  }

  deinit {
    if let open { pieces.give(back: open.piece) }
  }

  /// Begins a chunk; the one before has ended.
  func begin(
    _ chunk: Manifest.Chunk, slot: Int, list: DirectoryList
  ) throws(PublicationError) {
    var twin: OutputFile?
    // A chunk that was published with its twin needs no other one, but where that is damaged.
    if let packed = chunk.packed, formerTwins[chunk.sha256] == nil {
      twin = try OutputFile(
        path: staging + "/" + OutputFolder.stagedName(of: packed.path), fileSystem: fileSystem)
    }
    open = OpenChunk(
      chunk: chunk, list: slot * 2 + (list == .blocking ? 1 : 0), piece: pieces.take(), twin: twin)
  }

  /// Adds the next bytes of the twin.
  package func add(twin bytes: UnsafeRawBufferPointer) throws(PublicationError) {
    try open?.twin?.write(bytes)
  }

  /// Adds the next bytes of the lines; false where a line is longer than any.
  package func add(lines bytes: UnsafeRawBufferPointer) throws(PublicationError) -> Bool {
    var rest = bytes
    open?.bytes += bytes.count
    while let source = rest.baseAddress, !rest.isEmpty, let chunk = open {
      let more = min(rest.count, PiecePool.pieceSizeInBytes - chunk.filled)
      UnsafeMutableRawPointer(chunk.piece + chunk.filled).copyMemory(
        from: source, byteCount: more)
      open?.filled += more
      rest = UnsafeRawBufferPointer(rebasing: rest[more...])
      if rest.isEmpty { break }
      guard try changePiece() else { return false }
    }
    return true
  }

  /// Ends the chunk; false where its bytes are not as many as it should have.
  package func end() throws(PublicationError) -> Bool {
    guard let chunk = open else { return false }
    let facts = chunk.chunk
    guard chunk.bytes == facts.bytes, chunk.filled > chunk.carried,
      chunk.piece[chunk.filled - 1] == UInt8(ascii: "\n"),
      chunk.twin.map({ $0.bytes == facts.packed?.bytes }) ?? true
    else { return false }
    open = nil
    if let twin = chunk.twin { try writer.sync(twin) }
    if chunk.twin != nil || facts.packed == nil { twins[facts.sha256] = .some(facts.packed) }
    try submit(
      chunk, bytes: chunk.filled, lines: chunk.filled,
      end: ChunkFacts(entries: facts.entries, first: facts.first, last: facts.last))
    return true
  }

  /// Hands the full piece over as `ChunkFormatter` does: whole pages, and lines that go on with the
  /// next piece, which starts with the bytes behind the last page.
  private func changePiece() throws(PublicationError) -> Bool {
    guard var chunk = open else { return false }
    let full = UnsafeBufferPointer(start: chunk.piece, count: chunk.filled)
    guard let last = full.lastIndex(of: UInt8(ascii: "\n")), last >= chunk.carried else {
      return false
    }
    let end = last + 1
    let carried = end % PiecePool.pageSizeInBytes
    let next = pieces.take()
    next.update(from: chunk.piece + end - carried, count: chunk.filled - end + carried)
    open = nil
    try submit(chunk, bytes: end - carried, lines: end, end: nil)
    chunk.piece = next
    chunk.filled += carried - end
    chunk.carried = carried
    open = chunk
    return true
  }

  private func submit(
    _ chunk: OpenChunk, bytes: Int, lines: Int, end: ChunkFacts?
  ) throws(PublicationError) {
    try submit(
      SealJob(
        list: chunk.list, bytes: UnsafeMutableBufferPointer(start: chunk.piece, count: bytes),
        lines: UnsafeRawBufferPointer(
          start: chunk.piece + chunk.carried, count: lines - chunk.carried),
        end: end, sha256: chunk.chunk.sha256))
  }
}
