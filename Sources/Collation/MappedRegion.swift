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
  private(set) var capacity: Int

  /// Maps at least `capacity` bytes of zeros.
  init(capacity: Int, isUsedAgain: Bool = false) throws(CollationError) {
    let size = Self.pages(max(capacity, 1))
    let anonymous = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, anonymous, -1, 0),
      start != MAP_FAILED
    else { throw .outOfMemory(bytes: size) }
    base = start
    self.capacity = size
    if isUsedAgain { adviseHugePages() }
  }

  deinit { munmap(base, capacity) }

  /// Gives back what lies behind the first `used` bytes.
  func shrink(to used: Int) {
    let size = Self.pages(max(used, 1))
    guard size < capacity else { return }
    munmap(base + size, capacity - size)
    capacity = size
  }

  /// Fewer faults and fewer misses of the address cache, behind a start that small inputs stay in.
  private func adviseHugePages() {
    #if os(Linux)
      let start = (Int(bitPattern: base) + 2 * Self.hugePage - 1) / Self.hugePage * Self.hugePage
      let length = (Int(bitPattern: base) + capacity - start) / Self.hugePage * Self.hugePage
      guard length > 0 else { return }
      madvise(UnsafeMutableRawPointer(bitPattern: start), length, MADV_HUGEPAGE)
    #endif
  }

  private static let hugePage = 2 << 20
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The bytes of the pages that hold `bytes`.
  static func pages(_ bytes: Int) -> Int { (bytes + page - 1) / page * page }

  /// The bytes of the pages that `bytes` fill.
  static func wholePages(_ bytes: Int) -> Int { bytes / page * page }
}
