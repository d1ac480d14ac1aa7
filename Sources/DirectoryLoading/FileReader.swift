package import DirectoryFormat

/// Streams files through one window of memory: hashes them, reads their lines, checks their ends.
package final class FileReader<Function: DigestFunction> {
  private let files: any DirectoryFiles
  private let window: UnsafeMutableRawBufferPointer
  /// Runs the reading of each window.
  private let batch: (() -> Void) -> Void
  /// Bytes read by all passes.
  package private(set) var bytesRead = 0

  /// Creates a reader with a window of 256 KiB; `batch` runs the reading of each window.
  package init(
    _ files: any DirectoryFiles, batch: @escaping (() -> Void) -> Void = { $0() }
  ) {
    self.files = files
    self.batch = batch
    window = .allocate(byteCount: 256 << 10, alignment: 16)
  }

  deinit { window.deallocate() }

  /// Hands over the entries of a chunk, having checked size and lines, and at its end counts and
  /// hash.
  package func chunk(
    _ chunk: Manifest.Chunk, of list: DirectoryList, behind previous: Int64 = 0,
    _ entry: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws(LoadError) {
    var reader = ChunkReader(list: list, behind: previous)
    try pass(chunk.path, bytes: chunk.bytes, sha256: chunk.sha256) {
      (window, isLast) throws(LineError) -> Int in
      try reader.read(window, isLast: isLast, entry)
    }
    try checkLines(chunk.path) { () throws(LineError) in try reader.checkEnd(chunk) }
  }

  /// Hands over the lines of a delta, with the same checks.
  package func delta(
    _ delta: Manifest.Delta, _ line: (DeltaLine) -> Void
  ) throws(LoadError) {
    var reader = DeltaReader()
    try pass(delta.path, bytes: delta.bytes, sha256: delta.sha256) {
      (window, isLast) throws(LineError) -> Int in
      try reader.read(window, isLast: isLast, line)
    }
    try checkLines(delta.path) { () throws(LineError) in try reader.checkEnd(delta) }
  }

  /// Checks a file's size and hash alone.
  package func hash(_ path: String, bytes: Int, sha256: String) throws(LoadError) {
    try pass(path, bytes: bytes, sha256: sha256) { (window, _) throws(LineError) -> Int in
      window.count
    }
  }

  /// The bytes of a file of at most `largest` bytes.
  package func contents(_ path: String, atMost largest: Int) throws(LoadError) -> [UInt8] {
    do throws(FileError) {
      let file = try files.open(path)
      guard file.size <= largest else {
        throw FileError.tooLarge(path: path, limit: largest)
      }
      return try file.contents(path: path)
    } catch {
      throw .file(error)
    }
  }

  private func checkLines(
    _ path: String, _ check: () throws(LineError) -> Void
  ) throws(LoadError) {
    do throws(LineError) {
      try check()
    } catch {
      throw .line(path: path, error)
    }
  }

  private func pass(
    _ path: String, bytes expected: Int, sha256: String,
    _ scan: (UnsafeRawBufferPointer, Bool) throws(LineError) -> Int
  ) throws(LoadError) {
    let file = try open(path, bytes: expected)
    var function = Function()
    var total = 0
    var kept = 0
    while total < expected {
      let free = UnsafeMutableRawBufferPointer(rebasing: window[kept...])
      let count = try read(file, into: free, atMost: expected - total)
      guard count > 0 else { throw .size(path: path, expected: expected, found: total) }
      function.update(UnsafeRawBufferPointer(rebasing: free[..<count]))
      total += count
      let filled = UnsafeRawBufferPointer(rebasing: window[..<(kept + count)])
      var used = 0
      var failure: LineError?
      batch {
        do throws(LineError) {
          used = try scan(filled, total == expected)
        } catch {
          failure = error
        }
      }
      if let failure { throw .line(path: path, failure) }
      kept = filled.count - used
      if kept > 0, used > 0 {
        window.copyMemory(from: UnsafeRawBufferPointer(rebasing: filled[used...]))
      }
    }
    bytesRead += total
    let found = Hexadecimal.string(function.finish())
    guard found == sha256 else { throw .hash(path: path, expected: sha256, found: found) }
  }

  private func open(_ path: String, bytes expected: Int) throws(LoadError) -> any OpenFile {
    let file: any OpenFile
    do throws(FileError) {
      file = try files.open(path)
    } catch {
      throw .file(error)
    }
    guard file.size == expected else {
      throw .size(path: path, expected: expected, found: file.size)
    }
    return file
  }

  private func read(
    _ file: any OpenFile, into free: UnsafeMutableRawBufferPointer, atMost most: Int
  ) throws(LoadError) -> Int {
    do throws(FileError) {
      let count = min(free.count, most)
      return try file.read(into: UnsafeMutableRawBufferPointer(rebasing: free[..<count]))
    } catch {
      throw .file(error)
    }
  }
}
