import DirectoryFormat
import Foundation
import Publication
import Records
import Signing
import Testing

/// An entry as a test writes it.
struct Line: Comparable, Hashable {
  var number: Int64
  var label: String?

  static func < (left: Line, right: Line) -> Bool { left.number < right.number }
}

/// A folder that goes away with the test.
final class Scratch {
  let path = NSTemporaryDirectory() + "publication-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The same numbers for the same seed, everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return MixingFunction.mix(state)
  }
}

enum Directories {
  /// Settings for `count` slots with small chunks.
  static func settings(slots count: Int = 2, target: UInt64 = 40) -> PublicationSettings {
    var settings = PublicationSettings(
      slots: (0..<count).map { .init(identifier: "tw.example.directory\($0)", cap: 100_000) })
    settings.chunkTarget = target
    return settings
  }

  /// Entries of both lists for a seed; some labels hold what JSON must escape.
  static func lines(seed: UInt64, count: Int) -> (identification: [Line], blocking: [Line]) {
    var random = SplitMix64(state: seed)
    let labels = [
      "幸福麵包店", "Bob \"B\" \\ Co", "é", "🏥 診所", String(repeating: "長", count: 30),
    ]
    var seen: Set<Int64> = []
    var identification: [Line] = []
    var blocking: [Line] = []
    while seen.count < count {
      let number = 886_2_0000_0000 + Int64.random(in: 0..<90_000_000, using: &random)
      guard seen.insert(number).inserted else { continue }
      if Int.random(in: 0..<4, using: &random) == 0 {
        blocking.append(Line(number: number))
      } else {
        let label = labels[Int.random(in: 0..<labels.count, using: &random)]
        identification.append(Line(number: number, label: "\(label) \(number % 97)"))
      }
    }
    return (identification.sorted(), blocking.sorted())
  }

  /// Hands lines over as Collation does: by number, slots and lists interleaved, in small batches.
  static func append(
    identification: [Line], blocking: [Line], to publisher: Publisher,
    settings: PublicationSettings, batchSize: Int = 97
  ) throws {
    try forEachBatch(
      of: (identification, blocking), settings: settings, batchSize: batchSize, publisher.append)
  }

  /// The same for anybody who takes entries.
  static func forEachBatch(
    of lines: (identification: [Line], blocking: [Line]), settings: PublicationSettings,
    batchSize: Int = 97, _ body: (EntryBatch) throws -> Void
  ) throws {
    let assignment = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    let all =
      (lines.identification.map { ($0, false) } + lines.blocking.map { ($0, true) })
      .sorted { $0.0.number < $1.0.number }
    for start in stride(from: 0, to: all.count, by: batchSize) {
      let batch = EntryBatch()
      let stretch = all[start..<min(start + batchSize, all.count)]
      batch.bytes.reserve(additional: stretch.reduce(1) { $0 + ($1.0.label?.utf8.count ?? 0) })
      var former: (label: String, offset: Int)?
      for (line, isBlocking) in stretch {
        // Numbers in a row of one record share its label.
        let isShared = former.map { $0.label == line.label } ?? false
        let offset = isShared ? former?.offset ?? 0 : batch.bytes.count
        if !isShared { for byte in (line.label ?? "").utf8 { batch.bytes.append(byte) } }
        if let label = line.label { former = (label, offset) }
        batch.entries.append(
          EntryBatch.Entry(
            number: line.number, label: isBlocking ? nil : UnsafePointer(batch.bytes.base + offset),
            labelCount: UInt16(line.label?.utf8.count ?? 0),
            slot: UInt16(assignment.slot(of: line.number)), isBlocking: isBlocking))
      }
      try body(batch)
    }
  }

  /// The moment of a run: 2026-11-22T00:00:00Z.
  static let issued = DirectoryTime(seconds: 1_795_305_600)

  static func facts(_ entries: Int) -> PublicationFacts {
    PublicationFacts(
      name: "test", asOf: "2026-11-21", tool: "callbook test",
      ledger: .init(
        records: .init(read: entries, used: entries, rejected: 0, inapplicable: 0, blank: 0),
        candidates: .init(produced: entries, emitted: entries, merged: 0, suppressed: 0)))
  }

  /// Publishes lines into a folder.
  @discardableResult
  static func publish(
    _ lines: (identification: [Line], blocking: [Line]), in path: String,
    settings: PublicationSettings, issued: DirectoryTime = issued,
    fileSystem: FileSystem = FileSystem()
  ) throws -> StagedGeneration {
    let publisher = try Publisher(output: path, settings: settings, fileSystem: fileSystem)
    try append(
      identification: lines.identification, blocking: lines.blocking, to: publisher,
      settings: settings)
    let staged = try publisher.finish(facts(lines.identification.count + lines.blocking.count))
    try publisher.publish(staged, issued: issued)
    return staged
  }

  /// What a published folder says, read with nothing but Foundation; checks hashes on the way.
  static func read(
    _ path: String, manifestPath: String = "manifest.json"
  ) throws -> (manifest: Manifest, identification: [Line], blocking: [Line]) {
    let root = path + "/directory/"
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: root + manifestPath)))
    let manifest = try Manifest.decode(bytes)
    try manifest.checkDigests(with: SHA256.self)
    #expect(manifest.encode() == bytes, "the manifest is canonical")
    var identification: [Line] = []
    var blocking: [Line] = []
    for slot in manifest.slots {
      for list in DirectoryList.allCases {
        for chunk in slot[list].chunks {
          let data = try Data(contentsOf: URL(fileURLWithPath: root + chunk.path))
          #expect(data.count == chunk.bytes)
          #expect(SHA256.hexadecimal(of: Array(data)) == chunk.sha256)
          let lines = try parse(data)
          #expect(lines.first?.number == chunk.first && lines.last?.number == chunk.last)
          #expect(lines.count == chunk.entries)
          if list == .blocking { blocking += lines } else { identification += lines }
        }
      }
    }
    return (manifest, identification.sorted(), blocking.sorted())
  }

  private static func parse(_ data: Data) throws -> [Line] {
    let text = try #require(String(data: data, encoding: .utf8))
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return Line(number: try #require(Int64(parts[0])), label: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// Names, contents' hashes and times of all files below a folder.
  static func snapshot(_ path: String) throws -> [String: String] {
    var facts: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    for name in names {
      let place = path + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: place)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: place))
      var status = stat()
      #expect(lstat(place, &status) == 0)
      facts[name] =
        "\(SHA256.hexadecimal(of: Array(data))) \(status.st_ino) \(status.st_mtim.tv_sec)."
        + "\(status.st_mtim.tv_nsec)"
    }
    return facts
  }
}
