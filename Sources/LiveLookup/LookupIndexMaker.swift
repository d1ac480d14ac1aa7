#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LookupIndex {
  /// Adds records for the rows in pieces of a file; a row may begin in one piece and end in the next.
  package final class Maker {
    private var memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 1 << 18, alignment: 4096)
    private var used = 0
    private let hashes = KeywordHashes()
    /// What the piece before had of a row that goes on.
    private var begun: [UInt8] = []

    /// Fewest bytes of a row: seven digits and one byte of a value, with keys and lengths.
    private static let shortestRow = 15

    /// A maker of no records.
    package init() {}

    deinit { memory.deallocate() }

    /// Records that were made and not yet removed, page-aligned, valid until the next call.
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
      defer {
        hashes.finish()
        used = place
      }
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

    /// Removes so many bytes of records from the front, which somebody has taken.
    package func removeRecords(bytes: Int) {
      if let base = memory.baseAddress { memmove(base, base + bytes, used - bytes) }
      used -= bytes
    }

    @inline(__always)
    private func store(_ row: LookupRow.View, at place: inout Int) {
      guard let base = memory.baseAddress else { return }
      hashes.add(row.keyword, for: base + place)
      memory.storeBytes(
        of: UInt16(truncatingIfNeeded: row.value.count), toByteOffset: place + 8, as: UInt16.self)
      place += LookupIndex.bytesPerRow
    }

    private func makeRoom(forRows rows: Int) {
      let needed = used + rows * LookupIndex.bytesPerRow
      guard needed > memory.count else { return }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 4096)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<used]))
      memory.deallocate()
      memory = larger
    }

    private static func damaged(at offset: Int, _ reason: String) -> LookupReadError {
      .damaged(path: "rows", offset: offset, reason: reason)
    }
  }
}
