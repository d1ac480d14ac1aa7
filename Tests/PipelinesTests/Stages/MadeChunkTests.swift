import Foundation
import Testing

@testable import Pipelines

extension SignalSuites {
  /// Chunks that were made apart are published if they are whole, of this run and of its merged parts.
  @Suite struct MadeChunkTests {
    private typealias Frame = (kind: FrameKind, group: Int?, payload: [UInt8])

    /// A run of two parts whose chunks are made in two groups of slots.
    private func run(label: String = "Shop", rows: Int = 80) throws -> StagedRun {
      let folder = try TestFolder()
      let slots = "slots: { identifiers: [a.one, a.two, a.three] }\nchunks: { target: 5 }"
      let pipeline = SamplePipeline.minimal(slots, insteadOf: "slots: { identifiers: [a.b] }")
      try folder.write(pipeline, to: "p.yaml")
      let lines = (0..<rows).map { "02-5\(500 + $0)-7788,\(label) \($0)\n" }.joined()
      try folder.write("n,l\n" + lines, to: "a.csv")
      let run = try StagedRun(folder, split: 1000, parts: 2, groups: 2)
      try run.normalizeAll()
      try run.mergeAll()
      try run.chunkAll()
      return run
    }

    private func bytes(_ run: StagedRun, _ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(fileURLWithPath: run.work + "/" + name)))
    }

    /// Writes a stream again with other frames, as a stage would that went wrong: every digest is right.
    private func rewrite(
      _ run: StagedRun, _ name: String, part: Int? = nil, _ change: (inout [Frame]) throws -> Void
    ) throws {
      var frames = try run.frames(of: name).filter { $0.header.kind != .end }.map {
        frame -> Frame in
        (frame.header.kind, frame.header.split, Array(frame.bytes[FrameHeader.bytes...]))
      }
      try change(&frames)
      try run.writing(name) { descriptor in
        let writer = FrameWriter(descriptor, place: name, part: part)
        for frame in frames {
          try frame.payload.withUnsafeBytes {
            try writer.add(frame.kind, group: frame.group, $0)
          }
        }
        try writer.end()
      }
    }

    /// What the last stage says; it has published nothing.
    private func refusal(_ run: StagedRun) throws -> String {
      let error = #expect(throws: StageError.self) { try run.finish() }
      #expect(!run.folder.exists("staged/directory/manifest.json"))
      return error?.description ?? ""
    }

    @Test func aStreamOfChunksThatIsCutAnywhereIsRefused() throws {
      let run = try run(rows: 5)
      let name = "group-1.chunks"
      let whole = try bytes(run, name)
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

    @Test func aMergedPartThatIsCutAnywhereGivesNoChunks() throws {
      let run = try run(rows: 12)
      let whole = try bytes(run, "part-1.merged")
      for end in stride(from: 0, to: whole.count, by: 3) {
        try run.write([Array(whole[..<end])], to: "part-1.merged")
        #expect(throws: StageError.self, "cut at \(end)") { try run.chunk(0, to: "none") }
        #expect(try bytes(run, "none").isEmpty)
      }
    }

    @Test func everyByteOfChunksAndTwinsIsChecked() throws {
      let run = try run()
      let name = "group-0.chunks"
      let frames = try run.frames(of: name)
      #expect(Set(frames.map(\.header.kind)).isSuperset(of: [.chunk, .lines, .twin]))
      for (index, frame) in frames.enumerated() where frame.bytes.count > FrameHeader.bytes {
        for place in [FrameHeader.bytes, frame.bytes.count - 1] {
          var damaged = frames.map(\.bytes)
          damaged[index][place] ^= 1
          try run.write(damaged, to: name)
          #expect(throws: StageError.self, "frame \(index)") { try run.finish() }
        }
      }
      #expect(!run.folder.exists("staged/directory/manifest.json"))
    }

    @Test func chunksAreThereOfAllGroupsOrOfNone() throws {
      let run = try run()
      let chunks = try bytes(run, "group-0.chunks")
      try FileManager.default.removeItem(atPath: run.work + "/group-0.chunks")
      #expect(try refusal(run).contains("group 0 of slots is missing"))
      try run.write([chunks], to: "group-1.chunks")
      try run.write([chunks], to: "group-0.chunks")
      #expect(try refusal(run).contains("another stage, split, part or group"))
      for group in 0..<2 {
        try FileManager.default.removeItem(atPath: run.work + "/group-\(group).chunks")
      }
      #expect(try run.finish().isGood)
    }

    @Test func chunksOfAnotherRunAreRefusedNamingBoth() throws {
      let (run, other) = (try run(), try run(label: "Cafe"))
      try run.write([bytes(other, "group-0.chunks")], to: "group-0.chunks")
      let plans = [try run.context().planDigest, try other.context().planDigest]
      let words = try refusal(run)
      #expect(words.contains("another plan") && plans.allSatisfy(words.contains))
      try run.write([bytes(other, "part-0.merged")], to: "part-0.merged")
      let chunks = #expect(throws: StageError.self) { try run.chunk(0) }
      #expect(chunks.map { words in plans.allSatisfy(words.description.contains) } == true)
      #expect(try bytes(run, "group-0.chunks").isEmpty)
      let tool = try self.run()
      try rewrite(tool, "group-0.chunks") { frames in
        let text = String(decoding: frames[0].payload, as: UTF8.self)
        frames[0].payload = Array(text.replacing(ToolVersion.tool, with: "callbook 9.9.9").utf8)
      }
      let version = try refusal(tool)
      #expect(version.contains("callbook 9.9.9") && version.contains(ToolVersion.tool))
    }

    @Test func chunksOfOtherEntriesThanThoseOfThePartsAreRefused() throws {
      let run = try run()
      try rewrite(run, "part-0.merged", part: 0) { frames in
        let entries = try #require(frames.firstIndex { $0.kind == .entries })
        frames[entries].payload[frames[entries].payload.count - 1] ^= 1
      }
      #expect(try refusal(run).contains("made of other parts than these"))
      for group in 0..<2 { try run.chunk(group) }
      #expect(try run.finish().isGood)
    }

    @Test func attemptsThatRanTwiceHaveToBeEqual() throws {
      let run = try run()
      try run.chunk(0, to: "group-0.chunks.2", memory: 512 << 20)
      #expect(try bytes(run, "group-0.chunks.2") == bytes(run, "group-0.chunks"))
      #expect(try run.finish().isGood)
      try run.write([bytes(run, "group-1.chunks")], to: "group-0.chunks.3")
      #expect(throws: StageError.self) { try run.finish() }
    }

    /// Streams whose digests are right, and whose chunks are not those that were meant.
    @Test(arguments: [
      "lines dropped", "twin dropped", "chunk dropped", "chunk doubled", "chunks exchanged",
      "lines before twin", "other slot", "other count", "other name", "border moved",
      "border between numbers",
    ])
    func framesThatDoNotMakeUpChunksAreRefused(_ what: String) throws {
      let run = try run()
      try rewrite(run, "group-1.chunks") { frames in
        let starts = frames.indices.filter { frames[$0].kind == .chunk }
        let twins = frames.indices.filter { frames[$0].kind == .twin }
        let lines = frames.indices.filter { frames[$0].kind == .lines }
        #expect(starts.count > 4 && !twins.isEmpty)
        func edit(_ from: String, _ to: String) throws {
          let text = String(decoding: frames[starts[0]].payload, as: UTF8.self)
          let edited = try text.replacing(Regex(from), with: to)
          #expect(edited != text)
          frames[starts[0]].payload = Array(edited.utf8)
        }
        switch what {
        case "lines dropped": frames.remove(at: lines[0])
        case "twin dropped": frames.remove(at: twins[0])
        case "chunk dropped": frames.removeSubrange(starts[0]..<starts[1])
        case "chunk doubled":
          frames.insert(contentsOf: frames[starts[0]..<starts[1]], at: starts[1])
        case "chunks exchanged":
          let first = frames[starts[0]..<starts[1]]
          frames.replaceSubrange(
            starts[0]..<starts[2], with: frames[starts[1]..<starts[2]] + first)
        case "lines before twin": frames.swapAt(twins[0], twins[0] + 1)
        case "other slot": try edit("\"slot\":\\d+", "\"slot\":0")
        case "other count": try edit("\"entries\":\\d+", "\"entries\":1")
        case "other name": try edit("\"sha256\":\"[0-9a-f]{64}", "\"sha256\":\"../../../../etc/x")
        case "border between numbers":
          let text = String(decoding: frames[starts[0]].payload, as: UTF8.self)
          let last = try #require(text.firstMatch(of: /"last":(\d+)/).flatMap { Int64($0.1) })
          try edit("\"last\":\\d+", "\"last\":\(last - 1)")
        default: try edit("\"last\":(\\d+)\\d", "\"last\":8869999999999999")
        }
      }
      _ = try refusal(run)
    }
  }
}
