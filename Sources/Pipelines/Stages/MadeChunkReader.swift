internal import DirectoryFormat
internal import Publication

/// Takes the chunks of one group of slots out of their stream, and makes sure that they are chunks of
/// these slots, in order, and cut where `build` cuts.
struct MadeChunkReader {
  /// For messages.
  let path: String
  let slots: Range<Int>
  /// Mean number of entries of a chunk.
  let target: UInt64
  private var open: MadeChunkIntake?
  private var hasLines = false
  /// By slot of the group × 2, blocking + 1.
  private var last: [Int64]
  private var entries: [Int]
  private var chunks = 0

  init(path: String, slots: Range<Int>, target: UInt64) {
    self.path = path
    self.slots = slots
    self.target = target
    last = [Int64](repeating: 0, count: slots.count * 2)
    entries = last.map { _ in 0 }
  }

  /// Takes the next frame.
  mutating func take(
    _ kind: FrameKind, _ payload: UnsafeRawBufferPointer, _ intake: EntryIntake
  ) throws {
    if kind == .chunk {
      try endChunk()
      let document = try StageDocument.decode(ChunkDocument.self, from: payload, of: path)
      let (chunk, list) = try check(document)
      open = try intake.begin(chunk, slot: document.slot, list: list)
      chunks += 1
      return
    }
    guard let open, kind == .lines || !hasLines else { throw outOfPlace }
    if kind == .lines {
      hasLines = true
      guard try open.add(lines: payload) else { throw outOfPlace }
    } else {
      try open.add(twin: payload)
    }
  }

  /// Ends the last chunk; all of them have to be what the account says.
  mutating func finish(_ account: GroupAccount) throws {
    try endChunk()
    for (index, expected) in zip(account.identification, account.blocking).enumerated() {
      let found = (entries[index * 2], entries[index * 2 + 1])
      guard found == expected else {
        throw StageError.damaged(
          path,
          "chunks of \(found.0) + \(found.1) entries of slot \(slots.lowerBound + index) "
            + "(expected \(expected.0) + \(expected.1))")
      }
    }
    guard chunks == account.chunks else {
      throw StageError.damaged(path, "\(chunks) chunks (expected \(account.chunks))")
    }
  }

  private mutating func endChunk() throws {
    guard let open else { return }
    guard try open.end() else {
      throw StageError.damaged(path, "the bytes of chunk \(chunks) are not what was announced")
    }
    self.open = nil
    hasLines = false
  }

  private var outOfPlace: StageError { .damaged(path, "bytes of no chunk") }

  /// What a manifest says about a chunk; its numbers go on where the last one of its list ended.
  private mutating func check(
    _ document: ChunkDocument
  ) throws -> (Manifest.Chunk, DirectoryList) {
    guard let list = DirectoryList(rawValue: document.list), slots.contains(document.slot),
      Hexadecimal.isDigest(document.sha256), document.bytes > 0
    else { throw StageError.damaged(path, "a chunk of no slot of its group") }
    let index = (document.slot - slots.lowerBound) * 2 + (list == .blocking ? 1 : 0)
    let isBorder =
      last[index] == 0 || MixingFunction.mix(UInt64(bitPattern: last[index])) % target == 0
    guard isBorder, document.first > last[index], document.last >= document.first,
      document.entries > 0, document.last - document.first >= document.entries - 1
    else {
      throw StageError.damaged(path, "chunk \(chunks + 1) does not go on where the last one ended")
    }
    last[index] = document.last
    entries[index] += document.entries
    var chunk = Manifest.Chunk(
      entries: document.entries, first: document.first, last: document.last,
      bytes: document.bytes, sha256: document.sha256)
    if let bytes = document.packedBytes, let sha256 = document.packedSha256 {
      guard bytes > 0, bytes < document.bytes, Hexadecimal.isDigest(sha256) else {
        throw StageError.damaged(path, "a twin that is none")
      }
      chunk.packed = Manifest.Packed(bytes: bytes, sha256: sha256)
    }
    return (chunk, list)
  }
}
