/// A file in the work folder whose frames are complete: which it is and what its last frames say.
///
/// Looks at every header, so that a stream that is cut anywhere is found before anything is written;
/// payloads are checked when they are read.
struct CheckedStream {
  let path: String
  let begin: StreamBegin
  /// The payload of the frame with counts.
  let account: [UInt8]
  let end: StreamEnd

  /// Looks through a file.
  init(path: String) throws {
    self.path = path
    let reader = try FrameReader(path: path)
    var digest = HeaderDigest()
    var begin: StreamBegin?
    var account: [UInt8]?
    var end: StreamEnd?
    var former = -1
    while let header = try reader.nextHeader() {
      guard end == nil, header.sequence > former else {
        throw StageError.damaged(path, "frame \(header.sequence) is out of place")
      }
      former = header.sequence
      if header.kind == .end {
        end = try StageDocument.decode(StreamEnd.self, from: reader.payload(of: header), of: path)
        continue
      }
      // Runs travel apart: who merges them checks them.
      if header.kind != .run, header.kind != .partEnd { digest.add(header) }
      switch header.kind {
      case .begin where begin == nil && header.sequence == 0:
        begin = try StageDocument.decode(
          StreamBegin.self, from: reader.payload(of: header), of: path)
      case .account where account == nil: account = Array(try reader.payload(of: header))
      case .begin, .account:
        throw StageError.damaged(path, "frame \(header.sequence) is out of place")
      default: try reader.skip(header)
      }
    }
    guard let begin, let account, let end else {
      throw StageError.damaged(path, "the stream is cut: its end is missing")
    }
    guard digest.finish() == end.accountDigest else {
      throw StageError.damaged(path, "frames are missing or were put in")
    }
    (self.begin, self.account, self.end) = (begin, account, end)
  }

  /// Makes sure that the stream is of this run and of this split, part or group of slots.
  func check(
    _ stage: String, of context: StageContext, bounds: String, split: Int? = nil,
    part: Int? = nil, group: Int? = nil
  ) throws {
    let wanted = StreamBegin(
      stage: stage, tool: ToolVersion.tool, pipeline: context.plan.pipeline.sha256,
      plan: context.planDigest, bounds: bounds, split: split, part: part,
      group: group)
    guard begin != wanted else { return }
    for (what, found, expected) in [
      ("version of the tool", begin.tool, wanted.tool),
      ("pipeline file", begin.pipeline, wanted.pipeline), ("plan", begin.plan, wanted.plan),
      ("bounds", begin.bounds, wanted.bounds),
    ] where found != expected {
      throw StageError.differs(path, what, found: found, expected: expected)
    }
    throw StageError.damaged(path, "the stream is of another stage, split, part or group")
  }

  /// Hands over every frame of some kinds, checked; of one group of slots alone where one is named.
  func forEach(
    _ kinds: Set<FrameKind>, ofGroup group: Int? = nil,
    _ body: (FrameHeader, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let reader = try FrameReader(path: path)
    while let header = try reader.nextHeader() {
      if kinds.contains(header.kind), group == nil || header.split == group {
        try body(header, reader.payload(of: header))
      } else {
        try reader.skip(header)
      }
    }
  }
}
