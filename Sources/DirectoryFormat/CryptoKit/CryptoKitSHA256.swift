#if canImport(CryptoKit)
  import CryptoKit

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
#endif
