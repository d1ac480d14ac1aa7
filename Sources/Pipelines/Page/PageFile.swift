internal import Publication

/// The files that a page is made of, and its own: through the one door to the disk, so that no
/// trouble of a file system lets a run wait for ever.
enum PageFile {
  /// The largest that is read, in bytes.
  private static let most = 64 << 20

  /// What a file holds; nil where there is none that can be read.
  static func bytes(at path: String) -> [UInt8]? {
    try? FileSystem().read(path, limit: most)
  }

  /// Writes a private file whole, beside it first; it is on the disk then, and its name.
  static func write(_ text: String, to path: String, beside: String) throws(PublicationError) {
    let fileSystem = FileSystem()
    try fileSystem.remove(beside)
    let file = try OutputFile(path: beside, as: .privately, fileSystem: fileSystem)
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(PublicationError) in
      try file.write(UnsafeRawBufferPointer(bytes))
    }
    try file.sync()
    file.close()
    try fileSystem.rename(beside, to: path)
    try fileSystem.syncFolder(FileSystem.parent(of: path))
  }
}
