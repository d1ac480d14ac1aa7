/// Memory that lines are read into; several readers of one thread may share it, one after the other.
package final class ReadingBuffer {
  /// Longer than any line, and small enough for the cache of a core.
  static let capacity = 256 << 10
  let start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)

  /// Allocates 256 KiB.
  package init() {}

  deinit { start.deallocate() }
}
