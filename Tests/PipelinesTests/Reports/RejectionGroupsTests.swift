import Testing

@testable import Pipelines

/// Rejections that are grouped while they are written, beside the same ones read back.
@Suite struct RejectionGroupsTests {
  private static let cells = [
    "02-5566-7788", "call us", "無", "02-123", "請洽門市, 二樓", "\"\"quoted\"\"", "12", " - ", "0912-34",
  ]

  /// Both groups of a run over three files, one of them larger than a block.
  private func groups(
    threads: Int
  ) throws -> (written: RejectsGroupingResult, read: RejectsGroupingResult) {
    let folder = try TestFolder()
    for (name, rows) in [("a.csv", 60_000), ("b.csv", 300), ("c.csv", 1)] {
      let lines = (0..<rows).map { row in
        "\"\(Self.cells[row * 7 % (Self.cells.count - row % 2)])\",Shop\n"
      }
      try folder.write("n,l\n" + lines.joined(), to: name)
    }
    let pipeline = SamplePipeline.minimal(
      "sources: [{ name: one, path: \"*.csv\", columns: { number: n, label: l } }]",
      insteadOf: "sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]")
    let result = try PipelineRunner(folder.settings(pipeline, threads: threads)).build()
    let report = try RunReport.find(#require(result.report))
    let grouping = RejectsGrouping(by: NightLine.keys, samples: RejectionGroups.mostRows)
    return try (
      grouping.groups(of: report, written: #require(result.rejections)),
      grouping.groups(of: report)
    )
  }

  @Test(arguments: [1, 4])
  func areThoseThatAreReadBack(threads: Int) throws {
    let (written, read) = try groups(threads: threads)
    #expect(read.groups.count > 12)
    #expect(written.total == read.total && written.matched == read.matched)
    #expect(written.groups.map(\.names) == read.groups.map(\.names))
    #expect(written.groups.map(\.reason) == read.groups.map(\.reason))
    #expect(written.groups.map(\.count) == read.groups.map(\.count))
    #expect(
      written.groups.map { $0.samples.map(\.place) } == read.groups.map { $0.samples.map(\.place) })
  }

  @Test func areGivenUpWhereTheyAreTooMany() throws {
    let folder = try TestFolder()
    let signs: [String] = ["!", "?", "%", "&", "=", "@", "$", "~", "^", "|"]
    // Signs stay in the shape of a cell, so that every cell is a group of its own.
    let lines = (0..<RejectionGroups.mostGroups + 10).map { (number: Int) -> String in
      let cell = String(number).map { signs[$0.wholeNumberValue ?? 0] }.joined()
      return "x\(cell),Shop\n"
    }
    try folder.write("n,l\n02-5566-7788,Shop\n" + lines.joined(), to: "a.csv")
    let settings = try folder.settings(SamplePipeline.minimal, threads: 1)
    let result = try PipelineRunner(settings).build()
    #expect(result.report != nil && result.rejections == nil)
  }
}
