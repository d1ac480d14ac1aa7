internal import CSystem
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where the payloads of streams are read that one thread reads one after the other.
///
/// Memory: the largest payload so far, 8 MiB at most.
final class FrameRoom {
  /// Bytes that can be read behind a payload.
  static let slack = 256

  private(set) var bytes: UnsafeMutableRawBufferPointer = .allocate(
    byteCount: (1 << 20) + FrameRoom.slack, alignment: 16)

  deinit { bytes.deallocate() }

  /// Makes room for a payload; what was there is lost.
  func hold(_ count: Int) {
    guard bytes.count < count + Self.slack else { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: count + Self.slack, alignment: 16)
  }
}

/// Reads a stream of frames, each of which is checked against its digest.
///
/// Memory: that of the room. Used by one thread.
final class FrameReader {
  private let descriptor: Int32
  private let place: String
  private let ownsDescriptor: Bool
  private let room: FrameRoom
  private var offset = 0

  /// Reads an open descriptor, which `place` names in messages.
  init(_ descriptor: Int32, place: String) {
    self.descriptor = descriptor
    self.place = place
    ownsDescriptor = false
    room = FrameRoom()
  }

  /// Opens a file, to be read in a room whose last payload nobody needs any more.
  init(path: String, in room: FrameRoom = FrameRoom()) throws(StageError) {
    place = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    ownsDescriptor = true
    self.room = room
    guard descriptor >= 0 else {
      throw StageError(
        path, "cannot be opened (\(String(cString: strerror(errno))))", "Check the work folder.")
    }
  }

  deinit {
    if ownsDescriptor, descriptor >= 0 { close(descriptor) }
  }

  /// The next frame and its payload, valid until the one after it; nil where the stream ends between
  /// two frames, which alone does not say that it is complete.
  func next() throws(StageError) -> (header: FrameHeader, payload: UnsafeRawBufferPointer)? {
    guard let header = try nextHeader() else { return nil }
    return (header, try payload(of: header))
  }

  /// The payload of the header read last, valid until the next one.
  func payload(of header: FrameHeader) throws(StageError) -> UnsafeRawBufferPointer {
    room.hold(header.length)
    let payload = UnsafeMutableRawBufferPointer(rebasing: room.bytes[..<header.length])
    guard try read(into: payload) == header.length else { throw cut }
    memset(room.bytes.baseAddress.unsafelyUnwrapped + header.length, 0, FrameRoom.slack)
    let bytes = UnsafeRawBufferPointer(payload)
    guard header.digest(of: bytes) == header.digest else {
      throw .damaged(place, "frame \(header.sequence) before byte \(offset) has another digest")
    }
    return bytes
  }

  /// The next header alone; the payload has to be skipped or read.
  func nextHeader() throws(StageError) -> FrameHeader? {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: room.bytes[..<FrameHeader.bytes])
    let got = try read(into: bytes)
    if got == 0 { return nil }
    guard got == FrameHeader.bytes else { throw cut }
    guard let header = FrameHeader(UnsafeRawBufferPointer(bytes)) else {
      throw .damaged(place, "no frame before byte \(offset)")
    }
    return header
  }

  /// Passes over the payload of a frame of a file.
  func skip(_ header: FrameHeader) throws(StageError) {
    offset += header.length
    guard lseek(descriptor, off_t(header.length), SEEK_CUR) == off_t(offset) else { throw cut }
  }

  private var cut: StageError {
    .damaged(place, "the stream is cut at byte \(offset)")
  }

  /// Fills a buffer as far as the stream goes.
  private func read(into target: UnsafeMutableRawBufferPointer) throws(StageError) -> Int {
    var done = 0
    var interruptions: Int32 = 0
    while done < target.count {
      let start = target.baseAddress.map { $0 + done }
      #if canImport(Glibc)
        let got = Glibc.read(descriptor, start, target.count - done)
      #else
        let got = Darwin.read(descriptor, start, target.count - done)
      #endif
      if got < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      guard got >= 0 else {
        throw StageError(
          place, "cannot be read (\(String(cString: strerror(errno))))",
          "Check where it comes from.")
      }
      if got == 0 { break }
      done += got
    }
    offset += done
    return done
  }
}
