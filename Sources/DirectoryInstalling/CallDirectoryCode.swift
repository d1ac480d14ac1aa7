import Foundation

/// A code of CallKit's error domain.
struct CallDirectoryCode {
  var code: Int

  /// As the system reports it.
  var error: NSError {
    NSError(domain: "com.apple.CallKit.error.calldirectorymanager", code: code)
  }
}
