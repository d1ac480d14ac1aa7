#if canImport(CallKit) && !os(macOS)
  public import CallKit
  import DirectoryFormat
  import Foundation

  /// The principal class of a Call Directory app extension, but for what differs from app to app.
  ///
  /// Subclass it, override `container`, and name the subclass in Info.plist (docs/loader.md).
  open class DirectoryProvider: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
    /// The folder of the app group that holds `directory/` and `state/`; nil when there is none.
    open var container: URL? { nil }

    /// The slot: the extension's bundle identifier, as the pipeline's `slots.identifiers` has it.
    open var slot: String { Bundle.main.bundleIdentifier ?? "" }

    /// Checks the manifest's signature; nil, the default, asks for none.
    open var signature: (any SignatureChecking)? { nil }

    /// Loads the slot; called by the system.
    open override func beginRequest(with context: CXCallDirectoryExtensionContext) {
      context.delegate = self
      guard let loader = makeLoader() else {
        return context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
      }
      let result = loader.load(into: CallKitContext(context))
      if let failure = result.failure {
        loader.finish(result, expired: false)
        context.cancelRequest(withError: failure)
      } else {
        context.completeRequest { expired in loader.finish(result, expired: expired) }
      }
    }

    /// Writes the system's error to the outcome file; called by the system.
    open func requestFailed(
      for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
      // The code by way of NSError: devices return codes that the enumeration does not have.
      let error = error as NSError
      makeLoader()?.requestFailed(
        code: error.code, message: "\(error.domain) \(error.code)")
    }

    private func makeLoader() -> DirectoryLoader<ProviderSHA256>? {
      guard let container else { return nil }
      let state = container.appendingPathComponent("state", isDirectory: true)
      try? FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      var loader = DirectoryLoader<ProviderSHA256>(
        slot: slot,
        directory: POSIXFolder(
          path: container.appendingPathComponent("directory", isDirectory: true).path),
        state: POSIXFolder(path: state.path), milliseconds: POSIXFolder.milliseconds)
      loader.signature = signature
      return loader
    }
  }

  #if canImport(CryptoKit)
    typealias ProviderSHA256 = CryptoKitSHA256
  #else
    typealias ProviderSHA256 = PortableSHA256
  #endif
#endif
