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
    try part { (shard, bytes) throws(PublicationError) in
      try workers[shard % Self.writers].submit(.init(shard: shard, bytes: bytes))
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
    _ handOut: (Int, [UInt8]) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    let count = set.counts.shards
    let limit = min(max(Self.memory / count, 1 << 10), 1 << 16)
    var buffers = [[UInt8]](repeating: [], count: count)
    var shards: [Int32] = []
    do {
      let reader = try LookupRowReader(set.rows.place)
      let index = try LookupIndex.Reader(set.rows.index, rows: 0..<set.rows.counts.rows)
      while let window = try index.window() {
        window.shards(by: set.function, among: count, into: &shards)
        for shard in shards {
          guard let row = try reader.row() else { break }
          let shard = Int(shard)
          Self.append(row, to: &buffers[shard])
          guard buffers[shard].count >= limit else { continue }
          try handOut(shard, buffers[shard])
          buffers[shard] = []
          buffers[shard].reserveCapacity(limit + limit / 8)
        }
      }
    } catch { throw .lookup(error) }
    for shard in buffers.indices where !buffers[shard].isEmpty {
      try handOut(shard, buffers[shard])
      buffers[shard] = []
    }
  }

  private static func append(_ row: LookupRow.View, to buffer: inout [UInt8]) {
    // The row begins `count` bytes before the end of its value.
    guard let value = row.value.baseAddress else { return }
    buffer += UnsafeRawBufferPointer(start: value + row.value.count - row.count, count: row.count)
  }

  /// The path of a shard's file.
  func place(_ shard: Int) -> String {
    staging + "/lookup-\(set.rows.useCase.rawValue)-\(shard)"
  }
}

/// The files of some shards on their way to the disk; all calls come from one thread at a time.
private final class ShardFiles: @unchecked Sendable {
  struct Job: Sendable {
    let shard: Int
    let bytes: [UInt8]
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
    try job.bytes.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      digest.update(bytes)
      try file.write(bytes)
    }
    file.close()
    states[job.shard] = State(digest: digest, bytes: state.bytes + job.bytes.count)
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
