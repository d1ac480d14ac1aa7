import Foundation
import Testing

@testable import Publication

@Suite("Output files")
struct OutputFileTests {
  @Test(
    "a file has the bytes that were written, past the page cache or through it",
    arguments: [true, false],
    [[262_144, 262_144, 4_096], [8_192, 100], [4_096, 77, 4_096, 8_192], [1, 2], [12_388, 5]])
  func bytes(pastCache: Bool, lengths: [Int]) throws {
    let folder = NSTemporaryDirectory() + "output-file-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pieces = PiecePool()
    let file = try OutputFile(
      path: folder + "/file", pastCache: pastCache, fileSystem: FileSystem())
    var expected: [UInt8] = []
    for (position, length) in lengths.enumerated() {
      let piece = pieces.take()
      for index in 0..<length { piece[index] = UInt8(truncatingIfNeeded: index &* 7 &+ position) }
      let filled = UnsafeMutableBufferPointer(start: piece, count: length)
      expected += filled
      try file.write(UnsafeRawBufferPointer(filled))
      pieces.give(back: filled)
    }
    try file.sync()
    file.close()
    #expect(file.bytes == expected.count)
    #expect(FileManager.default.contents(atPath: folder + "/file") == Data(expected))
  }

  @Test("a file that holds more or less than was meant for it is an error")
  func size() throws {
    let scratch = try Scratch()
    let file = try OutputFile(path: scratch.path + "/file", fileSystem: FileSystem())
    defer { file.close() }
    try Array("abc".utf8).withUnsafeBytes { try file.write($0) }
    try file.checkSize(3)
    #expect(throws: PublicationError.self) { try file.checkSize(4) }
    #expect(throws: PublicationError.self) { try file.checkSize(2) }
  }

  @Test(
    "what somebody lays down after the look is neither written to nor waited for",
    arguments: ["link", "name", "pipe"], [OutputFile.Start.appending, .publicly, .privately])
  func laid(_ kind: String, as start: OutputFile.Start) throws {
    let scratch = try Scratch()
    let (path, victim) = (scratch.path + "/file", scratch.path + "/victim")
    #expect(FileManager.default.createFile(atPath: victim, contents: Data("theirs".utf8)))
    let fileSystem = FileSystem { call in
      guard call.kind == .create else { return nil }
      switch kind {
      case "link": symlink(victim, path)
      case "name": link(victim, path)
      default: mkfifo(path, 0o600)
      }
      return nil
    }
    let mode = try FileManager.default.attributesOfItem(atPath: victim)[.posixPermissions] as? Int
    #expect(throws: PublicationError.self) {
      try fileSystem.write(Array("ours".utf8), to: path, as: start)
    }
    #expect(FileManager.default.contents(atPath: victim) == Data("theirs".utf8))
    #expect(
      try FileManager.default.attributesOfItem(atPath: victim)[.posixPermissions] as? Int == mode)
  }
}
