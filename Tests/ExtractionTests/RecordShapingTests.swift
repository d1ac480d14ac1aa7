import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct RecordShapingTests {
  private func file(_ text: String, _ name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/shaping-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    return folder + "/" + name
  }

  /// Every record: `-` for one that is left out, else its cells as column=text.
  private func records(_ source: SourceDescription) throws -> [String] {
    let extractor = try Extractor(sources: [source])
    let batch = RecordBatch()
    var records: [String] = []
    while try extractor.next(into: batch) {
      for record in batch.records.elements {
        let cells = Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)
        let text = cells.map { index -> String in
          let cell = batch.cells[index]
          let name = extractor.fieldName(ofColumn: Int(cell.column), inSource: 0)
          return "\(name)=\(String(decoding: batch.bytes(of: cell), as: UTF8.self))"
        }
        records.append(record.state == .excluded ? "-" : text.joined(separator: " "))
      }
    }
    try extractor.finish()
    return records
  }

  private func csv(_ rows: String, _ filters: [RowFilter]) throws -> [String] {
    var source = SourceDescription(
      name: "one", files: [try file("n,s,l,t\n" + rows, "a.csv")], format: .csv(CSVOptions()),
      columns: [
        MappedColumn(field: .number, selector: .name("n")),
        MappedColumn(field: .label, selector: .name("l")),
      ])
    source.filters = filters
    source.constants = [ConstantCell(field: .areaCode, text: "02")]
    return try records(source)
  }

  @Test func recordsAreTakenByTheTextOfTheirColumns() throws {
    let rows = "1, OPEN ,A,x\n2,closed,B,x\n3,營業,\"C\",x\n4,,D,x\n5,open,E,y\n6\n"
    let filters = [
      RowFilter(selector: .name("s"), values: ["open", "營業"]),
      RowFilter(selector: .position(4), values: ["X"]),
    ]
    #expect(
      try csv(rows, filters) == [
        "n=1 l=A area_code=02", "-", "n=3 l=C area_code=02", "-", "-", "-",
      ])
    let empty = [RowFilter(selector: .name("s"), values: [""])]
    let taken = try csv(rows, empty)
    #expect(taken[3] == "n=4 l=D area_code=02" && taken[0] == "-" && taken[5].hasPrefix("n=6"))
  }

  @Test func constantsGoToRecordsThatHoldAnything() throws {
    let records = try csv("1,a,A,\n , , ,\n,,,\n2,,,\n", [])
    #expect(records[0] == "n=1 l=A area_code=02")
    #expect(!records[1].contains("area_code") && !records[2].contains("area_code"))
    #expect(records[3].contains("area_code=02"))
  }

  @Test func aFilterOfAColumnThatIsNotThereIsAnError() throws {
    #expect(throws: ExtractionErrors.self) {
      try csv("1,a,A,\n", [RowFilter(selector: .name("nope"), values: ["x"])])
    }
  }

  @Test func elementsAreFilteredByAnyOfTheirTexts() throws {
    var source = SourceDescription(
      name: "one",
      files: [
        try file(
          "<a><b n='1'><s>closed</s><s>open</s></b><b n='2'><s>closed</s></b><b n='3'/></a>",
          "a.xml")
      ], format: .xml(XMLOptions(recordPath: "/a/b")),
      columns: [MappedColumn(field: .number, selector: .path("@n"))])
    source.filters = [RowFilter(selector: .path("s"), values: ["open"])]
    #expect(try records(source) == ["@n=1", "-", "-"])
    source.filters = [RowFilter(selector: .path("s"), values: ["", "open"])]
    #expect(try records(source) == ["@n=1", "-", "@n=3"])
  }
}
