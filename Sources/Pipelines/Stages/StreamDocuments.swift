/// The payload of the first frame of a stream: whose it is.
struct StreamBegin: Codable, Equatable {
  /// The stage that wrote it.
  var stage: String
  /// Name and version of the tool.
  var tool: String
  /// SHA-256 of the pipeline file.
  var pipeline: String
  /// SHA-256 of the plan.
  var plan: String
  /// SHA-256 of the bounds.
  var bounds: String
  /// 0-based; nil where it is of none.
  var split: Int?
  /// 0-based; nil where it is of none.
  var part: Int?
  /// 0-based group of slots; nil where it is of none.
  var group: Int?
}

/// The payload of the frame behind the runs of one part of one split.
struct PartEnd: Codable, Equatable {
  /// 0-based.
  var split: Int
  /// 0-based.
  var part: Int
  /// Frames with runs.
  var runs: Int
  /// Candidates that they stand for.
  var candidates: Int
  /// Digest of their headers in the order of the stream.
  var digest: String
  /// SHA-256 of the plan.
  var plan: String
  /// SHA-256 of the bounds.
  var bounds: String
}

/// The payload of the frame before the twin and the lines of a chunk.
struct ChunkDocument: Codable {
  /// 0-based.
  var slot: Int
  /// Name of the list.
  var list: String
  var entries: Int
  var first: Int64
  var last: Int64
  var bytes: Int
  /// Of the lines, in hexadecimal.
  var sha256: String
  /// Bytes and SHA-256 of the twin; nil without one.
  var packedBytes: Int?
  var packedSha256: String?
}

/// The payload of the last frame of a stream.
struct StreamEnd: Codable, Equatable {
  /// Frames before it, by the number of their kind.
  var frames: [String: Int]
  /// Digest of the headers of all frames before it.
  var digest: String
  /// The same without runs and the ends of parts, which travel apart.
  var accountDigest: String
  /// Of a split: the digest of the runs of each part.
  var parts: [String]
}
