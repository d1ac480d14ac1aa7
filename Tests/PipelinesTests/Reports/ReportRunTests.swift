import Testing

@testable import Pipelines

@Suite struct ReportRunTests {
  @Test(arguments: ["2026-11-22-00001", "1970-01-01-99999", "2026-11-22-100000"])
  func aNameReadsBack(_ name: String) {
    #expect(ReportRun(name)?.description == name)
  }

  @Test(arguments: [
    "", "latest", "2026-11-22", "2026-11-22-1", "2026-11-22-00000", "2026-11-22-000001",
    "2026-11-31-00001", "2026-11-22_00001", "2026-11-22-0000x", "2026-11-22-00001x",
    "2026-11-22-99999999999999999999", ".2026-11-22-00001", "２026-11-22-00001",
  ])
  func whatIsNoNameIsPassedOver(_ name: String) { #expect(ReportRun(name) == nil) }

  @Test func theNumberOrdersRuns() throws {
    let names = ["2026-11-23-00001", "2026-11-22-00002", "2026-11-24-99999", "2026-01-01-100000"]
    let runs = try names.map { try #require(ReportRun($0) as ReportRun?) }
    #expect(runs.reversed().sorted().map(\.description) == names)
  }
}
