#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Records

/// A file, pipe or the standard input as a stream of bytes; gzip is recognized and inflated.
final class ByteStream {
  static let readSizeInBytes = 256 << 10

  let place: FilePlace
  /// Whether the file can be opened again and read at any offset.
  let isRegular: Bool
  /// Whether the content is gzip; known after the first `read`.
  private(set) var isGzip = false
  /// Size of the stored file in bytes; nil for pipes.
  let sizeInBytes: Int?

  private let descriptor: Int32
  private let counter: ByteCounter?
  private let input: UnsafeMutablePointer<UInt8>
  private var inputStart = 0
  private var inputEnd = 0
  private var storedBytesRead = 0
  private var traces: CacheTraces
  private var inflater: GzipInflater?
  private var begun = false

  /// Opens `place.path`; `-` is the standard input.
  ///
  /// `isCheck` says that a file which can be opened again is only looked at: that is not progress.
  init(_ place: FilePlace, counter: ByteCounter, isCheck: Bool) throws(ExtractionError) {
    let opened = try OpenedFile.open(place)
    self.place = place
    self.counter = isCheck && opened.isRegular ? nil : counter
    descriptor = opened.descriptor
    isRegular = opened.isRegular
    sizeInBytes = opened.isRegular ? opened.sizeInBytes : nil
    input = .allocate(capacity: Self.readSizeInBytes)
    traces = CacheTraces(fileEnd: sizeInBytes ?? 0)
  }

  deinit {
    if descriptor != 0 { close(descriptor) }
    input.deallocate()
  }

  /// Reads up to `count` bytes of content; 0 only at the end.
  func read(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ExtractionError) -> Int {
    if !begun {
      begun = true
      // Three bytes tell gzip; a pipe may give them one at a time.
      while inputEnd < 3, try readMore() {}
      if inputEnd >= 3, input[0] == 0x1F, input[1] == 0x8B, input[2] == 8 {
        isGzip = true
        inflater = try GzipInflater(place: place)
      }
    }
    if let inflater { return try inflate(with: inflater, into: target, count: count) }
    if inputStart == inputEnd { return try readStored(into: target, count: count) }
    let given = min(count, inputEnd - inputStart)
    target.update(from: input + inputStart, count: given)
    inputStart += given
    return given
  }

  private func inflate(
    with inflater: GzipInflater, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ExtractionError) -> Int {
    while true {
      // A full target may have left output inside zlib, though the input is used up.
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
    traces.willRead(at: storedBytesRead, of: descriptor)
    let got = OpenedFile.read(descriptor, target, count)
    guard got >= 0 else {
      throw place.data(
        "reading failed: \(OpenedFile.message(errno))", "Check the disk and run again.",
        offset: storedBytesRead)
    }
    storedBytesRead += got
    traces.didRead(before: storedBytesRead, of: descriptor)
    counter?.add(got)
    return got
  }
}

/// The system calls around an input file.
enum OpenedFile {
  struct Facts {
    var descriptor: Int32
    var isRegular: Bool
    var sizeInBytes: Int
  }

  /// Opens a path for reading and says what it is; a folder is refused.
  static func open(_ place: FilePlace) throws(ExtractionError) -> Facts {
    let isInput = place.path == "-"
    let descriptor = isInput ? 0 : openForReading(place.path)
    guard descriptor >= 0 else {
      let code = errno
      let remedy =
        code == ENOENT
        ? "Check `path`; it is relative to the pipeline file."
        : "Check the permissions of the file and its folders."
      throw place.configuration("cannot be opened: \(message(code))", remedy)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      if !isInput { close(descriptor) }
      throw place.configuration("cannot be examined: \(message(code))", "Check the file system.")
    }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR {
      if !isInput { close(descriptor) }
      throw place.configuration(
        "is a folder (expected a file)", "Name a file, or a glob such as folder/*.csv.")
    }
    return Facts(
      descriptor: descriptor, isRegular: type == S_IFREG && !isInput,
      sizeInBytes: Int(status.st_size))
  }

  private static func openForReading(_ path: String) -> Int32 {
    #if canImport(Glibc)
      return Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      return Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
  }

  /// `read` that goes on after an interruption; -1 on errors.
  static func read(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int
  {
    while true {
      #if canImport(Glibc)
        let got = Glibc.read(descriptor, target, count)
      #else
        let got = Darwin.read(descriptor, target, count)
      #endif
      if got >= 0 || errno != EINTR { return got }
    }
  }

  /// Reads `count` bytes at `offset`, fewer only at the end of the file; -1 on errors.
  static func read(
    _ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, at offset: Int
  ) -> Int {
    var done = 0
    while done < count {
      let got = pread(descriptor, target + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return -1 }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// The system's words for an error code.
  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
