#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What tells one export from another, and from itself once somebody has written to it.
package struct ExportIdentity: Sendable, Equatable {
  /// 0 like `inode` where somebody else has looked at the file, perhaps on another machine.
  let device: UInt64
  let inode: UInt64
  /// Bytes as stored.
  package let size: Int
  /// Last modification: seconds since 1970 and nanoseconds, as the file system tells it.
  package let seconds: Int
  package let nanoseconds: Int
  /// Last change of anything, which nobody can set back as the time of modification can be; 0 where
  /// somebody else has looked at the file.
  let change: Moment

  /// Seconds since 1970 and nanoseconds.
  struct Moment: Sendable, Equatable {
    var seconds = 0
    var nanoseconds = 0
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    #if canImport(Glibc)
      let (time, change) = (status.st_mtim, status.st_ctim)
    #else
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    self.change = Moment(seconds: Int(change.tv_sec), nanoseconds: Int(change.tv_nsec))
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }

  /// What a plan says of an export.
  package init(size: Int, seconds: Int, nanoseconds: Int) {
    device = 0
    inode = 0
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    change = Moment()
  }

  /// Whether this is still the file that was known as `former`: also size and time of modification
  /// alone, where no more is known.
  package func isUnchanged(since former: ExportIdentity) -> Bool {
    if former.inode == 0, former.device == 0 {
      return size == former.size && seconds == former.seconds && nanoseconds == former.nanoseconds
    }
    return self == former
  }

  /// Whether it was modified before another one.
  func isOlder(than other: ExportIdentity) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }

  /// Whether both are names of one file, in whatever state.
  func isSameFile(as other: ExportIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Milliseconds for which another change would leave the times as they are.
  ///
  /// File systems tell the time by the tick of a clock, 10 ms at most; without nanoseconds, perhaps
  /// by the second.
  func unsafeMilliseconds(now: timespec) -> Int {
    let modified = Moment(seconds: seconds, nanoseconds: nanoseconds)
    let isChangedLater = (change.seconds, change.nanoseconds) > (seconds, nanoseconds)
    let last = isChangedLater ? change : modified
    let age =
      (Int(now.tv_sec) - last.seconds).multipliedReportingOverflow(by: 1000).partialValue
      + (Int(now.tv_nsec) - last.nanoseconds) / 1_000_000
    let tick = last.nanoseconds == 0 ? 1000 : 20
    return age >= 0 && age < tick ? tick - age : 0
  }

  /// Size, time of modification in UTC and inode, for a message.
  package var text: String {
    let inode = inode == 0 ? "" : ", inode \(inode)"
    return "\(size) bytes of \(Self.text(seconds: seconds, nanoseconds: nanoseconds))\(inode)"
  }

  /// When anything about the file changed last, for a message.
  var changed: String {
    "changed at \(Self.text(seconds: change.seconds, nanoseconds: change.nanoseconds))"
  }

  /// RFC 3339 in UTC with nanoseconds.
  package var modified: String { Self.text(seconds: seconds, nanoseconds: nanoseconds) }

  private static func text(seconds: Int, nanoseconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return "\(seconds) s" }
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let hours = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    return day.map { padded($0, 2) }.joined(separator: "-") + "T"
      + hours.map { padded($0, 2) }.joined(separator: ":") + "." + padded(nanoseconds, 9) + "Z"
  }
}
