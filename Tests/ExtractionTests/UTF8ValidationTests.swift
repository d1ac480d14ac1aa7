import Testing

@testable import Extraction

@Suite("Well-formed UTF-8")
struct UTF8ValidationTests {
  @Test(
    "the first byte that does not decode is where the standard library's decoder stops too",
    arguments: [UInt64(11), 12, 13])
  func property(_ seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for _ in 0..<20_000 {
      let bytes = text(&random)
      let found = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { UTF8Validation.firstInvalid($0, 0, buffer.count) }
      }
      #expect(found == Self.firstInvalid(bytes), "seed \(seed): \(bytes)")
      let byScalars = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { UTF8Validation.firstInvalidByScalars($0, 0, buffer.count) }
      }
      #expect(byScalars == found, "seed \(seed): \(bytes)")
    }
  }

  @Test("no pair or triple of bytes behind a long text escapes the check of the whole")
  func everyPattern() {
    let edges: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100)
    for first in edges {
      for second in edges {
        for third in edges {
          for fourth: UInt8 in [0x41, 0x80, 0xBF, 0xC2] {
            // Across the border of two registers, and at the end.
            for place in [62, 96] {
              bytes.replaceSubrange(place..<place + 4, with: [first, second, third, fourth])
              let found = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { UTF8Validation.firstInvalid($0, 0, buffer.count) }
              }
              #expect(found == Self.firstInvalid(bytes), "\(place): \(bytes[place..<place + 4])")
              bytes.replaceSubrange(place..<place + 4, with: "xxxx".utf8)
            }
          }
        }
      }
    }
  }

  /// By the definition: the longest prefix of whole scalars.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var good = 0
    while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { good += scalar.count }
    return good
  }

  /// Stretches of ASCII and of other scripts, one in three with a damaged byte.
  private func text(_ random: inout SeededGenerator) -> [UInt8] {
    let scripts = ["a", "0123456789", "館", "旺財食品行", "é", "\u{800}", "\u{D7FF}", "\u{E000}", "😀"]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let piece = scripts[Int.random(in: scripts.indices, using: &random)]
      bytes += String(repeating: piece, count: Int.random(in: 1...9, using: &random)).utf8
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0x80...0xFF, using: &random)
    }
    return bytes
  }
}
