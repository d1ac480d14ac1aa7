import DirectoryFormat
import Signing

/// Hashes the pieces of chunks, names each chunk by its hash, and has those written that are new.
///
/// Lives on the sealing thread; read `chunks` after that has ended. A chunk stays in memory until
/// its name is known, so that one that is published already is never written. Where nothing is
/// published, the chunk differs from the former generation's, or it grows past what may be held, it
/// goes to the disk early. Small chunks wait, so that a target that makes more of them than a manifest
/// can name is refused before their files are made. The writing is done on another thread. While a piece is in the cache of this one, its lines are compared with
/// the former generation.
final class ChunkSealer: @unchecked Sendable {
  /// Chunks by list (slot × 2, blocking + 1), in order.
  private(set) var chunks: [[Manifest.Chunk]]
  /// Paths of the chunks that are new and lie in the staging folder.
  private(set) var staged: Set<String> = []
  /// Chunks that were published already.
  private(set) var reused = 0

  private struct OpenChunk {
    var digest = SHA256()
    /// The digest of a chunk that was made elsewhere, and its twin with it.
    var madeSHA256: String?
    var held: [ChunkPiece] = []
    var heldBytes = 0
    var bytes = 0
    var file: OutputFile?
    /// The twin that is packed beside; nil before the chunk is written.
    var twin: TwinPacking.Twin?
  }

  /// Files that are open at once before memory runs short; systems allow a thousand and more.
  private static let mostOpenFiles = 128

  private var open: [OpenChunk]
  private var waiting = WaitingChunks()
  /// What the sealed chunks take of the manifest.
  private var manifestBytes = 0
  private var heldBytes = 0
  private var earlyFiles = 0
  private var openFiles = 0
  private let heldLimit: Int
  private let holdsChunks: Bool
  private let folder: OutputFolder
  private let staging: String
  private let fileSystem: FileSystem
  private let pieces: PiecePool
  private let writer: FileWriter
  private let comparison: RunningComparison?

  /// Bytes of all lists that may be held, and whether chunks may be published already.
  init(
    slots: Int, heldLimit: Int, holdsChunks: Bool, folder: OutputFolder, staging: String,
    fileSystem: FileSystem, pieces: PiecePool, writer: FileWriter, comparison: RunningComparison?
  ) {
    chunks = Array(repeating: [], count: slots * 2)
    open = (0..<slots * 2).map { _ in OpenChunk() }
    self.heldLimit = heldLimit
    self.holdsChunks = holdsChunks
    self.folder = folder
    self.staging = staging
    self.fileSystem = fileSystem
    self.pieces = pieces
    self.writer = writer
    self.comparison = comparison
  }

  deinit {
    for chunk in open {
      for piece in chunk.held { pieces.give(back: piece.bytes) }
    }
  }

  /// Takes the next piece of a list.
  func seal(_ job: SealJob) throws(PublicationError) {
    try comparison?.take(job.lines, list: job.list)
    if let sha256 = job.sha256 {
      open[job.list].madeSHA256 = sha256
    } else {
      open[job.list].digest.update(UnsafeRawBufferPointer(job.bytes))
    }
    open[job.list].bytes += job.bytes.count
    open[job.list].held.append(ChunkPiece(bytes: job.bytes, lines: job.lines))
    open[job.list].heldBytes += job.bytes.count
    heldBytes += job.bytes.count
    if let facts = job.end {
      try close(job.list, facts)
    } else if open[job.list].held.count >= FileWriter.piecesAtOnce,
      open[job.list].file != nil
        || openFiles < Self.mostOpenFiles && !mayBePublished(job.list)
    {
      try writeEarly(job.list)
    } else if heldBytes > heldLimit {
      try writeLargest()
    }
  }

  /// Whether the open chunk of a list may turn out to be one that need not be written.
  private func mayBePublished(_ list: Int) -> Bool {
    holdsChunks && !(comparison?.hasChanged(list: list) ?? false)
  }

