import DirectoryFormat
import Foundation
import Signing
import Testing

@testable import Publication

@Suite struct ChunkSealerTests {
  /// A chunk of some pieces, the last one small, all of one line.
  private func chunk(_ label: Character, pieces count: Int, _ pool: PiecePool) -> [SealJob] {
    (0..<count).map { index in
      let piece = pool.take()
      let size = index == count - 1 ? 4_000 : PiecePool.pieceSizeInBytes
      let line = Array("1\t\(String(repeating: label, count: 29))\n".utf8)
      for place in 0..<size { piece[place] = line[place % line.count] }
      let bytes = UnsafeMutableBufferPointer(start: piece, count: size)
      let end = index == count - 1 ? ChunkFacts(entries: 1, first: 1, last: 1) : nil
      return SealJob(list: 0, bytes: bytes, lines: UnsafeRawBufferPointer(bytes), end: end)
    }
  }

  private func bytes(of jobs: [SealJob]) -> Data {
    jobs.reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
  }

  /// A file whose writer waits until somebody reads the other end.
  private func stall(_ writer: FileWriter, _ pool: PiecePool, at path: String) throws -> FileHandle
  {
    #expect(mkfifo(path, 0o600) == 0)
    let reading = open(path, O_RDONLY | O_NONBLOCK)
    try #require(reading >= 0)
    let file = try OutputFile(path: path, fileSystem: FileSystem())
    let bytes = UnsafeMutableBufferPointer(start: pool.take(), count: PiecePool.pieceSizeInBytes)
    try writer.write([ChunkPiece(bytes: bytes, lines: UnsafeRawBufferPointer(bytes))], to: file)
    // A pipe has no size.
    try writer.finish(file, bytes: 0)
    #expect(fcntl(reading, F_SETFL, 0) == 0)
    return FileHandle(fileDescriptor: reading, closeOnDealloc: true)
  }

  @Test("a chunk that is removed while it waits to be written leaves the next one alone")
  func removal() throws {
    let scratch = try Scratch()
    let folder = OutputFolder(path: scratch.path + "/out")
    let pool = PiecePool()
    let published = chunk("a", pieces: 5, pool)
    let new = chunk("b", pieces: 3, pool)
    let (publishedBytes, newBytes) = (bytes(of: published), bytes(of: new))
    let path = DirectoryPath.chunk(sha256: SHA256.hexadecimal(of: Array(publishedBytes)))
    let place = URL(fileURLWithPath: folder.place(of: path))
    for path in [place.deletingLastPathComponent().path, folder.staging] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }
    try publishedBytes.write(to: place)
    let writer = FileWriter(isDurable: false, pieces: pool, fileSystem: FileSystem())
    let sealer = ChunkSealer(
      slots: 1, heldLimit: 1 << 20, holdsChunks: false, folder: folder, staging: folder.staging,
      fileSystem: FileSystem(), pieces: pool, writer: writer, comparison: nil)
    let stalled = try stall(writer, pool, at: scratch.path + "/fifo")
    for job in published + new { try sealer.seal(job) }
    _ = try stalled.readToEnd()
    try writer.finishWriting()
    #expect(sealer.reused == 1)
    let staged = try #require(sealer.staged.first)
    let written = try Data(
      contentsOf: URL(
        fileURLWithPath: folder.staging + "/" + OutputFolder.stagedName(of: staged)))
    // Not compared within the expectation, which would look for the differences of half a million
    // bytes.
    let isWhole = written == newBytes
    #expect(isWhole, "\(written.count) bytes of \(newBytes.count)")
    #expect(try FileSystem().names(in: folder.staging)?.count == 1)
  }
}
