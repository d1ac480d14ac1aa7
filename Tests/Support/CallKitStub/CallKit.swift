@_exported import Foundation

// What of CallKit the loader, the installer and the samples use, so that Linux can compile and test
// them: the signatures of Apple's headers, and behind @_spi(Stub) a recording of the calls.

/// A phone number: country calling code, then digits.
public typealias CXCallDirectoryPhoneNumber = Int64

/// Foundation has it on Apple platforms alone.
open class NSExtensionContext: NSObject {
  /// What the request was cancelled with.
  @_spi(Stub) public var cancellation: (any Error)?

  /// Ends the request with an error.
  open func cancelRequest(withError error: any Error) { cancellation = error }
}

/// Foundation has it on Apple platforms alone.
public protocol NSExtensionRequestHandling: NSObjectProtocol {}

/// What the provider fills.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
  /// Hears of failures.
  open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?
  /// The calls, in order.
  @_spi(Stub) public var calls: [String] = []
  /// What `isIncremental` answers.
  @_spi(Stub) public var incremental = false
  /// What the completion handler is told; nil before the request completes.
  @_spi(Stub) public var expires = false
  /// Whether the request was completed.
  @_spi(Stub) public var isComplete = false

  /// Whether removals are allowed.
  open var isIncremental: Bool {
    calls.append("isIncremental")
    return incremental
  }

  /// Adds to the blocking list.
  open func addBlockingEntry(withNextSequentialPhoneNumber number: CXCallDirectoryPhoneNumber) {
    calls.append("+b \(number)")
  }

  /// Removes from the blocking list.
  open func removeBlockingEntry(withPhoneNumber number: CXCallDirectoryPhoneNumber) {
    calls.append("-b \(number)")
  }

  /// Empties the blocking list.
  open func removeAllBlockingEntries() { calls.append("-b all") }

  /// Adds to the identification list.
  open func addIdentificationEntry(
    withNextSequentialPhoneNumber number: CXCallDirectoryPhoneNumber, label: String
  ) {
    calls.append("+i \(number) \(label)")
  }

  /// Removes from the identification list.
  open func removeIdentificationEntry(withPhoneNumber number: CXCallDirectoryPhoneNumber) {
    calls.append("-i \(number)")
  }

  /// Empties the identification list.
  open func removeAllIdentificationEntries() { calls.append("-i all") }

  /// Ends the request.
  open func completeRequest(completionHandler completion: ((Bool) -> Void)? = nil) {
    isComplete = true
    completion?(expires)
  }
}

/// Hears of failures of a request.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
  /// The request failed.
  func requestFailed(
    for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}

/// The principal class of a Call Directory app extension.
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
  /// Fills the context.
  open func beginRequest(with context: CXCallDirectoryExtensionContext) {}
}

/// The app's side.
open class CXCallDirectoryManager: NSObject, @unchecked Sendable {
  /// Whether the user turned an extension on.
  public enum EnabledStatus: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Turned off.
    case disabled = 1
    /// Turned on.
    case enabled = 2
  }

  /// The one manager.
  public static let sharedInstance = CXCallDirectoryManager()

  /// Asks an extension to load.
  open func reloadExtension(
    withIdentifier identifier: String,
    completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    completion?(nil)
  }

  /// Asks whether an extension is on.
  open func getEnabledStatusForExtension(
    withIdentifier identifier: String,
    completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
  ) {
    completion(.enabled, nil)
  }

  /// Opens the place in Settings where extensions are turned on.
  open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    completion?(nil)
  }
}
