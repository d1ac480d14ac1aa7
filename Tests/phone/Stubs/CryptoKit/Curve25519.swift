import CLibCrypto
public import Foundation

/// What CryptoKit throws.
public enum CryptoKitError: Error {
  /// A key of another length.
  case incorrectKeySize
  /// libcrypto refused.
  case underlyingCoreCryptoError(error: Int32)
}

/// Keys over Curve25519.
public enum Curve25519 {
  /// Ed25519.
  public enum Signing {
    /// The half that signs.
    public struct PrivateKey: Sendable {
      /// The 32 bytes of the seed.
      public let rawRepresentation: Data

      /// A new random key.
      public init() {
        rawRepresentation = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
      }

      /// The key of a seed.
      public init<Bytes: ContiguousBytes>(rawRepresentation data: Bytes) throws {
        rawRepresentation = try data.withUnsafeBytes { try keyBytes($0) }
      }

      /// The half that checks.
      public var publicKey: PublicKey {
        withKey(EVP_PKEY_new_raw_private_key, rawRepresentation) { key in
          var bytes = [UInt8](repeating: 0, count: 32)
          var length = 32
          EVP_PKEY_get_raw_public_key(key, &bytes, &length)
          return PublicKey(bytes: Data(bytes))
        }
      }

      /// The 64 bytes of a signature.
      public func signature<Bytes: DataProtocol>(for data: Bytes) throws -> Data {
        try withKey(EVP_PKEY_new_raw_private_key, rawRepresentation) { key in
          let context = EVP_MD_CTX_new()
          defer { EVP_MD_CTX_free(context) }
          var signature = [UInt8](repeating: 0, count: 64)
          var length = 64
          let message = Array(data)
          guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
          else { throw CryptoKitError.underlyingCoreCryptoError(error: 0) }
          return Data(signature)
        }
      }
    }

    /// The half that checks.
    public struct PublicKey: Sendable {
      /// Its 32 bytes.
      public let rawRepresentation: Data

      fileprivate init(bytes: Data) { rawRepresentation = bytes }

      /// The key of 32 bytes.
      public init<Bytes: ContiguousBytes>(rawRepresentation data: Bytes) throws {
        rawRepresentation = try data.withUnsafeBytes { try keyBytes($0) }
      }

      /// Whether a signature is one of `data` by the private half.
      public func isValidSignature<Signature: DataProtocol, Bytes: DataProtocol>(
        _ signature: Signature, for data: Bytes
      ) -> Bool {
        withKey(EVP_PKEY_new_raw_public_key, rawRepresentation) { key in
          let context = EVP_MD_CTX_new()
          defer { EVP_MD_CTX_free(context) }
          let (signature, message) = (Array(signature), Array(data))
          return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
      }
    }
  }
}

private func keyBytes(_ bytes: UnsafeRawBufferPointer) throws -> Data {
  guard bytes.count == 32 else { throw CryptoKitError.incorrectKeySize }
  return Data(bytes)
}

private func withKey<Result>(
  _ make: (Int32, OpaquePointer?, UnsafePointer<UInt8>?, Int) -> OpaquePointer?,
  _ bytes: Data, _ body: (OpaquePointer?) throws -> Result
) rethrows -> Result {
  let bytes = Array(bytes)
  let key = make(NID_ED25519, nil, bytes, bytes.count)
  defer { EVP_PKEY_free(key) }
  return try body(key)
}