  private func close(_ list: Int, _ facts: ChunkFacts) throws(PublicationError) {
    var chunk = open[list]
    let chunkBytes = chunk.bytes
    let sha256 = chunk.madeSHA256 ?? Hexadecimal.string(chunk.digest.finish())
    let sealed = Manifest.Chunk(
      entries: facts.entries, first: facts.first, last: facts.last, bytes: chunkBytes,
      sha256: sha256)
    chunks[list].append(sealed)
    manifestBytes += sealed.bytesOfManifest
    guard manifestBytes <= Manifest.largestSizeInBytes else {
      throw .tooManyChunks(chunks.reduce(0) { $0 + $1.count })
    }
    let isPublished =
      comparison?.endChunk(list: list, as: sealed) ?? false
      || isWhole(folder.place(of: sealed.path), bytes: chunkBytes, sha256: sha256)
    if isPublished {
      reused += 1
      if let file = chunk.file { try writer.remove(file, chunk.twin) }
      for piece in open[list].held { pieces.give(back: piece.bytes) }
      release(list)
    } else {
      try stage(list, as: sealed)
    }
    if chunk.file != nil { openFiles -= 1 }
    open[list] = OpenChunk()
  }

  /// Whether a published chunk is what it was; one that was damaged in its place is written again.
  ///
  /// So is one that cannot be looked at: the new file takes its place.
  private func isWhole(_ path: String, bytes: Int, sha256: String) -> Bool {
    guard let there = try? fileSystem.facts(of: path), there.isFile, there.bytes == bytes else {
      return false
    }
    return (try? fileSystem.sha256(of: path)).map { Hexadecimal.string($0) } == sha256
  }

  private func stage(_ list: Int, as chunk: Manifest.Chunk) throws(PublicationError) {
    let path = chunk.path
    staged.insert(path)
    if open[list].file == nil,
      waiting.take(
        chunk, list: list, isPacked: open[list].madeSHA256 != nil, open[list].held.map(\.bytes))
    {
      for piece in open[list].held { pieces.give(back: piece.bytes) }
      release(list)
      if waiting.isFull { try writeWaiting() }
      return
    }
    let place = staging + "/" + OutputFolder.stagedName(of: path)
    let file: OutputFile
    if let early = open[list].file {
      try fileSystem.rename(early.path, to: place)
      file = early
    } else {
      file = try OutputFile(
        path: place, pastCache: open[list].held.count > 1, fileSystem: fileSystem)
      beginTwin(of: list)
    }
    try writeHeld(list, to: file)
    try writer.finish(file, bytes: chunk.bytes, sha256: chunk.sha256, open[list].twin)
  }

  /// Writes the small chunks that wait; called once more when the sealing thread has ended.
  func writeWaiting() throws(PublicationError) {
    for small in waiting.removeAll() {
      let file = try OutputFile(
        path: staging + "/" + OutputFolder.stagedName(of: small.chunk.path), fileSystem: fileSystem)
      let start = pieces.take()
      start.update(from: small.bytes, count: small.bytes.count)
      let bytes = UnsafeMutableBufferPointer(start: start, count: small.bytes.count)
      let twin = small.isPacked ? nil : writer.beginTwin(of: Self.kind(of: small.list))
      try writer.write(
        [ChunkPiece(bytes: bytes, lines: UnsafeRawBufferPointer(bytes))], to: file, twin)
      try writer.finish(file, bytes: small.bytes.count, sha256: small.chunk.sha256, twin)
    }
  }

  /// Writes the chunk that holds the most memory as far as it has come.
  private func writeLargest() throws(PublicationError) {
    let largest = open.indices.max { open[$0].heldBytes < open[$1].heldBytes }
    if let largest { try writeEarly(largest) }
  }

  /// Writes the open chunk of a list as far as it has come, and what comes from now on.
  private func writeEarly(_ list: Int) throws(PublicationError) {
    if let file = open[list].file { return try writeHeld(list, to: file) }
    // A name of its own: the chunk before may still wait to be written, or to be removed.
    earlyFiles += 1
    let file = try OutputFile(
      path: staging + "/open-\(earlyFiles)", pastCache: true, fileSystem: fileSystem)
    open[list].file = file
    openFiles += 1
    beginTwin(of: list)
    try writeHeld(list, to: file)
  }

  private func beginTwin(of list: Int) {
    guard open[list].madeSHA256 == nil else { return }
    open[list].twin = writer.beginTwin(of: Self.kind(of: list))
  }

  private static func kind(of list: Int) -> DirectoryList {
    list.isMultiple(of: 2) ? .identification : .blocking
  }

  private func writeHeld(_ list: Int, to file: OutputFile) throws(PublicationError) {
    let held = open[list].held
    release(list)
    try writer.write(held, to: file, open[list].twin)
  }

  /// Forgets the held pieces of a list, which are somebody else's now.
  private func release(_ list: Int) {
    heldBytes -= open[list].heldBytes
    open[list].held.removeAll()
    open[list].heldBytes = 0
  }
}
