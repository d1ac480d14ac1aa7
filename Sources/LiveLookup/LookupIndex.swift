import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hash and length of the value of every row, in the order of the rows: all by which shards, buckets
/// and tables are chosen, in a quarter of the bytes and without hashing anything twice.
///
/// A record has eight bytes of the hash and two of the length, in the machine's own order, for it
/// never leaves the machine.
package enum LookupIndex {
  /// Bytes of a record.
  package static let bytesPerRow = 10

  /// Records in memory, beside one another.
  package struct Window {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// How many there are.
    package var count: Int { bytes.count / LookupIndex.bytesPerRow }

    /// The hash of the row at a 0-based place.
    @inline(__always)
    package func hash(at place: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: place &* LookupIndex.bytesPerRow, as: UInt64.self)
    }

    /// The length of its value.
    @inline(__always)
    package func value(at place: Int) -> Int {
      Int(
        bytes.loadUnaligned(fromByteOffset: place &* LookupIndex.bytesPerRow &+ 8, as: UInt16.self))
    }

    /// The shard of every row, in their order.
    package func shards(
      by function: ShardingFunction, among count: Int, into shards: inout [Int32]
    ) {
      shards.removeAll(keepingCapacity: true)
      for place in 0..<self.count {
        shards.append(Int32(function.shard(of: hash(at: place), among: count)))
      }
    }
  }

  /// Reads the records of a stretch of rows through a window of 640 KiB, past the page cache.
  package final class Reader {
    private let path: String
    private let descriptor: Int32
    private let memory: UnsafeMutableRawBufferPointer
    private var place: Int
    private let end: Int
    private var isThroughCache = false

    private static let rowsPerWindow = 64 << 10
    /// What a disk gives without a copy starts and ends at such places.
    private static let page = 4096

    /// Opens the index; only records of the 0-based rows of `rows` are read.
    package init(_ path: String, rows: Range<Int>) throws(LookupReadError) {
      self.path = path
      place = rows.lowerBound
      end = rows.upperBound
      memory = .allocate(
        byteCount: Self.rowsPerWindow * LookupIndex.bytesPerRow + 2 * Self.page,
        alignment: Self.page)
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
      _ = callbook_set_past_cache(descriptor, 1)
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
      memory.deallocate()
    }

    /// The next records, valid until the next call; nil at the end.
    package func window() throws(LookupReadError) -> Window? {
      let rows = min(Self.rowsPerWindow, self.end - place)
      guard rows > 0, let base = memory.baseAddress else { return nil }
      let first = place * LookupIndex.bytesPerRow
      let start = first / Self.page * Self.page
      let end = first + rows * LookupIndex.bytesPerRow
      let wanted = (end - start + Self.page - 1) / Self.page * Self.page
      var filled = 0
      var interruptions: Int32 = 0
      while start + filled < end {
        let count = pread(descriptor, base + filled, wanted - filled, off_t(start + filled))
        if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
        if count < 0, errno == EINVAL, !isThroughCache {
          _ = callbook_set_past_cache(descriptor, 0)
          isThroughCache = true
          continue
        }
        guard count >= 0 else { throw .unreadable(path: path, code: errno) }
        guard count > 0 else {
          throw .damaged(path: path, offset: start + filled, reason: "the end of the index")
        }
        filled += count
      }
      place += rows
      return Window(
        UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(memory)[first - start..<end - start]))
    }
  }
}

extension ShardCensus {
  /// Counts rows by their records.
  package mutating func count(_ window: LookupIndex.Window, by function: ShardingFunction) {
    let shards = rows.count
    for place in 0..<window.count {
      let shard = function.shard(of: window.hash(at: place), among: shards)
      count(shard: shard, value: window.value(at: place))
    }
  }
}
