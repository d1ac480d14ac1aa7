import DirectoryLoading
import Signing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lock of the builds that write a directory, seen from outside.
enum BuildsLock {
  /// Whether the process that names itself in `DIR/.lock` beside the directory is there.
  ///
  /// The lock itself is not tried: that could turn a build away that comes just then.
  static func isHeld(beside directory: String) -> Bool {
    let reader = FileReader<SHA256>(POSIXFolder(path: directory + "/.."))
    guard let bytes = try? reader.contents(".lock", atMost: 64),
      let holder = Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)), holder > 0
    else { return false }
    return kill(holder, 0) == 0 || errno == EPERM
  }
}
