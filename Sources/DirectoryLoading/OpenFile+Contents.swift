extension OpenFile {
  /// All bytes of the file; for files whose size was checked.
  package func contents(path: String) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < bytes.count {
      var failure: FileError?
      var count = 0
      bytes.withUnsafeMutableBytes { buffer in
        do throws(FileError) {
          count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      guard count > 0 else { throw FileError(path: path, operation: "read to the end", code: 0) }
      filled += count
    }
    return bytes
  }
}
