import Foundation
import Testing

@testable import Pipelines

@Suite struct RaggedRecordsTests {
  private static func pipeline(_ extra: String = "", gate: String = "rejected: 100%") -> String {
    """
    version: 1
    name: ragged
    region: TW
    sources:
      - { name: one, path: "*.csv", columns: { number: n, label: l }\(extra) }
    slots: { identifiers: [a.b] }
    gate: { \(gate) }
    """
  }

  /// Records of two cells, some with one or three; quoted ones go another way through the reader.
  private static func rows(_ count: Int, raggedFrom first: Int) -> String {
    (0..<count).reduce(into: "n,l\n") { text, line in
      let number = "02-2552\(1000 + line % 9000)"
      switch (line >= first, line % 4) {
      case (true, 0): text += "\(number),Happy Bakery, Inc\n"
      case (true, 1): text += "\(number)\n"
      case (true, 2): text += "\"\(number)\",\"Happy\", Bakery\n"
      default: text += "\(number),Shop\n"
      }
    }
  }

  private func build(_ folder: TestFolder, _ pipeline: String, threads: Int = 2) throws
    -> BuildResult
  {
    try PipelineRunner(folder.settings(pipeline, threads: threads)).build()
  }

  @Test("A finding names the file, how many and the first line", arguments: [1, 3])
  func finding(threads: Int) throws {
    let folder = try TestFolder()
    // More than a block, so that several workers take part; the second file is sound.
    try folder.write(Self.rows(40_000, raggedFrom: 30_000), to: "a.csv")
    try folder.write("n,l\n02-25521429,Tea\n\nn,l\n", to: "b.csv")
    let summary = try build(folder, Self.pipeline(), threads: threads).summary
    #expect(
      summary.warnings == [
        "\(folder.path)/a.csv:30002: 7500 records have more or fewer cells than the header (the "
          + "first: found 3, expected 2). Quote a delimiter that is text, or set `ragged: reject` "
          + "for the source."
      ])
    #expect(
      summary.sources[0].ragged == [
        BuildSummary.Ragged(file: folder.path + "/a.csv", records: 7500, firstLine: 30_002)
      ])
    #expect(summary.rejections["ragged"] == nil)
  }

  @Test("A source may reject them, or say nothing")
  func policies() throws {
    let folder = try TestFolder()
    try folder.write(Self.rows(8, raggedFrom: 4), to: "a.csv")
    let rejecting = try build(folder, Self.pipeline(", ragged: reject")).summary
    #expect(rejecting.rejections == ["ragged": 3] && rejecting.warnings.isEmpty)
    #expect(rejecting.ledger.records["rejected"] == 3)
    let silent = try build(folder, Self.pipeline(", ragged: ignore")).summary
    #expect(silent.warnings.isEmpty && silent.sources[0].ragged.isEmpty)
    let headless = Self.pipeline(", header: false").replacing(
      "number: n, label: l", with: "number: 1, label: 2")
    #expect(try build(folder, headless).summary.warnings.isEmpty)
  }

  @Test("A gate may name a share of them")
  func gate() throws {
    let folder = try TestFolder()
    try folder.write(Self.rows(8, raggedFrom: 4), to: "a.csv")
    let refused = try build(folder, Self.pipeline(gate: "rejected: 100%, ragged: 30%")).summary
    #expect(refused.outcome == .refused)
    #expect(refused.refusals.first?.hasPrefix("gate.ragged: 3 of 8 records have more") == true)
    let passed = try build(folder, Self.pipeline(gate: "rejected: 100%, ragged: 40%")).summary
    #expect(passed.outcome == .published)
  }

  @Test("A first directory that would hold nothing is refused, whatever the gate allows")
  func nothing() throws {
    let folder = try TestFolder()
    try folder.write("n,l\ncall us,Tea\n", to: "a.csv")
    let summary = try build(folder, Self.pipeline()).summary
    #expect(summary.outcome == .refused)
    #expect(summary.refusals.first?.contains("would hold no entry") == true)
    let file = try PipelineReader.read(Self.pipeline(), path: folder.path + "/p.yaml")
    let report = CheckReport(
      of: file, failures: [], samples: try SourceSample.take(of: file),
      on: CalendarDay(daysSince1970: 0))
    #expect(!report.isGood && report.complaints.count == 1)
    #expect(report.gate.map(\.refuses) == [false])
  }
}

@Suite struct SourceSampleTests {
  @Test("A sample is spread over all files, and its shares are those of all")
  func spread() throws {
    let folder = try TestFolder()
    // The first half is sound, the second is not; what the head alone shows is not the file.
    let good = (0..<30_000).map { "02-2552\(1000 + $0 % 9000),Shop \($0)" }
    let bad = (0..<30_000).map { "nobody,Shop \($0)" }
    try folder.write("n,l\n" + (good + bad).joined(separator: "\n") + "\n", to: "a.csv")
    let file = try PipelineReader.read(
      """
      version: 1
      name: sample
      region: TW
      sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]
      slots: { identifiers: [a.b] }
      """, path: folder.path + "/p.yaml")
    let sample = try #require(try SourceSample.take(of: file, atMost: 500).first)
    #expect(sample.recordsInAll == 60_000)
    #expect(sample.records["read"] == 500)
    #expect((200...300).contains(sample.records["rejected"] ?? 0))
    #expect(sample.rows.count == sample.records["rejected"])
    #expect(sample.entries.count == 5 && Set(sample.entries.map(\.label)).count == 5)
    let gate = try #require(
      GateForecast.of([sample], file.pipeline, on: CalendarDay(daysSince1970: 0)).first)
    #expect(gate.refuses && !gate.isCertain && (45.0...55).contains(gate.found))
  }
}
