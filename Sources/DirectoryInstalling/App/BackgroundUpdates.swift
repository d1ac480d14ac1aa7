#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks
  import Foundation

  /// Updates while the app is in the background, by a task of the system.
  ///
  /// Info.plist names the task under `BGTaskSchedulerPermittedIdentifiers`, and `fetch` (or
  /// `processing`) under `UIBackgroundModes`.
  public struct BackgroundUpdates: Sendable {
    /// What is asked of the system.
    public enum Kind: Sendable {
      /// Half a minute, about once a day: enough for the changes of a night.
      case refresh
      /// Minutes, while the phone is charging and on a network: enough for a first load too.
      case processing
    }

    private let identifier: String
    private let kind: Kind
    private let updater: DirectoryUpdater

    /// Updates by way of `updater` in the task `identifier`.
    public init(identifier: String, kind: Kind = .refresh, updater: DirectoryUpdater) {
      self.identifier = identifier
      self.kind = kind
      self.updater = updater
    }

    /// Says that this app does the task; call it once, before the app has launched.
    ///
    /// False where Info.plist does not name the task, or somebody does it already.
    @discardableResult
    public func register() -> Bool {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
        run(task)
      }
    }

    /// Asks for the next task, not before the server may be asked again; call it at every launch.
    ///
    /// It takes the place of what was asked for before.
    /// Throws `BGTaskScheduler.Error`, where the user turned background refresh off, for one.
    public func schedule() throws {
      try BGTaskScheduler.shared.submit(request(notBefore: updater.nextTurn))
    }

    private func request(notBefore date: Date?) -> BGTaskRequest {
      let request: BGTaskRequest
      switch kind {
      case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
      case .processing:
        let processing = BGProcessingTaskRequest(identifier: identifier)
        processing.requiresNetworkConnectivity = true
        processing.requiresExternalPower = true
        request = processing
      }
      request.earliestBeginDate = date
      return request
    }

    /// Updates until it is done or the time is over, whichever comes first; then the task is told.
    private func run(_ task: BGTask) {
      let task = OneTask(task)
      // For the case that the app is killed meanwhile; afterwards it is known when the server may be
      // asked again.
      try? BGTaskScheduler.shared.submit(request(notBefore: Date(timeIntervalSinceNow: 3_600)))
      let work = Task {
        let report = await updater.update()
        try? schedule()
        task.complete(success: report.outcome != .failed && !Task.isCancelled)
      }
      task.onExpiration { work.cancel() }
    }
  }

  /// A task as it goes from the system's queue to the one that updates; each call is made once.
  private final class OneTask: @unchecked Sendable {
    private let task: BGTask

    init(_ task: BGTask) { self.task = task }

    func onExpiration(_ handler: @escaping @Sendable () -> Void) {
      task.expirationHandler = handler
    }

    func complete(success: Bool) { task.setTaskCompleted(success: success) }
  }
#endif
