import Records
import Testing

@testable import Normalization

@Suite("Cells in which place after place gives no number")
struct PlacesInVainTests {
  private func read(_ cell: String, region: String = "GB") throws -> CellResult {
    let reader = try CellReader(settings: CellSettings(region: region))
    let result = CellResult()
    Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    return result
  }

  @Test("behind the 64th place the rest is refused in one piece, to its end")
  func rest() throws {
    let cell = String(repeating: "tel 1; ", count: 100)
    let result = try read(cell)
    #expect(result.numbers.count == 0)
    try #require(result.rejections.count == 65)
    let rest = result.rejections[64]
    #expect(rest.reason == .junk)
    #expect(rest.column == 64 * 7 + 5)
    #expect(Int(rest.valueOffset) + Int(rest.valueCount) == cell.utf8.count - 1)
    let note = (0..<Int(rest.noteCount)).map { result.bytes[Int(rest.noteOffset) + $0] }
    #expect(String(decoding: note, as: UTF8.self).hasPrefix("So many parts"))
  }

  @Test("a number among the first places is given, one behind them is part of the rest")
  func numbersAmong() throws {
    let number = "020 7946 0018; "
    let parts = String(repeating: "tel 1; ", count: 63)
    #expect(try read(parts + number).numbers.count == 1)
    #expect(try read(parts + "tel 1; " + number).numbers.count == 0)
    #expect(try read(parts + "tel 1; " + number).rejections.count == 65)
  }

  @Test("behind 512 tokens that are no number the rest belongs to the first that was rejected")
  func longRejected() throws {
    let number = " 01 45 12 34 56"
    let some = try read(String(repeating: "1/", count: 200) + number, region: "FR")
    #expect(some.numbers.count == 1)
    let many = String(repeating: "1/", count: 300) + number
    let all = try read(many, region: "FR")
    #expect(all.numbers.count == 0)
    try #require(all.rejections.count == 1)
    #expect(Int(all.rejections[0].valueCount) == many.utf8.count)
  }

  @Test("a list of numbers is read to its end")
  func longLists() throws {
    let numbers = (100..<350).map { "020 7946 0\($0)" }
    let result = try read(numbers.joined(separator: "; "))
    #expect(result.numbers.count == 250)
    #expect(result.rejections.count == 0)
  }
}
