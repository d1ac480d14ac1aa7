import Collation
import Foundation
import LiveLookup
import Publication
import Testing

@testable import Pipelines

@Suite("The section live_lookup") struct LiveLookupSectionTests {
  private static func pipeline(_ rest: String) -> String {
    """
    version: 1
    name: p
    region: TW
    sources:
      - { name: shops, path: a.csv, columns: { number: 1, label: 2 }, rank: 5 }
      - { name: bulk, path: b.csv, columns: { number: 1, label: 2 } }
    slots: { identifiers: [a.one] }
    \(rest)
    """
  }

  private static func problems(_ rest: String) -> String {
    do {
      let file = try PipelineReader.read(pipeline(rest), path: "/nowhere/p.yaml")
      _ = try file.publicationSettings(threads: 1)
      return ""
    } catch { return "\(error)" }
  }

  @Test(
    "what contradicts itself is refused with its place",
    arguments: [
      ("formats: [live-lookup]", "found no section live_lookup"),
      ("live_lookup: { extension: a.b }", "formats does not ask for it"),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, only: { sources: [nope] } }",
        "live_lookup names the source \"nope\""
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, shards: { block: 3 }, "
          + "entries_per_shard: { block: 4 } }", "both shards and entries_per_shard"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: [{ file: x.heic }] }",
        "neither label nor source"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: "
          + "[{ label: x, file: missing.heic }] }", "missing.heic cannot be read"
      ),
      (
        "formats: [live-lookup]\nmerge: { prefer: [rank] }\nlive_lookup: { extension: a.b, only: "
          + "{ updated_before: 2025-01-01 } }", "needs updated in merge.prefer"
      ),
      ("formats: [live-lookup]\nlive_lookup: { extension: a.b, only: {} }", "says nothing"),
      ("formats: [live-lookup]\nlive_lookup: { extension: a b }", "expected a bundle identifier"),
      ("formats: [live-lookup]\nlive_lookup: { extension: ../../x }", "a bundle identifier"),
      ("formats: [live-lookup]\nlive_lookup: { extension: a.one }", "that of slot 0"),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, encryption: nonsense }",
        "encryption is \"nonsense\""
      ),
      ("formats: [live-lookup]\nlive_lookup: { extension: a.b, issuer: not a url }", "a URL such"),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, issuer: 'https://a.b:1/c/' }",
        "without port and trailing slash"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: [{ label: x, file: a }, "
          + "{ label: x, file: b }] }", "the label \"x\" two pictures"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: [{ label: 'Cafe\u{301}', file: "
          + "a }, { label: ' Café', file: b }] }", "two pictures"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, share_shards: on, shards: "
          + "{ block: 9, identity: 3 } }", "cannot have more shards than identity"
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: { source: no, file: a } }",
        "p.yaml:9:39: live_lookup names the source \"no\""
      ),
      (
        "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: { label: '\u{200B}', file: a } }",
        "expected a text that shows something"
      ),
    ])
  func refused(rest: String, words: String) {
    #expect(Self.problems(rest).contains(words), "\(Self.problems(rest))")
  }

  @Test(
    "a value that is none is one fault, not two",
    arguments: ["updated_before: 2025-13-01", "rank_below: high", "sources: []"])
  func oneFault(condition: String) {
    let problems = Self.problems(
      "formats: [live-lookup]\nlive_lookup: { extension: a.b, only: { \(condition) } }")
    #expect(problems.contains("live_lookup.only."))
    #expect(!problems.contains("says nothing"))
  }

  @Test("an icon that is no HEIC is refused")
  func icons() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let icon = folder.appendingPathComponent("icon.heic")
    let text = Self.pipeline(
      "formats: [live-lookup]\nlive_lookup: { extension: a.b, icons: "
        + "[{ source: bulk, file: icon.heic }] }")
    let file = try PipelineReader.read(text, path: folder.path + "/p.yaml")
    try Data("no picture at all".utf8).write(to: icon)
    let refusal = #expect(throws: PipelineErrors.self) {
      try file.publicationSettings(threads: 1)
    }
    #expect(refusal.map { "\($0)" }?.contains("is no picture in HEIC") == true)
    let picture =
      [UInt8]([0, 0, 0, 24]) + Array("ftypheic".utf8) + [0, 0, 0, 0] + "mif1heic".utf8 + [0, 0]
    try Data(picture).write(to: icon)
    let settings = try #require(try file.publicationSettings(threads: 1).liveLookup)
    #expect(settings.iconsBySource == [1: .init(image: picture, place: "live_lookup.icons[0]")])
    // Labels are compared as entries have them: composed, and without white space around.
    let decomposed = text.replacing("source: bulk", with: "label: ' Cafe\u{301} '")
    let named = try PipelineReader.read(decomposed, path: folder.path + "/p.yaml")
    let lookup = try #require(try named.publicationSettings(threads: 1).liveLookup)
    #expect(lookup.iconsByLabel.keys.map { Array($0.utf8) } == [Array("Caf\u{e9}".utf8)])
  }

  @Test("show-config gives the same section back")
  func roundTrip() throws {
    let text = Self.pipeline(
      """
      formats: [live-lookup]
      live_lookup:
        extension: net.example.lookup
        shards: { identity: 3 }
        layout: sharded
        only: { sources: [bulk], rank_below: 3 }
      """)
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    let printed = try PipelineReader.read(pipeline.document.yaml(), path: "p.yaml").pipeline
    let lookup = try #require(printed.liveLookup)
    #expect(lookup.shards == .init(block: nil, identity: 3))
    #expect(lookup.entriesPerShard == .init(block: 50_000, identity: nil))
    #expect(lookup.only == pipeline.liveLookup?.only)
    let file = PipelineFile(path: "p.yaml", pipeline: printed, positions: [:])
    #expect(file.lookupOnlyRule == LookupOnlyRule(sources: [false, true], digits: 7...15))
  }

  @Test("updated_before is the first moment of the day in the zone of each source")
  func zones() throws {
    let text = Self.pipeline(
      "formats: [live-lookup]\nlive_lookup: { extension: net.example.a, only: "
        + "{ updated_before: 2025-01-02 } }"
    ).replacing("rank: 5", with: "rank: 5, timezone: Asia/Taipei")
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    let file = PipelineFile(path: "p.yaml", pipeline: pipeline, positions: [:])
    let midnight: Int64 = 1_735_776_000_000
    #expect(file.lookupOnlyRule?.updatedBefore == [midnight - 8 * 3_600_000, midnight])
  }
}
