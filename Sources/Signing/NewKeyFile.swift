#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a new private key where nobody else can read it.
package enum NewKeyFile {
  /// Why the file was not written.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The file.
    package var path: String
    /// What the system says.
    package var reason: String

    /// Place, what is wrong and what to do.
    package var description: String {
      "\(path): the key is not written (\(reason)). "
        + "Name a file that does not exist yet, in a folder that can be written."
    }
  }

  /// Creates a PEM file with mode 0600; an existing file is never replaced.
  package static func write(_ key: Ed25519.PrivateKey, to path: String) throws(Failure) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
    let bytes = Array(key.pem.utf8)
    #if canImport(Glibc)
      let count = Glibc.write(file, bytes, bytes.count)
    #else
      let count = Darwin.write(file, bytes, bytes.count)
    #endif
    let isWritten = count == bytes.count && fsync(file) == 0
    let reason = String(cString: strerror(errno))
    close(file)
    guard isWritten else {
      unlink(path)
      throw Failure(path: path, reason: reason)
    }
  }
}
