import Records
import Testing

@testable import Publication

@Suite struct LineFormatterTests {
  /// What is written for a number, with the bytes behind it that have to be left to others.
  private func written(_ number: UInt64) -> (text: String, isWithinSpare: Bool) {
    let room = LineFormatter.spare
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: room + 8)
    defer { bytes.deallocate() }
    bytes.initialize(repeating: 0xEE, count: room + 8)
    let end = DecimalDigits.write(number, at: bytes)
    let digits = UnsafeBufferPointer(start: bytes, count: end - bytes)
    let behind = UnsafeBufferPointer(start: bytes + room, count: 8)
    return (String(decoding: digits, as: UTF8.self), behind.allSatisfy { $0 == 0xEE })
  }

  @Test(arguments: 1...19)
  func numbersOfEveryLengthAreWritten(digits: Int) {
    let smallest = UInt64("1" + String(repeating: "0", count: digits - 1)) ?? 0
    let largest =
      digits == 19 ? UInt64(Int64.max) : UInt64(String(repeating: "9", count: digits)) ?? 0
    let mixed = UInt64("1020304050607080901".prefix(digits)) ?? 0
    for number in [smallest, smallest + 7, mixed, largest - 1, largest] {
      #expect(written(number).text == "\(number)")
      #expect(written(number).isWithinSpare)
    }
  }

  @Test(arguments: [UInt64(1), 2])
  func drawnNumbersAreWritten(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<10_000 {
      let number = UInt64.random(in: 1...UInt64(Int64.max), using: &generator)
      let shorter = max(1, number >> UInt64.random(in: 0..<63, using: &generator))
      #expect(written(number).text == "\(number)")
      #expect(written(shorter).text == "\(shorter)")
    }
  }
}
