import Foundation
import Publication
import Testing

@testable import Pipelines

@Suite struct ReportFolderTests {
  private func report(
    in folder: TestFolder, _ text: String, now: String = "2026-11-22T03:15:00Z", kept: Int = 30
  ) throws -> ReportFolder {
    let pipeline = SamplePipeline.minimal + "\nreports: \(kept)\n"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out", withIntermediateDirectories: true)
    let report = try ReportFolder(
      folder.settings(pipeline) { $0.now = RunTime(now) }, sequence: 0)
    let file = try report.file("summary.json")
    try file.add(text)
    try file.finish()
    return report
  }

  private func latest(in folder: TestFolder) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/out/report/latest")
  }

  @Test func whatIsWrittenIsPrivate() throws {
    let folder = try TestFolder()
    let report = try report(in: folder, "x")
    #expect(folder.mode(of: "out/report") == 0o700)
    #expect(folder.mode(of: "out/report/.staging") == 0o700)
    #expect(folder.mode(of: "out/report/.staging/summary.json") == 0o600)
    #expect(try report.place() == folder.path + "/out/report/2026-11-22-00001")
    #expect(folder.mode(of: "out/report/2026-11-22-00001") == 0o700)
    #expect(folder.names(in: "out/report") == ["2026-11-22-00001", "latest"])
  }

  @Test func everyRunHasAReportAndTheLatestIsTheLast() throws {
    let folder = try TestFolder()
    // The clock of the second run is wrong; its number is not.
    for (now, name) in [
      ("2026-11-22T23:59:59Z", "2026-11-22-00001"), ("1999-01-01T00:00:00Z", "1999-01-01-00002"),
      ("2026-11-23T01:00:00+08:00", "2026-11-22-00003"),
    ] {
      _ = try report(in: folder, name, now: now).place()
      #expect(latest(in: folder) == name)
      #expect(try folder.text(of: "out/report/latest/summary.json") == name)
    }
    #expect(folder.names(in: "out/report").count == 4)
  }

  @Test func theOldestRunsAreSwept() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/report/notes", withIntermediateDirectories: true)
    for number in 1...4 {
      let report = try report(in: folder, "\(number)", kept: 2)
      _ = try report.place()
      try report.sweep()
    }
    #expect(
      folder.names(in: "out/report") == [
        "2026-11-22-00003", "2026-11-22-00004", "latest", "notes",
      ])
  }

  @Test func aShelfThatIsALinkIsRefused() throws {
    let folder = try TestFolder()
    _ = try report(in: folder, "x").place()
    let (shelf, victim) = (folder.path + "/out/report", folder.path + "/victim")
    try FileManager.default.moveItem(atPath: shelf, toPath: victim)
    try FileManager.default.createSymbolicLink(atPath: shelf, withDestinationPath: victim)
    let before = folder.names(in: "victim")
    let error = #expect(throws: PublicationError.self) { try report(in: folder, "y") }
    #expect(error?.description.hasPrefix("\(shelf): a folder of the output is a link") == true)
    #expect(folder.names(in: "victim") == before)
  }

  @Test func aCopyOfTheLatestReportGivesWayToTheLink() throws {
    let folder = try TestFolder()
    let latest = folder.path + "/out/report/latest"
    try FileManager.default.createDirectory(atPath: latest, withIntermediateDirectories: true)
    for name in ["summary.json", "rejects.csv", "repairs.csv", "conflicts.csv"] {
      try folder.write("copy", to: "out/report/latest/" + name)
    }
    _ = try report(in: folder, "new").place()
    #expect(self.latest(in: folder) == "2026-11-22-00001")
  }

  @Test func aReportThatIsTakenBackLeavesTheOneBefore() throws {
    let folder = try TestFolder()
    let first = try report(in: folder, "first")
    _ = try first.place()
    let second = try report(in: folder, "second")
    _ = try second.place()
    second.withdraw()
    #expect(latest(in: folder) == "2026-11-22-00001")
    #expect(folder.names(in: "out/report") == ["2026-11-22-00001", "latest"])
    first.withdraw()
    #expect(folder.names(in: "out/report") == [])
  }

  @Test func leftoversOfAKilledRunAreRemoved() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/report/.staging/deep", withIntermediateDirectories: true)
    let report = try report(in: folder, "x")
    #expect(folder.names(in: "out/report/.staging") == ["summary.json"])
    report.remove()
    #expect(folder.names(in: "out/report") == [])
  }

  @Test func aCheckWritesNothingInTheOutputAndNothingStays() throws {
    let folder = try TestFolder()
    let settings = try folder.settings(SamplePipeline.minimal, isCheck: true) {
      $0.scratch = folder.path
    }
    do {
      let workplace = try Workplace(settings, fileSystem: FileSystem())
      let report = try ReportFolder(settings, sequence: 0)
      let file = try report.file("rejects.csv")
      try file.add("a raw cell")
      try file.finish()
      #expect(try report.place() == nil)
      #expect(workplace.leftovers == [workplace.scratch])
      #expect(folder.names() == [String(workplace.scratch.dropFirst(folder.path.count + 1))])
      #expect(folder.names(in: folder.names()[0]) == [])
    }
    #expect(folder.names() == [])
  }

  @Test func aFileInTheWayIsNamed() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out", withIntermediateDirectories: true)
    try folder.write("", to: "out/report")
    let error = #expect(throws: PublicationError.self) {
      try ReportFolder(folder.settings(SamplePipeline.minimal), sequence: 0)
    }
    #expect(error?.description.contains("\(folder.path)/out/report") == true)
  }

  @Test func aRunThatWasKilledBeforeItsManifestIsNotCalledPublished() throws {
    let folder = try TestFolder()
    var summary = BuildSummary(outcome: .published, pipeline: "small", tool: "callbook")
    summary.sequence = 4
    _ = try report(in: folder, SummaryReport.json(summary)).place()
    // The manifest that is there has sequence 4: it was published.
    _ = try ReportFolder(folder.settings(SamplePipeline.minimal), sequence: 4)
    let path = "out/report/2026-11-22-00001/summary.json"
    #expect(try folder.text(of: path) == SummaryReport.json(summary))
    _ = try ReportFolder(folder.settings(SamplePipeline.minimal), sequence: 3)
    summary.outcome = .stopped
    #expect(try folder.text(of: path) == SummaryReport.json(summary))
    #expect(folder.mode(of: path) == 0o600)
  }
}
