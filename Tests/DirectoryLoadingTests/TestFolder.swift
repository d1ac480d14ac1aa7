import DirectoryFormat
import DirectoryLoading
import Foundation
import Signing
import SimulatedCallDirectory

/// A fresh folder with an installed directory and the loader's own files; removed with the value.
final class TestFolder {
  let path: String
  var directory: POSIXFolder { POSIXFolder(path: path + "/directory") }
  var state: POSIXFolder { POSIXFolder(path: path + "/state") }

  /// `inMemory`: on a file system of memory where there is one, for tests that sync very often.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm/"
    let hasMemory = FileManager.default.isWritableFile(atPath: memory)
    path =
      (inMemory && hasMemory ? memory : NSTemporaryDirectory()) + "loading-\(UUID().uuidString)"
    let manager = FileManager.default
    for name in ["state", "directory/chunks", "directory/deltas", "directory/signatures"] {
      try manager.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Installs entries as a directory of one slot; with a delta from `former` where there is one.
  @discardableResult
  func install(
    _ entries: TestEntries, sequence: Int = 1, former: (TestEntries, Manifest)? = nil,
    perChunk: Int = 1000, slot identifier: String = TestEntries.slot
  ) throws -> Manifest {
    var lists: [DirectoryList: Manifest.List] = [:]
    for list in DirectoryList.allCases {
      let chunks = try chunks(of: entries.lines(of: list), perChunk: perChunk)
      lists[list] = Manifest.List(
        entries: chunks.reduce(0) { $0 + $1.entries },
        digest: Manifest.List.digest(of: chunks, with: SHA256.self), chunks: chunks)
    }
    let empty = Manifest.List(entries: 0, digest: "", chunks: [])
    var manifest = Self.manifest(
      lists[.identification] ?? empty, lists[.blocking] ?? empty, sequence: sequence,
      slot: identifier)
    let slot = manifest.slots[0]
    if let former { manifest.deltas = try [delta(to: entries, slot, from: former)] }
    try write(manifest.encode(), "manifest.json")
    return manifest
  }

  /// Writes a manifest over identification chunks that were written before.
  func install(chunks: [Manifest.Chunk]) throws {
    let list = Manifest.List(
      entries: chunks.reduce(0) { $0 + $1.entries },
      digest: Manifest.List.digest(of: chunks, with: SHA256.self), chunks: chunks)
    let empty = Manifest.List(
      entries: 0, digest: Manifest.List.digest(of: [], with: SHA256.self), chunks: [])
    try write(Self.manifest(list, empty, sequence: 1).encode(), "manifest.json")
  }

  private static func manifest(
    _ identification: Manifest.List, _ blocking: Manifest.List, sequence: Int,
    slot identifier: String = TestEntries.slot
  ) -> Manifest {
    let slot = Manifest.Slot(
      index: 0, identifier: identifier, cap: 1_999_999,
      digest: Manifest.Slot.digest(
        identification: identification.digest, blocking: blocking.digest, with: SHA256.self),
      identification: identification, blocking: blocking)
    return Manifest(
      name: "test", sequence: sequence,
      generation: Manifest.generation(ofSlots: [slot], with: SHA256.self), asOf: nil,
      tool: "test", slots: [slot], deltas: [],
      ledger: .init(
        records: .init(read: 0, used: 0, rejected: 0, inapplicable: 0, blank: 0),
        candidates: .init(
          produced: slot.entries, emitted: slot.entries, merged: 0, suppressed: 0)))
  }

  /// What the state files of the slot say.
  func record() -> SlotRecord {
    SlotRecord(slot: TestEntries.slot) { name in
      (try? state.contents(of: name)).flatMap { $0 }
    }
  }

  /// Writes a file of the installed directory.
  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/directory/\(name)"))
  }

  private func chunks(
    of lines: [(Int64, String)], perChunk: Int
  ) throws -> [Manifest.Chunk] {
    try stride(from: 0, to: lines.count, by: perChunk).map { start in
      let part = lines[start..<min(lines.count, start + perChunk)]
      let bytes = Array(part.map(\.1).joined().utf8)
      let chunk = Manifest.Chunk(
        entries: part.count, first: part.first?.0 ?? 0, last: part.last?.0 ?? 0,
        bytes: bytes.count, sha256: SHA256.hexadecimal(of: bytes))
      try write(bytes, chunk.path)
      return chunk
    }
  }

  private func delta(
    to entries: TestEntries, _ slot: Manifest.Slot, from former: (TestEntries, Manifest)
  ) throws -> Manifest.Delta {
    let (removals, additions) = entries.changes(since: former.0)
    let bytes = Array((removals + additions).joined().utf8)
    let path = DirectoryPath.delta(from: former.1.generation, to: slot.digest, slot: 0)
    try write(bytes, path)
    return Manifest.Delta(
      from: former.1.generation, slot: 0, path: path, removals: removals.count,
      additions: additions.count, bytes: bytes.count, sha256: SHA256.hexadecimal(of: bytes),
      fromDigest: former.1.slots[0].digest, toDigest: slot.digest)
  }
}

/// Entries of a test directory.
struct TestEntries: Equatable {
  static let slot = "tw.example.app.directory1"

  var identification: [Int64: String] = [:]
  var blocking: Set<Int64> = []

  /// Entries of both lists.
  var count: Int { identification.count + blocking.count }

  func lines(of list: DirectoryList) -> [(Int64, String)] {
    switch list {
    case .identification:
      identification.sorted { $0.key < $1.key }.map { ($0.key, "\($0.key)\t\($0.value)\n") }
    case .blocking: blocking.sorted().map { ($0, "\($0)\n") }
    }
  }

  /// The lines of the delta: removals, additions.
  func changes(since former: TestEntries) -> ([String], [String]) {
    let gone = former.identification.filter { identification[$0.key] != $0.value }.keys.sorted()
    let come = identification.filter { former.identification[$0.key] != $0.value }
    return (
      gone.map { "-i\t\($0)\n" }
        + former.blocking.subtracting(blocking).sorted().map { "-b\t\($0)\n" },
      come.sorted { $0.key < $1.key }.map { "+i\t\($0.key)\t\($0.value)\n" }
        + blocking.subtracting(former.blocking).sorted().map { "+b\t\($0)\n" }
    )
  }

  /// What a phone has.
  init(on phone: SimulatedCallDirectory) {
    identification = phone.identification
    blocking = phone.blocking
  }

  init(identification: [Int64: String] = [:], blocking: Set<Int64> = []) {
    self.identification = identification
    self.blocking = blocking
  }

  /// Random entries that follow from a seed.
  static func random(_ seed: UInt64, count: Int, range: UInt64 = 5000) -> TestEntries {
    var entries = TestEntries()
    for index in 0..<UInt64(count) {
      let mixed = MixingFunction.mix(seed &* 1_000_003 &+ index)
      let number = Int64(886_200_000_000 + mixed % range)
      if mixed >> 60 < 4 {
        entries.blocking.insert(number)
      } else {
        entries.identification[number] = "店家 \(mixed >> 61)"
      }
    }
    return entries
  }
}
