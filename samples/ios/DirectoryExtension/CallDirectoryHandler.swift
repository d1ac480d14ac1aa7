import CallKit
import DirectoryLoading
import Foundation

/// The principal class of the app extension: all that a team writes.
///
/// Info.plist names it: `NSExtensionPrincipalClass` = `$(PRODUCT_MODULE_NAME).CallDirectoryHandler`.
final class CallDirectoryHandler: DirectoryProvider {
  /// The folder that app and extensions share.
  override var container: URL? {
    #if os(iOS)
      FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: "group.tw.example.app")
    #else
      nil
    #endif
  }

  #if canImport(CryptoKit)
    /// The 32 bytes of the public key that `callbook keygen` printed.
    override var signature: (any SignatureChecking)? {
      Ed25519SignatureCheck(publicKey: PublicKey.bytes)
    }
  #endif
}
