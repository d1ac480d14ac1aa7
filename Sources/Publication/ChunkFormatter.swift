import DirectoryFormat
import Records

/// Formats entries into pieces of bytes, list by list, and cuts them into chunks.
///
/// Pieces go to a sealer, which hashes them while they are still in the cache. One piece (256 KiB) per
/// open list is all that it holds.
struct ChunkFormatter: ~Copyable {
  /// What is open of one list of one slot.
  private struct OpenList {
    var piece: UnsafeMutablePointer<UInt8>?
    var end: UnsafeMutablePointer<UInt8>?
    var room = 0
    /// Bytes at the start of the piece that the former piece has, too.
    var carried = 0
    var first: Int64 = 0
    var last: Int64 = 0
    var entriesOfChunk = 0
  }

  private static let longestLabel = DirectoryLimits.longestLabelInBytes

  private let lists: UnsafeMutablePointer<OpenList>
  private let listCount: Int
  private let border: BorderTest
  private let submit: (SealJob) throws(PublicationError) -> Void
  private let pieces: PiecePool

  /// Prepares lists for so many slots; `submit` takes every piece over.
  init(
    slots: Int, target: UInt64, pieces: PiecePool,
    submit: @escaping (SealJob) throws(PublicationError) -> Void
  ) {
    listCount = slots * 2
    lists = .allocate(capacity: listCount)
    lists.initialize(repeating: OpenList(), count: listCount)
    border = BorderTest(target: target)
    self.submit = submit
    self.pieces = pieces
  }

  deinit {
    for index in 0..<listCount {
      if let piece = lists[index].piece { pieces.give(back: piece) }
    }
    lists.deinitialize(count: listCount)
    lists.deallocate()
  }

