/// The principal class of a Call Directory app extension.
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
  /// Fills the context.
  open func beginRequest(with context: CXCallDirectoryExtensionContext) {}
}

/// What an extension is asked through; Foundation has it on Apple's systems alone.
open class NSExtensionContext: NSObject {
  /// What the request was cancelled with.
  @_spi(Stub) public var cancellation: (any Error)?

  /// Ends the request with an error.
  open func cancelRequest(withError error: any Error) { cancellation = error }
}

/// The principal class of an app extension; Foundation has it on Apple's systems alone.
public protocol NSExtensionRequestHandling: NSObjectProtocol {}
