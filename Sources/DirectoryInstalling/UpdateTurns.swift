import Foundation

/// One update of a container at a time: the second waits until the first has ended.
///
/// Only within the app: the extensions never install. There is no lock in the container itself,
/// because the system ends an app that is suspended while it holds one there.
final class UpdateTurns: @unchecked Sendable {
  /// Those of this process.
  static let all = UpdateTurns()

  private struct Waiting {
    let number: Int
    let resume: CheckedContinuation<Bool, Never>
  }

  private let lock = NSLock()
  private var count = 0
  /// The updates that wait, by folder; a folder that stands here is being updated.
  private var queues: [String: [Waiting]] = [:]
  private var cancelled: Set<Int> = []

  /// Waits for the turn; false when the task was cancelled meanwhile.
  func take(_ folder: String) async -> Bool {
    let number = lock.withLock {
      count += 1
      return count
    }
    defer { lock.withLock { _ = cancelled.remove(number) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = lock.withLock {
          if cancelled.remove(number) != nil { return false }
          guard queues[folder] != nil else {
            queues[folder] = []
            return true
          }
          queues[folder]?.append(Waiting(number: number, resume: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel(number, in: folder)
    }
  }

  /// Gives the turn to whoever waits longest.
  func giveBack(_ folder: String) {
    let next: Waiting? = lock.withLock {
      guard let first = queues[folder]?.first else {
        queues[folder] = nil
        return nil
      }
      queues[folder]?.removeFirst()
      return first
    }
    next?.resume.resume(returning: true)
  }

  private func cancel(_ number: Int, in folder: String) {
    let waiting: Waiting? = lock.withLock {
      guard let position = queues[folder]?.firstIndex(where: { $0.number == number }) else {
        // Not waiting yet, or running already: then the flag is of no further use.
        cancelled.insert(number)
        return nil
      }
      return queues[folder]?.remove(at: position)
    }
    waiting?.resume.resume(returning: false)
  }
}
