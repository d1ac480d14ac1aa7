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

  @Test("A glob that multiplies by folders it comes back from is ended by its limit")
  func globsAreBounded() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in 0..<18 {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    let text = SamplePipeline.minimal.replacing(
      "path: a.csv", with: "path: \"*/../*/../*/../*/../x.csv\"")
    let file = try PipelineReader.read(text, path: "\(folder)/p.yaml")
    let errors = #expect(throws: PipelineErrors.self) { try file.sourceFiles() }
    #expect(
      errors?.description.contains("one of more than 100000 paths that the glob finds") == true,
      "\(String(describing: errors))")
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

  @Test(arguments: [
    ("'*/*.csv'", ["a/1.csv", "b/*.csv", "b/2.csv"]), ("'?/1.csv'", ["a/1.csv"]),
    ("'[ab]/[!1].csv'", ["b/*.csv", "b/2.csv"]), ("'[b]/\\*.csv'", ["b/*.csv"]),
    ("'b/../a*/*'", ["a/1.csv"]), ("'[ab]/2.csv'", ["b/2.csv"]), ("'*/1.csv'", ["a/1.csv"]),
  ])
  func globsGoThroughFolders(_ path: String, _ expected: [String]) throws {
    let folder = try TestFolder()
    for name in ["a/1.csv", "b/2.csv", "b/*.csv", "a/.hidden.csv", "c.csv"] {
      let place = URL(fileURLWithPath: folder.path + "/" + name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: place)
    }
    let text = SamplePipeline.minimal.replacing("path: a.csv", with: "path: \(path)")
    let files = try PipelineReader.read(text, path: folder.path + "/p.yaml").sourceFiles()
    #expect(files.map { $0.map { $0.replacing(folder.path + "/", with: "") } } == [expected])
  }

  @Test func aNameThatIsNoUTF8IsSaidAndNotCalledMissing() throws {
    let folder = try TestFolder()
    // 台.csv as a machine with Big5 names wrote it.
    let name = Array((folder.path + "/x-").utf8) + [0xA5, 0x78] + Array(".csv".utf8) + [0]
    let file = open(name.map { CChar(bitPattern: $0) }, O_CREAT, 0o600)
    #expect(file >= 0)
    close(file)
    let text = SamplePipeline.minimal.replacing("path: a.csv", with: "path: \"x-*.csv\"")
    let errors = #expect(throws: PipelineErrors.self) {
      try PipelineReader.read(text, path: folder.path + "/p.yaml").sourceFiles()
    }
    #expect(errors?.description.contains("is not UTF-8") == true, "\(String(describing: errors))")
  }

  @Test func pathsAreShownWithoutReturns() throws {
    #expect(
      try files(
        "[../pipelines/a.csv, ./b.csv, \"../pipelines/c*.csv\"]", among: ["a.csv", "c.csv"])
        == [["a.csv", "b.csv", "c.csv"]])
    #expect(CleanPath.of("Tests/../Sources/../no-such.csv") == "no-such.csv")
    #expect(CleanPath.of("no-such/../a.csv") == "no-such/../a.csv")
    #expect(CleanPath.of("../../a.csv") == "../../a.csv")
    #expect(CleanPath.of("/../usr//./bin/../a.csv") == "/usr/a.csv")
    #expect(CleanPath.of("-") == "-")
  }

  @Test func aReturnBehindASymbolicLinkStays() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)").path
    let deep = "\(folder)/one/deep"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: deep)
    #expect(CleanPath.of("\(folder)/link/../a.csv") == "\(folder)/link/../a.csv")
    #expect(CleanPath.of("\(deep)/../a.csv") == "\(folder)/one/a.csv")
  }
}
