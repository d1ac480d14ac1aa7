/// The first bytes of an export, unpacked, for a look at what it is.
package struct ExportBeginning: Sendable {
  /// The bytes, gzip and zip inflated.
  package let bytes: [UInt8]
  /// Whether the export goes on after them.
  package let isCut: Bool

  /// Most bytes that are inflated in front of the export itself.
  private static let mostPassed = 1 << 30

  /// Reads at most `count` bytes of a file, or of the standard input where the path is `-`.
  ///
  /// Throws `ExtractionError` for what is no file, lies outside `root`, cannot be read, or is compressed
  /// and broken. Memory: the bytes and one read of the file.
  package init(
    of path: String, atMost count: Int, root: String? = nil, timeoutInSeconds: Int = 60
  ) throws(ExtractionError) {
    var access = ExportFile.Access()
    access.root = root
    let file = try ExportFile(
      FilePlace(source: "", path: path), seconds: timeoutInSeconds, access: access)
    let counter = ByteCounter(mostInflated: count + Self.mostPassed)
    let stream = ByteStream(file, counter: counter, isCheck: true)
    // One more byte tells whether the export goes on.
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    defer { target.deallocate() }
    var held = 0
    while held <= count {
      let got = try stream.read(into: target + held, count: count + 1 - held)
      if got == 0 { break }
      held += got
    }
    isCut = held > count
    bytes = Array(UnsafeBufferPointer(start: target, count: min(held, count)))
  }
}
