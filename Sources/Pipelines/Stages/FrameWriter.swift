internal import CSystem
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes a stream of frames to a descriptor; a stream without its end is not complete.
///
/// Used by one thread at a time. Memory: none beside the payload.
final class FrameWriter {
  private let descriptor: Int32
  private let place: String
  private let split: Int?
  private let part: Int?
  private var sequence = 0
  private var frames: [String: Int] = [:]
  private var all = HeaderDigest()
  private var account = HeaderDigest()
  private var runs = HeaderDigest()
  private var runsOfPart = 0
  private var candidatesOfPart = 0
  private var parts: [String] = []

  /// Writes the stream of a split, of a group of slots (in its place) or of a part; `place` names the descriptor in messages.
  init(_ descriptor: Int32, place: String, split: Int? = nil, part: Int? = nil) {
    self.descriptor = descriptor
    self.place = place
    self.split = split
    self.part = part
  }

  /// Adds a frame.
  func add(
    _ kind: FrameKind, part: Int? = nil, group: Int? = nil, _ payload: UnsafeRawBufferPointer
  ) throws {
    var header = FrameHeader(
      kind: kind, split: group ?? split, part: part ?? self.part, length: payload.count,
      sequence: sequence)
    header.digest = header.digest(of: payload)
    sequence += 1
    if kind != .end { frames[String(kind.rawValue), default: 0] += 1 }
    all.add(header)
    if kind == .run { runs.add(header) }
    if kind != .run, kind != .partEnd { account.add(header) }
    try header.encoded.withUnsafeBytes { try write($0) }
    try write(payload)
  }

  /// Adds a frame of bytes.
  func add(_ kind: FrameKind, part: Int? = nil, _ payload: [UInt8]) throws {
    try payload.withUnsafeBytes { try add(kind, part: part, $0) }
  }

  /// Adds a run of the part whose turn it is.
  func add(run: UnsafeRawBufferPointer, candidates: Int) throws {
    try add(.run, part: parts.count, run)
    runsOfPart += 1
    candidatesOfPart += candidates
  }

  /// Ends the parts before part `next`.
  func endParts(before next: Int, plan: String, bounds: String) throws {
    while parts.count < next {
      let digest = runs.finish()
      let end = PartEnd(
        split: split ?? 0, part: parts.count, runs: runsOfPart, candidates: candidatesOfPart,
        digest: digest, plan: plan, bounds: bounds)
      try add(.partEnd, part: parts.count, StageDocument.encode(end))
      parts.append(digest)
      runs = HeaderDigest()
      runsOfPart = 0
      candidatesOfPart = 0
    }
  }

  /// Ends the stream.
  func end() throws {
    let end = StreamEnd(
      frames: frames, digest: all.finish(), accountDigest: account.finish(), parts: parts)
    try add(.end, StageDocument.encode(end))
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(StageError) {
    var rest = bytes[...]
    var interruptions: Int32 = 0
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
      #else
        let count = Darwin.write(descriptor, piece.baseAddress, piece.count)
      #endif
      if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count >= 0 else {
        throw StageError(
          place, "cannot be written (\(String(cString: strerror(errno))))", "Check where it goes.")
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Collects the lines of a report into frames.
final class FrameLines: ReportLines {
  private let writer: FrameWriter
  private let kind: FrameKind
  private var buffer: [UInt8] = []
  /// Bytes of all lines.
  private(set) var bytes = 0
  private static let bytesPerFrame = 1 << 20

  init(_ kind: FrameKind, _ writer: FrameWriter) {
    self.kind = kind
    self.writer = writer
  }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    self.bytes += bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Self.bytesPerFrame - buffer.count)
      buffer.append(contentsOf: piece)
      rest = rest.dropFirst(piece.count)
      if buffer.count == Self.bytesPerFrame { try flush() }
    }
  }

  /// Writes what is left; called once, last.
  func flush() throws {
    if buffer.isEmpty { return }
    try writer.add(kind, buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
