/// A file of any length that is written from start to end: one beyond a MiB is written by a thread
/// beside the work, and past the page cache.
///
/// Memory: at most 13 pieces of 256 KiB; of a short file as many as it fills. Used by
/// one thread at a time.
package final class LongFile {
  private struct Pieces: @unchecked Sendable {
    let filled: [UnsafeMutableBufferPointer<UInt8>]
  }

  private let file: OutputFile
  private let pool = PiecePool()
  private var piece: UnsafeMutablePointer<UInt8>?
  private var count = 0
  private var filled: [UnsafeMutableBufferPointer<UInt8>] = []
  /// Nil as long as the file is short.
  private var writer: BackgroundWorker<Pieces>?

  /// Goes on behind what a file has, nothing as yet.
  package init(_ file: OutputFile) { self.file = file }

  deinit {
    // Whoever gave the file up has been told why.
    try? writer?.finish()
    for piece in filled { pool.give(back: piece) }
    if let piece { pool.give(back: piece) }
  }

  /// Adds bytes.
  package func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(PublicationError) {
    var rest = bytes
    while let source = rest.baseAddress, !rest.isEmpty {
      let open = piece ?? pool.take()
      piece = open
      let more = min(rest.count, PiecePool.pieceSizeInBytes - count)
      (open + count).update(from: source, count: more)
      count += more
      rest = UnsafeBufferPointer(rebasing: rest[more...])
      if count == PiecePool.pieceSizeInBytes { try endPiece() }
    }
  }

  /// Writes what is left and gives the file back; nothing may be added afterwards.
  package func finish() throws(PublicationError) -> OutputFile {
    if let piece, count > 0 {
      filled.append(UnsafeMutableBufferPointer(start: piece, count: count))
      self.piece = nil
      count = 0
    }
    if let writer {
      try submit(to: writer)
      try writer.finish()
    } else {
      for piece in filled { try file.write(UnsafeRawBufferPointer(piece)) }
    }
    return file
  }

  private func endPiece() throws(PublicationError) {
    if let piece { filled.append(UnsafeMutableBufferPointer(start: piece, count: count)) }
    piece = nil
    count = 0
    if filled.count == FileWriter.piecesAtOnce { try submit(to: writer ?? begin()) }
  }

  private func begin() -> BackgroundWorker<Pieces> {
    file.goPastCache()
    let writer = BackgroundWorker(depth: 1) {
      [file, pool] (pieces: Pieces) throws(PublicationError) in
      try file.write(pieces.filled.map { UnsafeRawBufferPointer($0) })
      for piece in pieces.filled { pool.give(back: piece) }
    }
    self.writer = writer
    return writer
  }

  private func submit(to writer: BackgroundWorker<Pieces>) throws(PublicationError) {
    let pieces = Pieces(filled: filled)
    filled = []
    if !pieces.filled.isEmpty { try writer.submit(pieces) }
  }
}
