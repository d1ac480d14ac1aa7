import CZlib
import Records

/// An export or the standard input as a stream of bytes; gzip and zip are recognized and inflated.
final class ByteStream {
  static let readSizeInBytes = 256 << 10

  let file: ExportFile
  /// Whether the content is compressed; known after the first `read`.
  private(set) var isCompressed = false
  /// CRC-32 of the first 4 KiB as stored; known after the first `read`, for a look at a file alone.
  private(set) var beginning: UInt32 = 0

  private let counter: ByteCounter
  private let isCheck: Bool
  private let input: UnsafeMutablePointer<UInt8>
  private var inputStart = 0
  private var inputEnd = 0
  private var storedBytesRead = 0
  private var traces: CacheTraces
  private var inflater: (any Inflater)?
  private var begun = false

  /// Reads an open export from its beginning.
  ///
  /// `isCheck` says that a file which can be opened again is only looked at: that is not progress.
  init(_ file: ExportFile, counter: ByteCounter, isCheck: Bool) {
    self.file = file
    self.isCheck = isCheck
    self.counter =
      isCheck && file.isRegular ? ByteCounter(mostInflated: counter.mostInflated) : counter
    input = .allocate(capacity: Self.readSizeInBytes)
    traces = CacheTraces(fileEnd: file.isRegular ? file.identity?.size ?? 0 : 0)
  }

  deinit { input.deallocate() }

  /// Reads up to `count` bytes of content; 0 only at the end.
  func read(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ExtractionError) -> Int {
    if !begun {
      begun = true
      // Four bytes tell; a pipe may give them one at a time.
      while inputEnd < 4, try readMore() {}
      if isCheck {
        beginning = UInt32(truncatingIfNeeded: crc32(0, input, UInt32(min(inputEnd, 4096))))
      }
      inflater = try makeInflater()
      isCompressed = inflater != nil
    }
    if let inflater { return try inflate(with: inflater, into: target, count: count) }
    if inputStart == inputEnd { return try readStored(into: target, count: count) }
    let given = min(count, inputEnd - inputStart)
    target.update(from: input + inputStart, count: given)
    inputStart += given
    return given
  }

  private func makeInflater() throws(ExtractionError) -> (any Inflater)? {
    let start = UnsafeBufferPointer(start: input, count: inputEnd)
    if GzipInflater.begins(start) { return try GzipInflater(place: file.place) }
    if ZipInflater.begins(start) { return try ZipInflater(place: file.place) }
    return nil
  }

  private func inflate(
    with inflater: any Inflater, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ExtractionError) -> Int {
    while true {
      // A full target may have left output in the inflater, though the input is used up.
      if inputStart == inputEnd, !inflater.mayHoldOutput {
        inputStart = 0
        inputEnd = 0
        guard try readMore() else {
          try inflater.finish(storedOffset: storedBytesRead)
          return 0
        }
      }
      let step = try inflater.inflate(
        UnsafeBufferPointer(start: input + inputStart, count: inputEnd - inputStart),
        into: target, count: count, storedOffset: storedBytesRead - (inputEnd - inputStart))
      inputStart += step.consumed
      if !counter.add(inflated: step.produced + step.passed) {
        throw file.place.data(
          "the compressed exports of this run hold more than \(counter.mostInflated) bytes",
          "Look at what was compressed; raise limits.inflated if it is meant.")
      }
      if step.produced > 0 { return step.produced }
    }
  }

  /// Appends to the input buffer; false at the end of the file.
  private func readMore() throws(ExtractionError) -> Bool {
    let got = try readStored(into: input + inputEnd, count: Self.readSizeInBytes - inputEnd)
    inputEnd += got
    return got > 0
  }

  /// Reads up to `count` bytes as they are stored; 0 only at the end of the file.
  private func readStored(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ExtractionError) -> Int {
    traces.willRead(at: storedBytesRead, of: file.descriptor)
    let got = try file.read(into: target, count: count, offset: storedBytesRead)
    storedBytesRead += got
    traces.didRead(before: storedBytesRead, of: file.descriptor)
    counter.add(got)
    return got
  }
}
