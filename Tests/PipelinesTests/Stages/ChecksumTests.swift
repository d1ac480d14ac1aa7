import Testing

@testable import Pipelines

/// Checksums against values of the `xxhsum` program (0.8.1).
@Suite struct ChecksumTests {
  @Test(arguments: [
    ("", "99aa06d3014798d86001c324468d497f"), ("callbook", "b0050a340c2d308ffbe69166634bf812"),
  ])
  func knownBytesHaveTheirChecksum(_ text: String, _ expected: String) {
    let checksum = Checksum()
    Array(text.utf8).withUnsafeBytes { checksum.add($0) }
    #expect(checksum.hexadecimal == expected)
  }

  @Test func piecesOfAnyLengthComeToTheSame() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let whole = Checksum()
    bytes.withUnsafeBytes { whole.add($0) }
    for length in [1, 3, 64, 255, 1024, 4999] {
      let parted = Checksum()
      for start in stride(from: 0, to: bytes.count, by: length) {
        bytes[start..<min(start + length, bytes.count)].withUnsafeBytes { parted.add($0) }
      }
      #expect(parted.hexadecimal == whole.hexadecimal, "pieces of \(length)")
    }
  }

  @Test func anyBitOfAFrameIsInItsDigest() {
    let payload = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    let header = FrameHeader(kind: .run, split: 1, part: 2, length: 300, sequence: 3)
    let digest = payload.withUnsafeBytes { header.digest(of: $0) }
    for bit in 0..<(8 * payload.count) {
      var damaged = payload
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(damaged.withUnsafeBytes { header.digest(of: $0) } != digest, "bit \(bit)")
    }
    var other = header
    other.sequence = 4
    #expect(payload.withUnsafeBytes { other.digest(of: $0) } != digest)
  }
}
