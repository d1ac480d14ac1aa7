import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One export as the system sees it: the only door through which this room reaches files.
///
/// A path is an ordinary file; anything else is refused unopened, for a device never ends and a
/// pipe is silent as long as it likes. The standard input may be anything.
final class ExportFile: @unchecked Sendable {
  /// How the exports of one run are reached.
  struct Access: Sendable {
    /// The descriptor behind `-`.
    var standardInput: Int32 = 0
    /// Where calls are noted that may hang.
    var pending = PendingReads()
    /// The folder in which the file must lie, without links on its way; nil for anywhere.
    var root: String?
  }

  let place: FilePlace
  let descriptor: Int32
  /// Whether it can be opened again and read at any offset.
  let isRegular: Bool
  /// What it was when it was opened; nil for a pipe.
  let identity: ExportIdentity?
  private let isInput: Bool
  private let seconds: Int
  private let access: Access

  /// Opens `place.path`; `-` is the standard input.
  ///
  /// `seconds` is how long opening it, and each wait for a byte of it, may take. `former` is what
  /// the file was when it was opened before: any difference is an error.
  init(
    _ place: FilePlace, seconds: Int, access: Access, former: ExportIdentity? = nil
  ) throws(ExtractionError) {
    self.place = place
    self.seconds = seconds
    self.access = access
    isInput = place.path == "-"
    var status = stat()
    if isInput {
      descriptor = access.standardInput
      try Self.look(at: descriptor, place, &status)
      isRegular = false
      identity = Self.isOrdinary(status) ? ExportIdentity(status) : nil
      guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.refusal(place, status) }
      return
    }
    let opened = try access.pending.during(place, seconds: seconds) {
      () -> Result<(Int32, ExportIdentity), ExtractionError> in
      Result { () throws(ExtractionError) in try Self.open(place, former, root: access.root) }
    }.get()
    (descriptor, identity) = opened
    isRegular = true
  }

  deinit { if !isInput { close(descriptor) } }

  // MARK: Opening

  private static func open(
    _ place: FilePlace, _ former: ExportIdentity?, root: String?
  ) throws(ExtractionError) -> (Int32, ExportIdentity) {
    if let root { try checkPlace(place, place.path, root) }
    if let refused = kindProblem(place) { throw refused }
    let descriptor = openForReading(place.path)
    guard descriptor >= 0 else {
      let code = errno
      if let former, code == ENOENT { throw gone(place, former) }
      throw FileFault.opening(place, code: code)
    }
    do throws(ExtractionError) {
      // The links on the way may have changed since they were resolved.
      if let root { try checkPlace(place, nameOfOpenFile(descriptor), root) }
      return (descriptor, try settledIdentity(of: descriptor, place, former))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Throws when a path leads out of a folder; one that leads nowhere is left to be opened.
  private static func checkPlace(
    _ place: FilePlace, _ path: String, _ root: String
  ) throws(ExtractionError) {
    guard let resolved = realpath(path, nil) else { return }
    defer { free(resolved) }
    let found = String(cString: resolved)
    // By bytes: names that Unicode counts as equal are those of two folders.
    guard found.utf8.starts(with: (root == "/" ? root : root + "/").utf8) else {
      throw place.configuration(
        "leads to \(found) (expected a file in \(root), --root)",
        "Correct `path`, or the links on its way.")
    }
  }

  /// A path that leads to an open file, wherever it has been moved.
  private static func nameOfOpenFile(_ descriptor: Int32) -> String {
    #if canImport(Glibc)
      return "/proc/self/fd/\(descriptor)"
    #else
      var name = [CChar](repeating: 0, count: Int(MAXPATHLEN))
      _ = fcntl(descriptor, F_GETPATH, &name)
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  /// Why a path is no export, looked at without opening it; nil also where it cannot be looked at.
  static func kindProblem(_ place: FilePlace) -> ExtractionError? {
    guard place.path != "-" else { return nil }
    var status = stat()
    guard uninterrupted({ stat(place.path, &status) }) == 0, !isOrdinary(status) else { return nil }
    return refusal(place, status)
  }

  /// Whether anything has a path for its name.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return uninterrupted { lstat(path, &status) } == 0
  }

  private static func refusal(_ place: FilePlace, _ status: stat) -> ExtractionError {
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      place.configuration(
        "is a folder (expected a file)", "Name a file, or a glob such as folder/*.csv.")
    case S_IFIFO:
      place.configuration(
        "is a pipe (expected a file)",
        "Give it as the standard input: `path: \"-\"`, and < before the pipe's name.")
    case S_IFSOCK: place.configuration("is a socket (expected a file)", "Name a file.")
    default: place.configuration("is a device (expected a file)", "Name a file.")
    }
  }

  private static func isOrdinary(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Without waiting, should the file have become a pipe meanwhile; a file that somebody else has
  /// leased is waited for until he has given it back.
  private static func openForReading(_ path: String) -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
    let descriptor = uninterrupted { systemOpen(path, flags | O_NONBLOCK) }
    guard descriptor < 0, errno == EAGAIN else { return descriptor }
    return uninterrupted { systemOpen(path, flags) }
  }

  private static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags)
    #else
      Darwin.open(path, flags)
    #endif
  }

  /// What an open file is, once its time of modification would show another change.
  private static func settledIdentity(
    of descriptor: Int32, _ place: FilePlace, _ former: ExportIdentity?
  ) throws(ExtractionError) -> ExportIdentity {
    var status = stat()
    try look(at: descriptor, place, &status)
    guard isOrdinary(status) else { throw refusal(place, status) }
    if let former {
      let found = ExportIdentity(status)
      guard found.isUnchanged(since: former) else {
        throw changed(place, from: former, to: found)
      }
      return found
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let wait = ExportIdentity(status).unsafeMilliseconds(now: now)
    if wait > 0 {
      usleep(UInt32(wait) * 1000)
      try look(at: descriptor, place, &status)
    }
    return ExportIdentity(status)
  }

  private static func look(
    at descriptor: Int32, _ place: FilePlace, _ status: inout stat
  ) throws(ExtractionError) {
    guard uninterrupted({ fstat(descriptor, &status) }) == 0 else {
      throw FileFault.opening(place, "examined", code: errno)
    }
  }

  // MARK: Reading

  /// Reads up to `count` bytes, the next ones; 0 only at the end.
  ///
  /// `offset` is where they stand, for messages.
  func read(
    into target: UnsafeMutablePointer<UInt8>, count: Int, offset: Int
  ) throws(ExtractionError) -> Int {
    while true {
      if isInput { try waitForInput() }
      let got = access.pending.during(place, seconds: seconds) {
        Self.uninterrupted { systemRead(target, count) }
      }
      if got >= 0 { return got }
      // Who gave us the input may have asked that nobody waits on it.
      if isInput, errno == EAGAIN || errno == EWOULDBLOCK { continue }
      throw FileFault.reading(place, at: offset, code: errno)
    }
  }

  private func systemRead(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, target, count)
    #else
      Darwin.read(descriptor, target, count)
    #endif
  }

  /// Waits until the standard input has something to give, or has ended.
  private func waitForInput() throws(ExtractionError) {
    let end = PendingReads.now + UInt64(seconds) * 1_000_000_000
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let now = PendingReads.now
      guard now < end else { throw PendingReads.timeout(place, seconds: seconds) }
      let milliseconds = Int32(clamping: (end - now + 999_999) / 1_000_000)
      let ready = poll(&waited, 1, milliseconds)
      if ready > 0 { return }
      // What cannot be waited for says so when it is read.
      if ready < 0, errno != EINTR { return }
    }
  }

  /// Reads the bytes at `offset`, all `count` of them; an end before them is an error.
  func read(
    into target: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int
  ) throws(ExtractionError) {
    var done = 0
    while done < count {
      let got = access.pending.during(place, seconds: seconds) {
        Self.uninterrupted { pread(descriptor, target + done, count - done, off_t(offset + done)) }
      }
      guard got >= 0 else { throw FileFault.reading(place, at: offset + done, code: errno) }
      guard got > 0 else {
        throw difference()
          ?? place.data(
            "the file ended early", "Run again when nobody writes the file.",
            offset: offset + done)
      }
      done += got
    }
  }

  // MARK: Being the same

  /// What the open file has become, where that is not what it was.
  func difference() -> ExtractionError? {
    guard let identity else { return nil }
    var status = stat()
    do throws(ExtractionError) { try Self.look(at: descriptor, place, &status) } catch {
      return error
    }
    let found = ExportIdentity(status)
    return found == identity ? nil : Self.changed(place, from: identity, to: found)
  }

  /// What the file at a path has become, where that is not what it was.
  static func difference(_ place: FilePlace, from former: ExportIdentity) -> ExtractionError? {
    var status = stat()
    guard uninterrupted({ stat(place.path, &status) }) == 0 else {
      let code = errno
      return code == ENOENT
        ? gone(place, former) : FileFault.opening(place, "examined", code: code)
    }
    let found = ExportIdentity(status)
    return found.isUnchanged(since: former) ? nil : changed(place, from: former, to: found)
  }

  private static func changed(
    _ place: FilePlace, from former: ExportIdentity, to found: ExportIdentity
  ) -> ExtractionError {
    // What was written and set back shows in the time of change alone.
    let isHidden = former.text == found.text
    let (was, now) = (isHidden ? ", \(former.changed)" : "", isHidden ? ", \(found.changed)" : "")
    return place.data(
      "changed while it was read (was \(former.text)\(was); is \(found.text)\(now))",
      "Run again when nobody writes it; have exports written beside and renamed into place "
        + "before the run.")
  }

  private static func gone(_ place: FilePlace, _ former: ExportIdentity) -> ExtractionError {
    place.data(
      "was removed while it was read (was \(former.text))",
      "Run again when the exports are in place.")
  }

  /// The result of a system call that is made again when a signal interrupted it.
  private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var interruptions: Int32 = 0
    while true {
      let result = call()
      if result >= 0 || callbook_is_interrupted(&interruptions) == 0 { return result }
    }
  }
}
