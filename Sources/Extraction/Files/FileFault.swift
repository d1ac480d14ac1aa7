#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a system call on an export said, in words, with what to do about it.
enum FileFault {
  /// Why an export cannot be opened, or looked at (`operation`).
  static func opening(
    _ place: FilePlace, _ operation: String = "opened", code: Int32
  ) -> ExtractionError {
    let problem = "cannot be \(operation): \(words(code))"
    switch code {
    case ENOENT:
      return place.configuration(problem, "Check `path`; it is relative to the pipeline file.")
    case ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL:
      return place.configuration(
        problem, "Check `path`, and the folders and links on its way.")
    case EACCES, EPERM:
      return place.configuration(problem, "Check the permissions of the file and its folders.")
    default: return place.data(problem, remedy(code))
    }
  }

  /// Why an export cannot be read on.
  static func reading(_ place: FilePlace, at offset: Int, code: Int32) -> ExtractionError {
    place.data("reading failed: \(words(code))", remedy(code), offset: offset)
  }

  /// What to do about trouble that is not the choice of the file.
  private static func remedy(_ code: Int32) -> String {
    switch code {
    case EIO: return "Check the disk and run again."
    case EMFILE: return "Raise the limit of open files of this process (ulimit -n)."
    case ENFILE: return "Raise the system's limit of open files, or end what holds so many."
    case ENOMEM, ENOBUFS: return "Free some memory and run again."
    case ESTALE: return "The network file system forgot the file: mount it again and run again."
    case ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENOTCONN, ENETUNREACH, ECONNRESET:
      return "Check the network file system and run again."
    default: return "Check the file and its file system, then run again."
    }
  }

  /// The system's words for an error code.
  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
