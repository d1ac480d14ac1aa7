import Testing

@testable import Publication

@Suite("Columns of twins")
struct ByteColumnTests {
  @Test(
    "a number that is added several times at once is what it is added one by one",
    arguments: [
      1, 127, 128, 300, 20_000, 3_000_000, 1 << 30, 1 << 38, 1 << 45, UInt64.max,
    ] as [UInt64])
  func times(value: UInt64) {
    for times in [1, 2, 3, 7, 8, 9, 23, 24, 25, 99, 40_000] {
      var atOnce = ByteColumn()
      var alone = ByteColumn()
      atOnce.append(varint: 5)
      alone.append(varint: 5)
      atOnce.append(varint: value, times: times)
      for _ in 0..<times { alone.append(varint: value) }
      #expect(Array(atOnce.bytes) == Array(alone.bytes))
    }
  }
}
