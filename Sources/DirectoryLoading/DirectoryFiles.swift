/// Read access to an installed directory, by paths relative to it.
public protocol DirectoryFiles: Sendable {
  /// Opens a regular file; symbolic links are refused, wherever they lead.
  func open(_ path: String) throws(FileError) -> any OpenFile
  /// The bytes of a regular file of at most `largest` bytes, without a copy where that can be had.
  func map(_ path: String, atMost largest: Int) throws(FileError) -> any MappedFile
}

/// The bytes of a file, valid as long as it lives.
public protocol MappedFile: AnyObject {
  /// All bytes.
  var bytes: UnsafeRawBufferPointer { get }
  /// Says that the bytes before `end` are not looked at for now: they need no memory until they are.
  func release(upTo end: Int)
}

extension DirectoryFiles {
  /// Reads the whole file; for files that cannot be mapped.
  public func map(_ path: String, atMost largest: Int) throws(FileError) -> any MappedFile {
    let file = try open(path)
    guard file.size <= largest else { throw FileError.tooLarge(path: path, limit: largest) }
    return CopiedFile(try file.contents(path: path))
  }
}

/// A file that was read whole.
private final class CopiedFile: MappedFile {
  let bytes: UnsafeRawBufferPointer

  init(_ contents: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 16)
    copy.copyBytes(from: contents)
    bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { bytes.deallocate() }

  func release(upTo end: Int) {}
}

/// A file that is read from its beginning to its end.
public protocol OpenFile: AnyObject {
  /// Size in bytes when it was opened.
  var size: Int { get }
  /// Reads into `buffer`; how many bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// The few small files that a loader keeps between its runs, by plain names.
public protocol LoadStateFiles: Sendable {
  /// The bytes of a file of at most 64 KiB; nil if there is none.
  func contents(of name: String) throws(FileError) -> [UInt8]?
  /// Writes a file so that a reader finds the old or the new one, whole.
  func replace(_ name: String, with bytes: [UInt8]) throws(FileError)
  /// Removes a file, durably; it need not be there.
  func remove(_ name: String) throws(FileError)
}

/// A file operation that failed.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// What was tried, such as "open" or "read".
  public var operation: String
  /// The system's `errno`; 0 where the reason is in `operation`.
  public var code: Int32

  /// Creates an error.
  public init(path: String, operation: String, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// Whether there is no such file.
  public var isMissing: Bool { code == 2 }

  /// Whether the file holds more than is read at most.
  public var isTooLarge: Bool { code == 0 && operation.hasPrefix(Self.readingMore) }

  /// The failure to read a file that is larger than it may be.
  public static func tooLarge(path: String, limit: Int) -> FileError {
    FileError(path: path, operation: "\(readingMore) \(limit) bytes", code: 0)
  }

  private static let readingMore = "reading more than"

  /// `chunks/…: open failed (errno 2)`.
  public var description: String { "\(path): \(operation) failed (errno \(code))" }
}
