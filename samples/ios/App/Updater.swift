import DirectoryFormat
import DirectoryInstalling

extension DirectoryUpdater {
  /// The app's own; nil when the app group is missing from its entitlements.
  static let ofThisApp: DirectoryUpdater? = {
    guard let container = Deployment.container else { return nil }
    var installer = DirectoryInstaller(
      transport: URLSessionTransport(bases: Deployment.addresses), container: container,
      digest: CryptoKitSHA256.self)
    installer.name = Deployment.directory
    installer.acceptsSignature = { Deployment.signature.accepts(signature: $0, of: $1) }
    return DirectoryUpdater(
      installer: installer, container: container, slots: Deployment.slots,
      manager: SystemCallDirectory())
  }()
}
