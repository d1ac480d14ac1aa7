import Comparison
import DirectoryFormat
import Signing

/// Proves the delta of one list by applying its lines to the old entries, stretch by stretch.
///
/// The result of the application must be, byte for byte, the new lines, whose SHA-256 is computed as
/// they are written; equal bytes have equal digests. The hashes of the old chunks are checked as
/// they are read. What was proved is hashed, and the file must have those hashes when it is read
/// back, so nothing else can have been written. Chunks that both generations have may be left out on
/// both sides: every line of the delta must meet a line that was given, so none falls into them.
struct DeltaProof {
  /// Lines that were proved of one part of the file.
  private struct Section {
    var bytes = 0
    var digest = SHA256()
    var last: Int64 = 0

    mutating func add(_ lines: UnsafeRawBufferPointer) {
      bytes += lines.count
      digest.update(lines)
    }
  }

  private let list: DirectoryList
  private var removals = Section()
  private var additions = Section()
  /// Bytes of the old and the new list that were given.
  private var given = (old: 0, new: 0)

  init(_ list: DirectoryList) { self.list = list }

  /// Applies `lines` to the old lines, which must give the new ones; both continue the list where
  /// the former call ended.
  mutating func check(old: LineWindow, new: LineWindow, lines: DeltaLines) throws {
    var application = Application(
      list: list, old: old, new: new, removals: lines.removals, additions: lines.additions,
      lastRemoval: removals.last, lastAddition: additions.last)
    try application.run()
    removals.last = application.lastRemoval
    additions.last = application.lastAddition
    given.old += old.bytes.count
    given.new += new.bytes.count
    removals.add(lines.removals)
    additions.add(lines.additions)
  }

  /// Throws unless all bytes of both lists' chunks were given.
  func checkEnd(old: [Manifest.Chunk], new: [Manifest.Chunk]) throws(Mismatch) {
    let bytes = { (chunks: [Manifest.Chunk]) in chunks.reduce(0) { $0 + $1.bytes } }
    guard given == (bytes(old), bytes(new)) else {
      throw Mismatch(reason: "\(list.rawValue): not all lines of the chunks were compared")
    }
  }

  /// Throws unless the file at `path` holds what `proofs`, identification first, proved and no more.
  ///
  /// Ends the hashes of the proofs, which are good for one file.
  static func checkFile(
    _ path: String, holds proofs: [DeltaProof], through fileSystem: FileSystem
  ) throws(Mismatch) {
    let sections = proofs.map(\.removals) + proofs.map(\.additions)
    let bytes = sections.reduce(0) { $0 + $1.bytes }
    var offset = 0
    for section in sections {
      var digest = section.digest
      var stretch = FileStretch(
        path: path, offset: offset, bytes: section.bytes, isToEnd: offset + section.bytes == bytes,
        sha256: Hexadecimal.string(digest.finish()))
      stretch.fault = fileSystem.readersFault
      let reader = LineReader([stretch])
      do throws(ComparisonError) {
        while try reader.fill() { reader.consume(reader.window.count) }
      } catch { throw Mismatch(reason: "the file is not what was proved: \(error)") }
      offset += section.bytes
    }
  }

  /// What does not agree.
  struct Mismatch: Error {
    let reason: String
  }
}

/// A stretch of a delta on its way over the old entries.
private struct Application {
  let list: DirectoryList
  var old: LineWindow
  var new: LineWindow
  var removals: UnsafeRawBufferPointer
  var additions: UnsafeRawBufferPointer
  var lastRemoval: Int64
  var lastAddition: Int64

  mutating func run() throws {
    while true {
      let removal = try line(removals, .blocking, "-", after: lastRemoval)
      let addition = try line(additions, list, "+", after: lastAddition)
      if old.bytes.isEmpty && new.bytes.isEmpty {
        guard removal == nil, addition == nil else {
          throw mismatch("lines of the delta are left at the end")
        }
        return
      }
      if try takeEqual(before: removal, addition) { continue }
      try takeChange(removal, addition)
    }
  }

  /// Takes the lines that both generations share; no line of the delta may be among them.
  private mutating func takeEqual(before removal: LineView?, _ addition: LineView?) throws -> Bool {
    let equal = EqualStretch.lines(in: old.bytes, new.bytes)
    guard equal > 0 else { return false }
    var start = equal - 1
    while start > 0 && old.bytes[start - 1] != 0x0A { start -= 1 }
    let tail = UnsafeRawBufferPointer(rebasing: old.bytes[start...])
    guard let first = try old.line(of: list), let last = LineView(at: tail, list: list) else {
      throw mismatch("a line of the chunks cannot be read")
    }
    guard first.number > lastAddition, last.number < removal?.number ?? .max,
      last.number < addition?.number ?? .max
    else { throw mismatch("a line of the delta concerns an entry that did not change") }
    old.consume(equal)
    new.consume(equal)
    return true
  }

  /// Applies the next removal or addition where the generations part.
  private mutating func takeChange(_ removal: LineView?, _ addition: LineView?) throws {
    if let removal, let line = try old.line(of: list), line.number == removal.number {
      // Removals come first on the phone, so this one would take the addition's place.
      guard removal.number > lastAddition else { throw mismatch("a removal comes too late") }
      old.consume(line.bytes.count)
      lastRemoval = removal.number
      removals = UnsafeRawBufferPointer(rebasing: removals[removal.bytes.count...])
      return
    }
    guard let addition, let line = try new.line(of: list), line.number == addition.number else {
      throw mismatch("a change is missing from the delta")
    }
    // An addition of a number that is still there would be refused by the phone's database.
    guard try old.line(of: list)?.number != addition.number,
      line.label.elementsEqual(addition.label)
    else { throw mismatch("an addition does not give the new entry") }
    new.consume(line.bytes.count)
    lastAddition = addition.number
    additions = UnsafeRawBufferPointer(rebasing: additions[addition.bytes.count...])
  }

  /// The next line of a section: its prefix, then a line of `form`; numbers must ascend.
  private func line(
    _ section: UnsafeRawBufferPointer, _ form: DirectoryList, _ sign: Unicode.Scalar,
    after last: Int64
  ) throws -> LineView? {
    if section.isEmpty { return nil }
    let letter: UInt8 = list == .blocking ? 0x62 : 0x69
    guard section.prefix(3).elementsEqual([UInt8(ascii: sign), letter, 0x09]),
      let line = LineView(at: section, list: form, prefix: 3), line.number > last
    else { throw mismatch("a line of the delta is not well formed or out of order") }
    return line
  }

  private func mismatch(_ reason: String) -> DeltaProof.Mismatch {
    DeltaProof.Mismatch(reason: "\(list.rawValue): \(reason)")
  }
}
