#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file in memory for readers that open paths themselves.
final class ScratchFile: Sendable {
  static let shared = ScratchFile()
  let path: String
  private let descriptor: CInt

  private init() {
    var template = Array("/dev/shm/callbook-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    precondition(descriptor >= 0, "no scratch file")
    atexit { unlink(ScratchFile.shared.path) }
  }

  /// Replaces the file's bytes.
  func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(ftruncate(descriptor, 0) == 0, "the scratch file cannot be cut")
    precondition(pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count, "disk full")
  }
}
