#if canImport(CryptoKit)
  extension Keyring {
    /// Begins with the text of a root that the app has from its makers, and checks by CryptoKit; with
    /// any other text, no signature is accepted.
    public init(root: String) {
      self.init(root: Array(root.utf8)) { Ed25519SignatureCheck(publicKey: $0) }
    }
  }
#endif
