import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What comes for one request, until it ends; from then on nothing is handed over.
final class Reception: @unchecked Sendable {
  private let lock = NSLock()
  private let start: Int
  private let receive: @Sendable (Int, [UInt8]) -> Bool
  private var offset: Int
  private var answer = TransportAnswer(status: 0)
  private var finish: ((Result<TransportAnswer, any Error>) -> Void)?
  private var isOver = false

  init(offset: Int, receive: @escaping @Sendable (Int, [UInt8]) -> Bool) {
    start = offset
    self.offset = offset
    self.receive = receive
  }

  /// Says whom to tell how it ends.
  func begin(_ finish: @escaping (Result<TransportAnswer, any Error>) -> Void) {
    lock.withLock { self.finish = finish }
  }

  /// Takes the head of the response; false when its body is not wanted.
  func take(_ response: URLResponse?) -> Bool {
    lock.withLock {
      guard !isOver, let response = response as? HTTPURLResponse else { return false }
      answer = TransportAnswer(
        status: response.statusCode, etag: response.value(forHTTPHeaderField: "ETag"))
      switch response.statusCode {
      case 200:
        offset = 0
        return true
      case 206: return start > 0
      default: return false
      }
    }
  }

  /// Takes bytes of the body; false when no more are wanted.
  func take(_ data: Data) -> Bool {
    lock.withLock {
      guard !isOver, receive(offset, [UInt8](data)) else { return false }
      offset += data.count
      return true
    }
  }

  /// Ends with the answer, if there was one, or else with the error.
  func end(with error: (any Error)?, _ response: URLResponse?) {
    let answer = lock.withLock { self.answer }
    // A redirect that was not followed is an answer too, though its head never came.
    let status = answer.status == 0 ? (response as? HTTPURLResponse)?.statusCode : answer.status
    let isBody = status == 200 || status == 206
    if let status, error == nil || !isBody {
      end(.success(TransportAnswer(status: status, etag: answer.etag)))
    } else {
      end(.failure(error ?? URLError(.badServerResponse)))
    }
  }

  /// Ends, unless it has ended before.
  func end(_ result: Result<TransportAnswer, any Error>) {
    let finish = lock.withLock {
      isOver = true
      defer { self.finish = nil }
      return self.finish
    }
    finish?(result)
  }

  /// Ends because no more bytes are wanted: not a failure of the connection.
  func stop() { end(.success(lock.withLock { answer })) }
}

extension URLSessionTask {
  /// Cancels without waiting for it.
  ///
  /// Where Foundation stands on libcurl, `cancel` waits until what has come is unpacked, and what is
  /// unpacked piles up as long as the session's queue waits too. There a task that ends while it is
  /// cancelled ends the process, too: one that is about to end by itself is given the time to.
  func cancelBesides() {
    #if canImport(FoundationNetworking)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { self.cancel() }
    #else
      DispatchQueue.global().async { self.cancel() }
    #endif
  }
}

/// Leads what a session reports to the reception of its task.
///
/// The session calls it on one queue, one call at a time.
final class SessionReceptions: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var receptions: [Int: Reception] = [:]

  /// Takes on a task that has not been resumed yet.
  func add(_ reception: Reception, for task: URLSessionTask) {
    lock.withLock { receptions[task.taskIdentifier] = reception }
  }

  private func reception(of task: URLSessionTask) -> Reception? {
    lock.withLock { receptions[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let isSame = Self.origin(task.originalRequest?.url) == Self.origin(request.url)
    completionHandler(isSame ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if reception(of: dataTask)?.take(response) ?? false {
      completionHandler(.allow)
    } else {
      // Not later, when the body has come: it may never end.
      reception(of: dataTask)?.end(with: nil, response)
      completionHandler(.cancel)
      dataTask.cancelBesides()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let reception = reception(of: dataTask), !reception.take(data) else { return }
    reception.stop()
    dataTask.cancelBesides()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let reception = lock.withLock { receptions.removeValue(forKey: task.taskIdentifier) }
    reception?.end(with: error, task.response)
  }

  /// Whether a task ended where it was sent.
  static func isSameOrigin(_ task: URLSessionTask) -> Bool {
    origin(task.originalRequest?.url) == origin(task.response?.url ?? task.originalRequest?.url)
  }

  private static func origin(_ url: URL?) -> [String] {
    guard let url, let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return []
    }
    return [scheme, host, "\(url.port ?? (scheme == "https" ? 443 : 80))"]
  }
}
