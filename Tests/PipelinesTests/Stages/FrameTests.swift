import Foundation
import Testing

@testable import Pipelines

/// Streams that are cut, and frames that are dropped, doubled or in another order.
@Suite struct FrameTests {
  /// A small run whose splits are normalized.
  private func run(parts: Int = 2) throws -> StagedRun {
    let folder = try TestFolder()
    try folder.write(SamplePipeline.minimal, to: "p.yaml")
    let rows = (0..<60).map { "02-55\(10 + $0)-7788,Shop \($0)\n" }.joined()
    try folder.write("n,l\n" + rows + "call us,Nobody\n", to: "a.csv")
    let run = try StagedRun(folder, split: 1000, parts: parts)
    try run.normalizeAll()
    return run
  }

  @Test func aHeaderIsReadAsItWasWritten() throws {
    var header = FrameHeader(kind: .run, split: 7, part: nil, length: 3, sequence: 1 << 40)
    header.digest = [1, 2, 3].withUnsafeBytes { header.digest(of: $0) }
    let bytes = header.encoded
    #expect(bytes.count == 40 && Array(bytes[..<8]) == [0x43, 0x42, 0x46, 0x31, 2, 0, 0, 0])
    #expect(Array(bytes[8..<16]) == [7, 0, 0, 0, 255, 255, 255, 255])
    #expect(bytes.withUnsafeBytes { FrameHeader($0) } == header)
    for place in 0..<8 {
      var damaged = bytes
      damaged[place] ^= 0x80
      #expect(damaged.withUnsafeBytes { FrameHeader($0) } == nil)
    }
  }

