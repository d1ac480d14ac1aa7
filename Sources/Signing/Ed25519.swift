/// Ed25519 keys (RFC 8032) in the forms that OpenSSL and CryptoKit read (RFC 8410).
///
/// A raw private key is the 32-byte seed (CryptoKit's `rawRepresentation`), a raw public key its 32
/// bytes; as PEM they are PKCS #8 (`PRIVATE KEY`) and SubjectPublicKeyInfo (`PUBLIC KEY`).
package enum Ed25519 {
  /// Length of a raw key in bytes.
  package static let keyLengthInBytes = 32
  /// Length of a signature in bytes.
  package static let signatureLengthInBytes = 64

  /// A key that signs.
  ///
  /// It has no description, so that it cannot be printed by accident.
  package struct PrivateKey: Sendable {
    let seed: [UInt8]

    /// Creates a key from its 32-byte seed.
    package init(rawRepresentation seed: [UInt8]) throws(SigningError) {
      guard seed.count == keyLengthInBytes else { throw .notEd25519 }
      self.seed = seed
    }

    /// Reads a PKCS #8 PEM, with or without the public key inside.
    package init(pem: String) throws(SigningError) {
      guard let bytes = PEMBlock.decode(pem, label: "PRIVATE KEY") else {
        throw .notPEM(expected: "PRIVATE KEY")
      }
      // SEQUENCE, version 0 or 1, the algorithm 1.3.101.112, OCTET STRING of an OCTET STRING.
      let head: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]
      let start = 5 + head.count
      guard bytes.count >= start + keyLengthInBytes, bytes[0] == 0x30, bytes[2] == 0x02,
        bytes[3] == 0x01, bytes[4] <= 1, Array(bytes[5..<start]) == head
      else { throw .notEd25519 }
      seed = Array(bytes[start..<start + keyLengthInBytes])
    }

    /// The key as PKCS #8 PEM; secret.
    package var pem: String {
      PEMBlock.encode(
        [0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04]
          + [0x20] + seed, label: "PRIVATE KEY")
    }
  }

  /// A key that checks signatures.
  package struct PublicKey: Sendable, Equatable {
    /// The 32 bytes of the key.
    package let rawRepresentation: [UInt8]

    /// Creates a key from its 32 bytes.
    package init(rawRepresentation: [UInt8]) throws(SigningError) {
      guard rawRepresentation.count == keyLengthInBytes else { throw .notEd25519 }
      self.rawRepresentation = rawRepresentation
    }

    /// Reads a SubjectPublicKeyInfo PEM.
    package init(pem: String) throws(SigningError) {
      guard let bytes = PEMBlock.decode(pem, label: "PUBLIC KEY") else {
        throw .notPEM(expected: "PUBLIC KEY")
      }
      guard bytes.count == Self.head.count + keyLengthInBytes, bytes.starts(with: Self.head)
      else { throw .notEd25519 }
      rawRepresentation = Array(bytes[Self.head.count...])
    }

    /// The key as SubjectPublicKeyInfo PEM.
    package var pem: String {
      PEMBlock.encode(Self.head + rawRepresentation, label: "PUBLIC KEY")
    }

    private static let head: [UInt8] = [
      0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
  }
}
