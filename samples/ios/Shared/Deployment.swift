import DirectoryFormat
import Foundation

/// What differs from app to app; this file belongs to the app and to every extension.
///
/// `nonisolated`, because extensions are called from any thread, while the targets of a new app stand
/// on the main actor.
nonisolated enum Deployment {
  /// The app group of app and extensions.
  static let appGroup = "group.tw.example.app"
  /// The directory: the pipeline's `name`.
  static let directory = "taiwan"
  /// Where its `directory/` is published; a second address serves when the first does not.
  static let addresses = [URL(string: "https://directory.example/taiwan/directory/")!]
  /// The bundle identifiers of the extensions: the pipeline's `slots.identifiers`.
  static let slots = ["tw.example.app.directory1", "tw.example.app.directory2"]
  /// The background task, as `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist has it.
  static let updateTask = "tw.example.app.update"

  #error("Paste the public key that `callbook keygen` printed, then remove this line.")
  static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    -----END PUBLIC KEY-----
    """

  /// Checks what is published: by your key alone.
  static let signature = Ed25519SignatureCheck(publicKeyPEM: publicKey)

  /// The folder that app and extensions share; nil when the entitlement is missing.
  static var container: URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)
  }
}
