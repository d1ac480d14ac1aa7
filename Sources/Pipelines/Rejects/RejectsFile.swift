#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a finished rejects.csv and where its columns stand.
///
/// A report is not changed once it is in its place, so its bytes are read where the system keeps
/// them: what is held of them is the system's cache of files.
final class RejectsFile: @unchecked Sendable {
  /// The file.
  let path: String
  /// All bytes.
  let bytes: UnsafeRawBufferPointer
  /// The names of the columns.
  let header: [String]
  /// Offset of the first row.
  let start: Int
  /// Position of each column of `RejectsColumn` in a row.
  let positions: [Int]

  /// Opens a rejects.csv, as `build` or a spreadsheet wrote it (a BOM, CRLF, columns in any order).
  ///
  /// - Throws: `RejectsError.unreadable`, `.notAReport` or `.damaged`.
  init(_ path: String) throws(RejectsError) {
    let bytes = try Self.mapped(path)
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var names: [String] = []
    do throws(RejectsError) {
      var cursor = RejectsCursor(bytes, from: start, positions: [])
      if try cursor.next(path) { names = cursor.allFields() }
      start = cursor.position
    } catch {
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      throw error
    }
    let found = RejectsColumn.allCases.map { names.firstIndex(of: $0.rawValue) }
    if let missing = found.firstIndex(of: nil) {
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      throw .notAReport(path: path, missing: RejectsColumn.allCases[missing].rawValue)
    }
    self.path = path
    self.bytes = bytes
    self.start = start
    header = names
    positions = found.compactMap(\.self)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// A cursor in front of the row that starts at an offset; nil: in front of the first.
  func cursor(at offset: Int? = nil) -> RejectsCursor {
    RejectsCursor(bytes, from: offset ?? start, positions: positions)
  }

  /// The row that starts at an offset.
  func row(at offset: Int) throws(RejectsError) -> RejectsRow {
    var cursor = cursor(at: offset)
    return try cursor.next(path) ? cursor.row : RejectsRow()
  }

  /// Gives the pages of a stretch back: what was read of a large report is not held.
  func forget(_ stretch: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = stretch.lowerBound / page * page
    guard let base = bytes.baseAddress, stretch.upperBound > start else { return }
    madvise(
      UnsafeMutableRawPointer(mutating: base + start), stretch.upperBound - start, MADV_DONTNEED)
  }

  private static func mapped(_ path: String) throws(RejectsError) -> UnsafeRawBufferPointer {
    func unreadable() -> RejectsError {
      .unreadable(path: path, why: String(cString: strerror(errno)))
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, why: "not a file")
    }
    guard status.st_size > 0 else { throw .notAReport(path: path, missing: "source") }
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw unreadable() }
    madvise(start, size, MADV_SEQUENTIAL)
    return UnsafeRawBufferPointer(start: start, count: size)
  }
}
