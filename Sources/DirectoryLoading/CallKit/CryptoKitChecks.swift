#if canImport(CryptoKit)
  import CryptoKit
  public import DirectoryFormat

  /// SHA-256 by CryptoKit.
  public struct CryptoKitSHA256: DigestFunction {
    private var state = SHA256()

    /// Starts a computation.
    public init() {}

    /// Adds bytes to what is hashed.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
      state.update(bufferPointer: bytes)
    }

    /// The 32 bytes of the digest.
    public mutating func finish() -> [UInt8] { Array(state.finalize()) }
  }

  /// Checks Ed25519 signatures by CryptoKit.
  public struct Ed25519SignatureCheck: SignatureChecking {
    private let key: [UInt8]

    /// Checks against the 32 bytes of a public key.
    public init(publicKey: [UInt8]) {
      key = publicKey
    }

    /// Whether `signature` is one over `message` by the key.
    public func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else {
        return false
      }
      return key.isValidSignature(signature, for: message)
    }
  }
#endif
