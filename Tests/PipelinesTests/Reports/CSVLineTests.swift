import Records
import Testing

@testable import Pipelines

@Suite struct CSVLineTests {
  private func line(_ fields: [String]) -> String {
    var buffer = ElementBuffer<UInt8>()
    var line = CSVLine()
    for field in fields { line.field(field, to: &buffer) }
    line.end(in: &buffer)
    return String(decoding: buffer.elements, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain 店", "plain 店"), ("", ""), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""),
    ("two\nlines", "\"two\nlines\""), ("a\rb", "\"a\rb\""), (" edge", "\" edge\""),
    ("edge ", "\"edge \""), ("\tedge", "\"\tedge\""), ("\"", "\"\"\"\""),
  ])
  func aFieldIsQuotedOnlyWhereItMustBe(_ field: String, _ written: String) {
    #expect(line([field]) == written + "\n")
  }

  @Test func fieldsOfEveryKindAreSeparated() {
    var buffer = ElementBuffer<UInt8>()
    var line = CSVLine()
    line.emptyField(to: &buffer)
    line.field(UInt64.max, to: &buffer)
    line.emptyField(to: &buffer)
    line.field(-1, to: &buffer)
    line.end(in: &buffer)
    #expect(String(decoding: buffer.elements, as: UTF8.self) == ",18446744073709551615,,-1\n")
  }

  @Test(arguments: UInt64(1)...40)
  func whatIsWrittenIsReadBack(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let pieces = ["\"", ",", "\n", "\r", " ", "\t", "x", "店", "\"\"", "\u{FEFF}", "\u{0}"]
    let records = (0..<20).map { _ in
      (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        (0..<Int.random(in: 0...6, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
    }
    let text = records.map(line).joined()
    #expect(csvRecords(text) == records, "seed \(seed)")
  }
}
