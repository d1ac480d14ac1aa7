import DirectoryFormat
import Foundation
import Publication
import Records
import Testing

/// Chunks that are made apart give the directory that their entries give.
@Suite struct ChunkMakerTests {
  private typealias Lines = (identification: [Line], blocking: [Line])

  /// A chunk as it travels: what a manifest says, and bytes.
  private struct Travelling: Equatable {
    let slot: Int
    let list: DirectoryList
    let chunk: Manifest.Chunk
    let twin: [UInt8]
    let lines: [UInt8]
  }

  private static func make(
    _ lines: Lines, _ settings: PublicationSettings, heldBytes: Int
  ) throws -> [Travelling] {
    let maker = ChunkMaker(
      slots: settings.slots.count, target: settings.chunkTarget,
      writesTwins: settings.writesTwins, heldBytes: heldBytes, scratch: NSTemporaryDirectory())
    var made: [Travelling] = []
    func take() throws {
      for chunk in maker.takeMade() {
        made.append(
          Travelling(
            slot: chunk.slot, list: chunk.list, chunk: chunk.chunk,
            twin: try chunk.twin.map(bytes) ?? [], lines: try bytes(chunk.lines)))
      }
    }
    try Directories.forEachBatch(of: lines, settings: settings) { batch in
      try maker.append(batch)
      try take()
    }
    try maker.finish()
    try take()
    return made
  }

  private static func bytes(_ held: HeldBytes) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for index in held.pieces { bytes += try held.piece(index) }
    #expect(bytes.count == held.count)
    return bytes
  }

  /// Publishes chunks, whose bytes come in pieces of a length.
  private static func publish(
    _ made: [Travelling], entries: Int, in path: String, _ settings: PublicationSettings,
    pieces: Int
  ) throws -> StagedGeneration {
    let publisher = try Publisher(output: path, settings: settings)
    for made in made {
      let intake = try publisher.begin(made.chunk, slot: made.slot, list: made.list)
      for start in stride(from: 0, to: made.twin.count, by: pieces) {
        try made.twin[start..<min(start + pieces, made.twin.count)].withUnsafeBytes {
          try intake.add(twin: $0)
        }
      }
      for start in stride(from: 0, to: made.lines.count, by: pieces) {
        let piece = made.lines[start..<min(start + pieces, made.lines.count)]
        let isTaken = try piece.withUnsafeBytes { try intake.add(lines: $0) }
        #expect(isTaken)
      }
      #expect(try intake.end())
    }
    let staged = try publisher.finish(Directories.facts(entries))
    try publisher.publish(staged, issued: Directories.issued)
    return staged
  }

  /// Names and hashes of the files that are published.
  private static func files(_ path: String) throws -> [String: Substring] {
    try Directories.snapshot(path + "/directory").mapValues { $0.prefix(64) }
  }

  @Test(
    "a directory of made chunks is that of their entries, night after night",
    arguments: [1, 40, 5_000], [61, 4_096, 300_000])
  func aDirectoryOfMadeChunksIsThatOfTheirEntries(target: UInt64, pieces: Int) throws {
    let (plain, apart) = (try Scratch(), try Scratch())
    let settings = Directories.settings(slots: 3, target: target)
    var lines = Directories.lines(seed: 7, count: target == 5_000 ? 12_000 : 900)
    for night in 0..<3 {
      if night == 1 {
        lines.identification.removeSubrange(100..<140)
        lines.identification[7].label = "another"
      }
      let count = lines.identification.count + lines.blocking.count
      let made = try Self.make(lines, settings, heldBytes: 1 << 30)
      let expected = try Directories.publish(lines, in: plain.path, settings: settings)
      let found = try Self.publish(
        made, entries: count, in: apart.path, settings, pieces: pieces)
      #expect(found.manifest == expected.manifest && found.changes == expected.changes)
      #expect(found.chunks == expected.chunks && found.isUnchanged == (night == 2))
      #expect(found.deltaAccount == expected.deltaAccount)
      #expect(try Self.files(apart.path) == Self.files(plain.path))
    }
  }

  @Test("chunks that memory cannot hold are the same", arguments: [true, false])
  func chunksThatMemoryCannotHoldAreTheSame(writesTwins: Bool) throws {
    var settings = Directories.settings(slots: 1, target: 1 << 40)
    settings.writesTwins = writesTwins
    let lines = Directories.lines(seed: 8, count: 16_000)
    let expected = try Self.make(lines, settings, heldBytes: 1 << 30)
    #expect(expected.contains { $0.lines.count > 512 << 10 })
    #expect(expected.allSatisfy { $0.twin.isEmpty != writesTwins })
    for held in [0, 300 << 10] {
      #expect(try Self.make(lines, settings, heldBytes: held) == expected)
    }
  }

  @Test("a chunk whose bytes are not those that were announced is refused")
  func aChunkOfOtherBytesIsRefused() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    let lines = Directories.lines(seed: 9, count: 300)
    let made = try #require(try Self.make(lines, settings, heldBytes: 1 << 30).first)
    #expect(!made.twin.isEmpty)
    for (twin, text) in [
      (made.twin, Array(made.lines.dropLast())), (made.twin, made.lines + made.lines),
      (made.twin, []), (Array(made.twin.dropLast()), made.lines),
      (made.twin + [0], made.lines),
    ] {
      let publisher = try Publisher(output: scratch.path, settings: settings)
      let intake = try publisher.begin(made.chunk, slot: made.slot, list: made.list)
      try twin.withUnsafeBytes { try intake.add(twin: $0) }
      _ = try text.withUnsafeBytes { try intake.add(lines: $0) }
      #expect(try !intake.end())
    }
    let publisher = try Publisher(output: scratch.path, settings: settings)
    let intake = try publisher.begin(made.chunk, slot: made.slot, list: made.list)
    let endless = [UInt8](repeating: UInt8(ascii: "1"), count: 300 << 10)
    let isTaken = try endless.withUnsafeBytes { try intake.add(lines: $0) }
    #expect(!isTaken)
  }
}
