import DirectoryFormat
import Signing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the lines of several files, one behind the other, through one window of memory.
///
/// The window always starts at a line and ends behind a line feed. Memory: the buffer, 256 KiB.
package final class LineReader {
  /// Bytes read so far.
  package private(set) var bytesRead = 0
  /// The whole lines that are in memory and not consumed.
  package var window: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: buffer + start, count: linesEnd - start)
  }
  /// The file of the window's first line.
  package var path: String { files.isEmpty ? "" : files[max(fileIndex - 1, 0)].path }
  /// Bytes of the current file before the window; tells the line of a fault.
  package var offset: Int { fileOffset - (filled - start) }

  private static let capacity = 256 << 10
  private let files: [FileStretch]
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  private var fileIndex = 0
  private var descriptor: Int32 = -1
  private var fileOffset = 0
  private var digest: SHA256?
  private var start = 0
  private var linesEnd = 0
  private var filled = 0

  /// Creates a reader; nothing is opened yet.
  package init(_ files: [FileStretch]) { self.files = files.filter { $0.bytes > 0 } }

  deinit {
    closeFile()
    buffer.deallocate()
  }

  /// Takes `count` bytes, which are whole lines, from the window.
  package func consume(_ count: Int) {
    precondition(count >= 0 && count <= linesEnd - start, "more than the window holds")
    start += count
  }

  /// Makes the window non-empty; false at the end of the last file.
  package func fill() throws(ComparisonError) -> Bool {
    while start == linesEnd {
      if descriptor < 0 {
        guard fileIndex < files.count else { return false }
        try openFile(files[fileIndex])
        fileIndex += 1
      }
      try readOn(files[fileIndex - 1])
    }
    return true
  }

  private func openFile(_ file: FileStretch) throws(ComparisonError) {
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: file.path, code: errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path: file.path, code: errno) }
    let end = file.offset + file.bytes
    let size = Int(facts.st_size)
    guard facts.st_mode & S_IFMT == S_IFREG, file.isToEnd ? size == end : size >= end else {
      throw .damaged(path: file.path, line: 0, expected: "\(end) bytes", found: "\(size)")
    }
    fileOffset = file.offset
    digest = file.sha256 == nil ? nil : SHA256()
    start = 0
    linesEnd = 0
    filled = 0
  }

  private func readOn(_ file: FileStretch) throws(ComparisonError) {
    let rest = filled - start
    if rest > 0 && start > 0 { buffer.copyMemory(from: buffer + start, byteCount: rest) }
    start = 0
    filled = rest
    linesEnd = 0
    let wanted = min(Self.capacity - filled, file.offset + file.bytes - fileOffset)
    if wanted == 0 { return try endFile(file) }
    let count = pread(descriptor, buffer + filled, wanted, off_t(fileOffset))
    if count < 0 && errno == EINTR { return }
    guard count >= 0 else { throw .unreadable(path: file.path, code: errno) }
    guard count > 0 else {
      throw .damaged(
        path: file.path, line: 0, expected: "\(file.offset + file.bytes) bytes",
        found: "\(fileOffset)")
    }
    digest?.update(UnsafeRawBufferPointer(start: buffer + filled, count: count))
    filled += count
    fileOffset += count
    bytesRead += count
    var end = filled
    while end > 0 && buffer.load(fromByteOffset: end - 1, as: UInt8.self) != 0x0A { end -= 1 }
    linesEnd = end
    if end == 0 && filled == Self.capacity {
      throw .damaged(
        path: file.path, line: 0, expected: "lines of at most 65556 bytes", found: "a longer one")
    }
  }

  private func endFile(_ file: FileStretch) throws(ComparisonError) {
    guard filled == 0 else {
      throw .damaged(
        path: file.path, line: 0, expected: "a line feed at the end", found: "none")
    }
    if let expected = file.sha256, var digest {
      let found = Hexadecimal.string(digest.finish())
      guard found == expected else {
        throw .damaged(path: file.path, line: 0, expected: "SHA-256 \(expected)", found: found)
      }
    }
    closeFile()
  }

  private func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    digest = nil
  }
}
