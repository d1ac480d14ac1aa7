#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a private key comes from.
package enum KeySource: Sendable, Equatable {
  /// A PEM file that only its owner may read.
  case file(String)
  /// An environment variable that holds the PEM itself.
  case environment(String)

  /// Reads the key; the text is at most 64 KiB.
  package func privateKey() throws(SigningError) -> Ed25519.PrivateKey {
    switch self {
    case .file(let path):
      let text = try KeyFile.text(at: path, isPrivate: true)
      do throws(SigningError) {
        return try Ed25519.PrivateKey(pem: text)
      } catch {
        throw .unusable(path: path, error)
      }
    case .environment(let name):
      guard let value = getenv(name), value.pointee != 0 else {
        throw .noEnvironmentVariable(name)
      }
      return try Ed25519.PrivateKey(pem: String(cString: value))
    }
  }
}

/// Reads key files.
package enum KeyFile {
  /// Reads the public key of a PEM file.
  package static func publicKey(at path: String) throws(SigningError) -> Ed25519.PublicKey {
    let text = try text(at: path, isPrivate: false)
    do throws(SigningError) {
      return try Ed25519.PublicKey(pem: text)
    } catch {
      throw .unusable(path: path, error)
    }
  }

  static func text(at path: String, isPrivate: Bool) throws(SigningError) -> String {
    let file = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { throw .failed(path: path, code: errno) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .failed(path: path, code: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "not a regular file")
    }
    let mode = UInt32(facts.st_mode) & 0o777
    guard !isPrivate || mode & 0o077 == 0 else { throw .openToOthers(path: path, mode: mode) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = bytes.count
    let count = uninterrupted { read(file, &bytes, size) }
    guard count >= 0 else { throw .failed(path: path, code: errno) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Makes a call of the system again that a signal interrupted, though not for ever.
  private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    for _ in 0..<1_000 {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
    return -1
  }
}
