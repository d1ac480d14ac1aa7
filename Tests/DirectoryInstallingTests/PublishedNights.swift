import DirectoryFormat
import DirectoryInstalling
import Foundation
import Publication
import Records
import Signing
import Synchronization

/// A publisher's output folder, and the nights that go into it; goes away with the test.
final class PublishedNights: Sendable {
  let path: String
  var directory: URL { URL(filePath: path + "/directory") }
  private let settings: PublicationSettings

  /// `inMemory`: on a file system of memory where there is one, for tests of very many nights.
  init(_ settings: PublicationSettings, inMemory: Bool = false) throws {
    self.settings = settings
    path = Self.folder(inMemory: inMemory) + "nights-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Where folders of tests go; the path ends with a slash.
  static func folder(inMemory: Bool) -> String {
    let memory = "/dev/shm/"
    return inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? memory : NSTemporaryDirectory()
  }

  /// Publishes labels by number; an empty label stands for a blocked number.
  @discardableResult
  func publish(_ entries: [Int64: String], at issued: DirectoryTime) throws -> Manifest {
    let publisher = try Publisher(output: path, settings: settings)
    let assignment = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    let batch = EntryBatch()
    batch.bytes.reserve(additional: entries.values.reduce(1) { $0 + $1.utf8.count })
    for (number, label) in entries.sorted(by: { $0.key < $1.key }) {
      let offset = batch.bytes.count
      for byte in label.utf8 { batch.bytes.append(byte) }
      batch.entries.append(
        EntryBatch.Entry(
          number: number, label: label.isEmpty ? nil : UnsafePointer(batch.bytes.base + offset),
          labelCount: UInt16(label.utf8.count), slot: UInt16(assignment.slot(of: number)),
          isBlocking: label.isEmpty))
    }
    try publisher.append(batch)
    let count = entries.count
    let staged = try publisher.finish(
      PublicationFacts(
        name: "nights", asOf: nil, tool: "test",
        ledger: .init(
          records: .init(read: count, used: count, rejected: 0, inapplicable: 0, blank: 0),
          candidates: .init(produced: count, emitted: count, merged: 0, suppressed: 0))))
    return try publisher.publish(staged, issued: issued).manifest
  }
}

/// Serves a folder without a network, and counts what is fetched.
final class FolderTransport: Transport {
  private let folder: Mutex<URL>
  private let fetched = Mutex<[String: Int]>([:])
  private let asked: @Sendable (FolderTransport, _ path: String) -> Void

  /// Serves a folder; `asked` hears of each request before it is answered.
  init(
    _ folder: URL,
    asked: @escaping @Sendable (FolderTransport, _ path: String) -> Void = { _, _ in }
  ) {
    self.folder = Mutex(folder)
    self.asked = asked
  }

  /// Serves another folder from now on.
  func serve(_ url: URL) { folder.withLock { $0 = url } }

  /// Bytes that were fetched since the last call, by path.
  func takeCounts() -> [String: Int] {
    fetched.withLock { counts in
      defer { counts = [:] }
      return counts
    }
  }

  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (_ offset: Int, _ bytes: [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    asked(self, path)
    let place = folder.withLock { $0.appending(path: path) }
    guard let data = try? Data(contentsOf: place) else { return TransportAnswer(status: 404) }
    let rest = data.dropFirst(offset)
    fetched.withLock { $0[path, default: 0] += rest.count }
    _ = receive(offset, [UInt8](rest))
    return TransportAnswer(status: offset > 0 ? 206 : 200)
  }
}
