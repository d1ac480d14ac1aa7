#if canImport(CryptoKit)
  import CryptoKit

  extension Ed25519.PrivateKey {
    /// A new random key.
    package static func generate() throws(SigningError) -> Ed25519.PrivateKey {
      try Ed25519.PrivateKey(
        rawRepresentation: Array(Curve25519.Signing.PrivateKey().rawRepresentation))
    }

    /// The key that checks this one's signatures.
    package var publicKey: Ed25519.PublicKey {
      get throws(SigningError) {
        try Ed25519.PublicKey(rawRepresentation: Array(opened().publicKey.rawRepresentation))
      }
    }

    /// The 64-byte signature of `message`; CryptoKit randomizes it, libcrypto does not.
    package func signature(of message: [UInt8]) throws(SigningError) -> [UInt8] {
      let key = try opened()
      guard let signature = try? key.signature(for: message) else { throw .refused("signature") }
      return Array(signature)
    }

    private func opened() throws(SigningError) -> Curve25519.Signing.PrivateKey {
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)
      else { throw .refused("private key") }
      return key
    }
  }

  extension Ed25519.PublicKey {
    /// Whether `signature` is the one of `message` by the private half of this key.
    package func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
      guard
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: rawRepresentation)
      else { return false }
      return key.isValidSignature(signature, for: message)
    }
  }
#endif
