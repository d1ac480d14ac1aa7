import Foundation

/// A code of CallKit's error domain.
struct CallDirectoryCode {
  /// The extension ended before its request did.
  static let loadingInterrupted = 2
  /// Another load of the extension runs.
  static let currentlyLoading = 7
  /// The user has turned the extension off.
  static let extensionDisabled = 6

  var code: Int

  /// As the system reports it.
  var error: NSError {
    NSError(domain: "com.apple.CallKit.error.calldirectorymanager", code: code)
  }
}
