import Foundation
import Testing

@testable import Pipelines

@Suite struct SourceFilesTests {
  private func files(
    _ path: String, among names: [String], pipelineFolder: String = "pipelines"
  ) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(pipelineFolder)", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in names {
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(pipelineFolder)/\(name)", contents: nil)
    }
    let text = SamplePipeline.minimal.replacing("path: a.csv", with: "path: \(path)")
    let file = try PipelineReader.read(text, path: "\(folder)/\(pipelineFolder)/p.yaml")
    let prefix = "\(folder)/\(pipelineFolder)/"
    return try file.sourceFiles().map { $0.map { $0.replacing(prefix, with: "") } }
  }

  @Test func globsAreReadInNameOrder() throws {
    #expect(
      try files("\"x-*.csv\"", among: ["x-2.csv", "x-10.csv", "X-3.csv", "x-Ä.csv"]) == [
        ["x-10.csv", "x-2.csv", "x-Ä.csv"]
      ])
  }

  @Test func pathsWithoutWildcardsAreTakenAsTheyAre() throws {
    #expect(try files("missing.csv", among: []) == [["missing.csv"]])
    #expect(try files("\"-\"", among: []) == [["-"]])
    #expect(try files("\"a[1].csv\"", among: ["a[1].csv", "a1.csv"]) == [["a[1].csv"]])
  }

  @Test func wildcardsInTheFolderOfThePipelineAreLiteral() throws {
    #expect(
      try files("\"*.csv\"", among: ["a.csv"], pipelineFolder: "night [1]*") == [["a.csv"]])
  }

  @Test(arguments: [
    ("\"*.tsv\"", "4:30: no file matches"), ("[a.csv, \"a*.csv\"]", "4:38: "),
  ])
  func aGlobWithoutFilesAndAFileTwiceAreNamed(_ path: String, _ words: String) {
    let errors = #expect(throws: PipelineErrors.self) { try files(path, among: ["a.csv"]) }
    #expect(errors?.description.contains(words) == true, "\(String(describing: errors))")
  }
}
