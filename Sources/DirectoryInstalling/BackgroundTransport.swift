import DirectoryFormat
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches chunks and deltas by download tasks, with which the system goes on while the app is
/// suspended; what is small comes by `URLSessionTransport`.
///
/// Make one for each session identifier, at every launch, and keep it: downloads of a former run of the
/// app are handed over to it, and lie ready for the next update. A download cannot be stopped in the
/// middle by what comes: one larger than `largestFile` is cancelled.
public final class BackgroundTransport: Transport {
  /// Largest file that is fetched, in bytes.
  public static let largestFile = 256 << 20

  private let small: URLSessionTransport
  private let session: URLSession
  private let downloads: Downloads

  /// Fetches from one of several addresses that serve the same directory.
  ///
  /// - Parameters:
  ///   - files: how chunks and deltas are fetched, such as
  ///     `URLSessionConfiguration.background(withIdentifier:)`.
  ///   - container: the folder of the app group, as the installer has it.
  public init(bases: [URL], files: URLSessionConfiguration, container: URL) {
    small = URLSessionTransport(bases: bases)
    downloads = Downloads(ContainerFolder(container).directory)
    session = URLSession(configuration: files, delegate: downloads, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// How many addresses serve the directory.
  public var addresses: Int { small.addresses }

  /// The 0-based address that is asked now.
  public var presentAddress: Int { small.presentAddress }

  /// Asks the next address from now on, unless another one is asked already.
  public func turn(from address: Int) { small.turn(from: address) }

  /// Files come whole, and in the system's own time.
  public func streams(_ path: String) -> Bool { !Downloads.isFile(path) }

  /// Takes the handler of `application(_:handleEventsForBackgroundURLSession:completionHandler:)`,
  /// which is called once everything that ended meanwhile has been handed over.
  public func handleEvents(_ completion: @escaping @Sendable () -> Void) {
    downloads.whenDone(completion)
  }

  /// Asks for the bytes of `path` from `offset` on and hands them over, files once they are whole.
  public func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (Int, [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    guard Downloads.isFile(path) else {
      return try await small.fetch(path, from: offset, unless: etag, receive: receive)
    }
    let request = try small.request(path, from: offset, unless: etag)
    let reception = Reception(offset: offset, receive: receive)
    let task = session.downloadTask(with: request)
    task.taskDescription = path
    downloads.add(reception, for: task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        reception.begin { continuation.resume(with: $0) }
        task.resume()
        if Task.isCancelled { reception.end(.failure(CancellationError())) }
      }
    } onCancel: {
      reception.end(.failure(CancellationError()))
      task.cancelBesides()
    }
  }
}

/// Leads what a session of downloads reports to the receptions, or into the container where the app
/// that asked is gone.
final class Downloads: NSObject, URLSessionDownloadDelegate, @unchecked Sendable {
  private let directory: ContainerFolder
  private let lock = NSLock()
  private var receptions: [Int: Reception] = [:]
  private var completion: (@Sendable () -> Void)?

  init(_ directory: ContainerFolder) { self.directory = directory }

  /// Whether a path is one of the files that never change under their name.
  static func isFile(_ path: String) -> Bool {
    ["chunks", "deltas", "packed"].contains { DirectoryPath.isSafe(path, in: $0) }
  }

  func add(_ reception: Reception, for task: URLSessionTask) {
    lock.withLock { receptions[task.taskIdentifier] = reception }
  }

  func whenDone(_ completion: @escaping @Sendable () -> Void) {
    lock.withLock { self.completion = completion }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    if totalBytesWritten > Int64(BackgroundTransport.largestFile) { downloadTask.cancelBesides() }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    // In the background redirects are followed without a question.
    guard SessionReceptions.isSameOrigin(downloadTask) else {
      return downloadTask.cancelBesides()
    }
    let reception = lock.withLock { receptions[downloadTask.taskIdentifier] }
    if let reception {
      if reception.take(downloadTask.response) { hand(location, to: reception) }
    } else {
      keep(location, of: downloadTask)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let reception = lock.withLock { receptions.removeValue(forKey: task.taskIdentifier) }
    let isSame = SessionReceptions.isSameOrigin(task)
    reception?.end(with: isSame ? error : URLError(.httpTooManyRedirects), task.response)
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    let completion = lock.withLock {
      defer { self.completion = nil }
      return self.completion
    }
    DispatchQueue.main.async { completion?() }
  }

  private func hand(_ location: URL, to reception: Reception) {
    guard let handle = try? FileHandle(forReadingFrom: location) else { return }
    defer { try? handle.close() }
    while let data = try? handle.read(upToCount: 1 << 18), !data.isEmpty {
      guard reception.take(data) else { return reception.stop() }
    }
  }

  /// Lays a file ready for the next update, which checks it as any other.
  private func keep(_ location: URL, of task: URLSessionTask) {
    guard let path = task.taskDescription, Self.isFile(path),
      (task.response as? HTTPURLResponse)?.statusCode == 200
    else { return }
    let place = PartialFile.path(of: path)
    directory.remove(place)
    try? directory.move(location, to: place)
  }
}
