import Comparison
import DirectoryFormat

/// Compares the new generation with the former one while its chunks are sealed, so that no new
/// chunk is read again and every former one is read once.
///
/// Lives on the sealing thread until that has ended. Whatever is out of order with a former chunk
/// ends the comparison of its slot, which is made from files then, where damage is told and judged.
/// Memory: one reading buffer and that of a delta's lines for each slot.
final class RunningComparison: @unchecked Sendable {
  /// The former chunks of a list, and how far the new ones have come in them.
  private struct FormerChunks {
    let chunks: [Manifest.Chunk]
    /// Where the new chunk started: bytes of the former list, and changes up to there.
    var start = 0
    var changes = ListChanges()
    private var next = 0
    private var bytesBeforeNext = 0

    init(_ chunks: [Manifest.Chunk]) { self.chunks = chunks }

    /// The former chunk that starts where the new one started, if one does.
    mutating func chunkAtStart() -> Manifest.Chunk? {
      while next < chunks.count, bytesBeforeNext < start {
        bytesBeforeNext += chunks[next].bytes
        next += 1
      }
      return next < chunks.count && bytesBeforeNext == start ? chunks[next] : nil
    }
  }

  private var comparers: [SlotComparer?]
  private var formers: [FormerChunks]

  /// Prepares the comparison; nil without a former generation, or when its slots are others, because
  /// then numbers move between lists that are not compared with one another.
  init?(
    _ former: Manifest?, settings: PublicationSettings, folder: OutputFolder, staging: String,
    fileSystem: FileSystem, isDurable: Bool
  ) {
    guard let former, former.hasSlots(of: settings.slots.map(\.identifier)) else { return nil }
    let buffer = ReadingBuffer()
    comparers = []
    formers = []
    for (index, slot) in settings.slots.enumerated() {
      guard let old = former.slot(identifier: slot.identifier) else { return nil }
      // The new slot's size is not known yet; if it allows more, the files are compared.
      let limit = isDurable ? settings.largestDelta(of: old) : nil
      let delta = limit.map { limit in
        DeltaWriter(
          limit: limit, spillPrefix: "\(staging)/delta-\(index)", fileSystem: fileSystem)
      }
      comparers.append(
        SlotComparer(delta: delta, buffer: buffer) { list in
          old[list].chunks.map {
            fileSystem.stretch($0, at: folder.place(of: $0.path), checkingHash: true)
          }
        })
      formers += DirectoryList.allCases.map { FormerChunks(old[$0].chunks) }
    }
    for index in formers.indices { startChunk(index) }
  }

  /// Compares the next lines of a list (slot × 2, blocking + 1).
  func take(_ lines: UnsafeRawBufferPointer, list index: Int) throws(PublicationError) {
    try attempt(index) { try $0.take(LineWindow(lines, path: "new chunk")) }
  }

  /// Whether the open chunk of a list is known to be none that the former generation has there.
  func hasChanged(list index: Int) -> Bool {
    comparers[index / 2].map { $0[Self.list(index)].changes != formers[index].changes } ?? false
  }

  /// Ends a new chunk; tells whether the former generation has it, with its file as it should be.
  ///
  /// Equal bytes have equal hashes, so that of the former chunk need not be computed.
  func endChunk(list index: Int, as sealed: Manifest.Chunk) -> Bool {
    guard let list = comparers[index / 2]?[Self.list(index)] else { return false }
    let isSame =
      !hasChanged(list: index) && formers[index].chunkAtStart()?.sha256 == sealed.sha256
    if isSame { list.old.trustFile() }
    startChunk(index)
    return isSame
  }

  private func startChunk(_ index: Int) {
    guard let list = comparers[index / 2]?[Self.list(index)] else { return }
    formers[index].start = list.old.bytesConsumed
    formers[index].changes = list.changes
    if formers[index].chunkAtStart() != nil { list.old.deferNextHash() }
  }

  /// Ends all lists.
  func finish() throws(PublicationError) {
    for index in formers.indices { try attempt(index) { try $0.finish() } }
  }

  /// The comparison of a slot (0-based); nil when it came to no end.
  func comparer(ofSlot index: Int) -> SlotComparer? { comparers[index] }

  private func attempt(
    _ index: Int, _ body: (ListComparer) throws -> Void
  ) throws(PublicationError) {
    guard let comparer = comparers[index / 2] else { return }
    do { try body(comparer[Self.list(index)]) } catch let error as PublicationError {
      throw error
    } catch {
      comparers[index / 2] = nil
      try comparer.delta?.discard()
    }
  }

  private static func list(_ index: Int) -> DirectoryList {
    index % 2 == 0 ? .identification : .blocking
  }
}
