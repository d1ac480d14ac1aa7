#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reader to fuzz: one of `FuzzTarget`, named by the environment.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    print("FUZZ_TARGET: expected one of \(names) (found \"\(name)\").")
    exit(2)
  }
  return target
}()

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  target.read(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

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
