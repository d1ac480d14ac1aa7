import DirectoryFormat
import Signing
import Threads

/// The packed twins of a generation's chunks and deltas: those that are there, and jobs for others.
struct TwinPlan: Sendable {
  let former: Manifest?
  let places: ChunkPlaces
  /// Paths of the deltas that lie in the staging folder.
  let stagedDeltas: Set<String>
  let fileSystem: FileSystem
  let bookmark: Bookmark
  let threads: Int
  /// Twins that were made while the chunks were written, by the SHA-256 of the chunk; nil for one that
  /// is not worth it.
  var packed: [String: Manifest.Packed?] = [:]

  /// A file that has a twin, or shall get one.
  private struct Plain: Sendable {
    let file: NamedFile
    /// Where it lies now.
    let place: String
    /// The list of a chunk; nil for a delta.
    let list: DirectoryList?
  }

  /// Gives every chunk and delta of the manifest its twin, the former generation's where that is
  /// whole; gives the paths of those that were made.
  ///
  /// A twin that would be no smaller than its file is left out.
  func complete(_ manifest: inout Manifest) throws(PublicationError) -> [String] {
    let known = former?.twins ?? [:]
    // Where the former run gave twins and this file none, it was not worth it.
    let judged = Set(known.isEmpty ? [] : (former?.namedFiles ?? []).map(\.sha256))
    var twins: [String: Manifest.Packed] = [:]
    var made: [String: Manifest.Packed] = [:]
    var missing: [Plain] = []
    for plain in plains(of: manifest) {
      let sha256 = plain.file.sha256
      if let twin = known[sha256], (try? bookmark.isRight(NamedFile(twin))) == true {
        twins[sha256] = twin
      } else if let twin = packed[sha256] {
        made[sha256] = twin
      } else if known[sha256] != nil || !judged.contains(sha256) {
        missing.append(plain)
      }
    }
    let results = Results()
    try ParallelWork.run(
      missing.map { Job(plan: self, plain: $0, results: results) }, threads: threads)
    made.merge(results.twins) { $1 }
    manifest.take(twins: twins.merging(made) { $1 })
    return made.values.map(\.path).sorted()
  }

  /// Gives the chunks and deltas of the manifest the twins that the former generation has.
  func keep(in manifest: inout Manifest) { manifest.take(twins: former?.twins ?? [:]) }

  /// Each file once, the largest first, so that no thread is left alone with one at the end.
  private func plains(of manifest: Manifest) -> [Plain] {
    var seen: Set<String> = []
    var plains: [Plain] = []
    for slot in manifest.slots {
      for list in DirectoryList.allCases {
        plains += slot[list].chunks.filter { seen.insert($0.sha256).inserted }.map {
          Plain(file: NamedFile($0), place: places.place(of: $0), list: list)
        }
      }
    }
    plains += manifest.deltas.filter { seen.insert($0.sha256).inserted }.map { delta in
      let place =
        stagedDeltas.contains(delta.path)
        ? places.staging + "/" + OutputFolder.stagedName(of: delta.path)
        : places.folder.place(of: delta.path)
      return Plain(file: NamedFile(delta), place: place, list: nil)
    }
    return plains.sorted { ($1.file.bytes, $0.file.path) < ($0.file.bytes, $1.file.path) }
  }

  private final class Results: Sendable {
    private let state = Locked<[String: Manifest.Packed]>([:])
    /// By the SHA-256 of the plain file.
    var twins: [String: Manifest.Packed] { state.withLock { $0 } }
    func add(_ twin: Manifest.Packed, of sha256: String) { state.withLock { $0[sha256] = twin } }
  }

  private struct Job: ParallelJob {
    let plan: TwinPlan
    let plain: Plain
    let results: Results

    func run() throws(PublicationError) {
      if let twin = try plan.pack(plain) { results.add(twin, of: plain.file.sha256) }
    }
  }

  /// Writes the twin of a published chunk into the staging folder; nil where it is not worth it.
  func pack(
    _ chunk: Manifest.Chunk, of list: DirectoryList
  ) throws(PublicationError) -> Manifest.Packed? {
    try pack(Plain(file: NamedFile(chunk), place: places.place(of: chunk), list: list))
  }

  /// Writes the twin of a file into the staging folder; nil where it is not worth it.
  private func pack(_ plain: Plain) throws(PublicationError) -> Manifest.Packed? {
    let twin = try TwinFile(
      "twin-" + plain.file.sha256, staging: places.staging, fileSystem: fileSystem)
    try packLines(of: plain, into: twin)
    return try twin.finish(smallerThan: plain.file.bytes)
  }

  /// Hands a file's lines over.
  private func packLines(of plain: Plain, into twin: TwinFile) throws(PublicationError) {
    var lines = WholeLines()
    try fileSystem.readPieces(of: plain.place) { (piece) throws(PublicationError) in
      try lines.add(piece) { (lines) throws(PublicationError) in
        try twin.append(lines, of: plain.list)
      }
    }
    if !lines.areEnded { twin.giveUp() }
  }
}

extension Manifest {
  /// The twins by the SHA-256 of the files beside which they stand.
  var twins: [String: Packed] {
    var twins: [String: Packed] = [:]
    for slot in slots {
      for list in DirectoryList.allCases {
        for chunk in slot[list].chunks { twins[chunk.sha256] = chunk.packed }
      }
    }
    for delta in deltas { twins[delta.sha256] = delta.packed }
    return twins
  }

  fileprivate mutating func take(twins: [String: Packed]) {
    for slot in slots.indices {
      for list in DirectoryList.allCases {
        // Whole lists: one chunk after the other would copy the list for each.
        slots[slot][list].chunks = slots[slot][list].chunks.map { chunk in
          var chunk = chunk
          chunk.packed = twins[chunk.sha256]
          return chunk
        }
      }
    }
    for delta in deltas.indices { deltas[delta].packed = twins[deltas[delta].sha256] }
  }
}
