import Comparison
import DirectoryFormat

/// Proves a delta by applying the file, as written, to the old entries.
///
/// Only chunks that the two generations do not share are read. The result of the application must
/// be, byte for byte, the lines of the new chunks, whose SHA-256 was computed as they were written;
/// equal bytes have equal digests. Chunks that both generations have carry the same hash in both
/// manifests, and no line of the delta may fall into them, because every removal must meet a line
/// of the old chunks read and every addition one of the new. So the whole slot's digest follows, at
/// a cost proportional to what changed. The hashes of the old chunks are checked beside.
struct DeltaProof: Sendable {
  let places: ChunkPlaces
  let file: String
  let sections: [DeltaSection]

  /// Applies the delta to `old` and compares with `new`; gives the bytes read.
  func check(old: Manifest.Slot, new: Manifest.Slot) throws(PublicationError) -> Int {
    var bytes = 0
    for list in DirectoryList.allCases {
      let chunks = ListComparison.differingChunks(old: old[list].chunks, new: new[list].chunks)
      var application = Application(
        list: list, old: places.reader(chunks.old), new: places.reader(chunks.new),
        removals: reader(list, isRemoval: true), additions: reader(list, isRemoval: false))
      do { try application.run() } catch let error as Mismatch {
        throw .deltaNotProved(path: file, reason: "\(list.rawValue): \(error.reason)")
      } catch { throw .reading(error) }
      bytes += application.bytesRead
    }
    return bytes
  }

  private func reader(_ list: DirectoryList, isRemoval: Bool) -> LineReader {
    var offset = 0
    for (position, section) in sections.enumerated() {
      if section.list == list && section.isRemoval == isRemoval {
        return LineReader([
          FileStretch(
            path: file, offset: offset, bytes: section.bytes,
            isToEnd: position == sections.count - 1)
        ])
      }
      offset += section.bytes
    }
    return LineReader([])
  }
}

private struct Mismatch: Error {
  let reason: String
}

/// One list of a delta on its way over the old entries.
private struct Application {
  let list: DirectoryList
  let old: LineReader
  let new: LineReader
  let removals: LineReader
  let additions: LineReader
  var lastRemoval: Int64 = 0
  var lastAddition: Int64 = 0

  var bytesRead: Int { old.bytesRead + new.bytesRead + removals.bytesRead + additions.bytesRead }

  mutating func run() throws {
    while true {
      let hasOld = try old.fill()
      let hasNew = try new.fill()
      let removal = try line(removals, .blocking, "-", after: lastRemoval)
      let addition = try line(additions, list, "+", after: lastAddition)
      if !hasOld && !hasNew {
        guard removal == nil, addition == nil else {
          throw Mismatch(reason: "lines are left at the end of the delta")
        }
        return
      }
      if hasOld && hasNew, try takeEqual(before: removal, addition) { continue }
      try takeChange(removal, addition)
    }
  }

  /// Takes the lines that both generations share; no line of the delta may be among them.
  private func takeEqual(before removal: LineView?, _ addition: LineView?) throws -> Bool {
    let equal = EqualStretch.lines(in: old.window, new.window)
    guard equal > 0 else { return false }
    var start = equal - 1
    while start > 0 && old.window[start - 1] != 0x0A { start -= 1 }
    let tail = UnsafeRawBufferPointer(rebasing: old.window[start...])
    guard let last = LineView(at: tail, list: list) else {
      throw Mismatch(reason: "a line of the chunks cannot be read")
    }
    guard last.number < removal?.number ?? .max, last.number < addition?.number ?? .max else {
      throw Mismatch(reason: "a line of the delta concerns an entry that did not change")
    }
    old.consume(equal)
    new.consume(equal)
    return true
  }

  /// Applies the next removal or addition where the generations part.
  private mutating func takeChange(_ removal: LineView?, _ addition: LineView?) throws {
    if let removal, let line = try old.line(of: list), line.number == removal.number {
      old.consume(line.bytes.count)
      lastRemoval = removal.number
      removals.consume(removal.bytes.count)
      return
    }
    guard let addition, let line = try new.line(of: list), line.number == addition.number else {
      throw Mismatch(reason: "a change is missing from the delta")
    }
    // An addition of a number that is still there would be refused by the phone's database.
    guard try old.line(of: list)?.number != addition.number,
      line.label.elementsEqual(addition.label)
    else { throw Mismatch(reason: "an addition does not give the new entry") }
    new.consume(line.bytes.count)
    lastAddition = addition.number
    additions.consume(addition.bytes.count)
  }

  /// The next line of a section: its prefix, then a line of `form`; numbers must ascend.
  private func line(
    _ reader: LineReader, _ form: DirectoryList, _ sign: Unicode.Scalar, after last: Int64
  ) throws -> LineView? {
    guard try reader.fill() else { return nil }
    let head = reader.window.prefix(3)
    let letter: UInt8 = list == .blocking ? 0x62 : 0x69
    guard head.elementsEqual([UInt8(ascii: sign), letter, 0x09]),
      let line = LineView(at: reader.window, list: form, prefix: 3), line.number > last
    else { throw Mismatch(reason: "a line of the delta is not well formed or out of order") }
    return line
  }
}
