import Foundation
import Testing

@testable import Publication

@Suite("Long files")
struct LongFileTests {
  /// What a file holds to which so many bytes were added, so many at once.
  private func written(_ count: Int, by step: Int, in folder: String) throws -> [UInt8] {
    let path = folder + "/\(count)-\(step)"
    let long = LongFile(try OutputFile(path: path, fileSystem: FileSystem()))
    let bytes = Self.bytes(count)
    for start in stride(from: 0, to: count, by: step) {
      try bytes[start..<min(start + step, count)].withUnsafeBufferPointer { try long.add($0) }
    }
    let file = try long.finish()
    try file.sync()
    file.close()
    #expect(file.bytes == count)
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 13) }
  }

  @Test(
    "a file holds the bytes that were added, short or long",
    arguments: [0, 1, 4_096, 262_143, 262_144, 262_145, 1 << 20, (1 << 20) + 1, 5_000_000],
    [700_001, 262_144])
  func holdsItsBytes(count: Int, step: Int) throws {
    let scratch = try Scratch()
    #expect(try written(count, by: step, in: scratch.path) == Self.bytes(count))
  }

  @Test("one that is given up leaves no thread behind that waits")
  func isGivenUp() throws {
    let scratch = try Scratch()
    let bytes = Self.bytes(2 << 20)
    for _ in 0..<3 {
      let file = try OutputFile(path: scratch.path + "/file", fileSystem: FileSystem())
      let long = LongFile(file)
      try bytes.withUnsafeBufferPointer { try long.add($0) }
    }
  }
}
