package import DirectoryFormat
package import Records
import Signing

/// A chunk that waits to be handed on: what a manifest says about it, its lines and its twin.
package struct MadeChunk {
  /// 0-based.
  package let slot: Int
  package let list: DirectoryList
  /// With its twin, if that is smaller than the lines.
  package let chunk: Manifest.Chunk
  package let lines: HeldBytes
  /// The bytes of the twin, if there is one.
  package let twin: HeldBytes?
}

/// Makes chunks apart from a directory: formats, cuts, hashes and packs entries as `Publisher` does.
///
/// The bytes are those of `Publisher`, whatever memory there is. Memory: a piece of 256 KiB for each
/// list that has entries, those bytes of open chunks that may be held, 4 MiB of a twin and the columns
/// of one of its blocks; what is more goes to a file without a name. Used by one thread.
package final class ChunkMaker {
  private let sealer: MadeChunkSealer
  private var formatter: ChunkFormatter

  /// Prepares lists for so many slots, and chunks of so many entries on average.
  package init(
    slots: Int, target: UInt64, writesTwins: Bool, heldBytes: Int, scratch: String
  ) {
    let pieces = PiecePool()
    let sealer = MadeChunkSealer(
      lists: slots * 2, writesTwins: writesTwins, heldLimit: heldBytes, pieces: pieces,
      scratch: ScratchBytes(in: scratch))
    self.sealer = sealer
    formatter = ChunkFormatter(slots: slots, target: target, pieces: pieces) {
      (job) throws(PublicationError) in try sealer.seal(job)
    }
  }

  /// Adds entries; within a slot and list their numbers ascend from batch to batch.
  package func append(_ batch: EntryBatch) throws(PublicationError) {
    try formatter.append(batch)
  }

  /// Ends the last chunk of every list.
  package func finish() throws(PublicationError) { try formatter.finish() }

  /// Hands over the chunks that have ended since the last time, in that order.
  package func takeMade() -> [MadeChunk] {
    defer { sealer.made = [] }
    return sealer.made
  }
}

/// Hashes and packs the chunks of a maker.
private final class MadeChunkSealer {
  private struct OpenChunk {
    var digest = SHA256()
    var lines: HeldBytes
  }

  private static let mostOfTwin = 4 << 20

  var made: [MadeChunk] = []
  private var open: [OpenChunk?]
  private var heldBytes = 0
  private let writesTwins: Bool
  private let heldLimit: Int
  private let pieces: PiecePool
  private let scratch: ScratchBytes
  private let room = TwinRoom()

  init(
    lists: Int, writesTwins: Bool, heldLimit: Int, pieces: PiecePool, scratch: ScratchBytes
  ) {
    open = (0..<lists).map { _ in nil }
    self.writesTwins = writesTwins
    self.heldLimit = heldLimit
    self.pieces = pieces
    self.scratch = scratch
  }

  /// Takes the next piece of a list.
  func seal(_ job: SealJob) throws(PublicationError) {
    var chunk = open[job.list] ?? OpenChunk(lines: HeldBytes(pool: pieces, scratch: scratch))
    chunk.digest.update(UnsafeRawBufferPointer(job.bytes))
    chunk.lines.add(piece: job.bytes)
    if let facts = job.end {
      heldBytes -= chunk.lines.memory - PiecePool.pieceSizeInBytes
      open[job.list] = nil
      try close(chunk, facts, list: job.list)
    } else {
      heldBytes += PiecePool.pieceSizeInBytes
      open[job.list] = chunk
      if heldBytes > heldLimit { try spillLargest() }
    }
  }

  private func close(
    _ chunk: OpenChunk, _ facts: ChunkFacts, list index: Int
  ) throws(PublicationError) {
    let lines = chunk.lines
    var digest = chunk.digest
    var sealed = Manifest.Chunk(
      entries: facts.entries, first: facts.first, last: facts.last, bytes: lines.count,
      sha256: Hexadecimal.string(digest.finish()))
    let list: DirectoryList = index.isMultiple(of: 2) ? .identification : .blocking
    lines.compact()
    let twin = writesTwins ? try pack(lines, of: list) : nil
    sealed.packed = twin?.facts
    made.append(
      MadeChunk(
        slot: index / 2, list: list, chunk: sealed, lines: lines, twin: twin?.bytes))
  }

  /// The twin of a chunk; nil where it is no smaller.
  private func pack(
    _ lines: HeldBytes, of list: DirectoryList
  ) throws(PublicationError) -> (facts: Manifest.Packed, bytes: HeldBytes)? {
    let twin = PackedTwin(HeldBytes(pool: pieces, scratch: scratch), most: Self.mostOfTwin)
    let writer = TwinWriter(room: room) { (bytes) throws(PublicationError) in try twin.add(bytes) }
    var whole = WholeLines()
    var isWhole = true
    for index in lines.pieces {
      try whole.add(lines.piece(index)) { (lines) throws(PublicationError) in
        if isWhole { isWhole = try writer.append(lines, of: list) }
      }
    }
    guard isWhole, whole.areEnded else { return nil }
    try writer.finish()
    guard twin.bytes.count < lines.count else { return nil }
    twin.bytes.compact()
    let facts = Manifest.Packed(
      bytes: twin.bytes.count, sha256: Hexadecimal.string(twin.digest.finish()))
    return (facts, twin.bytes)
  }

  /// Moves the open chunk that holds the most memory to the disk.
  private func spillLargest() throws(PublicationError) {
    let largest = open.max { ($0?.lines.memory ?? 0) < ($1?.lines.memory ?? 0) }
    guard let lines = (largest ?? nil)?.lines else { return }
    heldBytes -= lines.memory
    try lines.spill()
  }
}

/// A twin on its way into held bytes.
private final class PackedTwin {
  let bytes: HeldBytes
  var digest = SHA256()
  private let most: Int

  init(_ bytes: HeldBytes, most: Int) {
    self.bytes = bytes
    self.most = most
  }

  func add(_ more: UnsafeRawBufferPointer) throws(PublicationError) {
    digest.update(more)
    bytes.append(more)
    if bytes.memory > most { try bytes.spill() }
  }
}
