import DirectoryFormat

/// Bytes of a chunk, and the whole lines in the same memory.
struct ChunkPiece: @unchecked Sendable {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let lines: UnsafeRawBufferPointer
}

/// Writes files beside the work: one thread writes, another waits until the files are on the disk.
///
/// Jobs are done in the order in which they are given. Memory: at most `depth` jobs wait, each of
/// `piecesAtOnce` pieces at most.
final class FileWriter: Sendable {
  private struct Job: @unchecked Sendable {
    enum Kind {
      case write([ChunkPiece])
      case finish(bytes: Int, sha256: String)
      case remove
    }
    let file: OutputFile
    let twin: TwinPacking.Twin?
    let kind: Kind
  }

  /// Pieces that are written by one call: each is a turn of the disk and of threads.
  static let piecesAtOnce = 4
  /// Jobs that wait: several chunks, which end in bursts.
  private static let depth = 12
  /// Files that wait to be synced.
  private static let mostUnsynced = 64

  private let packing: TwinPacking?
  private let writing: BackgroundWorker<Job>
  private let syncing: BackgroundWorker<OutputFile>?

  /// Starts the threads; files are not synced unless they are `durable`.
  init(
    isDurable: Bool, pieces: PiecePool, fileSystem: FileSystem, packing: TwinPacking? = nil
  ) {
    self.packing = packing
    let syncing =
      isDurable
      ? BackgroundWorker(depth: Self.mostUnsynced) { (file: OutputFile) throws(PublicationError) in
        try file.sync()
        file.close()
      } : nil
    self.syncing = syncing
    writing = BackgroundWorker(depth: Self.depth) { (job: Job) throws(PublicationError) in
      switch job.kind {
      case .write(let written):
        try job.file.write(written.map { UnsafeRawBufferPointer($0.bytes) })
        for piece in written {
          if let packing, let twin = job.twin {
            try packing.pack(piece.lines, of: piece.bytes, into: twin)
          } else {
            pieces.give(back: piece.bytes)
          }
        }
      case .finish(let bytes, let sha256):
        if let packing, let twin = job.twin {
          try packing.finish(twin, sha256: sha256, bytes: bytes)
        }
        try job.file.checkSize(bytes)
        if let syncing { try syncing.submit(job.file) } else { job.file.close() }
      case .remove:
        if let packing, let twin = job.twin { try packing.remove(twin) }
        job.file.close()
        try fileSystem.remove(job.file.path)
      }
    }
  }

  /// The twin of a chunk that begins to be written; nil where it is not packed on the way.
  func beginTwin(of list: DirectoryList) -> TwinPacking.Twin? { packing?.begin(list) }

  /// Writes pieces behind what the file has, packs their lines, and gives them back to the pool.
  func write(
    _ pieces: [ChunkPiece], to file: OutputFile, _ twin: TwinPacking.Twin? = nil
  ) throws(PublicationError) {
    var rest = pieces[...]
    while !rest.isEmpty {
      try writing.submit(
        Job(file: file, twin: twin, kind: .write(Array(rest.prefix(Self.piecesAtOnce)))))
      rest = rest.dropFirst(Self.piecesAtOnce)
    }
  }

  /// Syncs the file, which must have got so many bytes, if files are durable, and closes it.
  func finish(
    _ file: OutputFile, bytes: Int, sha256: String = "", _ twin: TwinPacking.Twin? = nil
  ) throws(PublicationError) {
    try writing.submit(
      Job(file: file, twin: twin, kind: .finish(bytes: bytes, sha256: sha256)))
  }

  /// Syncs a file that is written, if files are durable, and closes it.
  func sync(_ file: OutputFile) throws(PublicationError) {
    if let syncing { try syncing.submit(file) } else { file.close() }
  }

  /// Closes and removes the file.
  func remove(_ file: OutputFile, _ twin: TwinPacking.Twin? = nil) throws(PublicationError) {
    try writing.submit(Job(file: file, twin: twin, kind: .remove))
  }

  /// Waits until everything is written; nothing may be written afterwards.
  func finishWriting() throws(PublicationError) { try writing.finish() }

  /// Waits until everything is on the disk.
  func finishSyncing() throws(PublicationError) { try syncing?.finish() }
}
