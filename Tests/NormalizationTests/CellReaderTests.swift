import Records
import Testing

@testable import Normalization

@Suite("Reading a phone cell")
struct CellReaderTests {
  @Test(
    "plain numbers",
    arguments: [
      ("TW", "02-5566-7788", 886_255_667_788 as Int64), ("TW", "(04)22289111", 886_422_289_111),
      ("CN", "010-61001234", 861_061_001_234), ("CN", "180 1234 1234", 8_618_012_341_234),
      // A 0 is dialled before these, and not written.
      ("UY", "2123 9961", 59_821_239_961), ("UY", "2123-9961", 59_821_239_961),
      ("UY", "094 231 234", 59_894_231_234), ("KI", "31281", 68_631_281),
      ("BO", "71234561", 59_171_234_561), ("MN", "5312-3451", 97_653_123_451),
    ])
  func plain(region: String, cell: String, number: Int64) throws {
    let reader = try CellReader(settings: CellSettings(region: region))
    let result = CellResult()
    Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    #expect(result.numbers.count == 1 && result.repairs.count == 0)
    #expect(result.numbers.count == 1 && result.numbers[0].number == number)
  }

  @Test("a region without a plan is an error")
  func unknownRegion() {
    #expect(throws: CellSettingsError.unknownRegion("XX")) {
      try CellReader(settings: CellSettings(region: "XX"))
    }
  }
}
