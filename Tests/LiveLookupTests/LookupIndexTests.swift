import Foundation
import LiveLookup
import Testing

@Suite("The index of rows")
struct LookupIndexTests {
  /// Rows of many lengths, one behind the other, with what the index must say of each.
  private static func rows(
    _ count: Int
  ) -> (bytes: [UInt8], records: [(hash: UInt64, value: Int)]) {
    var bytes: [UInt8] = []
    var records: [(hash: UInt64, value: Int)] = []
    for index in 0..<count {
      // As short as a number may be, as long, and what only a damaged file has.
      let digits = "1\(1000 + index)\(String(repeating: "7", count: 15))".prefix(3 + index % 17)
      let keyword = Array("+\(digits)".utf8)
      let value = [UInt8](repeating: 7, count: 1 + index * 37 % 190)
      var inner: [UInt8] = [0x0A, UInt8(keyword.count)] + keyword + [0x12]
      Varint.append(value.count, to: &inner)
      inner += value
      bytes.append(0x0A)
      Varint.append(inner.count, to: &bytes)
      bytes += inner
      records.append((keyword.withUnsafeBytes { CallerKeyword.hash(of: $0) }, value.count))
    }
    return (bytes, records)
  }

  @Test("a row that ends in the next piece is one row", arguments: [230, 256, 301, 1000, 1 << 20])
  func pieces(size: Int) throws {
    let (bytes, expected) = Self.rows(500)
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let maker = LookupIndex.Maker()
    var written: [UInt8] = []
    try bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = min(start + size, bytes.count)
        try maker.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        written += maker.records
        maker.removeRecords(bytes: maker.records.count)
      }
    }
    #expect(written.count == 500 * LookupIndex.bytesPerRow)
    try Data(written).write(to: URL(filePath: path))
    let reader = try LookupIndex.Reader(path, rows: 100..<500)
    let window = try #require(try reader.window())
    #expect(window.count == 400)
    for place in 0..<400 {
      #expect(window.hash(at: place) == expected[100 + place].hash)
      #expect(window.value(at: place) == expected[100 + place].value)
    }
    #expect(try reader.window()?.count == nil)
    #expect(throws: LookupReadError.self) {
      _ = try LookupIndex.Reader(path, rows: 499..<501).window()
    }
  }

  @Test("records that are taken in part leave the others")
  func takenInPart() throws {
    let (bytes, expected) = Self.rows(100)
    let maker = LookupIndex.Maker()
    try bytes.withUnsafeBytes { try maker.add($0) }
    let last = Array(maker.records.suffix(LookupIndex.bytesPerRow))
    maker.removeRecords(bytes: 99 * LookupIndex.bytesPerRow)
    #expect(Array(maker.records) == last)
    #expect(maker.records.loadUnaligned(as: UInt64.self) == expected[99].hash)
  }

  @Test("bytes that are no rows are told")
  func damaged() {
    #expect(throws: LookupReadError.self) {
      try [UInt8]("nothing".utf8).withUnsafeBytes { try LookupIndex.Maker().add($0) }
    }
  }
}
