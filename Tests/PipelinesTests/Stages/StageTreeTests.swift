import Foundation
import Testing

@testable import Pipelines

extension SignalSuites {
  /// A run in stages gives the tree of `build`, however it is parted.
  @Suite struct StageTreeTests {
    private static let pipeline = """
      version: 1
      name: parted
      region: TW
      sources:
        - name: center
          path: [north.csv, south.csv]
          columns: { number: n, extension: x, label: l, action: a, updated: u }
          rank: 5
        - name: old
          path: old.csv
          skip_lines: 1
          max_record: 4K
          columns: { number: n, label: l }
          rank: 5
        - name: packed
          path: packed.csv.gz
          columns: { number: n, label: l }
        - name: pbx
          path: pbx.xml
          format: xml
          record: /E/L
          columns: { number: "@n", label: T }
      representative: { label: Center }
      slots: { identifiers: [a.one, a.two, a.three] }
      chunks: { target: 200 }
      gate: { rejected: 80% }
      """

    /// Quoted line ends and delimiters, line ends of three kinds, broken bytes, broken quotes, records
    /// that are too long, ranges, doubled numbers, blank lines, labels that disagree.
    private static func csv(seed: UInt64, rows: Int, quoteIsOpenAt open: Int = -1) -> [UInt8] {
      var bytes = Array("\u{FEFF}n,x,l,a,u\r\n".utf8)
      var state = seed
      func next(_ below: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % below
      }
      for row in 0..<rows {
        let number = "02-5566-\(1000 + next(300))"
        let end = ["\n", "\r\n", "\r"][Int(next(3))]
        switch next(12) {
        case 0:
          bytes += Array(
            "\(number),07\(10 + next(80)),\"Line 1\n\"\"Two\"\", \(row)\",,\(end)".utf8)
        case 1: bytes += Array("\(number),,".utf8) + [0xB4, 0xFA, 0xFF] + Array(",,\(end)".utf8)
        case 2: bytes += Array("call us,,Nobody \(row),,\(end)".utf8)
        case 3: bytes += Array("\(number),,,block,\(end)".utf8)
        case 4: bytes += Array("\(number),,,remove,2026-11-0\(1 + next(9))\(end)".utf8)
        case 5: bytes += Array(end.utf8)
        case 6:
          bytes += Array(
            "\(number),0\(next(900)),Shop \(next(4)),,2026-11-0\(1 + next(9)),more\(end)".utf8)
        case 7: bytes += Array("\"\(number)\"x,,Bad quote,,\(end)".utf8)
        default:
          bytes += Array(
            "\(number),0\(100 + next(900)),Label \(next(6)),,2026-10-1\(next(9))\(end)".utf8)
        }
        if row == open { bytes += Array("02-5566-7788,,\"never closed,,\n".utf8) }
      }
      return bytes
    }

