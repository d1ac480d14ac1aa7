#if !canImport(CryptoKit)
  import CLibCrypto

  extension Ed25519.PrivateKey {
    /// A new random key.
    package static func generate() throws(SigningError) -> Ed25519.PrivateKey {
      guard let context = EVP_PKEY_CTX_new_id(NID_ED25519, nil) else { throw .refused("context") }
      defer { EVP_PKEY_CTX_free(context) }
      var key: OpaquePointer?
      guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_keygen(context, &key) == 1
      else { throw .refused("generation") }
      defer { EVP_PKEY_free(key) }
      var seed = [UInt8](repeating: 0, count: Ed25519.keyLengthInBytes)
      var length = seed.count
      guard EVP_PKEY_get_raw_private_key(key, &seed, &length) == 1 else { throw .refused("seed") }
      return try Ed25519.PrivateKey(rawRepresentation: seed)
    }

    /// The key that checks this one's signatures.
    package var publicKey: Ed25519.PublicKey {
      get throws(SigningError) {
        let key = try opened()
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: Ed25519.keyLengthInBytes)
        var length = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &length) == 1
        else { throw .refused("public key") }
        return try Ed25519.PublicKey(rawRepresentation: bytes)
      }
    }

    /// The 64-byte signature of `message`; always the same for the same key and message.
    package func signature(of message: [UInt8]) throws(SigningError) -> [UInt8] {
      let key = try opened()
      defer { EVP_PKEY_free(key) }
      guard let context = EVP_MD_CTX_new() else { throw .refused("context") }
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: Ed25519.signatureLengthInBytes)
      var length = signature.count
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
        EVP_DigestSign(context, &signature, &length, message, message.count) == 1,
        length == Ed25519.signatureLengthInBytes
      else { throw .refused("signature") }
      return signature
    }

    private func opened() throws(SigningError) -> OpaquePointer {
      guard let key = EVP_PKEY_new_raw_private_key(NID_ED25519, nil, seed, seed.count)
      else { throw .refused("private key") }
      return key
    }
  }

  extension Ed25519.PublicKey {
    /// Whether `signature` is the one of `message` by the private half of this key.
    package func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
      guard signature.count == Ed25519.signatureLengthInBytes,
        let key = EVP_PKEY_new_raw_public_key(
          NID_ED25519, nil, rawRepresentation, rawRepresentation.count)
      else { return false }
      defer { EVP_PKEY_free(key) }
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
        && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
  }
#endif
