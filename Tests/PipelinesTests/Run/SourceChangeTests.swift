import Foundation
import Records
import Testing

@testable import Pipelines

/// What a source lost or relabelled, told by its numbers and not by their count.
@Suite struct SourceChangeTests {
  private static func pipeline(small: String = "", gate: String = "") -> String {
    """
    version: 1
    name: sources
    region: TW
    sources:
      - name: small
        path: small.csv
        columns: { number: n, label: l }
        \(small)
      - { name: big, path: big.csv, columns: { number: n, label: l } }
    slots: { identifiers: [a.b] }
    gate: { rejected: 5%\(gate) }
    """
  }

  private func rows(_ numbers: Range<Int>, _ label: String) -> String {
    numbers.map { "+33184\(100_000 + $0),\(label) \($0)\n" }.joined()
  }

  private func folder(small: String, big: Int = 8000) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("n,l\n" + small, to: "small.csv")
    try folder.write("n,l\n" + rows(100_000..<100_000 + big, "Big"), to: "big.csv")
    return folder
  }

  @discardableResult
  private func build(
    _ folder: TestFolder, _ pipeline: String = Self.pipeline(), threads: Int = 2
  ) throws -> BuildSummary {
    try PipelineRunner(folder.settings(pipeline, threads: threads)).build().summary
  }

  private func findings(_ sentences: [String]) -> [String] {
    sentences.map { String($0.prefix { $0 != "(" }) }
  }

  @Test("A source whose numbers are all others has lost them, however many there are now")
  func exchanged() throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    #expect(try build(folder).outcome == .published)
    try folder.write("n,l\n" + rows(500..<700, "Shop"), to: "small.csv")
    let summary = try build(folder)
    #expect(summary.outcome == .refused)
    #expect(
      findings(summary.refusals) == [
        "gate.vanished of source \"small\": 200 of 200 numbers that it gave the former generation "
          + "vanished "
      ])
  }

  @Test("A source whose labels are all others is told by its name")
  func relabelled() throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    try build(folder)
    try folder.write("n,l\n" + rows(0..<41, "Store") + rows(41..<200, "Shop"), to: "small.csv")
    let summary = try build(folder)
    #expect(
      findings(summary.refusals) == [
        "gate.relabelled of source \"small\": 41 of 200 labels that it gave the former generation "
          + "changed "
      ])
    let own = Self.pipeline(small: "gate: { relabelled: 21%, warn: { relabelled: 1% } }")
    let allowed = try build(folder, own)
    #expect(allowed.outcome == .published)
    #expect(allowed.warnings.contains { $0.hasPrefix("gate.relabelled of source \"small\": 41 ") })
  }

  @Test("Rows of another source do not stand for those that a source lost")
  func replaced() throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    try build(folder)
    try folder.write(
      "n,l\n" + rows(0..<100, "Shop") + rows(100_000..<100_100, "Big"), to: "small.csv")
    #expect(
      findings(try build(folder).refusals) == [
        "gate.vanished of source \"small\": 100 of 200 numbers that it gave the former generation "
          + "vanished "
      ])
  }

  @Test("A number that another source gives now has not vanished from its list")
  func takenOver() throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    try build(folder)
    let big = try folder.text(of: "big.csv")
    try folder.write(big + rows(0..<150, "Shop"), to: "big.csv")
    try folder.write("n,l\n" + rows(150..<200, "Shop") + rows(700..<850, "New"), to: "small.csv")
    #expect(try build(folder).outcome == .published)
  }

  @Test("Of a large source a sample is compared: what it says is certain", arguments: [300, 3000])
  func sampled(lost: Int) throws {
    let folder = try folder(small: rows(0..<3000, "Shop"), big: 40_000)
    try build(folder)
    try folder.write(
      "n,l\n" + rows(lost..<3000, "Shop") + rows(50_000..<50_000 + lost, "Shop"), to: "small.csv")
    let summary = try build(folder)
    if lost == 3000 {
      #expect(
        findings(summary.refusals) == [
          "gate.vanished of source \"small\": 2982 of 3000 numbers that it gave the former "
            + "generation vanished, at least, by a sample of 1024 "
        ])
    } else {
      #expect(summary.outcome == .published)
    }
  }

  @Test("The sample depends on nothing but the entries, and tells no number")
  func sample() throws {
    let folder = try folder(small: rows(0..<3000, "Shop"))
    try build(folder, threads: 1)
    let sample = try folder.text(of: "out/report/latest/sample.csv")
    let lines = sample.split(separator: "\n")
    #expect(lines.first == "source,list,number_digest,label_digest")
    #expect(lines.filter { $0.hasPrefix("small,identification,") }.count == 1024)
    #expect(lines.count == 1 + 1024 + 1024)
    #expect(!sample.contains("33184"))
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    let small = rows(0..<3000, "Shop").split(separator: "\n").reversed().joined(separator: "\n")
    try folder.write("n,l\n" + small, to: "small.csv")
    try build(folder, threads: 3)
    #expect(try folder.text(of: "out/report/latest/sample.csv") == sample)
  }

  @Test("A sample of another version, or a damaged one, says nothing", arguments: ["v,2\n", ""])
  func damaged(text: String) throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    try build(folder)
    try folder.write(text, to: "out/report/latest/sample.csv")
    try folder.write("n,l\n" + rows(500..<700, "Shop"), to: "small.csv")
    #expect(try build(folder).outcome == .published)
  }

  @Test("A refused night is no measure for the next one, and one source needs no sample")
  func measure() throws {
    let folder = try folder(small: rows(0..<200, "Shop"))
    try build(folder)
    try folder.write("n,l\n" + rows(500..<700, "Shop"), to: "small.csv")
    for _ in 1...2 {
      #expect(try build(folder).refusals.count == 1)
      #expect(!folder.exists("out/report/latest/sample.csv"))
    }
    let alone = Self.pipeline(gate: ", vanished: 100%").split(separator: "\n")
      .filter { !$0.contains("big.csv") }.joined(separator: "\n")
    #expect(try build(folder, alone).outcome == .published)
    #expect(!folder.exists("out/report/latest/sample.csv"))
  }
}
