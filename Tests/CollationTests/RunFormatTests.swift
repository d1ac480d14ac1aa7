import Testing

@testable import Collation

@Suite struct RunFormatTests {
  /// The definition: seven bits a byte from the lowest on, a mark in each but the last.
  private func groups(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  @Test("numbers of every length are written in groups of seven bits, and read again")
  func groupsOfSevenBits() throws {
    let region = try MappedRegion(capacity: 1 << 12)
    var values: [UInt64] = [0, .max]
    for bit in 0..<64 { values += [1 << bit, (1 << bit) - 1, 0x5A5A_A5A5_C3C3_3C3C >> (63 - bit)] }
    for value in values {
      // What stands behind is not taken for a part of it.
      region.base.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 64)
      let end = RunFormat.write(value, to: region.base)
      let written = Array(UnsafeRawBufferPointer(start: region.base, count: end - region.base))
      #expect(written == groups(value))
      end.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 32)
      var place = UnsafeRawPointer(region.base)
      #expect(RunFormat.read(&place) == value)
      #expect(place == UnsafeRawPointer(end))
    }
  }
}
