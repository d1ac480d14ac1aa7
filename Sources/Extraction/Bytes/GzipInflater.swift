import CZlib

/// Inflates a gzip file of one or several members.
final class GzipInflater: Inflater {
  private let place: FilePlace
  private let stream: ZlibStream
  private var isInsideMember = true
  private var sawPadding = false
  private(set) var mayHoldOutput = false

  init(place: FilePlace) throws(ExtractionError) {
    self.place = place
    // 15 + 16: the largest window, gzip headers only.
    stream = try ZlibStream(windowBits: 31, place: place)
  }

  /// Whether a file that begins so is gzip.
  static func begins(_ start: UnsafeBufferPointer<UInt8>) -> Bool {
    start.count >= 3 && start[0] == 0x1F && start[1] == 0x8B && start[2] == 8
  }

  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    storedOffset: Int
  ) throws(ExtractionError) -> Inflated {
    mayHoldOutput = false
    if !isInsideMember {
      if let skipped = try skipPadding(input, storedOffset) { return Inflated(consumed: skipped) }
      stream.reset()
      isInsideMember = true
    }
    let step = stream.inflate(input, into: target, count: count)
    switch step.status {
    case Z_STREAM_END: isInsideMember = false
    case Z_OK, Z_BUF_ERROR: mayHoldOutput = step.isFull
    default:
      throw place.data(
        "the gzip data is broken", "Transfer or compress the file again.",
        offset: storedOffset + step.consumed)
    }
    return Inflated(consumed: step.consumed, produced: step.produced)
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

  func finish(storedOffset: Int) throws(ExtractionError) {
    guard !isInsideMember else {
      throw place.data(
        "the gzip data ends too early", "Transfer the file again.", offset: storedOffset)
    }
  }
}
