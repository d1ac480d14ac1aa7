public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches by one URLSession, piece by piece, so that a cut connection loses nothing that has come.
///
/// Only https is spoken (http with this very device alone), a redirect may not leave its origin, and
/// any status that was not asked for ends the request at once. Copies share the session, which ends
/// with the last of them.
public struct URLSessionTransport: Transport {
  private let session: SharedSession
  private let bases: Addresses

  /// Fetches from below `base`, the address of the folder that holds manifest.json.
  public init(base: URL, configuration: URLSessionConfiguration = .ephemeral) {
    self.init(bases: [base], configuration: configuration)
  }

  /// Fetches from one of several addresses that serve the same directory.
  ///
  /// The first is asked as long as it answers; then the next one, and so on in turn.
  public init(bases: [URL], configuration: URLSessionConfiguration = .ephemeral) {
    session = SharedSession(configuration)
    self.bases = Addresses(bases)
  }

  /// How many addresses serve the directory.
  public var addresses: Int { bases.count }

  /// The 0-based address that is asked now.
  public var presentAddress: Int { bases.present }

  /// Asks the next address from now on, unless another one is asked already.
  public func turn(from address: Int) { bases.turn(from: address) }

  /// Asks for the bytes of `path` from `offset` on and hands them over as they come.
  public func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (Int, [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    let request = try request(path, from: offset, unless: etag)
    let reception = Reception(offset: offset, receive: receive)
    return try await session.run(request, reception)
  }

  /// What is asked of the present address.
  func request(
    _ path: String, from offset: Int, unless etag: String?
  ) throws(InstallError) -> URLRequest {
    let base = bases[bases.present]
    guard Self.isAllowed(base) else { throw InstallError.address(base.absoluteString) }
    var request = URLRequest(url: base.appendingPathComponent(path))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if offset > 0 {
      request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
      // A range of packed bytes could not be put behind plain ones.
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    return request
  }

  /// https, or http with a server on this device, which no one can get between.
  private static func isAllowed(_ address: URL) -> Bool {
    switch address.scheme?.lowercased() {
    case "https": address.host?.isEmpty == false
    case "http": ["127.0.0.1", "::1", "[::1]", "localhost"].contains(address.host ?? "")
    default: false
    }
  }
}

/// The addresses of one directory and which of them is asked.
private final class Addresses: @unchecked Sendable {
  private let bases: [URL]
  private let lock = NSLock()
  private var position = 0

  init(_ bases: [URL]) {
    precondition(!bases.isEmpty, "a transport needs an address")
    self.bases = bases
  }

  var count: Int { bases.count }
  var present: Int { lock.withLock { position } }

  subscript(address: Int) -> URL { bases[address] }

  func turn(from address: Int) {
    lock.withLock {
      if position == address { position = (position + 1) % bases.count }
    }
  }
}

/// The session, which ends with its last user.
private final class SharedSession: Sendable {
  private let session: URLSession
  private let receptions = SessionReceptions()

  init(_ configuration: URLSessionConfiguration) {
    session = URLSession(
      configuration: configuration, delegate: receptions, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  func run(_ request: URLRequest, _ reception: Reception) async throws -> TransportAnswer {
    let task = session.dataTask(with: request)
    receptions.add(reception, for: task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        reception.begin { continuation.resume(with: $0) }
        task.resume()
        // A task that was cancelled before had no reception to tell.
        if Task.isCancelled { reception.end(.failure(CancellationError())) }
      }
    } onCancel: {
      reception.end(.failure(CancellationError()))
      task.cancelBesides()
    }
  }
}
