import DirectoryFormat
import LiveLookup
import Threads

/// Counts the rows of a data set by shard, on several threads.
enum LookupCensus {
  /// Reads the index of the rows once.
  static func count(
    _ rows: LookupRows, shards: Int, bucketBytes: Int, by function: ShardingFunction, threads: Int
  ) throws(PublicationError) -> ShardCensus {
    let sum = Sum(ShardCensus(shards: shards, bucketBytes: bucketBytes))
    let all = rows.counts.rows
    let step = max((all + threads - 1) / threads, 1)
    let jobs = stride(from: 0, to: all, by: step).map { start in
      Job(
        index: rows.index, rows: start..<min(start + step, all), function: function, sum: sum)
    }
    try ParallelWork.run(jobs, threads: threads)
    return sum.census
  }

  private final class Sum: Sendable {
    private let state: Locked<ShardCensus>
    /// A census of empty shards.
    let none: ShardCensus

    init(_ none: ShardCensus) {
      self.none = none
      state = Locked(none)
    }

    var census: ShardCensus { state.withLock { $0 } }

    func add(_ census: ShardCensus) { state.withLock { $0 += census } }
  }

  private struct Job: ParallelJob {
    let index: String
    let rows: Range<Int>
    let function: ShardingFunction
    let sum: Sum

    func run() throws(PublicationError) {
      var census = sum.none
      do {
        let reader = try LookupIndex.Reader(index, rows: rows)
        while let window = try reader.window() { census.count(window, by: function) }
      } catch { throw .lookup(error) }
      sum.add(census)
    }
  }
}
