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
  init(capacity: Int) throws(CollationError) {
    let size = Self.pages(max(capacity, 1))
    let anonymous = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, anonymous, -1, 0),
      start != MAP_FAILED
    else { throw .outOfMemory(bytes: size) }
    base = start
    self.capacity = size
  }

  deinit { munmap(base, capacity) }

  /// Gives back what lies behind the first `used` bytes.
  func shrink(to used: Int) {
    let size = Self.pages(max(used, 1))
    guard size < capacity else { return }
    munmap(base + size, capacity - size)
    capacity = size
  }

  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  static func pages(_ bytes: Int) -> Int { (bytes + page - 1) / page * page }
}
