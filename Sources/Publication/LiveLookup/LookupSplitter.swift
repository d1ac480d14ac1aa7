import DirectoryFormat
import LiveLookup
import Signing

/// Parts the rows of a data set into a file for each shard, ascending by number in each.
///
/// Rows are parted on the caller's thread, hashed and written on two others. Memory: at most 24 MiB of
/// buffers for the shards, and 6 MiB on their way, whatever the number of shards.
struct LookupSplitter {
  let set: LookupDataSet
  let staging: String
  let fileSystem: FileSystem
  /// Whether the files are synced.
  let isDurable: Bool

  private static let memory = 24 << 20
  /// Threads that write; a shard belongs to one of them.
  private static let writers = 2
  /// Buffers that wait for each.
  private static let depth = 48
  /// Threads that sync: the file system commits what waits at the same time at once, so that many
  /// small files take a tenth of the time.
  private static let syncers = 8

  /// Writes the files and gives them in the order of the shards.
  func run() throws(PublicationError) -> [LookupFile] {
    let parts = (0..<Self.writers).map { _ in ShardFiles(of: self) }
    let workers = parts.map { part in
      BackgroundWorker<ShardFiles.Job>(depth: Self.depth) { (job) throws(PublicationError) in
        try part.append(job)
      }
    }
    defer { for worker in workers { try? worker.finish() } }
    try part { (shard, piece) throws(PublicationError) in
      try workers[shard % Self.writers].submit(.init(shard: shard, piece: piece))
    }
    for worker in workers { try worker.finish() }
    let files = try (0..<set.counts.shards).map { (shard) throws(PublicationError) in
      try parts[shard % Self.writers].finish(shard)
    }
    if isDurable {
      try ParallelWork.run(
        files.map { SyncJob(file: $0, fileSystem: fileSystem) }, threads: Self.syncers)
    }
    return files
  }

  /// Hands out the rows of shards, in parts.
  private func part(
    _ handOut: (Int, ShardPiece) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    let count = set.counts.shards
    let limit = min(max(Self.memory / count, 1 << 10), 1 << 16)
    let open = UnsafeMutablePointer<OpenShard>.allocate(capacity: count)
    open.initialize(repeating: OpenShard(), count: count)
    defer {
      open.deinitialize(count: count)
      open.deallocate()
    }
    var shards: [Int32] = []
    do {
      let reader = try LookupRowReader(set.rows.place)
      let index = try LookupIndex.Reader(set.rows.index, rows: 0..<set.rows.counts.rows)
      while let window = try index.window() {
        window.shards(by: set.function, among: count, into: &shards)
        for shard in shards {
          guard let row = try reader.row() else { break }
          let shard = Int(shard)
          if open[shard].room < row.count {
            if let piece = open[shard].take() { try handOut(shard, piece) }
            open[shard].begin(capacity: max(limit, row.count))
          }
          open[shard].append(row)
        }
      }
    } catch { throw .lookup(error) }
    for shard in 0..<count {
      if let piece = open[shard].take() { try handOut(shard, piece) }
    }
  }

  /// The path of a shard's file.
  func place(_ shard: Int) -> String {
    staging + "/lookup-\(set.rows.useCase.rawValue)-\(shard)"
  }
}

/// Rows of a shard in memory of their own.
private final class ShardPiece: @unchecked Sendable {
  let start: UnsafeMutablePointer<UInt8>
  /// Bytes of the rows; set when no more come.
  var count = 0

  init(capacity: Int) { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

/// The piece of a shard that is being filled.
private struct OpenShard {
  private var piece: ShardPiece?
  private var end: UnsafeMutablePointer<UInt8>?
  /// Bytes for which there is room.
  private(set) var room = 0

  mutating func begin(capacity: Int) {
    let fresh = ShardPiece(capacity: capacity)
    (piece, end, room) = (fresh, fresh.start, capacity)
  }

  /// The piece with its rows; nil where there is none.
  mutating func take() -> ShardPiece? {
    guard let piece, let end else { return nil }
    piece.count = end - piece.start
    self = OpenShard()
    return piece
  }

  /// Adds a row, for which there is room.
  @inline(__always)
  mutating func append(_ row: LookupRow.View) {
    // The row begins `count` bytes before the end of its value.
    guard let end, let value = row.value.baseAddress else { return }
    UnsafeMutableRawPointer(end).copyMemory(
      from: value + row.value.count - row.count, byteCount: row.count)
    self.end = end + row.count
    room &-= row.count
  }
}

/// The files of some shards on their way to the disk; all calls come from one thread at a time.
private final class ShardFiles: @unchecked Sendable {
  struct Job: Sendable {
    let shard: Int
    let piece: ShardPiece
  }

  private struct State {
    var digest = SHA256()
    var bytes = 0
  }

  private let splitter: LookupSplitter
  private var states: [Int: State] = [:]

  init(of splitter: LookupSplitter) { self.splitter = splitter }

  /// Adds rows to a shard's file, which is open no longer than that.
  func append(_ job: Job) throws(PublicationError) {
    let state = states[job.shard] ?? State()
    let file = try OutputFile(
      path: splitter.place(job.shard), as: state.bytes > 0 ? .appending : .emptied,
      fileSystem: splitter.fileSystem)
    var digest = state.digest
    digest.update(job.piece.bytes)
    try file.write(job.piece.bytes)
    file.close()
    states[job.shard] = State(digest: digest, bytes: state.bytes + job.piece.count)
  }

  /// The file of a shard, which has rows.
  func finish(_ shard: Int) throws(PublicationError) -> LookupFile {
    var state = states[shard] ?? State()
    return LookupFile(
      name: "\(splitter.set.rows.useCase.rawValue)-\(shard).binpb", place: splitter.place(shard),
      bytes: state.bytes, sha256: Hexadecimal.string(state.digest.finish()))
  }
}

/// Makes sure that a file is on the disk with all its bytes.
private struct SyncJob: ParallelJob {
  let file: LookupFile
  let fileSystem: FileSystem

  func run() throws(PublicationError) {
    let open = try OutputFile(path: file.place, as: .appending, fileSystem: fileSystem)
    defer { open.close() }
    try open.checkSize(file.bytes)
    try open.sync()
  }
}
