import DirectoryFormat

#if canImport(CryptoKit)
  import CryptoKit

  /// SHA-256 by CryptoKit.
  package struct SHA256: DigestFunction {
    private var state = CryptoKit.SHA256()

    /// Starts a computation.
    package init() {}

    /// Adds bytes to what is hashed.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
      state.update(bufferPointer: bytes)
    }

    /// The 32 bytes of the digest.
    package mutating func finish() -> [UInt8] { Array(state.finalize()) }

    /// The first eight bytes of the digest of a few bytes as a number, the lowest byte first.
    package static func lowestEightBytes(of bytes: UnsafeRawBufferPointer) -> UInt64 {
      CryptoKit.SHA256.hash(data: bytes).withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self))
      }
    }
  }
#else
  import CLibCrypto

  /// SHA-256 by libcrypto, 330–390 MB/s a core without SHA instructions.
  ///
  /// Copies share one computation: hand a value on, do not fork it.
  package struct SHA256: DigestFunction {
    private let context: Context

    /// Starts a computation.
    package init() { context = Context() }

    /// Adds bytes to what is hashed.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress, bytes.count > 0 else { return }
      let updated = EVP_DigestUpdate(context.pointer, start, bytes.count)
      precondition(updated == 1, "libcrypto could not hash")
    }

    /// The 32 bytes of the digest.
    package mutating func finish() -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
        var length: UInt32 = 0
        let finished = EVP_DigestFinal_ex(context.pointer, buffer.baseAddress, &length)
        precondition(finished == 1 && length == 32, "libcrypto could not hash")
        count = 32
      }
    }

    /// The first eight bytes of the digest of a few bytes as a number, the lowest byte first.
    ///
    /// Without a context of its own: a keyword is hashed in the time of one block.
    package static func lowestEightBytes(of bytes: UnsafeRawBufferPointer) -> UInt64 {
      callbook_sha256_lowest_eight_bytes(bytes.baseAddress, bytes.count)
    }

    /// Owns libcrypto's context.
    ///
    /// Making one fails only without memory or without SHA-256, which no input can bring about.
    private final class Context {
      let pointer: OpaquePointer

      init() {
        guard let made = EVP_MD_CTX_new(), EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
          preconditionFailure("libcrypto has no SHA-256")
        }
        pointer = made
      }

      deinit { EVP_MD_CTX_free(pointer) }
    }
  }
#endif

extension SHA256 {
  /// The digest of some bytes as 64 lower-case hexadecimal digits.
  package static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
    var function = SHA256()
    function.update(bytes)
    return Hexadecimal.string(function.finish())
  }

  /// The digest of an array of bytes as 64 lower-case hexadecimal digits.
  package static func hexadecimal(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { hexadecimal(of: $0) }
  }
}
