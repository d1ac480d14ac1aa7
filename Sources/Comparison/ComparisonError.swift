#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why files cannot be compared.
package enum ComparisonError: Error, Equatable, CustomStringConvertible {
  /// A file cannot be opened or read.
  case unreadable(path: String, code: Int32)
  /// A file is not what its manifest says; `line` is 1-based, 0 where no line is to blame.
  case damaged(path: String, line: Int, expected: String, found: String)

  /// The message: `where: what (found, expected)`.
  package var description: String {
    switch self {
    case .unreadable(let path, let code):
      "\(path): cannot be read (\(String(cString: strerror(code))))"
    case .damaged(let path, let line, let expected, let found):
      "\(path)\(line > 0 ? ":\(line)" : ""): damaged (expected \(expected), found \(found))"
    }
  }
}
