#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Why two directories cannot be compared.
package enum DirectoryDiffError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing at the path (a request of the wrong kind: exit 2).
  case notFound(path: String)
  /// What is there is not a sound directory (exit 1).
  case notSound(path: String, reason: String)
  /// The system does not let it be read, with its `errno`: nothing is known of it (exit 1).
  case unreadable(path: String, code: Int32)

  /// The message: `where: what (found, expected). What to do.`.
  package var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such folder or manifest. Give a folder with manifest.json, or a manifest."
    case .notSound(let path, let reason):
      "\(path): not a sound directory (\(reason)). Run `callbook verify` on it."
    case .unreadable(let path, let code):
      "\(path): cannot be read (\(String(cString: strerror(code)))). Let this user read it; see to "
        + "the disk."
    }
  }
}
