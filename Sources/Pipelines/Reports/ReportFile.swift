#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Records

/// A report being written: buffered, private to its owner (mode 0600), replaced if it exists.
final class ReportFile {
  private let path: String
  private let syncing: ReportSyncing
  private var descriptor: Int32
  private var buffer = ElementBuffer<UInt8>(minimumCapacity: ReportFile.bytesPerWrite)
  private static let bytesPerWrite = 1 << 16

  /// Creates the file, or empties it; `syncing` brings it to the disk once it is finished.
  init(path: String, syncing: ReportSyncing) throws(RunError) {
    self.path = path
    self.syncing = syncing
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw .cannotWrite(path: path, errno: errno) }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Adds text.
  func add(_ text: String) throws(RunError) {
    var text = text
    text.withUTF8 { buffer.append(contentsOf: $0) }
    try flushIfLarge()
  }

  /// Adds bytes.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(RunError) {
    buffer.append(contentsOf: bytes)
    try flushIfLarge()
  }

  /// Writes what is buffered and gives the file away to be synced; called once, last.
  func finish() throws(RunError) {
    try flush()
    syncing.take(descriptor, path: path)
    descriptor = -1
  }

  private func flushIfLarge() throws(RunError) {
    if buffer.count >= Self.bytesPerWrite { try flush() }
  }

  private func flush() throws(RunError) {
    var rest = UnsafeRawBufferPointer(buffer.elements)[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = write(descriptor, part.baseAddress, part.count)
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw .cannotWrite(path: path, errno: errno) }
      rest = rest.dropFirst(written)
    }
    buffer.removeAll()
  }
}
