import DirectoryFormat
import Threads

#if canImport(Glibc)
  import Glibc
#endif

/// Asks the system for the chunks of the published generation before they are needed.
///
/// All of them will be read: those that come back are checked, the others compared. Asked for while
/// the merge keeps the processors busy, they are there when nothing else is left to do. A request
/// that fails, or a system without such requests, costs only that.
enum ReadingAhead {
  /// Asks on a thread of its own, in the order of numbers, in which the merge gets to them.
  static func start(_ manifest: Manifest, in folder: OutputFolder) {
    #if canImport(Glibc)
      let chunks = manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
      let places = chunks.sorted { $0.first < $1.first }.map { folder.place(of: $0.path) }
      try? SystemThread.start { for place in places { ask(for: place) } }
    #endif
  }

  #if canImport(Glibc)
    private static func ask(for path: String) {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { return }
      posix_fadvise(file, 0, 0, POSIX_FADV_WILLNEED)
      close(file)
    }
  #endif
}
