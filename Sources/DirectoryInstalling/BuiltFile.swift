import DirectoryFormat
import Foundation

/// A file of the directory that is made on the phone: hashed while it is written, and kept only if it
/// is what the manifest says.
///
/// Memory: 128 KiB, and what is appended at once.
final class BuiltFile<Function: DigestFunction> {
  let url: URL
  private let file: FileHandle
  private let limit: Int
  private var function = Function()
  private var waiting: [UInt8] = []
  private var bytes = 0

  /// Begins a file that will have the given path, with at most `limit` bytes.
  init(of path: String, in folder: ContainerFolder, limit: Int) throws {
    let name = "partial/" + path.replacingOccurrences(of: "/", with: "-") + ".built"
    url = folder.place(of: name)
    self.limit = limit
    let manager = FileManager.default
    try manager.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
  }

  deinit { try? file.close() }

  /// Writes bytes behind the others; what is too large already is wrong, and not written out.
  func append(_ more: some Collection<UInt8>) throws {
    bytes += more.count
    guard bytes <= limit else { return }
    waiting += more
    if waiting.count >= 128 << 10 { try flush() }
  }

  /// Whether what was written is what the manifest says; it is then durable.
  func isRight(bytes expected: Int, sha256: String) -> Bool {
    guard bytes == expected, (try? flush()) != nil,
      Hexadecimal.string(function.finish()) == sha256, (try? file.synchronize()) != nil
    else { return false }
    return true
  }

  /// Removes the file, which came to nothing.
  func remove() { try? FileManager.default.removeItem(at: url) }

  private func flush() throws {
    waiting.withUnsafeBytes { function.update($0) }
    try file.write(contentsOf: waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
