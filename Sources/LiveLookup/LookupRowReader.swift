import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file of rows cannot be read.
package enum LookupReadError: Error, Equatable, CustomStringConvertible {
  /// The system refused.
  case unreadable(path: String, code: Int32)
  /// A row is damaged; `offset` is the 0-based byte at which it begins.
  case damaged(path: String, offset: Int, reason: String)

  /// The message without what to do.
  package var description: String {
    switch self {
    case .unreadable(let path, let code):
      "\(path): cannot read (\(String(cString: strerror(code))))"
    case .damaged(let path, let offset, let reason):
      "\(path): byte \(offset): expected a row, found \(reason)"
    }
  }
}

/// Reads the rows of a file one after the other through a small window.
///
/// The file is open only while the window is filled where `keepsOpen` is off, so that thousands of
/// files can be read beside one another. Memory: the window, or the longest row.
package final class LookupRowReader {
  private let path: String
  private let keepsOpen: Bool
  private var descriptor: Int32 = -1
  private var window: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var position = 0
  /// 0-based offset in the file of the byte at `position`.
  private var offset: Int
  private let end: Int
  /// 0-based offset in the file of the row that was read last.
  package private(set) var rowOffset = 0

  /// Size of the usual window.
  package static let windowBytes = 256 << 10

  /// Opens a file; only the bytes of `range` are read, which must hold whole rows; nil reads all.
  package init(
    _ path: String, range: Range<Int>? = nil, window: Int = LookupRowReader.windowBytes,
    keepsOpen: Bool = true
  ) throws(LookupReadError) {
    self.path = path
    self.keepsOpen = keepsOpen
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? .max
    self.window = .allocate(byteCount: max(window, 64), alignment: 16)
    if keepsOpen { try reopen() }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    window.deallocate()
  }

  /// The row here, valid until the next call; nil at the end.
  package func row() throws(LookupReadError) -> LookupRow.View? {
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: window[position..<filled])
      switch LookupRow.read(bytes, at: 0) {
      case .row(let row):
        rowOffset = offset
        position += row.count
        offset += row.count
        return row
      case .damaged(let reason): throw .damaged(path: path, offset: offset, reason: reason)
      case .incomplete: break
      }
      if try fill() { continue }
      guard filled == position else {
        throw .damaged(path: path, offset: offset, reason: "the end of the file within a row")
      }
      return nil
    }
  }

  /// Moves what is left to the front and reads on; false at the end.
  private func fill() throws(LookupReadError) -> Bool {
    makeRoom()
    let start = offset + filled - position
    let wanted = min(window.count - filled, end - start)
    guard wanted > 0, let base = window.baseAddress else { return false }
    if descriptor < 0 { try reopen() }
    defer { if !keepsOpen { release() } }
    var interruptions: Int32 = 0
    while true {
      let count = pread(descriptor, base + filled, wanted, off_t(start))
      if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count >= 0 else { throw .unreadable(path: path, code: errno) }
      filled += count
      return count > 0
    }
  }

  /// The rest of a row goes to the front; a row that fills the window gets a larger one.
  private func makeRoom() {
    guard let base = window.baseAddress else { return }
    if position > 0 {
      memmove(base, base + position, filled - position)
      filled -= position
      position = 0
    } else if filled == window.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: window.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(window))
      window.deallocate()
      window = larger
    }
  }

  private func reopen() throws(LookupReadError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
  }

  private func release() {
    close(descriptor)
    descriptor = -1
  }
}
