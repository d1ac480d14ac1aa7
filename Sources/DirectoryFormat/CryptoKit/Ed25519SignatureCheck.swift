#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  /// Checks Ed25519 signatures by CryptoKit.
  public struct Ed25519SignatureCheck: SignatureChecking {
    private let key: [UInt8]

    /// Checks against the 32 bytes of a public key; with any other number, no signature is accepted.
    public init(publicKey: [UInt8]) {
      key = publicKey
    }

    /// Checks against a public key as `callbook keygen` prints it; with any other text, no signature
    /// is accepted.
    public init(publicKeyPEM: String) {
      let base64 = publicKeyPEM.split(whereSeparator: \.isNewline)
        .filter { !$0.contains("-----") }.joined()
      let document = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
      let isKey = document.count == Self.heading.count + 32 && document.starts(with: Self.heading)
      key = isKey ? Array(document.suffix(32)) : []
    }

    /// Whether `signature` is one over `message` by the key.
    public func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
      accepts(signature, of: message)
    }

    /// The same of bytes that stand in a mapped file; they are not copied here.
    public func accepts(signature: [UInt8], ofMapped message: UnsafeRawBufferPointer) -> Bool {
      accepts(signature, of: message)
    }

    private func accepts(_ signature: [UInt8], of message: some DataProtocol) -> Bool {
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else {
        return false
      }
      return key.isValidSignature(signature, for: message)
    }

    /// What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410).
    private static let heading: [UInt8] = [
      0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
  }
#endif
