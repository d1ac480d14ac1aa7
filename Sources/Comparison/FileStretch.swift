package import DirectoryFormat

/// A stretch of a file that holds whole lines.
package struct FileStretch: Sendable {
  /// Where the file lies.
  package var path: String
  /// 0-based offset of the first byte.
  package var offset: Int
  /// Number of bytes; the stretch ends with a line feed.
  package var bytes: Int
  /// Whether the file must end there.
  package var isToEnd: Bool
  /// SHA-256 of the stretch, 64 hexadecimal digits, if it shall be checked on the way.
  package var sha256: String?
  /// Asked before the file is opened or read: an error number makes that fail.
  package var fault: (@Sendable (String) -> Int32?)?

  /// Creates a stretch.
  package init(path: String, offset: Int, bytes: Int, isToEnd: Bool, sha256: String? = nil) {
    self.path = path
    self.offset = offset
    self.bytes = bytes
    self.isToEnd = isToEnd
    self.sha256 = sha256
  }

  /// A whole chunk at `path`; its hash is checked only when asked for.
  package init(_ chunk: Manifest.Chunk, at path: String, checkingHash: Bool) {
    self.init(
      path: path, offset: 0, bytes: chunk.bytes, isToEnd: true,
      sha256: checkingHash ? chunk.sha256 : nil)
  }
}
