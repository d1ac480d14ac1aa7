import Foundation
import Publication
import Testing

@testable import Pipelines

/// A run in stages in a folder of a test: each stage as the command line calls it, in this process.
struct StagedRun {
  let folder: TestFolder
  let now = RunTime("2026-11-22T03:15:00Z")
  /// Where plan, bounds and streams lie.
  var work: String { folder.path + "/work" }
  var plan: String { work + "/plan.json" }
  var bounds: String { work + "/bounds.json" }

  /// Takes a folder with p.yaml and its exports, and makes plan and bounds.
  init(_ folder: TestFolder, split bytes: Int?, parts: Int, groups: Int = 1) throws {
    self.folder = folder
    try? FileManager.default.removeItem(atPath: folder.path + "/work")
    var options = SplitOptions()
    options.splitBytes = bytes
    options.now = now
    let plan = try StagePlanner.plan(folder.path + "/p.yaml", options)
    try folder.write(String(decoding: plan, as: UTF8.self), to: "work/plan.json")
    let bounds = try BoundsSampler.bounds(context(), parts: parts, groups: groups)
    try folder.write(String(decoding: bounds, as: UTF8.self), to: "work/bounds.json")
  }

  func context() throws -> StageContext { try StageContext(plan: plan, pipeline: nil) }

  var splits: Int { get throws { try context().plan.splits.count } }
  var parts: Int { get throws { try context().bounds(at: bounds).0.parts } }

  /// Runs a stage with an open file for its output.
  func writing(_ name: String, _ stage: (Int32) throws -> Void) throws {
    let descriptor = open(work + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try stage(descriptor)
  }

  func normalize(_ split: Int, to name: String? = nil, memory: Int = 64 << 20) throws {
    var options = StageOptions()
    options.memory = memory
    try writing(name ?? "split-\(split).frames") {
      try SplitNormalizer.run(context(), bounds: bounds, split: split, to: $0, options)
    }
  }

  func normalizeAll() throws { for split in 0..<(try splits) { try normalize(split) } }

  func merge(_ part: Int) throws {
    try writing("part-\(part).merged") {
      try PartMerger(context(), bounds: bounds, part: part).run(
        from: .folder(work), to: $0, StageOptions())
    }
  }

  /// Merges what a file holds, as from standard input.
  func merge(_ part: Int, from name: String) throws {
    let input = open(work + "/" + name, O_RDONLY)
    try #require(input >= 0)
    defer { close(input) }
    try writing("part-\(part).merged") {
      try PartMerger(context(), bounds: bounds, part: part).run(
        from: .descriptor(input), to: $0, StageOptions())
    }
  }

  func mergeAll() throws { for part in 0..<(try parts) { try merge(part) } }

  /// Makes the chunks of a group of slots.
  func chunk(_ group: Int, to name: String? = nil, memory: Int = 64 << 20) throws {
    var options = StageOptions()
    options.memory = memory
    try writing(name ?? "group-\(group).chunks") {
      try GroupPacker(context(), bounds: bounds, group: group).run(from: work, to: $0, options)
    }
  }

  func chunkAll() throws {
    for group in 0..<(try context().bounds(at: bounds).0.groups) { try chunk(group) }
  }

  @discardableResult
  func finish(
    into output: String = "staged", change: (inout BuildOptions) -> Void = { _ in }
  ) throws -> BuildResult {
    let settings = try settings(output, change)
    return try PipelineRunner(settings).build(
      from: CollectedParts(context(), bounds: bounds, work: work, settings))
  }

  /// How the last stage publishes.
  func settings(
    _ output: String = "staged", _ change: (inout BuildOptions) -> Void = { _ in }
  ) throws -> RunSettings {
    let context = try context()
    var options = BuildOptions()
    options.output = folder.path + "/" + output
    options.threads = 2
    options.now = context.now
    change(&options)
    return try RunSettings(context.file, options: options)
  }

  /// The same run by `build`.
  @discardableResult
  func build(into output: String = "built") throws -> BuildResult {
    var options = BuildOptions()
    options.output = folder.path + "/" + output
    options.threads = 2
    options.now = now
    let file = try PipelineLoader.load(folder.path + "/p.yaml", now: now)
    return try PipelineRunner(RunSettings(file, options: options)).build()
  }

  /// Every file of an output with its bytes.
  func tree(_ output: String) throws -> [String: Data] {
    let root = folder.path + "/" + output
    var files: [String: Data] = [:]
    // The bookmark says which inodes of this machine were looked at, and when.
    for name in try FileManager.default.subpathsOfDirectory(atPath: root)
    where name != ".bookmark" {
      var isFolder: ObjCBool = false
      let path = root + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if !isFolder.boolValue { files[name] = try Data(contentsOf: URL(fileURLWithPath: path)) }
    }
    return files
  }

  /// The frames of a stream: header and payload as they are written.
  func frames(of name: String) throws -> [(header: FrameHeader, bytes: [UInt8])] {
    let reader = try FrameReader(path: work + "/" + name)
    var frames: [(header: FrameHeader, bytes: [UInt8])] = []
    while let (header, payload) = try reader.next() {
      frames.append((header, header.encoded + Array(payload)))
    }
    return frames
  }

  func write(_ frames: [[UInt8]], to name: String) throws {
    try Data(frames.joined()).write(to: URL(fileURLWithPath: work + "/" + name))
  }
}
