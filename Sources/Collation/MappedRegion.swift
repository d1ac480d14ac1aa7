#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory straight from the system, given back the moment it is released.
///
/// Pages cost nothing until touched. One owner at a time writes.
final class MappedRegion: @unchecked Sendable {
  /// First byte, aligned to a page.
  let base: UnsafeMutableRawPointer
  /// Bytes that may be touched.
  let capacity: Int

  /// Maps at least `capacity` bytes of zeros; one that `isLarge` may get large pages.
  init(capacity: Int, isLarge: Bool = false) throws(CollationError) {
    let size = Self.pages(max(capacity, 1))
    let anonymous = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, anonymous, -1, 0),
      start != MAP_FAILED
    else { throw .outOfMemory(bytes: size) }
    base = start
    self.capacity = size
    if isLarge { adviseLargePages() }
  }

  deinit { munmap(base, capacity) }

  /// Fewer faults and fewer misses of the address cache, behind a start that small inputs stay in.
  private func adviseLargePages() {
    #if os(Linux)
      let start = (Int(bitPattern: base) + 2 * Self.largePage - 1) / Self.largePage * Self.largePage
      let length = (Int(bitPattern: base) + capacity - start) / Self.largePage * Self.largePage
      guard length > 0 else { return }
      madvise(UnsafeMutableRawPointer(bitPattern: start), length, MADV_HUGEPAGE)
    #endif
  }

  /// Has the pages of `bytes` that are about to be written given at once, where the system can.
  ///
  /// One call for many pages takes two thirds of what a fault for each takes, and clears the same.
  func populate(_ bytes: Range<Int>) {
    #if os(Linux)
      madvise(base + bytes.lowerBound, bytes.count, Self.populateForWriting)
    #endif
  }

  /// MADV_POPULATE_WRITE of Linux 5.14; an older kernel refuses it, and pages come by faults.
  private static let populateForWriting: Int32 = 23
  private static let largePage = 2 << 20
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The bytes of the pages that hold `bytes`.
  static func pages(_ bytes: Int) -> Int { (bytes + page - 1) / page * page }

  /// The bytes of the pages that `bytes` fill.
  static func wholePages(_ bytes: Int) -> Int { bytes / page * page }
}