  /// Adds a batch.
  mutating func append(_ batch: EntryBatch) throws(PublicationError) {
    let entries = UnsafeBufferPointer(batch.entries.elements)
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      index &+= 1
      if entry.slot == EntryBatch.Entry.noSlot { continue }
      let listIndex = Int(entry.slot) &* 2 &+ (entry.isBlocking ? 1 : 0)
      guard listIndex < listCount else { throw Self.illegal(entry, "no such slot") }
      let list = lists + listIndex
      guard entry.number > list.pointee.last else {
        throw .notAscending(
          slot: Int(entry.slot), list: Self.name(entry), number: entry.number,
          former: list.pointee.last)
      }
      let needed = LineFormatter.spare &+ Int(entry.labelCount)
      let isLegal = entry.isBlocking || UInt16(Self.longestLabel) > entry.labelCount &- 1
      if !isLegal { throw Self.illegal(entry, "label of \(entry.labelCount) bytes") }
      if list.pointee.room < needed { try changePiece(of: listIndex) }
      if list.pointee.entriesOfChunk == 0 { list.pointee.first = entry.number }
      let start = list.pointee.end.unsafelyUnwrapped
      let end = LineFormatter.write(entry, at: start)
      list.pointee.end = end
      list.pointee.room &-= end - start
      list.pointee.last = entry.number
      list.pointee.entriesOfChunk &+= 1
      if border.ends(after: entry.number) {
        try endChunk(of: listIndex)
      } else if index < entries.count, entries[index].follows(entry) {
        index = appendFollowing(entries, from: index, lineAt: start, to: list)
      }
    }
  }

  /// Adds entries whose numbers follow on one another and that share a label, as copies of the line
  /// at `start` with other digits; gives the index behind them.
  ///
  /// A line that ends a chunk, or has one digit more, is left to others.
  private func appendFollowing(
    _ entries: UnsafeBufferPointer<EntryBatch.Entry>, from first: Int,
    lineAt start: UnsafeMutablePointer<UInt8>, to list: UnsafeMutablePointer<OpenList>
  ) -> Int {
    guard let end = list.pointee.end else { return first }
    let count = end - start
    let behindDigits = entries[first].isBlocking ? 1 : Int(entries[first].labelCount) &+ 2
    let lastDigit = count &- behindDigits &- 1
    let most = min(entries.count &- first, list.pointee.room / count)
    var line = start
    var copied = start
    var digit = start[lastDigit]
    var done = 0
    while done < most, entries[first &+ done].follows(entries[first &+ done &- 1]),
      !border.ends(after: entries[first &+ done].number)
    {
      // Not from the line before: reading what is on its way to memory takes longer than all else.
      ShortText.copyLine(copied, count: count, to: line + count)
      line += count
      digit &+= 1
      if digit > UInt8(ascii: "9") {
        guard Self.carry(line, lastDigit) else {
          line -= count
          break
        }
        digit = UInt8(ascii: "0")
        copied = line
      }
      line[lastDigit] = digit
      done &+= 1
    }
    list.pointee.end = line + count
    list.pointee.room &-= done &* count
    list.pointee.last = entries[first &+ done &- 1].number
    list.pointee.entriesOfChunk &+= done
    return first &+ done
  }

  /// Adds one to the digits of a line before a digit that was a 9; false where they would be more.
  private static func carry(_ line: UnsafeMutablePointer<UInt8>, _ digit: Int) -> Bool {
    var place = digit
    while place > 0 {
      place &-= 1
      if line[place] < UInt8(ascii: "9") {
        line[place] &+= 1
        return true
      }
      line[place] = UInt8(ascii: "0")
    }
    return false
  }

  /// Ends the last chunk of every list.
  mutating func finish() throws(PublicationError) {
    for index in 0..<listCount where lists[index].entriesOfChunk > 0 { try endChunk(of: index) }
  }

  /// Called before the first line and when a piece is full.
  ///
  /// What goes to the sealer is whole pages, which can be written past the page cache; the bytes
  /// behind the last page start the next piece.
  @inline(never)
  private mutating func changePiece(of index: Int) throws(PublicationError) {
    let piece = pieces.take()
    var carried = 0
    if let former = lists[index].piece, let end = lists[index].end {
      carried = (end - former) % PiecePool.pageSizeInBytes
      piece.update(from: end - carried, count: carried)
      try submitPiece(of: index, without: carried, end: nil)
    }
    lists[index].piece = piece
    lists[index].end = piece + carried
    lists[index].room = PiecePool.pieceSizeInBytes - carried
    lists[index].carried = carried
  }

  @inline(never)
  private mutating func endChunk(of index: Int) throws(PublicationError) {
    let list = lists[index]
    try submitPiece(
      of: index, without: 0,
      end: ChunkFacts(entries: list.entriesOfChunk, first: list.first, last: list.last))
    lists[index].entriesOfChunk = 0
  }

  /// Hands the piece over, but for the last `carried` bytes, which the next one starts with.
  private mutating func submitPiece(
    of index: Int, without carried: Int, end facts: ChunkFacts?
  ) throws(PublicationError) {
    let list = lists[index]
    lists[index].piece = nil
    lists[index].end = nil
    lists[index].room = 0
    lists[index].carried = 0
    guard let piece = list.piece, let end = list.end else { return }
    try submit(
      SealJob(
        list: index, bytes: UnsafeMutableBufferPointer(start: piece, count: end - piece - carried),
        lines: UnsafeRawBufferPointer(
          start: piece + list.carried, count: end - piece - list.carried),
        end: facts))
  }

  private static func name(_ entry: EntryBatch.Entry) -> String {
    (entry.isBlocking ? DirectoryList.blocking : .identification).rawValue
  }

  private static func illegal(_ entry: EntryBatch.Entry, _ reason: String) -> PublicationError {
    .badEntry(slot: Int(entry.slot), list: name(entry), number: entry.number, reason: reason)
  }
}

extension EntryBatch.Entry {
  /// Whether it is the entry for the number behind `former`'s, alike in slot, list and label.
  @inline(__always)
  fileprivate func follows(_ former: EntryBatch.Entry) -> Bool {
    number == former.number &+ 1 && label == former.label && labelCount == former.labelCount
      && slot == former.slot && isBlocking == former.isBlocking
  }
}

/// What a chunk's last piece brings with it.
struct ChunkFacts: Sendable {
  let entries: Int
  let first: Int64
  let last: Int64
}

/// A piece of a list on its way to the sealer; `end` closes the chunk behind it.
struct SealJob: @unchecked Sendable {
  let list: Int
  /// The next bytes of the chunk.
  let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The next whole lines, in the same memory: they start behind a line that the former piece began
  /// and go on where `bytes` ends within one.
  let lines: UnsafeRawBufferPointer
  let end: ChunkFacts?
  /// The SHA-256 of the whole chunk in hexadecimal, where it was made elsewhere.
  var sha256: String?
}
