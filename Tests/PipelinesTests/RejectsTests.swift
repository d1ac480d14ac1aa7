import Foundation
import Testing

@testable import Pipelines

@Suite struct RejectsTests {
  private let header =
    "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"

  private func grouped(
    _ text: String, by key: RejectsGrouping.Key, reason: String? = nil, samples: Int = 0
  ) throws -> RejectsGrouping {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appendingPathComponent("rejects.csv"))
    var grouping = RejectsGrouping(
      by: key, filter: try RejectsFilter(reason: reason), samples: samples)
    try RejectsReader.read(folder.path) { grouping.add($0) }
    return grouping
  }

  private var report: String {
    header + #"""
      a,x.csv,2,1,10,,tel,unassigned,02-1,"Check. (read as ""2"")","02-1,
      shop"
      a,x.csv,4,1,20,,tel,unassigned,03-7,Check.,"03-7"
      b,y.csv,5,1,30,,tel,junk,"a, ""b""",Clean up.,r
      a,x.csv,9,1,40,,fax,junk,２,Clean up.,r

      """#
  }

  @Test func groupsAreCountedLargestFirst() throws {
    let byReason = try grouped(report, by: .reason)
    #expect(byReason.total == 4)
    #expect(
      byReason.largestFirst.map { "\($0.count) \($0.reason) \($0.hint)" } == [
        "2 junk Clean up.", "2 unassigned Check.",
      ])
    let byShape = try grouped(report, by: .shape)
    #expect(byShape.largestFirst.map(\.name) == ["99-9", "9", "a, \"b\""])
    let bySource = try grouped(report, by: .source)
    #expect(
      bySource.largestFirst.map { "\($0.name) \($0.reason)" } == [
        "a unassigned", "a junk", "b junk",
      ])
  }

  @Test func samplesAreTheFirstRowsThatPassTheFilter() throws {
    let grouping = try grouped(report, by: .reason, reason: "unassigned", samples: 1)
    #expect(grouping.matched == 2)
    #expect(grouping.largestFirst.map { $0.samples.map(\.value) } == [["02-1"]])
    #expect(grouping.largestFirst.first?.samples.first?.line == "2")
  }

  @Test func rowsAreTheSameHoweverTheFileIsCut() throws {
    let whole = Array(report.utf8)
    for cut in 0...whole.count {
      var parser = QuotedRecordParser()
      var records: [[String]] = []
      for part in [whole[..<cut], whole[cut...], []] where part != [] || cut == whole.count {
        #expect(parser.parse(part) { records.append($0) })
      }
      #expect(records.count == 5)
      #expect(records[1].last == "02-1,\nshop")
      #expect(records[3][8] == "a, \"b\"")
    }
  }

  @Test(arguments: [
    ("", "no column"), ("a,b\n", "no column \"source\""),
    ("source,path,line,column,element,field,reason,value,hint,record\n\"a", "does not end"),
  ])
  func whatIsNoReportIsNamed(_ text: String, _ words: String) {
    let error = #expect(throws: RejectsError.self) { try grouped(text, by: .reason) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func aGroupNamesItsReasonOnce() throws {
    for key in RejectsGrouping.Key.allCases {
      let text = try grouped(report, by: key, samples: 1).document(mostGroups: 1).json()
      let head = text.prefix(upTo: try #require(text.firstRange(of: "\"hint\"")).lowerBound)
      #expect(head.ranges(of: "\"reason\"").count == 1, "\(head)")
      #expect(text.contains("\"line\": 4") || text.contains("\"line\": 5") || key != .reason)
    }
  }

  @Test func aReasonThatIsNoneIsNamed() {
    let error = #expect(throws: RejectsError.self) { try RejectsFilter(reason: "junkk") }
    #expect(error?.description.contains("(nearest: \"junk\")") == true)
  }

  @Test func recordsAreGivenOnceAsTheyStandInTheirExport() throws {
    var picked = RejectedRecords(filter: try RejectsFilter(source: "a"))
    func row(_ source: String, _ line: String, _ record: String, _ element: String = "")
      -> RejectsRow
    {
      var row = RejectsRow()
      (row.source, row.path, row.line) = (source, "x", line)
      (row.record, row.element) = (record, element)
      return row
    }
    let rows = [
      row("a", "2", "02-1,shop"), row("a", "2", "02-1,shop"), row("b", "3", "other"),
      row("a", "4", String(repeating: "x", count: 4096)), row("a", "5", "@n=1", "/a/b[1]"),
      row("a", "6", "03-7,\"two\nlines\""),
    ]
    #expect(
      rows.compactMap { picked.record(of: $0) } == ["02-1,shop", "03-7,\"two\nlines\""])
    #expect(picked.given == 2 && picked.notCSV == 1 && picked.cut == 1)
  }

  @Test func anOutputFolderStandsForItsLastReport() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, age) in [("refused", 60.0), (String(repeating: "a", count: 64), 0)] {
      let report = folder.appendingPathComponent("report/" + name)
      try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
      let file = report.appendingPathComponent("rejects.csv")
      try Data(self.report.utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file.path)
    }
    for path in [folder.path, folder.path + "/report", folder.path + "/report/"] {
      let read = try RejectsReader.read(path) { _ in }
      #expect(read.hasSuffix("aaaa/rejects.csv"), "\(read)")
    }
  }

  @Test func aMissingReportIsNamed() throws {
    #expect(throws: RejectsError.self) { try RejectsReader.read("/nonexistent") { _ in } }
    let empty = try TestFolder()
    #expect(throws: RejectsError.noReport(folder: empty.path)) {
      try RejectsReader.read(empty.path) { _ in }
    }
  }
}
