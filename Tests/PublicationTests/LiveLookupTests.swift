import DirectoryFormat
import Foundation
import LiveLookup
import Records
import Testing

@testable import Publication

/// Data sets of the lookup beside the slots: what is chosen, kept, refused and healed.
@Suite("Data sets of the lookup")
struct LiveLookupTests {
  struct Line {
    var number: Int64
    var label: String?
    var baseDigits: UInt8 = .max
    var slot: UInt16 = 0
  }

  struct Night {
    var manifest: Manifest
    var isUnchanged: Bool
    var warnings: [String]
    var section: Manifest.LiveLookup
    var standing = LookupStanding()
    var changes: GenerationChanges?
  }

  static func shops(_ numbers: Range<Int64>) -> [Line] {
    numbers.map { Line(number: 886_200_000_000 + $0, label: "shop \($0)") }
  }

  static func settings(
    _ change: (inout LookupSettings) -> Void = { _ in }
  ) -> LookupSettings {
    var settings = LookupSettings(extensionIdentifier: "net.example.lookup")
    settings.profile = CallerProfile(cacheMinutes: 1440, category: .business)
    change(&settings)
    return settings
  }

  static func publish(
    _ lines: [Line], to scratch: Scratch, _ lookup: LookupSettings,
    mode: Publisher.Mode = .publishing
  ) throws -> Night {
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000_000)])
    settings.liveLookup = lookup
    let publisher = try Publisher(output: scratch.path + "/out", settings: settings, mode: mode)
    for line in lines.sorted(by: { $0.number < $1.number }) {
      let batch = EntryBatch()
      batch.bytes.reserve(additional: (line.label?.utf8.count ?? 0) + 1)
      for byte in (line.label ?? "").utf8 { batch.bytes.append(byte) }
      batch.entries.append(
        .init(
          number: line.number, label: line.label.map { _ in UnsafePointer(batch.bytes.base) },
          labelCount: UInt16(line.label?.utf8.count ?? 0), slot: line.slot,
          isBlocking: line.label == nil, baseDigits: line.baseDigits))
      try publisher.append(batch)
    }
    let entries = lines.count { $0.slot != EntryBatch.Entry.noSlot }
    let facts = PublicationFacts(
      name: "test", asOf: nil, tool: "test",
      ledger: .init(
        records: .init(read: entries, used: entries, rejected: 0, inapplicable: 0, blank: 0),
        candidates: .init(produced: entries, emitted: entries, merged: 0, suppressed: 0)))
    let staged = try publisher.finish(facts)
    let manifest =
      mode == .publishing
      ? try publisher.publish(staged, issued: Directories.issued).manifest : staged.manifest
    return Night(
      manifest: manifest, isUnchanged: staged.isUnchanged, warnings: staged.warnings,
      section: try #require(manifest.liveLookup), standing: staged.lookup, changes: staged.changes)
  }

  @Test("joined, short and long numbers are left out and counted, those of no slot are rows")
  func whatIsLeftOut() throws {
    let night = try Self.publish(
      [
        Line(number: 886_255_667_788, label: "base"),
        Line(number: 8_862_556_677_880_718, label: "joined, long", baseDigits: 12),
        Line(number: 88_625_566_77, label: "joined, short enough", baseDigits: 8),
        Line(number: 110, label: "short"),
        Line(number: 1_234_567_890_123_456, label: "long"),
        Line(number: 886_255_667_799, label: "beyond", slot: EntryBatch.Entry.noSlot),
        Line(number: 886_912_345_678, label: nil),
      ], to: try Scratch(), Self.settings())
    let identity = night.section.identity
    let expected = Manifest.LiveLookup.DataSet(
      rows: 2, lookupOnly: 1, joined: 2, short: 1, long: 1, shards: 1, rowsPerShard: 5000,
      buckets: 2, bucketBytes: 1024)
    #expect(identity == expected)
    #expect(night.section.block.rows == 1)
    #expect(night.manifest.entries(in: .identification) == 5)
    #expect(try Manifest.decode(night.manifest.encode()) == night.manifest)
  }

  @Test("a night with the same rows keeps folder and step; other joined entries change nothing")
  func sameRows() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<50), to: scratch, Self.settings())
    let second = try Self.publish(Self.shops(0..<51), to: scratch, Self.settings())
    #expect(second.section.path != first.section.path)
    #expect(second.section.identity.changes?.additions == 1)
    let same = try Self.publish(Self.shops(0..<51), to: scratch, Self.settings())
    #expect(same.isUnchanged)
    #expect(same.section == second.section)
    let joined = try Self.publish(
      Self.shops(0..<51) + [Line(number: 8_862_000_000_000_718, label: "x", baseDigits: 12)],
      to: scratch, Self.settings())
    #expect(!joined.isUnchanged)
    #expect(joined.section.path == second.section.path)
  }

  @Test("a damaged file of the same size is written again")
  func healing() throws {
    let scratch = try Scratch()
    let night = try Self.publish(Self.shops(0..<50), to: scratch, Self.settings())
    let place = scratch.path + "/out/directory/" + night.section.path + "/identity.binpb"
    let whole = try #require(FileManager.default.contents(atPath: place))
    var damaged = whole
    damaged[damaged.count / 2] ^= 1
    try damaged.write(to: URL(fileURLWithPath: place))
    _ = try Self.publish(Self.shops(0..<50), to: scratch, Self.settings())
    #expect(FileManager.default.contents(atPath: place) == whole)
  }

  @Test("parameters are chosen once; what no longer fits is refused by name")
  func parameters() throws {
    let scratch = try Scratch()
    let lookup = Self.settings { $0.shards[.identity] = .rows(1000) }
    let first = try Self.publish(Self.shops(0..<2000), to: scratch, lookup)
    #expect(first.section.identity.shards == 2)
    let second = try Self.publish(Self.shops(0..<2500), to: scratch, lookup)
    #expect(second.section.identity.shards == 2)
    #expect(second.section.identity.buckets == first.section.identity.buckets)
    let refusal = #expect(throws: PublicationError.self) {
      try Self.publish(Self.shops(0..<4000), to: scratch, lookup)
    }
    #expect(refusal?.description.contains("buckets: { identity: ") == true)
    let wider = Self.settings {
      $0.shards[.identity] = .rows(1000)
      $0.buckets[.identity] = 500
    }
    #expect(
      try Self.publish(Self.shops(0..<4000), to: scratch, wider).section.identity.buckets == 500)
  }

  @Test(
    "what a phone would silently not show is refused",
    arguments: [
      ("shards", "shards would have no rows"), ("bucket", "fits no bucket"),
      ("identity", "test identity"), ("icon", "of them its icon"), ("label", "of 1 others are"),
    ])
  func refusals(kind: String, words: String) throws {
    let scratch = try Scratch()
    let lookup = Self.settings {
      switch kind {
      case "shards": $0.shards[.identity] = .count(40)
      case "bucket": $0.bucketBytes[.identity] = 20
      case "icon":
        $0.iconsByLabel["shop 1"] = .init(image: [UInt8](repeating: 1, count: 65_530), place: "")
      case "label": break
      default: $0.requiresTestIdentity = true
      }
    }
    var lines = Self.shops(0..<20)
    if kind == "label" {
      for index in 3..<5 { lines[index].label = String(repeating: "é", count: 32_767) }
    }
    let refusal = #expect(throws: PublicationError.self) {
      try Self.publish(lines, to: scratch, lookup)
    }
    #expect(refusal?.description.contains(words) == true, "\(refusal?.description ?? "")")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/out/directory/manifest.json"))
  }

  @Test("a value too long is told when all rows are known, so that the run has a report")
  func tooLong() throws {
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000_000)])
    settings.liveLookup = Self.settings()
    let publisher = try Publisher(output: try Scratch().path + "/out", settings: settings)
    let batch = EntryBatch()
    batch.bytes.reserve(additional: 65_534)
    for _ in 0..<65_534 { batch.bytes.append(UInt8(ascii: "x")) }
    batch.entries.append(
      .init(
        number: 886_255_667_788, label: UnsafePointer(batch.bytes.base), labelCount: 65_534,
        slot: 0, isBlocking: false, baseDigits: .max))
    try publisher.append(batch)
  }

  @Test("icons that no entry has are told by their place, those of entries are not")
  func unusedIcons() throws {
    let icon = { (place: Int) in
      LookupSettings.Icon(image: [1, 2, 3], place: "live_lookup.icons[\(place)]")
    }
    let night = try Self.publish(
      Self.shops(0..<20), to: try Scratch(),
      Self.settings {
        $0.iconsByLabel = ["shop 3": icon(0), "shop 33": icon(2), "Shop 4": icon(10)]
        $0.iconsBySource = [7: icon(1)]
      })
    let warning = try #require(night.warnings.first { $0.contains("has the icon of") })
    #expect(
      warning.contains("live_lookup.icons[1], live_lookup.icons[2], live_lookup.icons[10]."))
  }

  @Test("what the summary says besides: largest value and shard, needed buckets, long names")
  func facts() throws {
    var lines = Self.shops(0..<100)
    lines[7].label = String(repeating: "長", count: 60)
    let night = try Self.publish(
      lines + [Line(number: 886_912_345_678, label: nil)], to: try Scratch(), Self.settings())
    let identity = try #require(night.standing.facts[.identity])
    #expect(identity.largestValue == 3 + 180 + 5)
    #expect(identity.largestShard == 100)
    #expect(identity.longNames == 1)
    #expect(!identity.hasTestIdentity)
    #expect(identity.neededBuckets > 0 && identity.neededBuckets < night.section.identity.buckets)
    #expect(night.standing.facts[.block]?.largestValue == 1)
    #expect(night.warnings.contains { $0.contains("the longest has 60") })
  }

  @Test("a shard that nearly fills its buckets is told before it is refused")
  func nearlyFull() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<1000), to: scratch, Self.settings())
    #expect(!first.warnings.contains { $0.contains("when it needs more") })
    let second = try Self.publish(Self.shops(0..<1450), to: scratch, Self.settings())
    #expect(second.warnings.contains { $0.contains("when it needs more, the build is refused") })
    #expect(second.section.identity.buckets == first.section.identity.buckets)
  }

  /// Three numbers that lie in the same two of 20 buckets, and three that do not.
  private static func crowded(_ isCrowded: Bool) -> [Line] {
    var byPlace: [String: [Line]] = [:]
    for line in shops(0..<3000) {
      let hash = Array("+\(line.number)".utf8).withUnsafeBytes { CallerKeyword.hash(of: $0) }
      byPlace["\(LoneValues.places(of: hash, buckets: 20))", default: []].append(line)
    }
    let places = byPlace.keys.sorted()
    if isCrowded { return Array((byPlace[places[0]] ?? []).prefix(3)) }
    return places.prefix(3).compactMap { byPlace[$0]?[0] }
  }

  @Test("where a bucket holds one value, whether there is a table is computed")
  func loneValues() throws {
    let lookup = Self.settings {
      $0.bucketBytes[.identity] = 40
      $0.buckets[.identity] = 20
    }
    let apart = try Self.publish(Self.crowded(false), to: try Scratch(), lookup)
    #expect(apart.warnings.contains { $0.contains("Tonight's have a table") })
    let refusal = #expect(throws: PublicationError.self) {
      try Self.publish(Self.crowded(true), to: try Scratch(), lookup)
    }
    #expect(refusal?.description.contains("shard 0 fits no table of 20 buckets") == true)
  }

  @Test("a file ends where a message of protobuf does", arguments: [false, true])
  func longFiles(isSharded: Bool) throws {
    let warning = { (bytes: Int) throws(PublicationError) in
      try LookupLimits.warning("x.binpb", bytes: bytes, of: .identity, isSharded: isSharded)
    }
    #expect(try warning(1 << 30) == nil)
    #expect(try warning((1 << 31) - 1)?.contains("x.binpb has 2147483647 of at most") == true)
    let refusal = #expect(throws: PublicationError.self) { try warning(1 << 31) }
    let cure = isSharded ? "Use more shards" : "Write `layout: sharded`"
    #expect(refusal?.description.contains(cure) == true)
  }

  @Test("the test identity is found where it stands, and missed where it does not")
  func testIdentity() throws {
    let without = try Self.publish(Self.shops(0..<3), to: try Scratch(), Self.settings())
    #expect(without.warnings.contains { $0.contains("test identity") })
    let identity = Line(number: TestIdentity.number, label: TestIdentity.name)
    let required = Self.settings { $0.requiresTestIdentity = true }
    let with = try Self.publish(Self.shops(0..<3) + [identity], to: try Scratch(), required)
    #expect(!with.warnings.contains { $0.contains("test identity") })
  }

  @Test("former data sets are swept when no kept generation names them")
  func sweeping() throws {
    let scratch = try Scratch()
    for night in 1...12 {
      _ = try Self.publish(Self.shops(0..<Int64(40 + night)), to: scratch, Self.settings())
    }
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: scratch.path + "/out/directory/renderings")
    #expect(folders.count == 8)
  }

  @Test("a rendering stopped at any change leaves the former directory whole")
  func stopped() throws {
    let scratch = try Scratch()
    let first = try Self.publish(Self.shops(0..<50), to: scratch, Self.settings())
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000_000)])
    settings.liveLookup = Self.settings { $0.files = .sharded }
    let manifest = scratch.path + "/out/directory/manifest.json"
    for changes in 1..<400 {
      let publisher = try? Publisher(
        output: scratch.path + "/out", settings: settings,
        fileSystem: Faults(stoppingAfter: changes, with: .stopped).fileSystem)
      let batch = EntryBatch()
      batch.entries.append(
        .init(number: 886_912_345_678, label: nil, labelCount: 0, slot: 0, isBlocking: true))
      try? publisher?.append(batch)
      let facts = PublicationFacts(
        name: "test", asOf: nil, tool: "test",
        ledger: .init(
          records: .init(read: 1, used: 1, rejected: 0, inapplicable: 0, blank: 0),
          candidates: .init(produced: 1, emitted: 1, merged: 0, suppressed: 0)))
      if let staged = try? publisher?.finish(facts) {
        _ = try? publisher?.publish(staged, issued: Directories.issued)
      }
      let bytes = [UInt8](try #require(FileManager.default.contents(atPath: manifest)))
      let there = try Manifest.decode(bytes)
      if there.generation != first.manifest.generation { return }
      for file in try #require(there.liveLookup).files {
        let place = scratch.path + "/out/directory/" + file.path
        #expect(FileManager.default.contents(atPath: place)?.count == file.bytes)
      }
    }
    Issue.record("the run never got through")
  }
}
