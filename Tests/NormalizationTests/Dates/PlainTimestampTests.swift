import Testing

@testable import Normalization

@Suite("Plain timestamps")
struct PlainTimestampTests {
  @Test(
    "what the short way reads, the long way reads the same; it refuses nothing common",
    arguments: [UInt64(1), 2, 3])
  func property(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var reader = try DateReader(format: .iso, timezone: "Asia/Taipei")
    var short = 0
    for round in 0..<100_000 {
      let bytes = timestamp(&random, isChanged: round % 2 == 1)
      bytes.withUnsafeBufferPointer { cell in
        let plain = PlainTimestamp.read(cell)
        short += plain == nil ? 0 : 1
        let long = reader.readAnyLayout(cell)
        let text = String(decoding: cell, as: UTF8.self)
        if plain != nil { #expect(plain?.day == long?.day, "seed \(seed): \(text)") }
        #expect(reader.read(cell) == long, "seed \(seed): \(text)")
      }
    }
    #expect(short > 45_000, "seed \(seed)")
  }

  /// A time in the layout of databases; changed, with up to three other bytes in it.
  private func timestamp(_ random: inout SeededNumbers, isChanged: Bool) -> [UInt8] {
    func two(_ range: ClosedRange<Int>) -> String {
      let value = Int.random(in: range, using: &random)
      return value < 10 ? "0\(value)" : "\(value)"
    }
    let separator = Bool.random(using: &random) ? " " : "T"
    let date = "\(two(19...20))\(two(0...99))-\(two(1...12))-\(two(1...28))"
    var bytes = Array("\(date)\(separator)\(two(0...23)):\(two(0...59)):\(two(0...59))".utf8)
    guard isChanged else { return bytes }
    let others = Array("0123456789-:/ Tt.Z+\u{0}\u{9}年".utf8) + [0x80, 0xAD, 0xFF, 0x2F, 0x3A]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let other = others[Int.random(in: others.indices, using: &random)]
      bytes[Int.random(in: bytes.indices, using: &random)] = other
    }
    return bytes
  }

  @Test("years of the Republic take the long way")
  func republic() throws {
    var reader = try DateReader(format: .roc, timezone: "UTC")
    let read = Array("1900-01-01 00:00:00".utf8).withUnsafeBufferPointer { reader.read($0) }
    #expect(read == nil)
  }
}
