// Darwin's C functions are those of Glibc as far as callbook uses them, but for these.
@_exported public import Glibc

/// A thread's name is a pointer in Darwin, nil before the thread is made.
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { ENOSYS }

extension stat {
  /// When the file was changed; Linux calls it `st_mtim`.
  public var st_mtimespec: timespec { st_mtim }
}

extension sigaction {
  /// The handlers; Linux calls them `__sigaction_handler`.
  public var __sigaction_u: __sigaction_u {
    get { Darwin.__sigaction_u(__sa_handler: __sigaction_handler.sa_handler) }
    set { __sigaction_handler.sa_handler = newValue.__sa_handler }
  }
}

/// The handlers of a signal.
public struct __sigaction_u {
  /// Takes the signal's number.
  public var __sa_handler: (@convention(c) (Int32) -> Void)?
}

/// Waits for a condition for some time from now on.
public func pthread_cond_timedwait_relative_np(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ time: UnsafePointer<timespec>?
) -> Int32 { ENOSYS }

extension stat {
  /// When the file's facts were changed; Linux calls it `st_ctim`.
  public var st_ctimespec: timespec { st_ctim }
}

/// Longest path in bytes, with its final zero.
public let MAXPATHLEN: Int32 = 1024
/// Asks `fcntl` for the path of an open file.
public let F_GETPATH: Int32 = 50
