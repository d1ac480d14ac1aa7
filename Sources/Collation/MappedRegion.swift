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

  private static let largePage = 2 << 20
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The bytes of the pages that hold `bytes`.
  static func pages(_ bytes: Int) -> Int { (bytes + page - 1) / page * page }

  /// The bytes of the large pages that `bytes` of a region may have touched.
  static func largePages(_ bytes: Int) -> Int {
    (bytes + largePage - 1) / largePage * largePage
  }

  /// The bytes of the pages that `bytes` fill.
  static func wholePages(_ bytes: Int) -> Int { bytes / page * page }
}
