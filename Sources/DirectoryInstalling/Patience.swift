import Foundation

/// How long an address may give too little, where another one can be asked.
///
/// A server that sends a byte now and then, or nothing at all, would otherwise use up the time of every
/// update, and no other address would ever be asked.
struct Patience: Sendable {
  /// Seconds in which `leastBytes` must come, or the end.
  var seconds: Double

  /// Less than that is slower than any network by which a directory can be kept up to date.
  static let leastBytes = 32 << 10

  /// What has come of one answer.
  final class Flow: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    /// Bytes so far.
    var bytes: Int { lock.withLock { count } }

    /// Counts bytes that came.
    func add(_ bytes: Int) { lock.withLock { count += bytes } }
  }

  /// Runs a fetch that counts what comes, and cancels it as soon as that is too little.
  func run<Value: Sendable>(
    _ fetch: @escaping @Sendable (Flow) async throws -> Value
  ) async throws -> Value {
    let flow = Flow()
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await fetch(flow) }
      group.addTask {
        try await watch(flow)
        return nil
      }
      guard let value = try await group.next() ?? nil else {
        throw URLError(.timedOut)
      }
      return value
    }
  }

  /// Returns once too little has come.
  private func watch(_ flow: Flow) async throws {
    var before = 0
    repeat {
      before = flow.bytes
      try await Task.sleep(nanoseconds: UInt64(min(max(seconds, 0), 1e9) * 1e9))
    } while flow.bytes - before >= Self.leastBytes
  }
}
