import Foundation
import Testing

@testable import Pipelines

@Suite struct RejectsTests {
  private let header =
    "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"

  private func grouped(
    _ text: String, by keys: RejectsGrouping.Key..., reason: String? = nil, samples: Int = 0,
    workers: Int = 1
  ) throws -> RejectsGroupingResult {
    let folder = try TestFolder()
    try folder.write(text, to: "rejects.csv")
    let grouping = RejectsGrouping(
      by: keys, filter: try RejectsFilter(reason: reason), samples: samples, workers: workers)
    return try grouping.groups(of: RunReport.find(folder.path))
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
      byReason.groups.map { "\($0.count) \($0.reason) \($0.hint)" } == [
        "2 junk Clean up.", "2 unassigned Check.",
      ])
    let byShape = try grouped(report, by: .shape)
    #expect(byShape.groups.map(\.names) == [["99-9"], ["9"], ["a, \"a\""]])
    let bySource = try grouped(report, by: .source, .file)
    #expect(
      bySource.groups.map { "\($0.names) \($0.reason)" } == [
        "[\"a\", \"x.csv\"] unassigned", "[\"a\", \"x.csv\"] junk",
        "[\"b\", \"y.csv\"] junk",
      ])
  }

  @Test func samplesAreTheFirstRowsThatPassTheFilter() throws {
    let result = try grouped(report, by: .reason, reason: "unassigned", samples: 1)
    #expect(result.matched == 2)
    #expect(result.groups.map { $0.samples.map(\.value) } == [["02-1"]])
    #expect(result.groups.first?.first.place == "x.csv:2")
  }

  @Test("A sample has the fingerprint that the listing gives its row, whatever its group shares")
  func fingerprintsOfSamples() throws {
    let folder = try TestFolder()
    let text =
      header
        + """
        a,x.csv,2,1,0,,tel,junk,call us,Clean up.,r
        a,y.csv,2,1,0,,tel,junk,call us,Clean up.,r
        a,y.csv,3,1,0,,tel,junk,call me,Clean up.,r
        a,x.csv,9,1,0,,tel,junk,call us,Clean up.,r

        """
    try folder.write(text, to: "rejects.csv")
    let run = try RunReport.find(folder.path)
    var listed = ""
    try RejectsListing(of: run, against: nil, filter: RejectsFilter(), revealed: true)
      .write(as: CSVListing()) { listed += $0 }
    let expected = Set(
      listed.split(separator: "\n").dropFirst().map { line in
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        return "\(cells[0]) \(cells[5]):\(cells[6])"
      })
    #expect(expected.count == 4)
    #expect(expected.count { $0.contains(":3 ") } == 1)
    for keys in [[RejectsGrouping.Key.reason], [.file], [.shape, .file]] {
      let result = try RejectsGrouping(by: keys, samples: 9, fingerprints: true).groups(of: run)
      let found = result.groups.flatMap(\.samples).map { "\($0.fingerprint) \($0.place)" }
      #expect(Set(found) == expected, "\(keys)")
      let json = result.document(mostGroups: 9, revealed: false).json()
      for sample in result.groups.flatMap(\.samples) {
        #expect(json.contains("\"fingerprint\": \"\(sample.fingerprint)\""))
      }
    }
  }

  @Test("A fixed rejection has the fingerprint that the listing gives it")
  func fingerprintsOfFixedSamples() throws {
    let (new, old) = (try TestFolder(), try TestFolder())
    try new.write(header + "a,x.csv,2,1,0,,tel,junk,call us,Clean up.,r\n", to: "rejects.csv")
    try old.write(
      header + """
        a,y.csv,2,1,0,,tel,junk,call us,Clean up.,r
        a,y.csv,3,1,0,,tel,junk,call us,Clean up.,r

        """, to: "rejects.csv")
    let (run, former) = (try RunReport.find(new.path), try RunReport.find(old.path))
    var listed = ""
    try RejectsListing(of: run, against: former, filter: RejectsFilter(), revealed: true)
      .write(as: CSVListing()) { listed += $0 }
    let result = try RejectsGrouping(by: [.file], samples: 9, fingerprints: true)
      .groups(of: run, against: former)
    let fixed = try #require(result.groups.first { $0.fixed > 0 }?.samples.first)
    #expect(fixed.fingerprint.hasSuffix(":2"))
    #expect(listed.contains("\(fixed.fingerprint),fixed,"), "\(listed)")
  }

  @Test("A report that a spreadsheet saved is read alike")
  func spreadsheet() throws {
    let saved =
      "\u{FEFF}" + report.replacing("\n", with: "\r\n").replacing("02-1,\r\n", with: "02-1,\n")
    let (one, other) = (
      try grouped(report, by: .shape, samples: 9), try grouped(saved, by: .shape, samples: 9)
    )
    #expect(one.groups.map(\.samples) == other.groups.map(\.samples))
  }

  @Test("Any number of threads finds the same groups, line ends and quotes in cells included")
  func threads() throws {
    var state: UInt64 = 7
    var text = header
    for line in 0..<60_000 {
      let value = ["02-\(line)", "a \"\"b\"\", c", "x\ny", "轉\(line % 7)", ""][
        Int(state >> 33) % 5]
      state = state &* 6_364_136_223_846_793_005 &+ 1
      text += "s,f\(line % 3).csv,\(line + 2),1,0,,tel,junk,\"\(value)\",\"Clean, please.\","
      text += "\"record \(value), with \"\"quotes\"\" and\nline ends \(line)\"\n"
    }
    #expect(text.utf8.count > RejectsScan.bytesPerStretch)
    for keys in [[RejectsGrouping.Key.shape], [.file, .shape]] {
      let folder = try TestFolder()
      try folder.write(text, to: "rejects.csv")
      let found = try [1, 2, 3].map { workers in
        try RejectsGrouping(by: keys, samples: 3, workers: workers)
          .groups(of: RunReport.find(folder.path)).document(mostGroups: 99, revealed: true).json()
      }
      #expect(Set(found).count == 1)
      // A quote in a field without quotes: rows cannot be told from the middle of the file.
      try folder.write(text + "s,f,9,1,0,,tel,junk,an\"odd,h,r\n", to: "rejects.csv")
      let odd = try [1, 3].map { workers in
        try RejectsGrouping(by: keys, samples: 3, workers: workers)
          .groups(of: RunReport.find(folder.path)).document(mostGroups: 99, revealed: true).json()
      }
      #expect(Set(odd).count == 1)
      #expect(odd[0].contains("60001"))
    }
  }

  @Test("Where the system gives no threads, one thread groups a large report")
  func noThreads() async throws {
    let folder = try TestFolder()
    let row = "s,f.csv,2,1,0,,tel,junk,x,Clean up.,\(String(repeating: "r", count: 200))\n"
    let rows = 2 * RejectsScan.bytesPerStretch / row.utf8.count + 1
    try folder.write(header + String(repeating: row, count: rows), to: "rejects.csv")
    await #expect(processExitsWith: .success) {
      [path = folder.path + "/rejects.csv" as String, rows = rows as Int] in
      let file = try RejectsFile(path)
      // No room for a stack: what a limit of processes is to a process that may not change its own.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(9), &limit)
      limit.rlim_cur = 64 << 20
      setrlimit(__rlimit_resource_t(9), &limit)
      alarm(30)
      let scan = RejectsScan(file: file, workers: 4)
      let parts = try scan.run {
        0
      } row: { count, _ in
        count += 1
      }
      exit(parts.reduce(0, +) == rows ? 0 : 3)
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
      let text = try grouped(report, by: key, samples: 1).document(mostGroups: 1, revealed: true)
        .json()
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
    var picked = RejectedRecords()
    func row(_ source: String, _ line: String, _ record: String, _ element: String = "")
      -> RejectsRow
    {
      var row = RejectsRow()
      (row.source, row.path, row.line) = (source, "x", line)
      (row.record, row.element) = (record, element)
      return row
    }
    let rows = [
      row("a", "2", "02-1,shop"), row("a", "2", "02-1,shop"),
      row("a", "4", String(repeating: "x", count: 4096)), row("a", "5", "@n=1", "/a/b[1]"),
      row("a", "6", "03-7,\"two\nlines\""),
    ]
    #expect(
      rows.compactMap { picked.record(of: $0) } == ["02-1,shop", "03-7,\"two\nlines\""])
    #expect(picked.given == 2 && picked.notCSV == 1 && picked.cut == 1)
  }

  @Test func anOutputFolderStandsForItsLastRun() throws {
    let folder = try TestFolder()
    let runs = ["2026-11-21-00009", "2026-11-23-00010", "2026-11-20-00011"]
    for name in runs + ["notes", "9999-99-99-00099"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/report/" + name, withIntermediateDirectories: true)
      try folder.write(report, to: "report/\(name)/rejects.csv")
    }
    let places = [
      folder.path, folder.path + "/", folder.path + "/report", folder.path + "/report/",
    ]
    // The running number decides, not a clock; a link that is there decides before it.
    for path in places {
      #expect(try RunReport.find(path).rejects.hasSuffix("/2026-11-20-00011/rejects.csv"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/report/latest", withDestinationPath: runs[1])
    for path in places {
      #expect(try RunReport.find(path).rejects.hasSuffix("/2026-11-23-00010/rejects.csv"))
      let read = try RunReport.find(path, run: runs[0])
      #expect(read.rejects.hasSuffix("/report/2026-11-21-00009/rejects.csv"))
    }
    for name in ["2026-11-21-00010", "notes", "../report/notes", ""] {
      #expect(
        throws: RejectsError.noRun(
          option: "--run", name: name, folder: folder.path + "/report", newest: "2026-11-23-00010")
      ) { try RunReport.find(folder.path, run: name) }
    }
  }

  @Test("Night against night: equal rejections count as often as they occur")
  func against() throws {
    let folder = try TestFolder()
    func row(_ value: String, _ file: String = "f.csv") -> String {
      "s,\(file),2,1,0,,tel,junk,\(value),Clean up.,r\n"
    }
    let former = ["-", "-", "one", "two"].map { row($0) }
    let present = ["-", "-", "-", "two", "three 3"].map { row($0, "g.csv") }
    try folder.write(header + former.joined(), to: "report/2026-11-21-00001/rejects.csv")
    try folder.write(header + present.joined(), to: "report/2026-11-22-00002/rejects.csv")
    let read = try RunReport.find(folder.path)
    for words in [
      "previous", "2026-11-21", "2026-11-21-00001", folder.path + "/report/2026-11-21-00001",
    ] {
      let result = try RejectsGrouping(by: [.shape], samples: 1)
        .groups(of: read, against: read.former(words))
      #expect(result.new == 2 && result.fixed == 1 && result.matched == 5)
      #expect(
        result.groups.map { "\($0.names) \($0.new) \($0.fixed) \($0.same) \($0.first.value)" } == [
          "[\"-\"] 1 0 2 -", "[\"a 9\"] 1 0 0 three 3", "[\"a\"] 0 1 1 two",
        ])
    }
    #expect(throws: RejectsError.noFormerRun(of: folder.path + "/report/2026-11-21-00001")) {
      try RunReport.find(folder.path, run: "2026-11-21").former("previous")
    }
    #expect(throws: RejectsError.self) { try read.former("2026-11-20") }
  }

  @Test("A source or a file that the run did not read is named")
  func unknownNames() throws {
    let folder = try TestFolder()
    try folder.write(report, to: "rejects.csv")
    let read = try RunReport.find(folder.path)
    for filter in [try RejectsFilter(source: "aa"), try RejectsFilter(file: "z.csv")] {
      #expect(throws: RejectsError.self) {
        try RejectsGrouping(by: [], filter: filter).groups(of: read)
      }
      var records = RejectedRecords()
      #expect(throws: RejectsError.self) { try records.read(read, filter: filter) { _ in } }
    }
    // What the run read without any rejection is no mistake.
    try folder.write(
      #"{"sources": [{"name": "aa", "files": ["in/z.csv"]}]}"#, to: "summary.json")
    for filter in [try RejectsFilter(source: "aa"), try RejectsFilter(file: "z.csv")] {
      #expect(try RejectsGrouping(by: [], filter: filter).groups(of: read).matched == 0)
    }
  }

  @Test func aMissingReportIsNamed() throws {
    #expect(throws: RejectsError.self) { try RunReport.find("/nonexistent") }
    let empty = try TestFolder()
    #expect(throws: RejectsError.noReport(folder: empty.path)) {
      try RunReport.find(empty.path)
    }
  }
}
