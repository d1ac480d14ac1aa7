import CSystem
import DirectoryFormat
import Signing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the lines of several files, one behind the other, through one window of memory.
///
/// The window always starts at a line and ends behind a line feed. Memory: the buffer, 256 KiB, which
/// several readers may share as long as all but one are suspended.
package final class LineReader {
  /// Bytes consumed so far, of all files.
  package private(set) var bytesConsumed = 0
  /// The whole lines that are in memory and not consumed.
  package var window: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: buffer.start + start, count: linesEnd - start)
  }
  /// The window with the place it was read from.
  package var lines: LineWindow { LineWindow(window, path: path, offset: offset) }
  /// The file of the window's first line.
  package var path: String { files.isEmpty ? "" : files[max(fileIndex - 1, 0)].path }
  /// Bytes of the current file before the window; tells the line of a fault.
  private var offset: Int { fileOffset - (filled - start) }

  /// The least that is asked of the system at once.
  private static let leastRead = 4096

  private let files: [FileStretch]
  private let buffer: ReadingBuffer
  private var fileIndex = 0
  private var isInFile = false
  private var descriptor: Int32 = -1
  private var fileOffset = 0
  private var digest: SHA256?
  /// Whether the hash of the current file waits, and whether that of the next one shall.
  private var isHashDeferred = false
  private var defersNextHash = false
  /// Where in the buffer the bytes end that are hashed, the window and the bytes read.
  private var hashed = 0
  private var start = 0
  private var linesEnd = 0
  private var filled = 0

  /// Creates a reader; nothing is opened yet.
  package init(_ files: [FileStretch], buffer: ReadingBuffer = ReadingBuffer()) {
    self.files = files.filter { $0.bytes > 0 }
    self.buffer = buffer
  }

  deinit { closeFile() }

  /// Takes `count` bytes, which are whole lines, from the window.
  package func consume(_ count: Int) {
    precondition(count >= 0 && count <= linesEnd - start, "more than the window holds")
    start += count
    bytesConsumed += count
  }

  /// Makes the window non-empty; false at the end of the last file.
  ///
  /// No more than about `wanted` bytes are read.
  package func fill(wanting wanted: Int = ReadingBuffer.capacity) throws(ComparisonError) -> Bool {
    while start == linesEnd {
      if !isInFile {
        guard fileIndex < files.count else { return false }
        beginFile(files[fileIndex])
        fileIndex += 1
      }
      try readOn(files[fileIndex - 1], wanted)
    }
    return true
  }

  /// Leaves the buffer to another reader and closes the file; what was not consumed is read again.
  package func suspend() {
    hashConsumed()
    fileOffset = offset
    (hashed, start, linesEnd, filled) = (0, 0, 0, 0)
    closeFile()
  }

  /// Lets the hash of the next file wait for `startHashing` or the file's end, which read again what
  /// was not hashed; nothing has to be when `trustFile` comes first.
  package func deferNextHash() { defersNextHash = true }

  /// Takes the current file, which is at its end, for what it should be: somebody knows its hash.
  package func trustFile() {
    digest = nil
    isHashDeferred = false
  }

  /// Hashes the current file from its start on if that waits.
  package func startHashing() throws(ComparisonError) {
    guard isHashDeferred else { return }
    isHashDeferred = false
    let file = files[fileIndex - 1]
    var digest = SHA256()
    var place = file.offset
    let end = fileOffset - (filled - hashed)
    if place < end {
      if descriptor < 0 { try openFile(file) }
      let piece = UnsafeMutableRawPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { piece.deallocate() }
      while place < end {
        let count = try read(file, at: place, into: piece, min(end - place, 64 << 10))
        digest.update(UnsafeRawBufferPointer(start: piece, count: count))
        place += count
      }
    }
    self.digest = digest
  }

  private func beginFile(_ file: FileStretch) {
    isInFile = true
    fileOffset = file.offset
    isHashDeferred = file.sha256 != nil && defersNextHash
    defersNextHash = false
    digest = file.sha256 == nil || isHashDeferred ? nil : SHA256()
    (hashed, start, linesEnd, filled) = (0, 0, 0, 0)
  }

  private func openFile(_ file: FileStretch) throws(ComparisonError) {
    if let code = file.fault?(file.path) { throw .unreadable(path: file.path, code: code) }
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: file.path, code: errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path: file.path, code: errno) }
    let end = file.offset + file.bytes
    let size = Int(facts.st_size)
    guard facts.st_mode & S_IFMT == S_IFREG, file.isToEnd ? size == end : size >= end else {
      throw .damaged(path: file.path, line: 0, expected: "\(end) bytes", found: "\(size)")
    }
  }

  private func readOn(_ file: FileStretch, _ wanted: Int) throws(ComparisonError) {
    hashConsumed()
    let rest = filled - start
    if rest > 0 && start > 0 {
      buffer.start.copyMemory(from: buffer.start + start, byteCount: rest)
    }
    (hashed, start, linesEnd, filled) = (0, 0, 0, rest)
    let left = file.offset + file.bytes - fileOffset
    if left == 0 { return try endFile(file) }
    if descriptor < 0 { try openFile(file) }
    let most = min(ReadingBuffer.capacity - filled, left, max(wanted, Self.leastRead))
    let count = try read(file, at: fileOffset, into: buffer.start + filled, most)
    filled += count
    fileOffset += count
    var end = filled
    while end > 0 && buffer.start.load(fromByteOffset: end - 1, as: UInt8.self) != 0x0A { end -= 1 }
    linesEnd = end
    if end == 0 && filled == ReadingBuffer.capacity {
      throw .damaged(
        path: file.path, line: 0, expected: "lines of at most 65556 bytes", found: "a longer one")
    }
  }

  /// Reads at least one byte.
  private func read(
    _ file: FileStretch, at offset: Int, into target: UnsafeMutableRawPointer, _ most: Int
  ) throws(ComparisonError) -> Int {
    if let code = file.fault?(file.path) { throw .unreadable(path: file.path, code: code) }
    var interruptions: Int32 = 0
    while true {
      let count = pread(descriptor, target, most, off_t(offset))
      if count > 0 { return count }
      if count < 0 && callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count == 0 else { throw .unreadable(path: file.path, code: errno) }
      throw .damaged(
        path: file.path, line: 0, expected: "\(file.offset + file.bytes) bytes", found: "\(offset)")
    }
  }

  /// Bytes are hashed once they are consumed, so that what is read twice is hashed once.
  private func hashConsumed() {
    digest?.update(UnsafeRawBufferPointer(start: buffer.start + hashed, count: start - hashed))
    hashed = start
  }

  private func endFile(_ file: FileStretch) throws(ComparisonError) {
    guard filled == 0 else {
      throw .damaged(
        path: file.path, line: 0, expected: "a line feed at the end", found: "none")
    }
    try startHashing()
    if let expected = file.sha256, var digest {
      let found = Hexadecimal.string(digest.finish())
      guard found == expected else {
        throw .damaged(path: file.path, line: 0, expected: "SHA-256 \(expected)", found: found)
      }
    }
    digest = nil
    isInFile = false
    closeFile()
  }

  private func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
