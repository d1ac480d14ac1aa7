#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that gives an input and ends.
///
/// No file: before a reader trusts the date of one that was just written, it lets it age.
struct ScratchPipe: ~Copyable {
  /// Where the input is read.
  let reading: CInt

  /// What a pipe holds without somebody who reads it (pipe(7)).
  static let largest = 1 << 16

  init(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= Self.largest, "the input is larger than a pipe")
    var ends: [CInt] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    reading = ends[0]
    precondition(write(ends[1], bytes.baseAddress, bytes.count) == bytes.count, "pipe full")
    close(ends[1])
  }

  deinit { close(reading) }
}
