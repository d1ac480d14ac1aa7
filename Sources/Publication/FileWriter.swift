/// Writes files beside the work: one thread writes, another waits until the files are on the disk.
///
/// Jobs are done in the order in which they are given. Memory: at most `depth` pieces wait.
final class FileWriter: Sendable {
  private struct Job: @unchecked Sendable {
    enum Kind {
      case write(UnsafeMutableBufferPointer<UInt8>)
      case finish(bytes: Int)
      case remove
    }
    let file: OutputFile
    let kind: Kind
  }

  /// Pieces that wait to be written: several chunks, which end in bursts, at 256 KiB a piece.
  private static let depth = 32
  /// Files that wait to be synced.
  private static let mostUnsynced = 64

  private let writing: BackgroundWorker<Job>
  private let syncing: BackgroundWorker<OutputFile>?

  /// Starts the threads; files are not synced unless they are `durable`.
  init(isDurable: Bool, pieces: PiecePool, fileSystem: FileSystem) {
    let syncing =
      isDurable
      ? BackgroundWorker(depth: Self.mostUnsynced) { (file: OutputFile) throws(PublicationError) in
        try file.sync()
        file.close()
      } : nil
    self.syncing = syncing
    writing = BackgroundWorker(depth: Self.depth) { (job: Job) throws(PublicationError) in
      switch job.kind {
      case .write(let piece):
        try job.file.write(UnsafeRawBufferPointer(piece))
        pieces.give(back: piece)
      case .finish(let bytes):
        try job.file.checkSize(bytes)
        if let syncing { try syncing.submit(job.file) } else { job.file.close() }
      case .remove:
        job.file.close()
        try fileSystem.remove(job.file.path)
      }
    }
  }

  /// Writes a piece behind what the file has, and gives it back to the pool.
  func write(
    _ piece: UnsafeMutableBufferPointer<UInt8>, to file: OutputFile
  ) throws(PublicationError) {
    try writing.submit(Job(file: file, kind: .write(piece)))
  }

  /// Syncs the file, which must have got so many bytes, if files are durable, and closes it.
  func finish(_ file: OutputFile, bytes: Int) throws(PublicationError) {
    try writing.submit(Job(file: file, kind: .finish(bytes: bytes)))
  }

  /// Syncs a file that is written, if files are durable, and closes it.
  func sync(_ file: OutputFile) throws(PublicationError) {
    if let syncing { try syncing.submit(file) } else { file.close() }
  }

  /// Closes and removes the file.
  func remove(_ file: OutputFile) throws(PublicationError) {
    try writing.submit(Job(file: file, kind: .remove))
  }

  /// Waits until everything is written; nothing may be written afterwards.
  func finishWriting() throws(PublicationError) { try writing.finish() }

  /// Waits until everything is on the disk.
  func finishSyncing() throws(PublicationError) { try syncing?.finish() }
}
