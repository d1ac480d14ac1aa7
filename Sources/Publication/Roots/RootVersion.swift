package import DirectoryFormat
import Signing

/// One version of the root, with the signatures over it.
package struct RootVersion: Sendable {
  /// What it says.
  package let root: DirectoryRoot
  /// The bytes that are signed.
  package let document: [UInt8]
  /// The signatures that are there.
  package let signatures: SignatureLines
  /// The root before; nil for the first version.
  package let former: DirectoryRoot?

  /// Keys of a version that must have signed this one.
  package struct Signers: Sendable, Equatable {
    /// The version whose keys they are.
    package let version: Int
    /// How many must sign.
    package let threshold: Int
    /// Ids of those that did.
    package let signed: Set<String>
  }

  /// Whose signatures it needs: of the version before, if there is one, and of its own.
  package var signers: [Signers] {
    [former, root].compactMap { $0 }.map { root in
      Signers(
        version: root.version, threshold: root.root.threshold,
        signed: Keyring(root: root.encode()).signersOfRoot(
          document, signatures: signatures.encode()))
    }
  }

  /// Whether phones follow it.
  package var isComplete: Bool { signers.allSatisfy { $0.signed.count >= $0.threshold } }
}
