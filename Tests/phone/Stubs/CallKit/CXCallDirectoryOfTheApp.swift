/// The app's side of the call directory.
///
/// Not Sendable, as Apple's is not. As it is, everything succeeds; a simulated phone is a subclass.
open class CXCallDirectoryManager: NSObject {
  /// Whether the user turned an extension on.
  public enum EnabledStatus: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Turned off.
    case disabled = 1
    /// Turned on.
    case enabled = 2
  }

  /// What `sharedInstance` answers.
  @_spi(Stub) public static nonisolated(unsafe) var instance = CXCallDirectoryManager()

  /// The one manager.
  open class var sharedInstance: CXCallDirectoryManager { instance }

  /// Asks an extension to load.
  open func reloadExtension(
    withIdentifier identifier: String,
    completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    completion?(nil)
  }

  /// Asks an extension to load.
  open func reloadExtension(withIdentifier identifier: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      reloadExtension(withIdentifier: identifier) { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }

  /// Asks whether an extension is on.
  open func getEnabledStatusForExtension(
    withIdentifier identifier: String,
    completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
  ) {
    completion(.enabled, nil)
  }

  /// Asks whether an extension is on.
  open func enabledStatusForExtension(
    withIdentifier identifier: String
  ) async throws -> EnabledStatus {
    try await withCheckedThrowingContinuation { continuation in
      getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(status))
      }
    }
  }

  /// Opens the place in Settings where extensions are turned on.
  open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    completion?(nil)
  }

  /// Opens the place in Settings where extensions are turned on.
  open func openSettings() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      openSettings { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }
}

/// An error of the call directory.
public struct CXErrorCodeCallDirectoryManagerError: CustomNSError, Sendable {
  /// What went wrong; devices give other codes too.
  public enum Code: Int, Sendable {
    /// No reason is given.
    case unknown = 0
    /// The app has no such extension.
    case noExtensionFound = 1
    /// The extension ended before its request did.
    case loadingInterrupted = 2
    /// The numbers did not ascend.
    case entriesOutOfOrder = 3
    /// A number came twice.
    case duplicateEntries = 4
    /// There were more entries than the system takes.
    case maximumEntriesExceeded = 5
    /// The extension is off.
    case extensionDisabled = 6
    /// The extension is loading.
    case currentlyLoading = 7
    /// A removal where none is allowed.
    case unexpectedIncrementalRemoval = 8
  }

  /// What went wrong.
  public let code: Code

  /// Creates an error.
  public init(_ code: Code) { self.code = code }

  /// The domain of the call directory's errors.
  public static var errorDomain: String { "com.apple.CallKit.error.calldirectorymanager" }
  /// The code as NSError has it.
  public var errorCode: Int { code.rawValue }
}
