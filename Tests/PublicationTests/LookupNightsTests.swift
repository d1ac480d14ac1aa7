import DirectoryFormat
import Foundation
import LiveLookup
import Records
import Testing

@testable import Publication

/// Data sets of the lookup over several nights: what stays, what is told, what is put back.
@Suite("Nights of data sets of the lookup")
struct LookupNightsTests {
  typealias Line = LiveLookupTests.Line
  typealias Night = LiveLookupTests.Night

  static func publish(
    _ lines: [Line], to scratch: Scratch, _ change: (inout LookupSettings) -> Void = { _ in }
  ) throws -> Night {
    try LiveLookupTests.publish(lines, to: scratch, LiveLookupTests.settings(change))
  }

  static func shops(_ numbers: Range<Int64>, slot: UInt16 = 0) -> [Line] {
    LiveLookupTests.shops(numbers).map {
      var line = $0
      line.slot = slot
      return line
    }
  }

  static func blocked(_ numbers: Range<Int64>) -> [Line] {
    numbers.map { Line(number: 886_900_000_000 + $0) }
  }

  static func folders(_ scratch: Scratch) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: scratch.path + "/out/directory/renderings"))
  }

  static func name(_ night: Night) -> String {
    String(night.section.path.dropFirst("renderings/".count))
  }

  @Test("no shard is unchanged where it is processed in another way")
  func unchangedShards() throws {
    let scratch = try Scratch()
    let sharded = { (settings: inout LookupSettings) in
      settings.files = .sharded
      settings.shards[.identity] = .count(5)
    }
    _ = try Self.publish(Self.shops(0..<200), to: scratch, sharded)
    let few = try Self.publish(Self.shops(0..<201), to: scratch, sharded)
    #expect(few.section.identity.changes?.unchangedShards.count == 4)
    let other = try Self.publish(Self.shops(0..<202), to: scratch) {
      sharded(&$0)
      $0.encryption = LookupEncryption(name: "n_8192_logq_3x55_logt_24") ?? .usual
    }
    #expect(other.section.identity.changes?.unchangedShards == [])
    #expect(other.section.identity.changes?.additions == 1)
    #expect(other.warnings.contains { $0.contains("every phone fetches a new configuration") })
    let wider = try Self.publish(Self.shops(0..<203), to: scratch) {
      sharded(&$0)
      $0.encryption = LookupEncryption(name: "n_8192_logq_3x55_logt_24") ?? .usual
      $0.buckets[.identity] = 300
    }
    #expect(wider.section.identity.changes?.unchangedShards == [])
  }

  @Test("the data sets before stay for one more publication, also of the same entries")
  func sameGeneration() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<50), to: scratch)
    let second = try Self.publish(Self.shops(0..<50), to: scratch) {
      $0.profile.category = .person
    }
    #expect(second.manifest.generation == first.manifest.generation)
    #expect(try Self.folders(scratch) == [Self.name(first), Self.name(second)])
    let third = try Self.publish(Self.shops(0..<50), to: scratch) { $0.profile.cacheMinutes = 5 }
    #expect(try Self.folders(scratch) == [Self.name(second), Self.name(third)])
  }

  @Test(
    "a damaged or missing file is put back where it was, and nothing else changes",
    arguments: [
      "identity-1.binpb", "block-0.binpb", "process-identity.json", "service-config.json",
      "stash-identity.pb", "stash-block.pb",
    ], ["flipped", "missing", "shorter"])
  func healing(file: String, damage: String) throws {
    let scratch = try Scratch()
    let sharded = { (settings: inout LookupSettings) in
      settings.files = .sharded
      settings.shards = [.identity: .count(3), .block: .count(2)]
    }
    _ = try Self.publish(Self.shops(0..<50) + Self.blocked(0..<50), to: scratch, sharded)
    let lines = Self.shops(0..<60) + Self.blocked(5..<60)
    let night = try Self.publish(lines, to: scratch, sharded)
    let place = "\(scratch.path)/out/directory/\(night.section.path)/\(file)"
    let whole = try #require(FileManager.default.contents(atPath: place))
    var damaged = whole
    switch damage {
    case "flipped": damaged[damaged.count / 2] ^= 1
    case "shorter": damaged.removeLast()
    default: try FileManager.default.removeItem(atPath: place)
    }
    if damage != "missing" { try damaged.write(to: URL(fileURLWithPath: place)) }
    let again = try Self.publish(lines, to: scratch, sharded)
    #expect(again.isUnchanged)
    #expect(again.manifest == night.manifest)
    #expect(FileManager.default.contents(atPath: place) == whole)
  }

  @Test("a stash that cannot be made again is told")
  func lostStash() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<50), to: scratch)
    let second = try Self.publish(Self.shops(0..<60), to: scratch)
    let directory = scratch.path + "/out/directory/"
    try FileManager.default.removeItem(atPath: directory + first.section.path)
    try FileManager.default.removeItem(
      atPath: directory + second.section.path + "/stash-identity.pb")
    let third = try Self.publish(Self.shops(0..<60), to: scratch)
    #expect(third.section.path != second.section.path)
    #expect(third.warnings.contains { $0.contains("stash-identity.pb is damaged or missing") })
  }

  @Test("a kept generation whose data sets are lost is told, and kept")
  func lostOfKept() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<50), to: scratch)
    let second = try Self.publish(Self.shops(0..<60), to: scratch)
    try FileManager.default.removeItem(
      atPath: "\(scratch.path)/out/directory/\(first.section.path)")
    let third = try Self.publish(Self.shops(0..<60), to: scratch)
    #expect(third.isUnchanged)
    let lost = third.warnings.filter { $0.contains("is kept without it") }
    #expect(lost.count == 1)
    #expect(lost.first?.contains("like 2 other files of its data sets") == true)
    #expect(third.manifest.deltas == second.manifest.deltas)
  }

  @Test("a check tells a change of the lookup alone, and what would be refused")
  func check() throws {
    let scratch = try Scratch()
    let lines = Self.shops(0..<50)
    _ = try Self.publish(lines, to: scratch)
    let check = { (change: (inout LookupSettings) -> Void) throws -> Night in
      try LiveLookupTests.publish(
        lines, to: scratch, LiveLookupTests.settings(change),
        mode: .checking(scratch: scratch.path))
    }
    #expect(try check { _ in }.isUnchanged)
    #expect(try !check { $0.profile.category = .person }.isUnchanged)
    #expect(throws: PublicationError.self) { try check { $0.requiresTestIdentity = true } }
  }

  @Test("what is in the lookup alone counts among what vanished, what moved there does not")
  func vanished() throws {
    let scratch = try Scratch()
    let none = EntryBatch.Entry.noSlot
    _ = try Self.publish(Self.shops(0..<1000) + Self.blocked(0..<10), to: scratch)
    let moved = try Self.publish(
      Self.shops(0..<100) + Self.shops(100..<1000, slot: none) + Self.blocked(0..<10), to: scratch)
    #expect(moved.changes?.vanished == 900)
    #expect(moved.standing.changes?.vanished == 0)
    #expect(moved.standing.changes?.formerEntries == 1010)
    var relabelled = Self.shops(500..<501, slot: none)
    relabelled[0].label = "another"
    let gone = try Self.publish(
      Self.shops(0..<100) + Self.shops(101..<500, slot: none) + relabelled + Self.blocked(5..<20),
      to: scratch)
    #expect(gone.changes?.vanished == 5)
    #expect(gone.standing.changes?.identification.removed == 500)
    #expect(gone.standing.changes?.identification.relabelled == 1)
    #expect(gone.standing.changes?.blocking.removed == 5)
    #expect(gone.standing.changes?.blocking.added == 10)
    let plain = try Scratch()
    _ = try Self.publish(Self.shops(0..<10), to: plain)
    #expect(try Self.publish(Self.shops(0..<9), to: plain).standing.changes == nil)
  }

  @Test("parameters outlast a night without rows and another number of entries a shard")
  func keptParameters() throws {
    let scratch = try Scratch()
    let rows = { (wanted: Int) in
      { (settings: inout LookupSettings) in settings.shards[.block] = .rows(wanted) }
    }
    let shops = Self.shops(0..<50)
    let first = try Self.publish(shops + Self.blocked(0..<300), to: scratch, rows(60))
    #expect(first.section.block.shards == 5)
    let without = try Self.publish(shops, to: scratch, rows(60))
    #expect(without.section.block.rows == 0)
    #expect(!without.section.files.contains { $0.name.hasPrefix("block") })
    let back = try Self.publish(shops + Self.blocked(0..<400), to: scratch, rows(60))
    #expect(back.section.block.shards == 5)
    #expect(back.section.block.buckets == first.section.block.buckets)
    #expect(back.warnings.allSatisfy { !$0.contains("every phone fetches a new") })
    let edited = try Self.publish(shops + Self.blocked(0..<401), to: scratch, rows(20))
    #expect(edited.section.block.shards == 5)
    #expect(edited.warnings.contains { $0.contains("write `shards: { block: 20 }`") })
    let quiet = try Self.publish(shops + Self.blocked(0..<402), to: scratch, rows(20))
    #expect(quiet.warnings.allSatisfy { !$0.contains("write `shards") })
    let changed = try Self.publish(shops + Self.blocked(0..<402), to: scratch) {
      $0.shards[.block] = .count(7)
    }
    #expect(changed.warnings.contains { $0.contains("(7 shards instead of 5") })
  }

  /// Publishes a directory without entries and data sets.
  private static func publishNothing(to scratch: Scratch) throws -> Manifest {
    let settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000_000)])
    let publisher = try Publisher(output: scratch.path + "/out", settings: settings)
    let facts = PublicationFacts(
      name: "test", asOf: nil, tool: "test",
      ledger: .init(
        records: .init(read: 0, used: 0, rejected: 0, inapplicable: 0, blank: 0),
        candidates: .init(produced: 0, emitted: 0, merged: 0, suppressed: 0)))
    let staged = try publisher.finish(facts)
    return try publisher.publish(staged, issued: Directories.issued).manifest
  }

  @Test("parameters outlast nights without the format")
  func withoutFormat() throws {
    let scratch = try Scratch()
    let rows = { (settings: inout LookupSettings) in settings.shards[.identity] = .rows(100) }
    let first = try Self.publish(Self.shops(0..<300), to: scratch, rows)
    #expect(try Self.publishNothing(to: scratch).liveLookup == nil)
    let again = try Self.publish(Self.shops(0..<450), to: scratch, rows)
    #expect(again.section.identity.shards == first.section.identity.shards)
    #expect(again.section.identity.buckets == first.section.identity.buckets)
    #expect(again.section.identity.changes == nil)
  }

  @Test("another number of entries a shard is told only where it would change the shards")
  func sameShards() throws {
    let scratch = try Scratch()
    _ = try Self.publish(Self.shops(0..<300), to: scratch) { $0.shards[.identity] = .rows(100) }
    let same = try Self.publish(Self.shops(0..<301), to: scratch) {
      $0.shards[.identity] = .rows(99)
    }
    #expect(!same.warnings.contains { $0.contains("stay as published") })
  }

  @Test("shared shards: never more than those of identity, with the cure that helps")
  func sharedShards() throws {
    let lines = Self.shops(0..<400) + Self.blocked(0..<4000)
    let share = { (block: LookupSettings.Shards) in
      { (settings: inout LookupSettings) in
        settings.sharesShards = true
        settings.shards = [.identity: .rows(80), .block: block]
      }
    }
    #expect(try Self.publish(lines, to: try Scratch(), share(.rows(100))).section.block.shards == 5)
    let refusal = #expect(throws: PublicationError.self) {
      try Self.publish(lines, to: try Scratch(), share(.count(9)))
    }
    #expect(refusal?.description.contains("found 9, expected at most 5") == true)
    #expect(refusal?.description.contains("shards: { block: 5 }") == true)
    let uneven = try Self.publish(lines, to: try Scratch(), share(.count(4)))
    #expect(uneven.warnings.contains { $0.contains("divides the 5 of identity: 1 or 5") })
    let later = try Scratch()
    let few = share(.rows(400))
    let alone = try Self.publish(Self.blocked(0..<4000), to: later, few)
    #expect(alone.section.block.shards == 10)
    #expect(try Self.publish(lines, to: later, few).section.identity.shards == 10)
  }
}
