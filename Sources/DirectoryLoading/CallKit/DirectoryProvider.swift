#if canImport(CallKit) && !os(macOS)
  public import CallKit
  public import DirectoryFormat
  import Foundation

  /// The principal class of a Call Directory app extension, but for what differs from app to app.
  ///
  /// Subclass it, override `container`, and name the subclass in Info.plist (docs/loader.md).
  open class DirectoryProvider: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
    /// Names the load of each request, for failures that the system reports on another thread.
    private let loads = RequestLoads()

    /// The folder of the app group that holds `directory/` and `state/`; nil when there is none.
    open var container: URL? { nil }

    /// The slot: the extension's bundle identifier, as the pipeline's `slots.identifiers` has it.
    open var slot: String { Bundle.main.bundleIdentifier ?? "" }

    /// The name that the directory must have, as the pipeline's `name`; nil, the default: any.
    open var directoryName: String? { nil }

    /// Checks the manifest's signature; nil, the default, asks for none.
    open var signature: (any SignatureChecking)? { nil }

    /// The keys that may sign, beginning with those of a root that the app ships; it takes the place
    /// of `signature`.
    open var keyring: Keyring? { nil }

    /// Most entries of a first load, for which the user waits in Settings; 0: all of them at once.
    open var firstLoad: Int { 50_000 }

    /// Whether a directory older than one that was loaded before may be loaded: for an app whose
    /// server began anew.
    open var allowsRollback: Bool { false }

    /// Loads the slot; called by the system.
    open override func beginRequest(with context: CXCallDirectoryExtensionContext) {
      context.delegate = self
      guard let loader = makeLoader() else {
        // Without a call, an incremental request keeps what is on the phone.
        if context.isIncremental { return context.completeRequest(completionHandler: nil) }
        return context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
      }
      let load = loads.begin(context)
      let result = loader.load(into: CallKitContext(context), as: load)
      if let failure = result.failure {
        loader.finish(result, expired: false)
        context.cancelRequest(withError: failure)
      } else {
        context.completeRequest { expired in loader.finish(result, expired: expired) }
      }
    }

    /// Writes the system's error to the state files; called by the system.
    open func requestFailed(
      for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
      // The code by way of NSError: devices return codes that the enumeration does not have.
      let error = error as NSError
      makeLoader()?.requestFailed(
        code: error.code, message: "\(error.domain) \(error.code)",
        load: loads.name(of: extensionContext))
    }

    private func makeLoader() -> DirectoryLoader<ProviderSHA256>? {
      guard let container else { return nil }
      var state = container.appendingPathComponent(StateFile.folder, isDirectory: true)
      try? FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      // A backup that comes back to another phone must not say what is on it.
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? state.setResourceValues(values)
      var loader = DirectoryLoader<ProviderSHA256>(
        slot: slot,
        directory: POSIXFolder(
          path: container.appendingPathComponent("directory", isDirectory: true).path),
        state: POSIXFolder(path: state.path), milliseconds: POSIXFolder.milliseconds)
      loader.name = directoryName
      loader.signature = signature
      loader.keyring = keyring
      loader.firstLoad = firstLoad
      loader.allowsRollback = allowsRollback
      return loader
    }
  }

  /// Which load belongs to which request.
  ///
  /// Failures come on any thread, also while the load runs.
  private final class RequestLoads: @unchecked Sendable {
    private let lock = NSLock()
    private var loads: [ObjectIdentifier: String] = [:]

    /// Names the load of a request that begins.
    func begin(_ context: CXCallDirectoryExtensionContext) -> String {
      let load = LoadName.random()
      lock.lock()
      defer { lock.unlock() }
      loads[ObjectIdentifier(context)] = load
      return load
    }

    /// The load of a request; nil for a request that did not begin here.
    func name(of context: CXCallDirectoryExtensionContext) -> String? {
      lock.lock()
      defer { lock.unlock() }
      return loads[ObjectIdentifier(context)]
    }
  }

  #if canImport(CryptoKit)
    typealias ProviderSHA256 = CryptoKitSHA256
  #else
    typealias ProviderSHA256 = PortableSHA256
  #endif
#endif
