import DirectoryFormat
import Foundation
import LiveLookup
import Publication
import Records
import Testing

/// An output folder that goes away with the test.
final class Folder: Sendable {
  let path = NSTemporaryDirectory() + "inspection-\(UUID().uuidString)"
  var directory: String { path + "/directory" }

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The moment of a publication.
  static let issued = DirectoryTime(seconds: 1_795_305_600)

  func publish(
    _ labels: [String: String], blocked: [Int64], slots count: Int = 1,
    renderings: [PublicationSettings.RenderingFormat] = [], generations: Int = 7,
    lookup: LookupSettings? = nil
  ) throws {
    var settings = PublicationSettings(
      slots: (0..<count).map { .init(identifier: "s\($0)", cap: 1_000) })
    settings.chunkTarget = 3
    settings.renderings = renderings
    settings.liveLookup = lookup
    settings.keptGenerations = generations
    let assignment = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    let publisher = try Publisher(output: path, settings: settings)
    for (digits, label) in labels.sorted(by: { (Int64($0.key) ?? 0) < (Int64($1.key) ?? 0) }) {
      let number = try #require(Int64(digits))
      let batch = EntryBatch()
      batch.bytes.reserve(additional: label.utf8.count)
      for byte in label.utf8 { batch.bytes.append(byte) }
      batch.entries.append(
        .init(
          number: number, label: UnsafePointer(batch.bytes.base),
          labelCount: UInt16(label.utf8.count), slot: UInt16(assignment.slot(of: number)),
          isBlocking: false))
      try publisher.append(batch)
    }
    for number in blocked {
      let batch = EntryBatch()
      batch.entries.append(
        .init(
          number: number, label: nil, labelCount: 0, slot: UInt16(assignment.slot(of: number)),
          isBlocking: true))
      try publisher.append(batch)
    }
    let total = labels.count + blocked.count
    let ledger = Manifest.Ledger(
      records: .init(read: total, used: total, rejected: 0, inapplicable: 0, blank: 0),
      candidates: .init(produced: total, emitted: total, merged: 0, suppressed: 0))
    let facts = PublicationFacts(name: "test", asOf: nil, tool: "test", ledger: ledger)
    try publisher.publish(try publisher.finish(facts), issued: Self.issued)
  }
}
