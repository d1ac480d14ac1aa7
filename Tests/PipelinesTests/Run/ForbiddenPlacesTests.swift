import Foundation
import Testing

@testable import Pipelines

@Suite struct ForbiddenPlacesTests {
  /// What of the paths, relative to the folder, is refused.
  private func refused(_ paths: [String], in folder: TestFolder, output: String) throws -> [String]
  {
    let file = try PipelineReader.read(
      SamplePipeline.minimal + "\nsign: { key: key.pem }\n", path: folder.path + "/p.yaml")
    let places = ForbiddenPlaces(file, output: folder.path + "/" + output)
    return paths.filter { path in
      (try? places.check(path.hasPrefix("/") ? path : folder.path + "/" + path)) == nil
    }
  }

  @Test func whatTheRunReadsIsRefusedByEveryName() throws {
    let folder = try TestFolder()
    for name in ["p.yaml", "p.test.yaml", "a.csv", "key.pem", "b.csv"] {
      try folder.write("x", to: name)
    }
    try FileManager.default.linkItem(
      atPath: folder.path + "/a.csv", toPath: folder.path + "/same.prom")
    let read = ["p.yaml", "p.test.yaml", "a.csv", "./key.pem", "none/../a.csv", "same.prom"]
    #expect(try refused(read + ["b.csv", "run.prom"], in: folder, output: "out") == read)
  }

  @Test func whatIsPublishedIsRefusedThereOrNot() throws {
    let folder = try TestFolder()
    try folder.write("x", to: "out/directory/manifest.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "out")
    let within = [
      "directory", "directory/manifest.json", "directory/new/run.prom", "report/run.prom",
      "./x/../directory/run.prom", ".lock", ".bookmark", ".staging/x",
    ]
    let beside = ["run.prom", "directory.prom", "directory/../run.prom"]
    for (output, way) in [("out", "out"), ("out", "link"), ("link", "out"), ("new", "new")] {
      let paths = (within + beside).map { "\(way)/\($0)" }
      #expect(
        try refused(paths, in: folder, output: output) == within.map { "\(way)/\($0)" },
        "\(output) by \(way)")
    }
  }

  @Test func keysAndIconsOutsideTheRootAreRefusedByAllThatLoad() throws {
    let folder = try TestFolder()
    try folder.write("x", to: "outside/key.pem")
    try folder.write("n,l\n", to: "inside/a.csv")
    for key in ["../outside/key.pem", "link.pem"] {
      try folder.write(
        SamplePipeline.minimal + "\nsign: { key: \(key) }\n", to: "inside/p.yaml")
      if key == "link.pem" {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path + "/inside/link.pem", withDestinationPath: "../outside/key.pem")
      }
      let errors = #expect(throws: PipelineErrors.self) {
        try PipelineLoader.load(folder.path + "/inside/p.yaml", root: folder.path + "/inside")
      }
      #expect(errors?.description.contains("\(key) leads to ") == true)
      _ = try PipelineLoader.load(folder.path + "/inside/p.yaml", root: folder.path)
    }
  }
}
