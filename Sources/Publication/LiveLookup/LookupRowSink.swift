import DirectoryFormat
import LiveLookup
import Signing

/// Writes pieces of rows and their index, and hashes what is published, on a thread of its own.
final class LookupRowSink: @unchecked Sendable {
  struct Job: @unchecked Sendable {
    let list: Int
    let bytes: UnsafeMutableBufferPointer<UInt8>
  }

  /// What becomes of the files of rows.
  enum Purpose {
    /// They are published as they are, and not read before.
    case published
    /// They are published, and compared with former ones before.
    case compared
    /// They are parted into shards and thrown away.
    case parted
  }

  private struct Stream {
    let file: OutputFile
    let index: OutputFile
    var digest: SHA256?
    let maker = LookupIndex.Maker()
  }

  private var streams: [Stream] = []
  private let pieces: PiecePool
  private let writer: FileWriter

  /// Creates the files; what is published is handed to `writer` at the end to be synced.
  init(
    staging: String, purpose: Purpose, pieces: PiecePool, writer: FileWriter,
    fileSystem: FileSystem
  ) throws(PublicationError) {
    self.pieces = pieces
    self.writer = writer
    for useCase in LookupUseCase.allCases {
      let place = Self.place(of: useCase, in: staging)
      streams.append(
        Stream(
          file: try OutputFile(
            path: place, pastCache: purpose == .published, fileSystem: fileSystem),
          index: try OutputFile(
            path: Self.index(of: place), pastCache: true, fileSystem: fileSystem),
          digest: purpose == .parted ? nil : SHA256()))
    }
  }

  static func place(of useCase: LookupUseCase, in staging: String) -> String {
    staging + "/lookup-\(useCase.rawValue)"
  }

  static func index(of place: String) -> String { place + "-index" }

  func take(_ job: Job) throws(PublicationError) {
    defer { pieces.give(back: job.bytes) }
    let bytes = UnsafeRawBufferPointer(job.bytes)
    streams[job.list].digest?.update(bytes)
    let stream = streams[job.list]
    try stream.file.write(bytes)
    do { try stream.maker.add(bytes) } catch { throw .lookup(error) }
    if stream.maker.records.count >= PiecePool.pieceSizeInBytes {
      try write(stream, upTo: PiecePool.pieceSizeInBytes)
    }
  }

  /// Writes the first records that wait.
  private func write(_ stream: Stream, upTo bytes: Int) throws(PublicationError) {
    guard bytes > 0 else { return }
    try stream.index.write(UnsafeRawBufferPointer(rebasing: stream.maker.records[..<bytes]))
    stream.maker.removeRecords(bytes: bytes)
  }

  /// Ends the files of a list, which must have so many bytes and rows; gives the hash of its rows,
  /// empty where they are not published.
  func finish(_ list: Int, bytes: Int, rows: Int) throws(PublicationError) -> String {
    let stream = streams[list]
    try write(stream, upTo: stream.maker.records.count)
    try stream.index.checkSize(rows * LookupIndex.bytesPerRow)
    stream.index.close()
    try stream.file.checkSize(bytes)
    guard var digest = stream.digest else {
      stream.file.close()
      return ""
    }
    try writer.sync(stream.file)
    return Hexadecimal.string(digest.finish())
  }
}
