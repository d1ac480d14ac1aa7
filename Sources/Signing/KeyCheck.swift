package import DirectoryFormat

extension Ed25519 {
  /// Checks signatures by one raw public key; by what is none, no signature is accepted.
  package struct KeyCheck: SignatureChecking {
    private let key: [UInt8]

    /// Checks by the 32 bytes of a key.
    package init(_ key: [UInt8]) { self.key = key }

    /// Whether `signature` is one over `message` by the key.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
      (try? PublicKey(rawRepresentation: key))?.isValid(signature: signature, of: message) ?? false
    }
  }
}

extension Keyring {
  /// Begins with the bytes of a root, and checks by this machine's cryptographic library.
  package init(root: [UInt8]) {
    self.init(root: root) { Ed25519.KeyCheck($0) }
  }
}

extension Ed25519.PublicKey {
  /// The key's id in a root.
  package var id: String { DirectoryRoot.id(ofKey: rawRepresentation) }
}
