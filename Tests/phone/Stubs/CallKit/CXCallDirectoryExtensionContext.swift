@_exported public import Foundation

/// A phone number: country calling code, then digits.
public typealias CXCallDirectoryPhoneNumber = Int64

/// What a provider fills.
///
/// As it is, it records; a subclass may be a simulated phone.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
  /// Hears of failures.
  open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?

  /// The calls, in order.
  @_spi(Stub) public var calls: [String] = []
  /// What `isIncremental` answers.
  @_spi(Stub) public var incremental = false
  /// What the completion handler is told.
  @_spi(Stub) public var expires = false
  /// Whether the request was completed.
  @_spi(Stub) public var isComplete = false
  /// What the delegate is told on completion, before the completion handler is called.
  @_spi(Stub) public var failure: (any Error)?
  /// Whether the completion handler waits for `answer()`, as the system's answer comes later.
  @_spi(Stub) public var answersLater = false
  private var waiting: (@Sendable (Bool) -> Void)?

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
  open func completeRequest(completionHandler completion: (@Sendable (Bool) -> Void)? = nil) {
    isComplete = true
    if let failure { delegate?.requestFailed(for: self, withError: failure) }
    if answersLater { waiting = completion } else { completion?(expires) }
  }

  /// Ends the request.
  @discardableResult
  open func completeRequest() async -> Bool {
    await withCheckedContinuation { continuation in
      completeRequest { continuation.resume(returning: $0) }
    }
  }

  /// Calls the completion handler that `answersLater` held back.
  @_spi(Stub) public func answer() {
    waiting?(expires)
    waiting = nil
  }
}

/// Hears of failures of a request.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
  /// The request failed.
  func requestFailed(
    for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}
