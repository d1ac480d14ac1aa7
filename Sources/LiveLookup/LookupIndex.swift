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

  /// Adds records for the rows in pieces of a file; a row may begin in one piece and end in the next.
  package final class Maker {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var used = 0
    /// What the piece before had of a row that goes on.
    private var begun: [UInt8] = []

    /// Fewest bytes of a row: seven digits and one byte of a value, with keys and lengths.
    private static let shortestRow = 15

    /// A maker of no records.
    package init() {}

    deinit { memory.deallocate() }

    /// Records that were made since they were last forgotten, valid until the next call.
    package var records: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<used])
    }

    /// Adds the rows of a piece.
    ///
    /// - Throws: `damaged` where bytes are no rows; their offset is that within the piece.
    package func add(_ piece: UnsafeRawBufferPointer) throws(LookupReadError) {
      makeRoom(forRows: piece.count / Self.shortestRow + 2)
      var start = 0
      var place = used
      defer { used = place }
      if !begun.isEmpty {
        start -= begun.count
        begun += piece.prefix(LookupRow.longestHead + CallerIdentity.longestValue)
        let count: Int? = begun.withUnsafeBytes { bytes in
          guard case .row(let row) = LookupRow.read(bytes, at: 0) else { return nil }
          store(row, at: &place)
          return row.count
        }
        guard let count else { throw Self.damaged(at: 0, "a row without an end") }
        start += count
        begun.removeAll(keepingCapacity: true)
      }
      while start < piece.count {
        switch LookupRow.read(piece, at: start) {
        case .row(let row):
          store(row, at: &place)
          start += row.count
        case .incomplete:
          begun += UnsafeRawBufferPointer(rebasing: piece[start...])
          return
        case .damaged(let reason): throw Self.damaged(at: start, reason)
        }
      }
    }

    /// Forgets the records, which somebody has taken.
    package func removeRecords() { used = 0 }

    @inline(__always)
    private func store(_ row: LookupRow.View, at place: inout Int) {
      memory.storeBytes(
        of: CallerKeyword.hash(of: row.keyword), toByteOffset: place, as: UInt64.self)
      memory.storeBytes(
        of: UInt16(truncatingIfNeeded: row.value.count), toByteOffset: place + 8, as: UInt16.self)
      place += LookupIndex.bytesPerRow
    }

    private func makeRoom(forRows rows: Int) {
      let needed = used + rows * LookupIndex.bytesPerRow
      guard needed > memory.count else { return }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<used]))
      memory.deallocate()
      memory = larger
    }

    private static func damaged(at offset: Int, _ reason: String) -> LookupReadError {
      .damaged(path: "rows", offset: offset, reason: reason)
    }
  }

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

  /// Reads the records of a stretch of rows through a window of 160 KiB.
  package final class Reader {
    private let path: String
    private let descriptor: Int32
    private let memory: UnsafeMutableRawBufferPointer
    private var place: Int
    private let end: Int

    private static let rowsPerWindow = 16 << 10

    /// Opens the index; only records of the 0-based rows of `rows` are read.
    package init(_ path: String, rows: Range<Int>) throws(LookupReadError) {
      self.path = path
      place = rows.lowerBound
      end = rows.upperBound
      memory = .allocate(byteCount: Self.rowsPerWindow * LookupIndex.bytesPerRow, alignment: 16)
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
      memory.deallocate()
    }

    /// The next records, valid until the next call; nil at the end.
    package func window() throws(LookupReadError) -> Window? {
      let rows = min(Self.rowsPerWindow, end - place)
      guard rows > 0, let base = memory.baseAddress else { return nil }
      let wanted = rows * LookupIndex.bytesPerRow
      var filled = 0
      var interruptions: Int32 = 0
      while filled < wanted {
        let offset = off_t(place * LookupIndex.bytesPerRow + filled)
        let count = pread(descriptor, base + filled, wanted - filled, offset)
        if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
        guard count >= 0 else { throw .unreadable(path: path, code: errno) }
        guard count > 0 else {
          throw .damaged(path: path, offset: Int(offset), reason: "the end of the index")
        }
        filled += count
      }
      place += rows
      return Window(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<wanted]))
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
