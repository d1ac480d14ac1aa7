import LiveLookup
import Synchronization

/// Counts the rows of a data set by shard, on several threads.
enum LookupCensus {
  /// Stretches of a file for each thread, so that all end at about the same time.
  private static let stretchesPerThread = 4

  /// Reads the file of all rows once.
  static func count(
    _ rows: LookupRows, shards: Int, bucketBytes: Int, by function: ShardingFunction, threads: Int
  ) throws(PublicationError) -> ShardCensus {
    let sum = Sum(ShardCensus(shards: shards, bucketBytes: bucketBytes))
    let step = max(1, rows.borders.count / (threads * stretchesPerThread))
    let starts = stride(from: 0, to: rows.borders.count, by: step).map { rows.borders[$0] }
    let jobs = starts.indices.map { index in
      Job(
        place: rows.place,
        range: starts[index]..<(index + 1 < starts.count ? starts[index + 1] : rows.bytes),
        function: function, sum: sum)
    }
    try ParallelWork.run(jobs, threads: threads)
    return sum.census
  }

  private final class Sum: Sendable {
    private let state: Mutex<ShardCensus>
    /// A census of empty shards.
    let none: ShardCensus

    init(_ none: ShardCensus) {
      self.none = none
      state = Mutex(none)
    }

    var census: ShardCensus { state.withLock { $0 } }

    func add(_ census: ShardCensus) { state.withLock { $0 += census } }
  }

  private struct Job: ParallelJob {
    let place: String
    let range: Range<Int>
    let function: ShardingFunction
    let sum: Sum

    func run() throws(PublicationError) {
      var census = sum.none
      let shards = census.rows.count
      do {
        let reader = try LookupRowReader(place, range: range)
        while let row = try reader.row() {
          let shard = function.shard(
            of: CallerKeyword.hash(of: row.keyword), among: shards)
          census.count(shard: shard, value: row.value.count)
        }
      } catch { throw .lookup(error) }
      sum.add(census)
    }
  }
}