  @Test func aStreamOfASplitThatIsCutAnywhereIsRefused() throws {
    let run = try run()
    try run.mergeAll()
    let name = "split-1.frames"
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: run.work + "/" + name)))
    let (context, settings) = (try run.context(), try run.settings())
    for end in 0..<whole.count {
      try run.write([Array(whole[..<end])], to: name)
      // What the last stage does before it writes anything.
      #expect(throws: StageError.self, "cut at \(end)") {
        _ = try CollectedParts(context, bounds: run.bounds, work: run.work, settings)
      }
    }
    #expect(throws: StageError.self) { try run.finish() }
    #expect(!run.folder.exists("staged"))
    try run.write([whole], to: name)
    #expect(try run.finish().isGood)
  }

  @Test func aStreamOfAPartThatIsCutAnywhereIsRefused() throws {
    let run = try run()
    try run.mergeAll()
    let name = "part-1.merged"
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: run.work + "/" + name)))
    let (context, settings) = (try run.context(), try run.settings())
    for end in 0..<whole.count {
      try run.write([Array(whole[..<end])], to: name)
      // What the last stage does before it writes anything.
      #expect(throws: StageError.self, "cut at \(end)") {
        _ = try CollectedParts(context, bounds: run.bounds, work: run.work, settings)
      }
    }
    #expect(throws: StageError.self) { try run.finish() }
    #expect(!run.folder.exists("staged"))
  }

  @Test func everyBitOfAStreamIsChecked() throws {
    let run = try run()
    let name = "split-0.frames"
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: run.work + "/" + name)))
    for place in 0..<whole.count {
      var damaged = whole
      damaged[place] ^= UInt8(1 << (place % 8))
      try run.write([damaged], to: name)
      #expect(throws: StageError.self, "byte \(place)") {
        let reader = try FrameReader(path: run.work + "/" + name)
        while try reader.next() != nil {}
      }
    }
  }

  @Test func framesOfAPartMayComeInAnyOrderAndTwice() throws {
    let run = try run()
    for part in 0..<2 {
      let frames = try (0..<run.splits).flatMap { try run.frames(of: "split-\($0).frames") }
        .filter { $0.header.part == part }.map(\.bytes)
      #expect(frames.count >= 3)
      try run.merge(part)
      let expected = try run.folder.data(of: "work/part-\(part).merged")
      try run.write(frames.reversed() + frames, to: "shuffled")
      try run.merge(part, from: "shuffled")
      #expect(try run.folder.data(of: "work/part-\(part).merged") == expected)
      for dropped in frames.indices {
        var rest = frames
        rest.remove(at: dropped)
        try run.write(rest, to: "dropped")
        #expect(throws: StageError.self) { try run.merge(part, from: "dropped") }
        #expect(try run.folder.data(of: "work/part-\(part).merged").isEmpty)
      }
      let all = Array(frames.joined())
      for end in stride(from: 0, to: all.count, by: 3) {
        try run.write([Array(all[..<end])], to: "cut")
        #expect(throws: StageError.self) { try run.merge(part, from: "cut") }
        #expect(try run.folder.data(of: "work/part-\(part).merged").isEmpty)
      }
    }
  }

  @Test func framesOfAnotherPartAreRefused() throws {
    let run = try run()
    let frames = try (0..<run.splits).flatMap { try run.frames(of: "split-\($0).frames") }
    try run.write(frames.filter { $0.header.part != nil }.map(\.bytes), to: "mixed")
    #expect(throws: StageError.self) { try run.merge(0, from: "mixed") }
    try run.write(
      frames.filter { $0.header.part == 0 || $0.header.kind == .account }.map(\.bytes), to: "mixed")
    #expect(throws: StageError.self) { try run.merge(0, from: "mixed") }
  }

  @Test func attemptsThatRanTwiceHaveToBeEqual() throws {
    let run = try run()
    try run.normalize(0, to: "split-0.account.2", memory: 512 << 20)
    #expect(
      try run.folder.data(of: "work/split-0.account.2")
        == run.folder.data(of: "work/split-0.frames"))
    try run.mergeAll()
    #expect(try run.finish().isGood)
    // Of other bounds, so the same records in other frames.
    let other = try StagedRunOfOtherBounds(run)
    try run.write([other.stream], to: "split-0.account.3")
    #expect(throws: StageError.self) { try run.finish() }
  }

  @Test func theAccountOfASplitIsEnoughToFinish() throws {
    let run = try run()
    try run.mergeAll()
    for split in 0..<(try run.splits) {
      let frames = try run.frames(of: "split-\(split).frames").filter { $0.header.part == nil }
      try run.write(frames.map(\.bytes), to: "split-\(split).account")
      try FileManager.default.removeItem(atPath: run.work + "/split-\(split).frames")
    }
    #expect(try run.finish().isGood)
    try run.build()
    #expect(try run.tree("staged") == run.tree("built"))
    try FileManager.default.removeItem(atPath: run.work + "/split-0.account")
    #expect(throws: StageError.self) { try run.finish() }
  }

  @Test func anotherPipelineExportOrPlanIsRefused() throws {
    let run = try run()
    let plan = try run.folder.text(of: "work/plan.json")
    try run.folder.write(SamplePipeline.minimal + "\n", to: "p.yaml")
    let pipeline = #expect(throws: StageError.self) { try run.normalize(0) }
    #expect(pipeline?.description.contains("another pipeline file (found ") == true)
    try run.folder.write(SamplePipeline.minimal, to: "p.yaml")
    try run.folder.write(
      plan.replacingOccurrences(of: ToolVersion.tool, with: "callbook 0.0.9"),
      to: "work/plan.json")
    let tool = #expect(throws: StageError.self) { try run.normalize(0) }
    #expect(tool?.description.contains("callbook 0.0.9") == true)
    try run.folder.write(plan + "\n", to: "work/plan.json")
    let bounds = #expect(throws: StageError.self) { try run.normalize(0) }
    #expect(bounds?.description.contains("another plan") == true)
    try run.folder.write(plan, to: "work/plan.json")
    let export = try run.folder.text(of: "a.csv")
    try run.folder.write(export.replacingOccurrences(of: "Shop 1", with: "Shop 9"), to: "a.csv")
    let changed = #expect(throws: StageError.self) { try run.normalize(0) }
    #expect(changed?.description.contains("another export (found ") == true)
    #expect(try run.folder.data(of: "work/split-0.frames").isEmpty)
  }
}

/// The first split of the same run by other bounds.
private struct StagedRunOfOtherBounds {
  let stream: [UInt8]

  init(_ run: StagedRun) throws {
    let bounds = try run.folder.text(of: "work/bounds.json")
    let other = try BoundsSampler.bounds(run.context(), parts: 3)
    try run.folder.write(String(decoding: other, as: UTF8.self), to: "work/bounds.json")
    try run.normalize(0, to: "other")
    stream = Array(try run.folder.data(of: "work/other"))
    try run.folder.write(bounds, to: "work/bounds.json")
  }
}

extension TestFolder {
  fileprivate func data(of name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }
}
