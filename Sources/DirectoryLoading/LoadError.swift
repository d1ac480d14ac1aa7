public import DirectoryFormat

/// Why a directory is not loaded.
public enum LoadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file cannot be read or written.
  case file(FileError)
  /// The manifest is refused.
  case manifest(ManifestError)
  /// A line of a chunk or delta is refused.
  case line(path: String, LineError)
  /// A file is shorter or longer than the manifest says.
  case size(path: String, expected: Int, found: Int)
  /// A file's bytes are not those that the manifest names.
  case hash(path: String, expected: String, found: String)
  /// The directory is another one than the app asks for.
  case name(expected: String, found: String)
  /// The directory is older than one that was loaded before.
  case rollback(installed: Int, found: Int)
  /// A signature is asked for, and there is none or a wrong one.
  case signature(path: String)

  /// Where, what was expected, what was found.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .manifest(let error): "\(error)"
    case .line(let path, let error): "\(path): \(error)"
    case .size(let path, let expected, let found):
      "\(path): expected \(expected) bytes, found \(found)"
    case .hash(let path, let expected, let found):
      "\(path): expected SHA-256 \(expected), found \(found)"
    case .name(let expected, let found):
      "\(Manifest.fileName): expected the directory '\(expected)', found '\(found)'"
    case .rollback(let installed, let found):
      "\(Manifest.fileName): expected sequence \(installed) or later, found \(found)"
    case .signature(let path):
      "\(path): expected a signature by the given key over the manifest, found none that fits"
    }
  }
}
