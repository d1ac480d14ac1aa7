@_exported public import Foundation

// BackgroundTasks' declarations as far as apps here use them. Behind @_spi(Stub) is the system's
// side: what is asked for, when a task starts, when its time is over.

/// Work that the system starts while the app is in the background.
///
/// Not Sendable, as Apple's is not.
open class BGTask: NSObject {
  /// The name it was registered under.
  public let identifier: String
  /// Called when the time is over; the system ends the app soon after.
  open var expirationHandler: (() -> Void)?
  /// What the app said at the end; nil before.
  @_spi(Stub) public var success: Bool?
  /// Called when the app said so.
  @_spi(Stub) public var onCompletion: ((Bool) -> Void)?

  /// A task that the system made.
  @_spi(Stub) public init(identifier: String) { self.identifier = identifier }

  /// Ends the task.
  open func setTaskCompleted(success: Bool) {
    guard self.success == nil else { return }
    self.success = success
    onCompletion?(success)
  }
}

/// Half a minute, for fetching a little.
open class BGAppRefreshTask: BGTask {}

/// Minutes, while the phone is not in use.
open class BGProcessingTask: BGTask {}

/// Asks for a task.
open class BGTaskRequest: NSObject {
  /// The name of the task.
  public let identifier: String
  /// Not before; nil: any time.
  open var earliestBeginDate: Date?

  fileprivate init(name: String) { identifier = name }
}

/// Asks for half a minute.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Creates a request.
  public init(identifier: String) { super.init(name: identifier) }
}

/// Asks for minutes.
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the task needs the network; false.
  open var requiresNetworkConnectivity = false
  /// Whether the phone is to be charging; false.
  open var requiresExternalPower = false

  /// Creates a request.
  public init(identifier: String) { super.init(name: identifier) }
}

/// Starts tasks.
open class BGTaskScheduler: NSObject {
  /// Why a request is refused.
  public struct Error: Swift.Error, Equatable {
    /// Why.
    public enum Code: Int, Sendable {
      /// Background refresh is off, or this is a simulator.
      case unavailable = 1
      /// More requests than the system takes.
      case tooManyPendingTaskRequests = 2
      /// Info.plist does not name the identifier.
      case notPermitted = 3
    }
    /// Why.
    public let code: Code
  }

  /// The one scheduler.
  open class var shared: BGTaskScheduler { instance }
  private static nonisolated(unsafe) let instance = BGTaskScheduler()

  /// The identifiers that `BGTaskSchedulerPermittedIdentifiers` of Info.plist has.
  @_spi(Stub) public var permitted: Set<String> = []
  /// The requests that wait, by identifier.
  @_spi(Stub) public var pending: [String: BGTaskRequest] = [:]
  private var handlers: [String: (DispatchQueue?, (BGTask) -> Void)] = [:]

  /// Says who does a task; once, before the app has launched.
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    guard permitted.contains(identifier), handlers[identifier] == nil else { return false }
    handlers[identifier] = (queue, launchHandler)
    return true
  }

  /// Asks for a task; a later request of the same identifier takes the place of the former.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    guard permitted.contains(taskRequest.identifier) else { throw Error(code: .notPermitted) }
    pending[taskRequest.identifier] = taskRequest
  }

  /// Takes a request back.
  open func cancel(taskRequestWithIdentifier identifier: String) { pending[identifier] = nil }

  /// Starts a task on its queue, or on one of the system's own; false when nobody asked for it.
  @_spi(Stub) public func launch(_ task: BGTask) -> Bool {
    guard pending.removeValue(forKey: task.identifier) != nil,
      let (queue, handler) = handlers[task.identifier]
    else { return false }
    nonisolated(unsafe) let work = { handler(task) }
    (queue ?? DispatchQueue(label: "background task")).async { work() }
    return true
  }
}
