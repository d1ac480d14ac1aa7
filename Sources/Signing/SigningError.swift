#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a key cannot be used; never holds key material.
package indirect enum SigningError: Error, Equatable, CustomStringConvertible {
  /// The text is not PEM of the expected kind.
  case notPEM(expected: String)
  /// The PEM holds a key of another kind than Ed25519, or one locked by a passphrase.
  case notEd25519
  /// The cryptographic library refused.
  case refused(String)
  /// The key file was read, and what it holds is of no use.
  case unusable(path: String, SigningError)
  /// The key file cannot be read.
  case unreadable(path: String, reason: String)
  /// The system did not let the key file be read.
  case failed(path: String, code: Int32)
  /// Others than the owner may read the private key.
  case openToOthers(path: String, mode: UInt32)
  /// The environment variable is missing or empty.
  case noEnvironmentVariable(String)

  /// The message: `where: what (found, expected). What to do.`.
  package var description: String {
    switch self {
    case .notPEM, .notEd25519, .refused: "key: \(problem)"
    case .unusable(let path, let error): "\(path): \(error.problem)"
    case .unreadable(let path, let reason):
      "\(path): the key cannot be read (\(reason)). Check the path and its permissions."
    case .failed(let path, let code):
      "\(path): the key cannot be read (\(String(cString: strerror(code)))). \(Self.advice(code))"
    case .openToOthers(let path, let mode):
      "\(path): others may read the private key (mode \(String(mode, radix: 8)), expected 600). "
        + "Run: chmod 600 \(path)"
    case .noEnvironmentVariable(let name):
      "\(name): the environment variable is empty or not set. Put the private key's PEM into it."
    }
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: "Check the path."
    case EACCES, EPERM: "Check its permissions and those of its folders."
    case EMFILE, ENFILE: "Raise the limit of open files (ulimit -n)."
    case ENOMEM: "Free some memory and run again."
    default: "Look at the disk, or at the server it is on, and run again."
    }
  }

  /// The message without its place.
  private var problem: String {
    switch self {
    case .notPEM(let expected):
      "not PEM (expected a block \"BEGIN \(expected)\"). Make a pair with `callbook keygen`."
    case .notEd25519:
      "not a plain Ed25519 key. Make one with `callbook keygen` or "
        + "`openssl genpkey -algorithm ed25519`."
    case .refused(let what):
      "the cryptographic library refused (\(what)). Make a new key with `callbook keygen`."
    default: description
    }
  }
}
