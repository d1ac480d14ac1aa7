import Foundation
import Records
import Testing

@testable import Pipelines

@Suite struct GateTests {
  private func check(_ count: Int, of total: Int, _ limit: String) throws -> [String] {
    Gate.findings(of: [
      Gate.Check(
        key: "gate.rejected", what: "records are rejected", count: count,
        limit: .share(try #require(Percentage(limit)), of: total))
    ]).refusals
  }

  @Test func onlyMoreThanTheShareIsRefused() throws {
    #expect(try check(5, of: 100, "5%") == [])
    #expect(try check(0, of: 0, "0%") == [])
    #expect(try check(7, of: 0, "0%") == [])
    #expect(try check(100, of: 100, "100%") == [])
    #expect(
      try check(6, of: 100, "5%") == [
        "gate.rejected: 6 of 100 records are rejected (found 6.0%, expected at most 5%). "
          + "Look at the report; if it is right, build with --accept REASON, or change gate.rejected."
      ])
  }

  @Test func oneRecordOverAShareOfMillionsIsSeen() throws {
    #expect(try check(50_000, of: 1_000_000, "5%") == [])
    #expect(try check(50_001, of: 1_000_000, "5%").count == 1)
  }

  @Test(arguments: [
    ("3x", 300), ("1.5x", 150), ("1.05X", 105), ("1000×", 100_000),
  ])
  func multiplesAreRead(text: String, hundredths: Int) throws {
    let multiple = try #require(Multiple(text))
    #expect(multiple.hundredths == hundredths)
    #expect(Multiple(multiple.description) == multiple)
  }

  @Test(arguments: ["3", "x", "0.9x", "1.005x", "-2x", "1001x", "1..5x", ".5x", "3 x"])
  func otherTextsAreNoMultiples(text: String) { #expect(Multiple(text) == nil) }

  @Test func growthFromNothingIsGrowthFromOne() throws {
    let three = try #require(Multiple("3x"))
    #expect(!three.isExceeded(by: 3, from: 0) && three.isExceeded(by: 4, from: 0))
    #expect(!three.isExceeded(by: 42, from: 14) && three.isExceeded(by: 43, from: 14))
    #expect(three.isExceeded(by: .max, from: 1))
  }
}

@Suite struct GateRunTests {
  private static func pipeline(_ gate: String = "", one: String = "", two: String = "") -> String {
    """
    version: 1
    name: gates
    region: TW
    sources:
      - name: one
        path: one*.csv
        columns: { number: n, label: l }
        \(one)
      - name: two
        path: two.csv
        columns: { number: n }
        action: block
        \(two)
    slots: { identifiers: [a.b] }
    gate: { rejected: 100%\(gate.isEmpty ? "" : ", " + gate) }
    """
  }

  private func shops(_ count: Int, empty: Int = 0, junk: Int = 0) -> String {
    "n,l\n" + (0..<count).map { "02-2552-\(1000 + $0),Shop \($0)\n" }.joined()
      + (0..<empty).map { ",Closed \($0)\n" }.joined()
      + (0..<junk).map { "call us,Nobody \($0)\n" }.joined()
  }

  private func blocked(_ count: Int) -> String {
    "n\n" + (0..<count).map { "02-2772-\(1000 + $0)\n" }.joined()
  }

  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(shops(20), to: "one.csv")
    try folder.write(blocked(2000), to: "two.csv")
    return folder
  }

  @discardableResult
  private func build(
    _ folder: TestFolder, _ pipeline: String = Self.pipeline(), accepting reason: String? = nil,
    isCheck: Bool = false
  ) throws -> BuildSummary {
    try PipelineRunner(
      folder.settings(pipeline, isCheck: isCheck) { $0.accepting = reason }
    ).build().summary
  }

  @Test("A small source that is cut, or a small list that goes, is not hidden by a large one")
  func sourcesAndLists() throws {
    let folder = try folder()
    let first = try build(folder)
    #expect(first.sources[0].entries == ["identification": 20, "blocking": 0])
    #expect(first.sources[1].entries == ["identification": 0, "blocking": 2000])
    #expect(first.sources.map(\.candidates) == [20, 2000])
    try folder.write("n,l\n02-2552-1000,Shop 0\n", to: "one.csv")
    for isCheck in [true, false] {
      let cut = try build(folder, isCheck: isCheck)
      #expect(cut.outcome == .refused)
      #expect(
        cut.refusals.map { String($0.prefix { $0 != "(" }) } == [
          "gate.vanished: 19 of 20 numbers of the former identification list vanished ",
          "gate.vanished of source \"one\": 19 of 20 numbers that it gave the former generation "
            + "vanished ",
        ])
    }
    // A limit of its own holds for the source, not for the list.
    let own = Self.pipeline(one: "gate: { vanished: 100% }")
    #expect(try build(folder, own).refusals.count == 1)
    #expect(try build(folder, Self.pipeline("vanished: 100%")).outcome == .published)
  }

