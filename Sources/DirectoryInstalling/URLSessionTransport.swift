public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches by URLSession, piece by piece, so that a cut connection loses nothing that has come.
public struct URLSessionTransport: Transport {
  private let base: URL
  private let configuration: URLSessionConfiguration

  /// Fetches from below `base`, the address of the folder that holds manifest.json.
  public init(base: URL, configuration: URLSessionConfiguration = .ephemeral) {
    self.base = base
    self.configuration = configuration
  }

  /// Asks for the bytes of `path` from `offset` on and hands them over as they come.
  public func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (Int, [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    var request = URLRequest(url: base.appendingPathComponent(path))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    // The bytes are hashed as they are published, so none may be packed on the way.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if offset > 0 { request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range") }
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    let asked = request
    return try await withCheckedThrowingContinuation { continuation in
      let receiver = Receiver(offset: offset, receive: receive) { continuation.resume(with: $0) }
      let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
      session.dataTask(with: asked).resume()
      session.finishTasksAndInvalidate()
    }
  }
}

/// Hands over what comes for one task.
///
/// The session calls it on one queue, one call at a time.
private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private var offset: Int
  private let receive: @Sendable (Int, [UInt8]) -> Bool
  private let finish: (Result<TransportAnswer, any Error>) -> Void
  private var answer = TransportAnswer(status: 0)
  private var wasStopped = false

  init(
    offset: Int, receive: @escaping @Sendable (Int, [UInt8]) -> Bool,
    finish: @escaping (Result<TransportAnswer, any Error>) -> Void
  ) {
    self.offset = offset
    self.receive = receive
    self.finish = finish
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      answer.status = response.statusCode
      answer.etag = response.value(forHTTPHeaderField: "ETag")
      if response.statusCode == 200 { offset = 0 }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard answer.status == 200 || answer.status == 206, !wasStopped else { return }
    if !receive(offset, [UInt8](data)) {
      wasStopped = true
      dataTask.cancel()
    }
    offset += data.count
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error, !wasStopped {
      finish(.failure(error))
    } else {
      finish(.success(answer))
    }
  }
}
