import Extraction
import Normalization
import Records
import Testing

@testable import Pipelines

@Suite struct ReportSheetTests {
  /// The sheets' lines for all records of a source.
  private func lines(
    _ settings: RunSettings
  ) throws -> (rejects: [[String]], repairs: [[String]]) {
    let extractor = try Extractor(sources: settings.sources)
    let names = SourceNames(extractor: extractor, sources: settings.sources.map(\.name))
    let normalizer = try Normalizer(settings: settings.normalization[0])
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    let sheet = ReportSheet()
    while try extractor.next(into: batch) {
      normalized.removeAll()
      _ = normalizer.normalize(batch, from: 0, into: normalized)
      sheet.add(normalized, of: batch, names: names)
    }
    return (
      csvRecords(String(decoding: sheet.rejects.elements, as: UTF8.self)),
      csvRecords(String(decoding: sheet.repairs.elements, as: UTF8.self))
    )
  }

  @Test func aRejectionIsToldWithItsPlaceAndItsRecord() throws {
    let folder = try TestFolder()
    try folder.write(
      "n,l\n02-5566-7788,\"A, B\"\n\"洽,櫃台\",\"C \"\"D\"\"\"\n", to: "a.csv")
    let found = try lines(folder.settings(SamplePipeline.minimal)).rejects
    let columns = csvRecords(ReportSheet.rejectsHeader)[0]
    #expect(found.count == 1)
    let line = Dictionary(uniqueKeysWithValues: zip(columns, try #require(found.first)))
    #expect(line["source"] == "one")
    #expect(line["path"] == folder.path + "/a.csv")
    #expect(line["line"] == "3")
    #expect(line["column"] == "1")
    #expect(line["byte_offset"] == "24")
    #expect(line["element"] == "")
    #expect(line["field"] == "n")
    #expect(line["value"] == "洽,櫃台")
    #expect(line["hint"]?.isEmpty == false)
    #expect(line["record"] == "\"洽,櫃台\",\"C \"\"D\"\"\"")
  }

  @Test func anElementIsToldWithItsPathAndItsCells() throws {
    let folder = try TestFolder()
    try folder.write(
      "<E><L n=\"02-5566-7788\"><O>A</O></L>\n<L n=\"call us\"><O>B</O></L></E>", to: "a.xml")
    let pipeline = SamplePipeline.minimal(
      "sources: [{ name: one, path: a.xml, format: xml, record: /E/L, "
        + "columns: { number: \"@n\", label: O } }]",
      insteadOf: "sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]")
    let line = try #require(try lines(folder.settings(pipeline)).rejects.first)
    #expect(line[2] == "2")
    #expect(line[5] == "/E/L[2]/@n")
    #expect(line[10] == "@n=call us; O=B")
  }

  @Test func aRepairShowsTheCellBeforeAndAfter() throws {
    let folder = try TestFolder()
    try folder.write("n,l\n255667788,A\n", to: "a.csv")
    let found = try lines(folder.settings(SamplePipeline.minimal)).repairs
    let columns = csvRecords(ReportSheet.repairsHeader)[0]
    let line = Dictionary(uniqueKeysWithValues: zip(columns, try #require(found.first)))
    #expect(line["before"] == "255667788")
    #expect(line["after"]?.contains("255667788") == true)
    #expect(line["repair"]?.isEmpty == false)
  }

  @Test(arguments: ["x", "é", "店", "📞"])
  func aLongRecordIsCutAtACharactersBorder(_ character: String) {
    for offset in 0..<4 {
      let text = String(repeating: "x", count: offset) + String(repeating: character, count: 5000)
      let part = Array(text.utf8).withUnsafeBufferPointer {
        String(decoding: ReportSheet.firstPart(of: $0), as: UTF8.self)
      }
      #expect(text.hasPrefix(part), "offset \(offset)")
      #expect(part.utf8.count <= 4096 && part.utf8.count > 4096 - character.utf8.count)
    }
  }

  @Test func aRecordOfFourKibibytesIsWhole() {
    for count in [0, 1, 4095, 4096] {
      let text = [UInt8](repeating: 0x41, count: count)
      #expect(text.withUnsafeBufferPointer { ReportSheet.firstPart(of: $0).count } == count)
    }
  }
}
