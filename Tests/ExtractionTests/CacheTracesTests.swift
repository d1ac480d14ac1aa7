import CSystem
import Foundation
import Testing

@testable import Extraction

@Suite struct CacheTracesTests {
  private static let size = CacheTraces.smallestFile + 12_345
  private static let block = 256 << 10

  /// Bytes of a file that are in the cache after a reading that found it there, or not; nil where the
  /// system does not tell, or keeps files nowhere else.
  private func cachedBytes(afterReading size: Int, foundThere: Bool) throws -> Int? {
    let scratch = try Scratch()
    let path = try scratch.file("export.csv", Array(repeating: 0x61, count: size))
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: Self.block, alignment: 16)
    defer { bytes.deallocate() }
    fsync(descriptor)
    callbook_drop_from_cache(descriptor, 0, 0)
    guard (0..<size / 2).contains(Int(callbook_bytes_in_cache(descriptor, 0, Int64(size)))) else {
      return nil
    }
    if foundThere {
      while read(descriptor, bytes, Self.block) > 0 {}
    }
    var traces = CacheTraces(fileEnd: size)
    for offset in stride(from: 0, to: size, by: Self.block) {
      traces.willRead(at: offset, of: descriptor)
      let got = pread(descriptor, bytes, Self.block, off_t(offset))
      traces.didRead(before: offset + got, of: descriptor)
    }
    return Int(callbook_bytes_in_cache(descriptor, 0, Int64(size)))
  }

  @Test func whatWasNotThereGoesAgain() throws {
    guard let cached = try cachedBytes(afterReading: Self.size, foundThere: false) else { return }
    #expect(cached < 1 << 20)
  }

  @Test func whatWasThereStays() throws {
    guard let cached = try cachedBytes(afterReading: Self.size, foundThere: true) else { return }
    #expect(cached >= Self.size / 4 * 3)
  }

  @Test func smallFilesAreLeftToTheSystem() throws {
    let size = CacheTraces.smallestFile - 1
    guard let cached = try cachedBytes(afterReading: size, foundThere: false) else { return }
    #expect(cached >= size / 4 * 3)
  }
}
