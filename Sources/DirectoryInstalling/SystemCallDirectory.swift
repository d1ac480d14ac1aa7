#if canImport(CallKit) && !os(macOS)
  import CallKit

  /// The phone's own call directory.
  public struct SystemCallDirectory: CallDirectoryManaging {
    /// The one of this phone.
    public init() {}

    /// Asks an extension to load.
    public func reload(_ identifier: String) async throws {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
        CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: identifier) { error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume()
          }
        }
      }
    }

    /// Whether the user turned an extension on.
    public func status(of identifier: String) async throws -> SlotStatus {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<SlotStatus, _>) in
        CXCallDirectoryManager.sharedInstance.getEnabledStatusForExtension(
          withIdentifier: identifier
        ) { status, error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume(
              returning: status == .enabled ? .enabled : status == .disabled ? .disabled : .unknown)
          }
        }
      }
    }
  }
#endif
