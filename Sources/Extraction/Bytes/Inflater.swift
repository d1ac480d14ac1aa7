import CZlib

/// What a call of an inflater came to, in bytes.
struct Inflated {
  var consumed = 0
  var produced = 0
  /// Inflated, but no content: folders, and what macOS adds to an archive.
  var passed = 0
}

/// A compressed file as a stream.
protocol Inflater: AnyObject {
  /// Whether the last call filled its target, so that more may come without more input.
  var mayHoldOutput: Bool { get }

  /// Inflates some of `input`, which is not empty; `storedOffset` is where it starts in the file.
  ///
  /// A call that produces nothing may have written in the target all the same: `passed` counts what was
  /// inflated and belongs to no export.
  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    storedOffset: Int
  ) throws(ExtractionError) -> Inflated

  /// Complains when the file ends too early.
  func finish(storedOffset: Int) throws(ExtractionError)
}

/// A stream of zlib, with its memory.
final class ZlibStream {
  /// What a call came to.
  struct Step {
    var status: Int32
    var consumed: Int
    var produced: Int
    /// Whether the target is full.
    var isFull: Bool
  }

  private let stream: UnsafeMutablePointer<z_stream>

  /// `windowBits` as zlib's `inflateInit2` takes them: 31 for gzip, −15 for raw deflate.
  init(windowBits: Int32, place: FilePlace) throws(ExtractionError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw place.data("zlib cannot start (code \(status))", "Free some memory and run again.")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Begins anew.
  func reset() { inflateReset(stream) }

  /// Inflates some of `input`.
  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Step {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(min(count, 1 << 30))
    let room = Int(stream.pointee.avail_out)
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let produced = room - Int(stream.pointee.avail_out)
    return Step(
      status: status, consumed: input.count - Int(stream.pointee.avail_in), produced: produced,
      isFull: produced == room)
  }
}
