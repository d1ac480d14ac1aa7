/// Fetches files of a published directory.
///
/// A fetch ends soon when its task is cancelled: nothing is handed over any more from then on. It asks
/// the present address alone; whoever fetches decides when another one is asked.
public protocol Transport: Sendable {
  /// How many addresses serve the directory; at least 1.
  var addresses: Int { get }

  /// Asks for the bytes of `path` from `offset` on and hands them over as they come.
  ///
  /// - Parameters:
  ///   - path: relative to the directory.
  ///   - offset: 0-based; above 0 the request is for a range.
  ///   - etag: asks for the file only if it has changed since.
  ///   - receive: takes the first byte's true offset (0 where the server ignores ranges) and
  ///     bytes; answers false to stop. Only bytes of the status 200, and of 206 where a range was
  ///     asked for, come through it.
  /// - Returns: how it ended. A broken connection throws, after what came through `receive`.
  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (_ offset: Int, _ bytes: [UInt8]) -> Bool
  ) async throws -> TransportAnswer

  /// The 0-based address that is asked now.
  var presentAddress: Int { get }

  /// Says that what an address serves is of no use, so that the next one is asked; without effect
  /// when another one is asked already.
  func turn(from address: Int)

  /// Whether the bytes of `path` are handed over while they come: then an address that gives too few of
  /// them is left for the next one.
  func streams(_ path: String) -> Bool
}

extension Transport {
  /// One address.
  public var addresses: Int { 1 }

  /// The only one.
  public var presentAddress: Int { 0 }

  /// There is no other one.
  public func turn(from address: Int) {}

  /// They are.
  public func streams(_ path: String) -> Bool { true }
}

/// How a fetch ended.
public struct TransportAnswer: Sendable {
  /// The HTTP status as it came, asked for or not, such as 200, 206, 304 or 404.
  public var status: Int
  /// The file's ETag, if the server gave one.
  public var etag: String?

  /// Creates an answer.
  public init(status: Int, etag: String? = nil) {
    self.status = status
    self.etag = etag
  }
}
