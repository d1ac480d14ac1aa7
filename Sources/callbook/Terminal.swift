#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard output for data and standard error for talk.
enum Terminal {
  /// The reader of standard output went away; not a failure of ours.
  struct OutputClosed: Error {}
  /// Standard output cannot be written.
  struct OutputFailed: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "standard output: cannot be written (\(reason)). Check where it goes."
    }
  }

  /// Opens /dev/null for standard streams that the caller closed.
  ///
  /// Otherwise the first file that a run opens would become standard output, and the summary would
  /// be written into it.
  static func openClosedStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // Gives the lowest free number, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Makes writing to a closed pipe, or past the size that the system grants a file, an error that
  /// the writer sees, not the end of the process.
  static func turnSignalsIntoErrors() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes a line of data.
  static func print(_ text: String) throws { try write(text + "\n") }

  /// Writes data.
  static func write(_ text: String) throws {
    if let code = write(text, to: STDOUT_FILENO) {
      if code == EPIPE { throw OutputClosed() }
      throw OutputFailed(reason: String(cString: strerror(code)))
    }
  }

  /// Writes a line of talk; nobody listening is no error.
  static func say(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

  /// Writes talk that is not a whole line, such as progress.
  static func sayPart(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of a text; the error number when that failed.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        #else
          let count = Darwin.write(descriptor, chunk.baseAddress, chunk.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }
}
