import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is where a manifest was expected, for the message that it cannot be read.
struct FoundFile {
  private var status = stat()
  private let isThere: Bool

  /// Looks at a path; a link is not followed.
  init(_ path: String) { isThere = lstat(path, &status) == 0 }

  /// The size of a regular file; nil of anything else.
  var bytes: Int? { isThere && kind == S_IFREG ? Int(status.st_size) : nil }

  /// What was found and what was expected.
  var words: String {
    if let bytes { return "found \(bytes) bytes, expected at most \(Manifest.largestSizeInBytes)" }
    return "found \(noun), expected a regular file"
  }

  private var kind: mode_t { status.st_mode & S_IFMT }

  private var noun: String {
    guard isThere else { return "nothing" }
    switch kind {
    case S_IFLNK: return "a link"
    case S_IFDIR: return "a folder"
    case S_IFIFO: return "a pipe"
    case S_IFSOCK: return "a socket"
    default: return "a device"
    }
  }
}