    /// One member of one stored block: at most 64 KiB, and no compressor is needed.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
      }
      func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
      let size = UInt16(bytes.count)
      let sizes = [size, ~size].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + sizes + bytes + little(~crc)
        + little(UInt32(bytes.count))
    }

    private static func folder() throws -> TestFolder {
      let folder = try TestFolder()
      func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      }
      try folder.write(pipeline, to: "p.yaml")
      try write(csv(seed: 1, rows: 4000, quoteIsOpenAt: 3990), "north.csv")
      try write(
        csv(seed: 2, rows: 2500, quoteIsOpenAt: 100) + Array("02-5566-7788,,Last".utf8), "south.csv"
      )
      let long = String(repeating: "y", count: 5000)
      var old = "exported today\nn,l\n"
      for row in 0..<400 {
        old +=
          row % 90 == 7
          ? "02-5566-\(1000 + row),\(long)\n" : "02-5566-\(1000 + row),Old \(row % 5)\n"
        if row % 120 == 5 { old += "\"\(long)\n02-5566-7788\n" }
      }
      try folder.write(old, to: "old.csv")
      let packed = (0..<900).map { "02-55\(10 + $0 % 60)-\(1000 + $0),Packed\n" }.joined()
      try write(gzip(Array("n,l\n\(packed)".utf8)), "packed.csv.gz")
      let lines = (0..<500).map { "<L n=\"02-5566-\(1000 + $0)\"><T>Pbx &amp; \($0 % 7)</T></L>" }
      try folder.write("<E>\(lines.joined(separator: "\n"))</E>", to: "pbx.xml")
      return folder
    }

    @Test(arguments: [1, 2, 7, 31])
    func treesAreEqual(parts: Int) throws {
      let folder = try Self.folder()
      // Very small splits show every border, and take their time.
      let sizes = [nil, 1 << 20, 64 << 10] as [Int?] + (parts == 7 ? [1009] : [])
      for bytes in sizes {
        try? FileManager.default.removeItem(atPath: folder.path + "/staged")
        // Of three slots: all in one group, parted, or with groups that have none.
        let groups = [1: 1, 2: 2, 7: 3, 31: 5][parts] ?? 1
        let run = try StagedRun(folder, split: bytes, parts: parts, groups: groups)
        if parts == 1, bytes == nil { #expect(try run.splits == 5) }
        if bytes == 1009 { #expect(try run.splits > 200) }
        try run.normalizeAll()
        try run.mergeAll()
        let staged = try run.finish()
        #expect(staged.summary.outcome == .published)
        if !folder.exists("built") {
          let summary = try run.build().summary
          #expect(summary.outcome == .published)
          // What the generator is for is there.
          for reason in ["bad-quoting", "undecodable", "record-too-long", "junk"] {
            #expect(summary.rejections[reason] ?? 0 > 0, "\(reason)")
          }
          #expect(summary.conflicts > 0 && !summary.sources[0].ragged.isEmpty)
          #expect(summary.warnings.contains { $0.contains("unterminated") })
        }
        let (built, found) = (try run.tree("built"), try run.tree("staged"))
        #expect(built.count > 8 && Set(built.keys) == Set(found.keys))
        for (name, bytes) in built { #expect(found[name] == bytes, "\(name)") }
        try run.chunkAll()
        let chunked = try run.finish(into: "chunked")
        #expect(chunked.summary == staged.summary)
        #expect(try run.tree("chunked") == built)
        try FileManager.default.removeItem(atPath: folder.path + "/chunked")
      }
    }

    @Test(arguments: [false, true])
    func aSecondNightIsPublishedWithItsDeltas(isChunked: Bool) throws {
      let folder = try Self.folder()
      for night in 0..<3 {
        if night == 1 {
          try Data(Self.csv(seed: 1, rows: 4100)).write(
            to: URL(fileURLWithPath: folder.path + "/north.csv"))
        }
        let run = try StagedRun(folder, split: 64 << 10, parts: 3, groups: 2)
        try run.normalizeAll()
        try run.mergeAll()
        if isChunked { try run.chunkAll() }
        let (staged, built) = (try run.finish(), try run.build())
        #expect(staged.summary == built.summary)
        #expect((built.summary.changes == nil) == (night == 0))
        #expect(built.summary.outcome == (night == 2 ? .unchanged : .published))
        let (found, expected) = (try run.tree("staged"), try run.tree("built"))
        #expect(Set(found.keys) == Set(expected.keys))
        for (name, bytes) in expected { #expect(found[name] == bytes, "\(name)") }
      }
    }

    /// What is made of entries besides chunks: counts for a gate, data sets, renderings, no twins.
    @Test(arguments: ["labels", "lookup", "formats", "plain", "small"], [false, true])
    func whatIsMadeOfEntriesBesidesIsThatOfBuild(_ wanted: String, isChunked: Bool) throws {
      let more = [
        "labels": "gate: { rejected: 80%, label_growth: 3x, prefix_growth: 3x }",
        "lookup":
          "formats: [tsv, live-lookup]\nlive_lookup: { extension: a.b, only: { sources: [old] } }",
        "formats": "formats: [tsv, json, sqlite]", "plain": "packed: off",
        "small": "generations: 1",
      ]
      let folder = try Self.folder()
      var pipeline = Self.pipeline + "\n" + (more[wanted] ?? "")
      if wanted == "labels" {
        pipeline = pipeline.replacing("gate: { rejected: 80% }\n", with: "")
      }
      if wanted == "small" { pipeline = pipeline.replacing("target: 200", with: "target: 3") }
      try folder.write(pipeline, to: "p.yaml")
      let run = try StagedRun(folder, split: 64 << 10, parts: 5, groups: 3)
      try run.normalizeAll()
      try run.mergeAll()
      if isChunked { try run.chunkAll() }
      let (staged, built) = (try run.finish(), try run.build())
      #expect(staged.summary == built.summary)
      let (found, expected) = (try run.tree("staged"), try run.tree("built"))
      #expect(Set(found.keys) == Set(expected.keys))
      for (name, bytes) in expected { #expect(found[name] == bytes, "\(name)") }
    }

    @Test func whatTheGateRefusesIsRefusedInTheSameWords() throws {
      let folder = try Self.folder()
      try folder.write(
        Self.pipeline.replacingOccurrences(of: "rejected: 80%", with: "rejected: 1%"), to: "p.yaml")
      let run = try StagedRun(folder, split: 64 << 10, parts: 2)
      try run.normalizeAll()
      try run.mergeAll()
      let (staged, built) = (try run.finish(), try run.build())
      #expect(staged.summary.outcome == .refused && staged.summary == built.summary)
      #expect(try run.tree("staged") == run.tree("built"))
    }

    @Test func aFullSlotIsRefusedInTheSameWords() throws {
      let folder = try Self.folder()
      try folder.write(
        Self.pipeline.replacingOccurrences(
          of: "slots: {", with: "slots: { cap: 40,"), to: "p.yaml")
      let run = try StagedRun(folder, split: 64 << 10, parts: 5)
      try run.normalizeAll()
      try run.mergeAll()
      let staged = #expect(throws: (any Error).self) { try run.finish() }
      let built = #expect(throws: (any Error).self) { try run.build() }
      #expect(staged.map { "\($0)" }?.contains("cap 40") == true)
      #expect(staged.map { "\($0)" } == built.map { "\($0)" })
    }

    @Test func aHotNumberLeavesASplitAsAFewCandidates() throws {
      let folder = try TestFolder()
      try folder.write(SamplePipeline.minimal, to: "p.yaml")
      var rows = "n,l\n"
      for row in 0..<20_000 {
        rows +=
          row % 2 == 0 ? "02-5566-7788,Bakery\n" : "02-55\(10 + row / 200)-\(1000 + row % 200),B\n"
        if row % 5000 == 1 { rows += "02-5566-7788,Other \(row)\n" }
      }
      try folder.write(rows, to: "a.csv")
      let run = try StagedRun(folder, split: 64 << 10, parts: 3)
      try run.normalizeAll()
      let frames = try (0..<run.splits).map { try run.frames(of: "split-\($0).frames") }
      let runs = frames.joined().filter { $0.header.kind == .run }
      #expect(runs.reduce(0) { $0 + $1.bytes.count } < 600_000)
      try run.mergeAll()
      try run.finish()
      #expect(try run.build().summary.conflicts == 1)
      #expect(try run.tree("staged") == run.tree("built"))
    }
  }
}
