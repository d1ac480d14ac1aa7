#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Records

/// A report being written: buffered, private to its owner (mode 0600), replaced if it exists.
final class ReportFile {
  private let path: String
  private var descriptor: Int32
  private var buffer = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)

  /// Creates the file, or empties it.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw RunError.cannotWrite(path: path, errno: errno) }
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Adds text.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeMutableBufferPointer(mutating: $0)) }
  }

  /// Adds bytes.
  func write(_ bytes: UnsafeMutableBufferPointer<UInt8>) throws {
    buffer.append(contentsOf: UnsafeBufferPointer(bytes))
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes what is buffered, waits until it is on the disk and closes; called once, last.
  func close() throws {
    try flush()
    if fsync(descriptor) != 0 { throw RunError.cannotWrite(path: path, errno: errno) }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  private func flush() throws {
    var rest = UnsafeRawBufferPointer(buffer.elements)[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, part.baseAddress, part.count)
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw RunError.cannotWrite(path: path, errno: errno) }
      rest = rest.dropFirst(written)
    }
    buffer.removeAll()
  }
}
