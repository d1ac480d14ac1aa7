import Foundation
import Testing

@testable import Pipelines

@Suite struct ReportFolderTests {
  private func report(in folder: TestFolder, _ text: String) throws -> ReportFolder {
    let report = try ReportFolder(folder.settings(SamplePipeline.minimal))
    let file = try ReportFile(path: report.staging + "/summary.json", syncing: report.syncing)
    try file.add(text)
    try file.finish()
    return report
  }

  private let old = String(repeating: "a", count: 64)
  private let kept = String(repeating: "b", count: 64)
  private let new = String(repeating: "c", count: 64)

  @Test func whatIsWrittenIsPrivate() throws {
    let folder = try TestFolder()
    let report = try report(in: folder, "x")
    #expect(folder.mode(of: "out/report") == 0o700)
    #expect(folder.mode(of: "out/report/.staging") == 0o700)
    #expect(folder.mode(of: "out/report/.staging/summary.json") == 0o600)
    #expect(try report.accept(generation: new) == folder.path + "/out/report/\(new)")
    #expect(folder.mode(of: "out/report/\(new)") == 0o700)
    #expect(folder.names(in: "out/report") == [new])
  }

  @Test func reportsOfGenerationsThatAreGoneAreSwept() throws {
    let folder = try TestFolder()
    for name in [old, kept, "refused", "notes"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/out/report/" + name, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/directory/generations", withIntermediateDirectories: true)
    try folder.write("{}", to: "out/directory/generations/\(kept).json")
    _ = try report(in: folder, "x").accept(generation: new)
    #expect(folder.names(in: "out/report") == [kept, new, "notes", "refused"])
  }

  @Test func theSameGenerationAgainReplacesItsReport() throws {
    let folder = try TestFolder()
    _ = try report(in: folder, "first").accept(generation: new)
    _ = try report(in: folder, "second").accept(generation: new)
    #expect(try folder.text(of: "out/report/\(new)/summary.json") == "second")
    #expect(folder.names(in: "out/report") == [new])
  }

  @Test func onlyTheLastRefusedRunIsKeptAndNothingElseGoes() throws {
    let folder = try TestFolder()
    _ = try report(in: folder, "good").accept(generation: new)
    _ = try report(in: folder, "first").refuse()
    #expect(try report(in: folder, "second").refuse() == folder.path + "/out/report/refused")
    #expect(try folder.text(of: "out/report/refused/summary.json") == "second")
    #expect(folder.names(in: "out/report") == [new, "refused"])
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

  @Test func aCheckWritesAndRemovesNothingInTheOutput() throws {
    let folder = try TestFolder()
    let settings = try folder.settings(SamplePipeline.minimal, isCheck: true) {
      $0.scratch = folder.path
    }
    let report = try ReportFolder(settings)
    #expect(!folder.exists("out"))
    #expect(report.staging.hasPrefix(settings.scratch + "/"))
    #expect(settings.leftovers == [settings.scratch])
    settings.removeScratchFolder()
    #expect(folder.names() == [])
  }

  @Test func aFileInTheWayIsNamed() throws {
    let folder = try TestFolder()
    try folder.write("", to: "out")
    let error = #expect(throws: RunError.self) {
      try ReportFolder(folder.settings(SamplePipeline.minimal))
    }
    #expect(error?.description.contains("\(folder.path)/out/report") == true)
  }
}
