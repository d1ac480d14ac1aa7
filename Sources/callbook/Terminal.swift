internal import CSystem
internal import Display
internal import Synchronization
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
      if descriptor == STDOUT_FILENO { wasClosed.store(true, ordering: .relaxed) }
    }
  }

  private static let wasClosed = Atomic(false)

  /// Throws `OutputFailed` where the caller closed standard output: for commands that do nothing but
  /// write there.
  static func demandOutput() throws {
    if wasClosed.load(ordering: .relaxed) { throw OutputFailed(reason: "it is closed") }
  }

  /// Columns of the terminal that standard output is; nil when it is none.
  static var width: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Whether bold and faint letters may be written: on a terminal that knows them, unless the caller
  /// has set NO_COLOR (no-color.org).
  static var isStyled: Bool {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return variable("NO_COLOR").isEmpty && !["", "dumb"].contains(variable("TERM"))
  }

  /// Whether a person can be asked: standard input and standard error are a terminal.
  static var isAnswering: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Makes writing to a closed pipe, or past the size that the system grants a file, an error that
  /// the writer sees, not the end of the process.
  static func turnSignalsIntoErrors() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes lines for a person, escaped; tabs stay, as they part columns.
  static func show(_ text: String) throws { try write(Escaping.escapedLines(text) + "\n") }

  /// Writes data that others wrote: exact in a file or pipe, escaped by lines on a terminal, which
  /// would obey it.
  static func writeForeign(_ text: String) throws {
    try write(isatty(STDOUT_FILENO) == 1 ? Escaping.escapedLines(text) : text)
  }

  /// Writes a line of data, as it is.
  static func print(_ text: String) throws { try write(text + "\n") }

  /// Writes JSON: data that a terminal or a log may be shown as it is.
  static func writeJSON(_ text: String) throws { try write(Escaping.escapedJSON(text)) }

  /// Writes data.
  static func write(_ text: String) throws {
    if let code = write(text, to: STDOUT_FILENO) {
      if code == EPIPE { throw OutputClosed() }
      throw OutputFailed(reason: String(cString: strerror(code)))
    }
  }

  private static let least = Atomic<Int>(LogLevel.info.rawValue)

  /// Least level of what is said.
  static var leastLevel: LogLevel {
    get { LogLevel(rawValue: least.load(ordering: .relaxed)) ?? .info }
    set { least.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Writes lines of talk, escaped, unless they are below the level that is asked for; nobody
  /// listening is no error.
  static func say(_ text: String, as level: LogLevel) {
    guard level >= leastLevel else { return }
    _ = write(Escaping.escapedLines(text) + "\n", to: STDERR_FILENO)
  }

  /// Writes talk that is not a whole line, such as progress.
  static func sayPart(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of a text; the error number when that failed.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      var interruptions: Int32 = 0
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        #else
          let count = Darwin.write(descriptor, chunk.baseAddress, chunk.count)
        #endif
        if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }
}
