public import DirectoryFormat

/// Why a directory was not installed; what was installed before is untouched.
public enum InstallError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The server could not be reached, or the connection broke more often than is retried.
  case connection(path: String, reason: String)
  /// The server answered with a status that is no success.
  case status(path: String, code: Int)
  /// More bytes came than the manifest says, or than a manifest may have.
  case tooLarge(path: String, limit: Int)
  /// The bytes are not those that the manifest names.
  case hash(path: String, expected: String, found: String)
  /// The manifest is refused.
  case manifest(ManifestError)
  /// The signature over the manifest is missing or wrong.
  case signature(path: String)
  /// The directory is older than the installed one.
  case rollback(installed: Int, found: Int)
  /// A file cannot be written.
  case file(path: String, reason: String)

  /// Where, what was expected, what was found.
  public var description: String {
    switch self {
    case .connection(let path, let reason): "\(path): no connection: \(reason). Try again later."
    case .status(let path, let code):
      "\(path): expected status 200, found \(code). Check the address and what is published there."
    case .tooLarge(let path, let limit):
      "\(path): expected at most \(limit) bytes, found more. Publish the directory again."
    case .hash(let path, let expected, let found):
      "\(path): expected SHA-256 \(expected), found \(found). Publish the directory again."
    case .manifest(let error): "\(error). Publish the directory again."
    case .signature(let path):
      "\(path): expected a signature over the manifest by the app's key, found none that fits."
    case .rollback(let installed, let found):
      "manifest.json: expected a sequence above \(installed), found \(found). "
        + "The server offers an older directory than the installed one."
    case .file(let path, let reason): "\(path): cannot be written: \(reason)."
    }
  }
}