  @Test("A number that another source wins now has not vanished")
  func takenOver() throws {
    let folder = try folder()
    try folder.write("n\n02-2552-1000\n", to: "two.csv")
    let order = Self.pipeline("relabelled: 100%", one: "rank: 9")
    try build(folder, order)
    // The other source is preferred now: it takes the one number that both have.
    let swapped = Self.pipeline("vanished: 50%", one: "rank: 9", two: "rank: 10")
    #expect(try build(folder, swapped).outcome == .published)
    let summary = try build(folder, swapped)
    #expect(summary.sources.map { $0.entries?.values.reduce(0, +) } == [19, 1])
  }

  @Test("Empty phone cells are counted apart from other rejections", arguments: [1, 8])
  func reasons(junk: Int) throws {
    let folder = try folder()
    try folder.write("n\n", to: "two.csv")
    try folder.write(shops(70, empty: 22, junk: junk), to: "one.csv")
    let byReason = Self.pipeline().replacing(
      "rejected: 100%", with: "rejected: { missing-number: 25%, other: 5% }")
    let summary = try build(folder, byReason)
    if junk == 1 {
      #expect(summary.outcome == .published)
    } else {
      #expect(
        summary.refusals.map { String($0.prefix { $0 != "(" }) } == [
          "gate.rejected.other: 8 of 100 records are rejected for reasons without a limit of their own "
        ])
    }
    let few = byReason.replacing("25%", with: "20%").replacing("5%", with: "100%")
    #expect(
      try build(folder, few).refusals.first?.hasPrefix("gate.rejected.missing-number: 22 of ")
        == true)
    let scalar = Self.pipeline().replacing("rejected: 100%", with: "rejected: 5%")
    #expect(try build(folder, scalar).refusals.first?.hasPrefix("gate.rejected: ") == true)
  }

  @Test("A record that is used for another of its cells is no rejected one")
  func usedRecords() throws {
    let folder = try TestFolder()
    try folder.write("n,m,l\ncall us,02-2552-1000,Shop\n02-2552-1001,call us,Tea\n", to: "one.csv")
    try folder.write("n\n", to: "two.csv")
    let pipeline = Self.pipeline().replacing("rejected: 100%", with: "rejected: { junk: 0% }")
      .replacing("number: n, label", with: "number: [n, m], label")
    let summary = try build(folder, pipeline)
    #expect(summary.outcome == .published && summary.rejections == ["junk": 2])
  }

  @Test("Warnings warn, and a limit that refuses says nothing twice")
  func warnings() throws {
    let folder = try folder()
    try folder.write(shops(20, junk: 40), to: "one.csv")
    let warned = try build(folder, Self.pipeline("warn: { rejected: 1%, slot_fill: 0.1% }"))
    #expect(warned.outcome == .published && warned.refusals.isEmpty)
    let gates = warned.warnings.filter { $0.hasPrefix("gate.") }.map {
      String($0.prefix { $0 != ":" })
    }
    #expect(gates == ["gate.rejected", "gate.slot_fill"])
    let refused = try build(folder, Self.pipeline("slot_fill: 0.1%, warn: { slot_fill: 0.1% }"))
    #expect(refused.refusals.count == 1)
    #expect(!refused.warnings.contains { $0.hasPrefix("gate.") })
  }

  @Test("Rejections and blocked numbers may grow so much and no more")
  func growth() throws {
    let folder = try folder()
    try folder.write(shops(20, junk: 2), to: "one.csv")
    let pipeline = Self.pipeline(
      "rejected_growth: 3x, blocked_growth: 2x", one: "gate: { rejected_growth: 2x }")
    try build(folder, pipeline)
    try folder.write(shops(20, junk: 7), to: "one.csv")
    #expect(
      try build(folder, pipeline).refusals.map { String($0.prefix { $0 != "(" }) } == [
        "gate.rejected_growth: 7 records are rejected ",
        "gate.rejected_growth of source \"one\": 7 records are rejected ",
      ])
    // A refused night is no measure for the next one.
    #expect(try build(folder, pipeline).refusals.count == 2)
    try folder.write(shops(20, junk: 4), to: "one.csv")
    try folder.write(blocked(4001), to: "two.csv")
    #expect(
      try build(folder, pipeline).refusals.map { String($0.prefix { $0 != "(" }) } == [
        "gate.blocked_growth: 4001 numbers are blocked "
      ])
  }

  @Test("A former report that cannot be read ends a run whose gate compares with it")
  func damagedReport() throws {
    for gate in ["rejected_growth: 3x", "label_growth: 3x", "warn: { prefix_growth: 3x }", ""] {
      let folder = try folder()
      let pipeline = Self.pipeline(gate)
      try build(folder, pipeline)
      let report = "out/report/2026-11-22-00001/"
      let whole = try folder.text(of: report + "summary.json")
      try folder.write(String(whole.prefix(99)), to: report + "summary.json")
      try folder.write(shops(20, junk: 19), to: "one.csv")
      guard gate.hasPrefix("rejected") || gate.hasPrefix("label") else {
        let summary = try build(folder, pipeline)
        #expect(summary.refusals.isEmpty)
        #expect(summary.warnings.contains { $0.contains("summary.json: damaged") })
        continue
      }
      for isCheck in [true, false, false] {
        let summary = try build(folder, pipeline, isCheck: isCheck)
        #expect(summary.outcome == .refused)
        let refusal = try #require(summary.refusals.first)
        #expect(refusal.hasPrefix("gate.\(gate.prefix { $0 != ":" }): "), "\(refusal)")
        #expect(refusal.contains("\(report)summary.json") && refusal.contains("remove"))
      }
      // Whoever has looked says so, or puts the report back.
      let accepted = try build(folder, pipeline, accepting: "looked at by hand", isCheck: true)
      #expect(accepted.refusals.isEmpty && accepted.accepted?.refusals.count == 1)
      try folder.write(whole, to: report + "summary.json")
      let refusals = try build(folder, pipeline).refusals
      #expect(!refusals.contains { $0.contains("summary.json") })
      #expect(refusals.isEmpty == gate.hasPrefix("label"))
    }
  }

  @Test("A directory without a report of an earlier run leaves such a gate nothing: a warning")
  func missingReport() throws {
    for (gate, isTold) in [("rejected_growth: 3x", true), ("", false)] {
      let folder = try folder()
      let pipeline = Self.pipeline(gate)
      func isWarned() throws -> Bool {
        try build(folder, pipeline).warnings.contains { $0.contains("compares with nothing") }
      }
      #expect(try !isWarned())
      try FileManager.default.removeItem(atPath: folder.path + "/out/report")
      #expect(try isWarned() == isTold)
      #expect(try !isWarned())
    }
  }

  @Test("What is accepted is published, and stands in the report")
  func accepted() throws {
    let folder = try folder()
    try build(folder)
    try folder.write("n,l\n", to: "one.csv")
    let summary = try build(folder, accepting: "the shops moved to two.csv")
    #expect(summary.outcome == .published && summary.refusals.isEmpty)
    #expect(summary.accepted?.reason == "the shops moved to two.csv")
    #expect(summary.accepted?.refusals.count == 2)
    #expect(try folder.text(of: "out/report/latest/summary.json").contains("the shops moved"))
    let text = SummaryText(summary).text(directory: "d", report: nil)
    #expect(
      text.contains("\naccepted    gate.vanished") && text.contains("\nbecause     the shops"))
    // Nothing to accept: nothing is recorded.
    #expect(try build(folder, accepting: "again").accepted == nil)
    // An empty directory needs allow_empty, whatever is accepted.
    try folder.write("n\n", to: "two.csv")
    #expect(try build(folder, accepting: "all gone").outcome == .refused)
  }

  @Test("What is accepted stands in the manifest for as long as it is kept, without digits")
  func acceptedInManifest() throws {
    let folder = try folder()
    try build(folder)
    func manifest() throws -> String { try folder.text(of: "out/directory/manifest.json") }
    #expect(try !manifest().contains("\"accepted\""))
    try folder.write("n,l\n", to: "one.csv")
    try build(folder, accepting: "shops closed,\n call 02-2552-1000")
    let text = try manifest()
    #expect(
      text.contains(
        """
        {
          "accepted": {
            "gates": [
              "gate.vanished"
            ],
            "reason": "shops closed,  call 02-2xxx-xx00"
          },
        """))
    // A night that changes nothing leaves it, and so does one that changes what stands beside the entries.
    try build(folder, accepting: "again")
    #expect(try manifest() == text)
    let cap = Self.pipeline().replacing("slots: {", with: "slots: { cap: 5000,")
    #expect(try build(folder, cap).outcome == .published)
    #expect(try manifest().contains("shops closed") && manifest() != text)
    try folder.write(blocked(2001), to: "two.csv")
    try build(folder, cap)
    #expect(try !manifest().contains("\"accepted\""))
    let former = try #require(
      folder.names(in: "out/directory/generations").first { name in
        (try? folder.text(of: "out/directory/generations/" + name).contains("shops closed")) == true
      })
    #expect(former.hasSuffix(".json"))
  }

  @Test("A source has so many records, or may be missing where that is said")
  func required() throws {
    let folder = try folder()
    let few = try build(folder, Self.pipeline(one: "min_records: 21"))
    #expect(
      few.refusals.first?.hasPrefix(
        "min_records of source \"one\": 20 records are not blank (expected at least 21)") == true)
    #expect(try build(folder, Self.pipeline(one: "min_records: 20")).outcome == .published)
    try FileManager.default.removeItem(atPath: folder.path + "/one.csv")
    #expect(throws: PipelineErrors.self) { try build(folder) }
    let optional = Self.pipeline("vanished: 100%", one: "required: no, min_records: 20".yamlLines)
    let summary = try build(folder, optional)
    #expect(summary.outcome == .published && summary.sources[0].files.isEmpty)
    #expect(summary.warnings.contains("source \"one\" has no files this time."))
    let file = try PipelineReader.read(optional, path: folder.path + "/p.yaml")
    let report = CheckReport(
      of: file, failures: [], samples: try SourceSample.take(of: file),
      on: CalendarDay(daysSince1970: 0))
    #expect(report.isGood && report.gate.map(\.key) == ["gate.rejected"])
  }

  @Test("A file of a source that is not required may be missing, a forbidden one may not")
  func requiredFile() throws {
    let folder = try folder()
    try FileManager.default.removeItem(atPath: folder.path + "/two.csv")
    #expect(throws: (any Error).self) { try build(folder) }
    #expect(try build(folder, Self.pipeline(two: "required: no")).outcome == .published)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/two.csv", withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try build(folder, Self.pipeline(two: "required: no")) }
  }
}

extension String {
  /// `a: 1, b: 2` as the lines of a source in a test's pipeline.
  fileprivate var yamlLines: String { replacing(", ", with: "\n    ") }
}
