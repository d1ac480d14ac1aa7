import Foundation
import Testing

@testable import Pipelines

@Suite struct SummaryTests {
  private var summary: BuildSummary {
    var summary = BuildSummary(pipeline: "small", tool: "callbook 0")
    summary.generation = String(repeating: "ab", count: 32)
    summary.sequence = 3
    summary.entries = ["identification": 1_234_567, "blocking": 1]
    summary.slots = [
      .init(
        index: 0, identifier: "a/b", entries: ["identification": 1_234_567, "blocking": 1],
        cap: 1_500_000)
    ]
    summary.ledger.records = ["read": 1000, "used": 990, "rejected": 7, "blank": 3]
    summary.ledger.candidates = ["produced": 12, "emitted": 9, "merged": 1, "suppressed": 2]
    summary.suppressed = ["tombstone": 1, "collision": 1, "protected": 0]
    summary.changes = .init(added: 1, removed: 2, relabelled: 3)
    summary.sources = [
      .init(name: "one", files: ["x/y.csv"], records: ["read": 1000], rejections: ["junk": 5])
    ]
    summary.rejections = ["unassigned": 2, "junk": 5, "empty-label": 2]
    summary.conflicts = 4
    summary.warnings = ["look here."]
    return summary
  }

  @Test func aPersonReadsTheAccountFirst() {
    #expect(
      SummaryText(summary).text(directory: "out/directory", report: "out/report/x") == """
        small: published generation abababababababab, sequence 3
        records     read 1 000: used 990, rejected 7, inapplicable 0, blank 3
        candidates  produced 12: emitted 9, merged 1, suppressed 2 (collision 1, tombstone 1)
        changes     added 1, removed 2, relabelled 3
        slot 0      a/b: identification 1 234 567, blocking 1, 82.3 % full
        rejections
          5  junk
          2  empty-label
          2  unassigned
        conflicts   4
        warning     look here.
        directory   out/directory
        report      out/report/x
        """)
  }

  @Test func aRefusalNeedsNoGenerationAndIsExplainedOnStandardError() {
    var summary = BuildSummary(pipeline: "small", tool: "callbook 0")
    summary.outcome = .refused
    summary.refusals = ["gate.rejected: too many."]
    #expect(
      SummaryText(summary).text(directory: "d", report: nil) == """
        small: refused
        records     read 0: used 0, rejected 0, inapplicable 0, blank 0
        directory   d
        """)
  }

  @Test func theDocumentHasSortedKeysAndPlainSlashes() throws {
    var summary = summary
    summary.asOf = "2026-11-21"
    summary.sources = []
    summary.slots = []
    summary.rejections = ["junk": 5]
    #expect(
      try SummaryReport.json(summary) == """
        {
          "as_of" : "2026-11-21",
          "changes" : {
            "added" : 1,
            "relabelled" : 3,
            "removed" : 2
          },
          "conflicts" : 4,
          "entries" : {
            "blocking" : 1,
            "identification" : 1234567
          },
          "format" : 1,
          "generation" : "\(String(repeating: "ab", count: 32))",
          "ledger" : {
            "candidates" : {
              "emitted" : 9,
              "merged" : 1,
              "produced" : 12,
              "suppressed" : 2
            },
            "records" : {
              "blank" : 3,
              "read" : 1000,
              "rejected" : 7,
              "used" : 990
            }
          },
          "outcome" : "published",
          "pipeline" : "small",
          "refusals" : [

          ],
          "rejections" : {
            "junk" : 5
          },
          "repairs" : {

          },
          "sequence" : 3,
          "slots" : [

          ],
          "sources" : [

          ],
          "suppressed" : {
            "collision" : 1,
            "protected" : 0,
            "tombstone" : 1
          },
          "tool" : "callbook 0",
          "warnings" : [
            "look here."
          ]
        }

        """)
    #expect(try SummaryReport.json(self.summary).contains("\"x/y.csv\""))
  }

  @Test("sources that are written one by one are what they are in one piece", arguments: 0...3)
  func sourcesOneByOne(count: Int) throws {
    var summary = summary
    let name = "\n  \"sources\" : [\n\n  ]"
    summary.warnings = [name]
    summary.sources = (0..<count).map { index in
      var source = BuildSummary.Source(
        name: "\(name) \(index)", files: ["a/b.csv", "c"], records: ["read": index],
        rejections: [:])
      source.entries = ["identification": index, "blocking": 0]
      source.ragged = [.init(file: "a/b.csv", records: 3, firstLine: 2)]
      return source
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let whole = String(decoding: try encoder.encode(summary), as: UTF8.self) + "\n"
    var pieces = 0
    try SummaryReport.write(summary) { _ in pieces += 1 }
    #expect(try SummaryReport.json(summary) == whole)
    #expect(pieces == count + 1)
    #expect(try SummaryReport.summary(of: Data(whole.utf8)) == summary)
    var alone = summary
    alone.sources = []
    let rest = SummaryReport.withoutSources(Array(whole.utf8))
    #expect(try SummaryReport.summary(of: rest) == alone)
  }

  @Test("the gates read the same of a report in any form", arguments: 0...3)
  func formerRun(count: Int) throws {
    var summary = summary
    summary.sources = (0..<count).map { index in
      var source = BuildSummary.Source(
        name: "]\n    } \(index)", files: ["a/b.csv"], records: ["read": 9, "rejected": index],
        rejections: ["unassigned": index])
      source.candidates = index == 1 ? nil : 7
      source.entries = index == 2 ? nil : ["identification": index]
      return source
    }
    let own = try FormerRun(Array(SummaryReport.json(summary).utf8))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let foreign = try FormerRun(Array(encoder.encode(summary)))
    for former in [own, foreign] {
      #expect(former.outcome == summary.outcome && former.asOf == summary.asOf)
      #expect(former.sequence == summary.sequence && former.sources.count == count)
      for (index, source) in summary.sources.enumerated() {
        let isKnown = index != 2
        #expect(
          former.sources[source.name]
            == FormerRun.Source(
              rejected: index, candidates: source.candidates, identified: isKnown ? index : nil,
              blocked: isKnown ? 0 : nil))
      }
    }
    #expect(throws: (any Error).self) { try FormerRun(Array("{".utf8)) }
  }

  @Test(
    arguments: [
      (0, 0, nil, 0.0, "0 records, 0 rows/s, 0 MB/s"),
      (1200, 24_000_000, 48_000_000, 2, "1200 records, 600 rows/s, 12 MB/s, 50 %, 2 s left"),
      (1200, 24_000_000, nil, 2, "1200 records, 600 rows/s, 12 MB/s"),
      (1200, 24_000_000, 24_000_000, 2, "1200 records, 600 rows/s, 12 MB/s"),
      (5, 1, 3, 1, "5 records, 5 rows/s, 0 MB/s, 33 %, 2 s left"),
    ] as [(Int, Int, Int?, Double, String)])
  func progressIsToldInWords(
    _ records: Int, _ bytes: Int, _ total: Int?, _ seconds: Double, _ words: String
  ) {
    #expect(
      ProgressText.reading(records: records, bytesRead: bytes, bytesTotal: total, seconds: seconds)
        == words)
  }

  @Test func progressStandsAnyNumbers() {
    let text = ProgressText.reading(records: .max, bytesRead: 1, bytesTotal: .max, seconds: 0.5)
    #expect(text.contains("records"))
    #expect(ProgressText.merging(entries: .max, seconds: 0.5).contains("entries"))
  }

  @Test func mergingIsToldInWords() {
    #expect(ProgressText.merging(entries: 0, seconds: 0) == "merging: 0 entries, 0 entries/s")
    #expect(
      ProgressText.merging(entries: 1200, seconds: 2) == "merging: 1200 entries, 600 entries/s")
  }
}
