import CZlib

/// Inflates a gzip file of one or several members.
final class GzipInflater {
  private let place: FilePlace
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInsideMember = true
  private var sawPadding = false
  /// Whether the last call filled its target, so that more may come without more input.
  private(set) var mayHoldOutput = false

  init(place: FilePlace) throws(ExtractionError) {
    self.place = place
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 + 16: the largest window, gzip headers only.
    let status = inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw place.data("zlib cannot start (code \(status))", "Free some memory and run again.")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Inflates some of `input`; `storedOffset` is where it starts in the file.
  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    storedOffset: Int
  ) throws(ExtractionError) -> (consumed: Int, produced: Int) {
    mayHoldOutput = false
    if !isInsideMember {
      if let skipped = try skipPadding(input, storedOffset) { return (skipped, 0) }
      inflateReset(stream)
      isInsideMember = true
    }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(min(count, 1 << 30))
    let room = Int(stream.pointee.avail_out)
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let consumed = input.count - Int(stream.pointee.avail_in)
    let produced = room - Int(stream.pointee.avail_out)
    switch status {
    case Z_STREAM_END: isInsideMember = false
    case Z_OK, Z_BUF_ERROR: mayHoldOutput = produced == room
    default:
      throw place.data(
        "the gzip data is broken", "Transfer or compress the file again.",
        offset: storedOffset + consumed)
    }
    return (consumed, produced)
  }

  /// Zero bytes behind the last member are padding of tapes; nil when another member begins.
  private func skipPadding(
    _ input: UnsafeBufferPointer<UInt8>, _ storedOffset: Int
  ) throws(ExtractionError) -> Int? {
    let zeros = input.prefix { $0 == 0 }.count
    if zeros > 0 {
      sawPadding = true
      return zeros
    }
    if sawPadding || input[0] != 0x1F {
      throw place.data(
        "something that is not gzip follows the gzip data", "Transfer the file again.",
        offset: storedOffset)
    }
    return nil
  }

  /// Complains when the file ends inside a member.
  func finish(storedOffset: Int) throws(ExtractionError) {
    guard !isInsideMember else {
      throw place.data(
        "the gzip data ends too early", "Transfer the file again.", offset: storedOffset)
    }
  }
}
