import Foundation
import Testing

@testable import Pipelines

@Suite struct CellPlacesTests {
  private func row(
    _ record: String, value: String, column: Int = 1, line: Int = 10, field: String = "tel"
  ) -> RejectsRow {
    var row = RejectsRow()
    (row.path, row.field, row.record, row.value) = ("a.csv", field, record, value)
    (row.line, row.column) = ("\(line)", "\(column)")
    return row
  }

  @Test(
    "The cell is found in the raw text of its record",
    arguments: [
      ("shop,02-1,x", "02-1", 1, 10, 6), ("shop,02-1,x", "02-1", 4, 10, 9),
      ("\"a, b\",\"02 \"\"1\"\"\"", "02 \"1\"", 5, 10, 14), ("店家;  02-1 ;x", "02-1", 1, 10, 6),
      ("\"two\nlines\",02-1", "02-1", 1, 11, 8), ("a\tb\t02-1", "02-1", 2, 10, 6),
      ("\"x\ny\",b", "x\ny", 3, 11, 1),
    ])
  func places(_ record: String, _ value: String, _ column: Int, _ line: Int, _ found: Int) {
    let place = CellPlaces().place(of: row(record, value: value, column: column))
    #expect(place.line == line && place.column == found)
  }

  @Test("Of equal cells the one is meant that other records of the file show")
  func equalCells() {
    var places = CellPlaces()
    for number in ["1", "2", "3"] { places.learn(row("fax,02-\(number)", value: "02-\(number)")) }
    #expect(places.place(of: row("02-9,02-9", value: "02-9")).column == 6)
    #expect(places.place(of: row("x,", value: "")).column == 3)
    #expect(places.place(of: row("elsewhere", value: "02-7")).column == nil)
  }
}

@Suite struct ListingTests {
  private let finding = ListedFinding(
    code: "junk", source: "center", path: "in/a b,é.csv", line: 3, column: 7, field: "tel",
    value: "::error::\u{1B}[31m\n<x>&\"", hint: "The cell holds no phone number.",
    fingerprint: "00000000000000ff:2", night: .new)

  @Test func github() {
    #expect(
      GitHubListing().text(of: [finding])
        == "::warning file=in/a b%2Cé.csv,line=3,col=7,title=junk::The cell holds no phone number. "
        + "Found: tel: ::error::\\u{1B}[31m\\n<x>&\"\n")
    var same = finding
    same.night = .same
    #expect(GitHubListing().text(of: [same]) == "")
  }

  @Test func sarif() throws {
    var fixed = finding
    (fixed.night, fixed.path, fixed.line, fixed.column) = (.fixed, "/in/a.csv", nil, nil)
    fixed.element = "/a/b[3]"
    let text = SARIFListing().text(of: [finding, fixed])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["baselineState"] as? String } == ["new", "absent"])
    #expect(text.contains("\"uri\": \"in/a%20b%2C%C3%A9.csv\""))
    #expect(text.contains("\"uri\": \"file:///in/a.csv\""))
    #expect(text.contains("\"callbookRejection/v1\": \"00000000000000ff:2\""))
    #expect(SARIFListing().text(of: []).contains("\"results\": []") == false)
    _ = try JSONSerialization.jsonObject(with: Data(SARIFListing().text(of: []).utf8))
  }

  @Test func junitIsXML() throws {
    let text = JUnitListing().text(of: [finding, finding])
    #expect(text.contains("tests=\"2\" failures=\"2\""))
    #expect(!text.contains("\u{1B}") && text.contains("&lt;x&gt;&amp;"))
    #expect(text.ranges(of: "<testcase ").count == 2)
  }

  @Test func csv() {
    let records = csvRecords(CSVListing().text(of: [finding]))
    #expect(records.map(\.count) == [12, 12])
    #expect(records[1][0] == "00000000000000ff:2" && records[1][6] == "3" && records[1][7] == "7")
  }

  @Test("A listing tells new, same and fixed rejections, each with a fingerprint of its own")
  func nights() throws {
    let folder = try TestFolder()
    let header = "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"
    func row(_ value: String) -> String { "s,f.csv,2,1,0,,tel,junk,\(value),Clean up.,\(value)\n" }
    try folder.write(header + row("a") + row("gone"), to: "report/2026-11-21-00001/rejects.csv")
    try folder.write(header + row("a") + row("a"), to: "report/2026-11-22-00002/rejects.csv")
    let report = try RunReport.find(folder.path)
    var text = ""
    try RejectsListing(
      of: report, against: report.former("previous"), filter: RejectsFilter(), revealed: false
    ).write(as: CSVListing()) { text += $0 }
    let records = csvRecords(text).dropFirst()
    #expect(records.map { $0[1] } == ["same", "new", "fixed"])
    #expect(Set(records.map { $0[0] }).count == 3)
    #expect(records.first?[0].count == 16)
    text = ""
    try RejectsListing(
      of: report, against: report.former("previous"), filter: RejectsFilter(), revealed: false
    ).write(as: JUnitListing()) { text += $0 }
    #expect(text.contains("tests=\"1\"") && text.ranges(of: "<testcase ").count == 1)
    let grouping = RejectsGrouping(by: NightLine.keys, samples: 1)
    let night = try grouping.groups(of: report, against: report.former("previous"))
    #expect(NightLine.text(of: night) == "2 → 2 rejections; new: junk a, 1 in f.csv")
    #expect(NightLine.text(of: try grouping.groups(of: report)) == nil)
  }
}
