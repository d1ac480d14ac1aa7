/// Fetches files of a published directory.
public protocol Transport: Sendable {
  /// Asks for the bytes of `path` from `offset` on and hands them over as they come.
  ///
  /// - Parameters:
  ///   - path: relative to the directory.
  ///   - offset: 0-based; above 0 the request is for a range.
  ///   - etag: asks for the file only if it has changed since.
  ///   - receive: takes the first byte's true offset (0 where the server ignores ranges) and
  ///     bytes; answers false to stop.
  /// - Returns: how it ended. A broken connection throws, behind what came through `receive`.
  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (_ offset: Int, _ bytes: [UInt8]) -> Bool
  ) async throws -> TransportAnswer
}

/// How a fetch ended.
public struct TransportAnswer: Sendable {
  /// The HTTP status, such as 200, 206, 304 or 404.
  public var status: Int
  /// The file's ETag, if the server gave one.
  public var etag: String?

  /// Creates an answer.
  public init(status: Int, etag: String? = nil) {
    self.status = status
    self.etag = etag
  }
}
