import DirectoryFormat
import Extraction
import Foundation
import Synchronization
import Testing

@testable import Pipelines

extension SignalSuites {
  @Suite struct PipelineRunnerTests {
    private static let pipeline = """
      version: 1
      name: small
      region: TW
      sources:
        - name: one
          path: "*.csv"
          columns: { number: n, extension: x, label: l, action: a, updated: u }
      slots: { identifiers: [a.b] }
      gate: { rejected: 50%, vanished: 40%, relabelled: 40% }
      """

    private static let rows = """
      n,x,l,a,u
      02-5566-7788,0718,Bakery,,2026-11-01
      02-5566-7788,0719,Old shop,,2026-11-01
      02-5566-7788,0719,,remove,2026-11-03
      0912-345-678,,Tea,,2026-11-02
      02-5566-7799,,,block,2026-11-05

      call us,,Nobody,,2026-11-01

      """

    private func build(
      _ folder: TestFolder, _ pipeline: String = SignalSuites.PipelineRunnerTests.pipeline,
      threads: Int = 2,
      isCheck: Bool = false, change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildResult {
      try PipelineRunner(
        folder.settings(pipeline, threads: threads, isCheck: isCheck, change: change)
      ).build()
    }

    @Test func anExportBecomesADirectoryAndAReport() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      let result = try build(folder)
      let summary = result.summary
      #expect(summary.outcome == .published && result.isGood)
      #expect(
        summary.ledger.records == [
          "read": 7, "used": 5, "rejected": 1, "inapplicable": 0, "blank": 1,
        ])
      #expect(
        summary.ledger.candidates == ["produced": 5, "emitted": 3, "merged": 1, "suppressed": 1])
      #expect(summary.suppressed == ["tombstone": 1])
      #expect(summary.entries == ["identification": 2, "blocking": 1])
      #expect(summary.changes == nil && summary.sequence == 1)
      let run = folder.path + "/out/report/2026-11-22-00001"
      #expect(result.report == run)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(
          atPath: folder.path + "/out/report/latest") == "2026-11-22-00001")
      #expect(
        folder.names(in: "out/report/latest") == [
          "conflicts.csv", "exports.json", "pipeline.yaml", "rejects.csv", "repairs.csv",
          "summary.json",
        ])
      #expect(
        try folder.text(of: "out/report/latest/summary.json") == SummaryReport.json(summary))
      let rejects = csvRecords(try folder.text(of: "out/report/latest/rejects.csv"))
      #expect(rejects.dropFirst().map { [$0[2], $0[8]] } == [["8", "call us"]])
      let chunks = try folder.names(in: "out/directory/chunks").map {
        try folder.text(of: "out/directory/chunks/\($0)")
      }.sorted()
      #expect(
        chunks == ["886255667799\n", "886912345678\tTea\n8862556677880718\tBakery\n"])
      #expect(!folder.exists("out/.staging") || folder.names(in: "out/.staging").isEmpty)
      #expect(!folder.exists("out/.scratch"))
    }

    @Test func theSameInputsAgainChangeNothing() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      let first = try build(folder)
      let manifest = try folder.text(of: "out/directory/manifest.json")
      let second = try build(folder)
      #expect(second.summary.outcome == .unchanged && second.isGood)
      #expect(second.summary.generation == first.summary.generation)
      #expect(try folder.text(of: "out/directory/manifest.json") == manifest)
      #expect(try build(folder, isCheck: true).summary.outcome == .unchanged)
    }

    @Test func aCheckSaysWhatDiffersAndWritesNothing() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      _ = try build(folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/out").sorted()
      try folder.write("n,x,l,a,u\n02-5566-7700,,New,,\n", to: "b.csv")
      let result = try build(folder, isCheck: true)
      #expect(result.summary.outcome == .differs && !result.isGood)
      #expect(result.report == nil)
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/out").sorted() == names)
    }

    @Test func tooManyRejectedRecordsAreRefused() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      _ = try build(folder)
      let manifest = try folder.text(of: "out/directory/manifest.json")
      try folder.write(
        "n,x,l,a,u\n" + String(repeating: "call us,,Nobody,,\n", count: 20), to: "b.csv")
      let result = try build(folder)
      #expect(result.summary.outcome == .refused && !result.isGood)
      #expect(result.summary.refusals.count == 1)
      #expect(result.summary.generation == nil)
      #expect(result.report == folder.path + "/out/report/2026-11-22-00002")
      #expect(folder.exists("out/report/latest/rejects.csv"))
      #expect(try folder.text(of: "out/directory/manifest.json") == manifest)
    }

    @Test func tooMuchChangeIsRefused() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      _ = try build(folder)
      let manifest = try folder.text(of: "out/directory/manifest.json")
      try folder.write(
        "n,x,l,a,u\n02-5566-7788,0718,Another,,\n02-5566-7701,,New,,\n", to: "a.csv")
      let result = try build(folder)
      #expect(result.summary.outcome == .refused)
      #expect(
        result.summary.refusals.map { String($0.prefix(18)) } == [
          "gate.vanished: 2 o", "gate.vanished: 1 o", "gate.vanished: 1 o",
          "gate.relabelled: 1",
        ])
      #expect(try folder.text(of: "out/directory/manifest.json") == manifest)
      let raised = Self.pipeline.replacing("40%", with: "100%")
      #expect(try build(folder, raised).summary.outcome == .published)
      #expect(!(try folder.text(of: "out/directory/manifest.json")).contains("\"sequence\": 1,"))
    }

    @Test func theDirectoryDoesNotDependOnThreadsOrFiles() throws {
      var generator = SeededGenerator(state: 7)
      let rows = (0..<4000).map { _ in
        let tail = Int.random(in: 0..<2000, using: &generator)
        let label = Int.random(in: 0..<5, using: &generator)
        return "02-5566-\(String(10_000 + tail).dropFirst()),,Shop \(label),,\n"
      }
      var generations: Set<String> = []
      var ledgers: Set<[String: Int]> = []
      for (threads, files) in [(1, 1), (4, 1), (2, 3)] {
        let folder = try TestFolder()
        let shuffled = rows.shuffled(using: &generator)
        for file in 0..<files {
          let part = shuffled.enumerated().filter { $0.offset % files == file }.map(\.element)
          try folder.write("n,x,l,a,u\n" + part.joined(), to: "\(file).csv")
        }
        let seen = SeenProgress()
        let summary = try build(folder, threads: threads) { $0.onProgress = seen.add }.summary
        #expect(seen.records.load(ordering: .relaxed) == 4000)
        #expect(seen.entries.load(ordering: .relaxed) == summary.entries.values.reduce(0, +))
        #expect(seen.comparisons.load(ordering: .relaxed) == 1)
        generations.insert(try #require(summary.generation as String?))
        ledgers.insert(summary.ledger.candidates)
      }
      #expect(generations.count == 1)
      #expect(ledgers.count == 1)
    }

    @Test func anErrorPublishesNothingAndLeavesNothing() throws {
      let folder = try TestFolder()
      let pipeline = Self.pipeline.replacing("path: \"*.csv\"", with: "path: a.csv")
      #expect(throws: ExtractionErrors.self) { try build(folder, pipeline) }
      try folder.write("n,x,l,a,u\n02-5566-7788,,A,,\n", to: "a.csv")
      let capped = pipeline.replacing(
        "slots: { identifiers: [a.b] }", with: "slots: { cap: 1, identifiers: [a.b] }")
      try folder.write("n,x,l,a,u\n02-5566-7788,,A,,\n02-5566-7789,,B,,\n", to: "a.csv")
      #expect(throws: (any Error).self) { try build(folder, capped) }
      #expect(!folder.exists("out/directory/manifest.json"))
      #expect(!folder.exists("out/report/.staging"))
      #expect(!folder.exists("out/.scratch"))
    }

    @Test func whatOnlyAPersonCanJudgeIsAWarning() throws {
      let folder = try TestFolder()
      try folder.write("n,x,l,a,u\n", to: "a.csv")
      #expect(try build(folder).summary.warnings == ["source \"one\" holds no records."])
      try folder.write("n,x,l,a,u\n02-5566-7788,,A,,soon\n", to: "a.csv")
      let warnings = try build(folder).summary.warnings
      #expect(warnings.count == 1 && warnings[0].hasPrefix("1 `updated` cells could not be read"))
    }

    @Test func aSampleSaysWhatAnExpansionCosts() throws {
      let folder = try TestFolder()
      let pipeline = """
        version: 1
        name: costs
        region: FR
        sources:
          - { name: cells, path: cells.csv, format: csv, action: block, columns: { number: n } }
          - { name: ranges, path: ranges.csv, format: csv, action: block, columns: { first: f, last: l } }
        normalize: { expansion_budget: 100 }
        slots: { identifiers: [a.b] }
        """
      try folder.write(
        "n\n+331847412##\n+33184741###\n+331847413##; +331847414##\n01 23 45 67 89\n",
        to: "cells.csv")
      try folder.write("f,l\n0123456700,0123456709\n0123450000,0123459999\n", to: "ranges.csv")
      let file = try PipelineReader.read(pipeline, path: folder.path + "/p.yaml")
      let samples = try SourceSample.take(of: file)
      #expect(
        samples.map { $0.expansion?.description } == [
          "cells with wildcards or ranges: 2, for 200 numbers; range-too-large: 2, for 1100 numbers"
            + " (expansion_budget: 100 a cell)",
          "cells with wildcards or ranges: 1, for 10 numbers; range-too-large: 1, for 10000 numbers"
            + " (expansion_budget: 100 a cell)",
        ])
      #expect(samples.map(\.candidates) == [201, 10])
    }

    @Test func aSampleStopsWhereItIsTold() throws {
      let folder = try TestFolder()
      try folder.write(Self.rows, to: "a.csv")
      let file = try PipelineReader.read(Self.pipeline, path: folder.path + "/p.yaml")
      let whole = try #require(try SourceSample.take(of: file).first)
      let report = CheckReport(
        of: file, failures: [], samples: [whole], on: CalendarDay(daysSince1970: 0))
      #expect(
        report.lines(revealed: true).first
          == "one: read 7, used 5, rejected 1, inapplicable 0, blank 1; 5 candidates; "
          + "rejections: \(whole.rejections.keys.joined()) 1")
      #expect(whole.isWhole && whole.entries.count == 5 && whole.rows.count == 1)
      let rejected = try #require(report.findings(revealed: false).last)
      #expect(
        rejected.fingerprint
          == RejectionFingerprint.text(
            RejectionFingerprint.bits(of: try #require(whole.rows.first)), occurrence: 1))
      #expect(rejected.fingerprint.utf8.count == 16)
      let part = try #require(try SourceSample.take(of: file, atMost: 3).first)
      #expect(part.records["read"] == 3 && part.recordsInAll == 7 && !part.isWhole)
      #expect(folder.names() == ["a.csv"])
      try folder.write("other\n", to: "a.csv")
      #expect(throws: ExtractionErrors.self) { try SourceSample.take(of: file, atMost: 1) }
    }
  }
}

/// What a run told of itself.
private final class SeenProgress: Sendable {
  let records = Atomic<Int>(0)
  let entries = Atomic<Int>(0)
  let comparisons = Atomic<Int>(0)

  func add(_ progress: RunProgress) {
    switch progress {
    case .reading(let moreRecords, _, _): records.add(moreRecords, ordering: .relaxed)
    case .merging(let moreEntries): entries.add(moreEntries, ordering: .relaxed)
    case .comparing: comparisons.add(1, ordering: .relaxed)
    }
  }
}
