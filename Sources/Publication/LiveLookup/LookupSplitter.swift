import DirectoryFormat
import LiveLookup
import Signing

/// Parts the rows of a data set into a file for each shard, ascending by number in each.
///
/// Memory: at most 24 MiB of buffers, whatever the number of shards.
struct LookupSplitter {
  let set: LookupDataSet
  let staging: String
  let fileSystem: FileSystem

  private struct Shard {
    var buffer: [UInt8] = []
    var digest = SHA256()
    var bytes = 0
  }

  private static let memory = 24 << 20

  /// Writes the files and gives them in the order of the shards.
  func run() throws(PublicationError) -> [LookupFile] {
    let count = set.counts.shards
    let limit = min(max(Self.memory / count, 1 << 10), 1 << 16)
    var shards = (0..<count).map { _ in Shard() }
    do {
      let reader = try LookupRowReader(set.rows.place)
      while let row = try reader.row() {
        let index = set.function.shard(of: CallerKeyword.hash(of: row.keyword), among: count)
        Self.append(row, to: &shards[index].buffer)
        if shards[index].buffer.count >= limit { try flush(&shards[index], index) }
      }
    } catch { throw .lookup(error) }
    var files: [LookupFile] = []
    for index in shards.indices {
      try flush(&shards[index], index, isLast: true)
      files.append(
        LookupFile(
          name: "\(set.rows.useCase.rawValue)-\(index).binpb", place: place(index),
          bytes: shards[index].bytes, sha256: Hexadecimal.string(shards[index].digest.finish())))
    }
    return files
  }

  private static func append(_ row: LookupRow.View, to buffer: inout [UInt8]) {
    // The row begins `count` bytes before the end of its value.
    guard let value = row.value.baseAddress else { return }
    buffer += UnsafeRawBufferPointer(start: value + row.value.count - row.count, count: row.count)
  }

  /// Adds what is held to the shard's file, which is open no longer than that.
  private func flush(
    _ shard: inout Shard, _ index: Int, isLast: Bool = false
  ) throws(PublicationError) {
    let file = try OutputFile(
      path: place(index), as: shard.bytes > 0 ? .appending : .emptied, fileSystem: fileSystem)
    try shard.buffer.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      shard.digest.update(bytes)
      shard.bytes += bytes.count
      try file.write(bytes)
    }
    shard.buffer.removeAll(keepingCapacity: true)
    if isLast {
      try file.checkSize(shard.bytes)
      try file.sync()
    }
    file.close()
  }

  private func place(_ index: Int) -> String {
    staging + "/lookup-\(set.rows.useCase.rawValue)-\(index)"
  }
}
