import DirectoryFormat
import Foundation
import Signing
import Testing

@Suite struct SigningTests {
  @Test(
    "FIPS 180-2 vectors",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(text: String, digest: String) {
    #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
    var function = SHA256()
    for byte in text.utf8 { [byte].withUnsafeBytes { function.update($0) } }
    #expect(Hexadecimal.string(function.finish()) == digest)
  }

  @Test("RFC 8032, section 7.1, test 2")
  func knownSignature() throws {
    let seed = try bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    let key = try Ed25519.PrivateKey(rawRepresentation: seed)
    let publicKey = try key.publicKey
    #expect(
      Hexadecimal.string(publicKey.rawRepresentation)
        == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    let signature = try key.signature(of: [0x72])
    #expect(publicKey.isValid(signature: signature, of: [0x72]))
    #if !canImport(CryptoKit)
      #expect(
        Hexadecimal.string(signature)
          == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
    #endif
  }

  @Test("any changed bit of message, signature or key is noticed")
  func changedBits() throws {
    let key = try Ed25519.PrivateKey.generate()
    let publicKey = try key.publicKey
    let message = Array("the manifest".utf8)
    let signature = try key.signature(of: message)
    #expect(publicKey.isValid(signature: signature, of: message))
    for index in signature.indices {
      var wrong = signature
      wrong[index] ^= 1
      #expect(!publicKey.isValid(signature: wrong, of: message))
    }
    #expect(!publicKey.isValid(signature: signature, of: message + [0]))
    #expect(!publicKey.isValid(signature: Array(signature.dropLast()), of: message))
    #expect(try !Ed25519.PrivateKey.generate().publicKey.isValid(signature: signature, of: message))
  }

  @Test("PEM survives a round trip; other text is refused")
  func pem() throws {
    let key = try Ed25519.PrivateKey.generate()
    let again = try Ed25519.PrivateKey(pem: key.pem)
    #expect(try again.publicKey == key.publicKey)
    #expect(try Ed25519.PublicKey(pem: key.publicKey.pem) == key.publicKey)
    #expect(throws: SigningError.notPEM(expected: "PRIVATE KEY")) {
      try Ed25519.PrivateKey(pem: "")
    }
    #expect(throws: SigningError.notPEM(expected: "PRIVATE KEY")) {
      try Ed25519.PrivateKey(pem: key.publicKey.pem)
    }
    let short = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
    #expect(throws: SigningError.notEd25519) { try Ed25519.PrivateKey(pem: short) }
    let windows = key.pem.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try Ed25519.PrivateKey(pem: windows).publicKey == key.publicKey)
  }

  @Test("a private key that others may read is refused with the way out")
  func keyFileMode() throws {
    let path = NSTemporaryDirectory() + "key-\(UUID().uuidString).pem"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let key = try Ed25519.PrivateKey.generate()
    try Data(key.pem.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let error = #expect(throws: SigningError.self) { try KeySource.file(path).privateKey() }
    #expect(error == .openToOthers(path: path, mode: 0o640))
    #expect(error?.description.contains("chmod 600") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try KeySource.file(path).privateKey().publicKey == key.publicKey)
    #expect(throws: SigningError.self) { try KeySource.file(path + ".no").privateKey() }
  }

  @Test("a private key comes from an environment variable")
  func environment() throws {
    let key = try Ed25519.PrivateKey.generate()
    let name = "CALLBOOK_TEST_KEY_\(UInt32.random(in: 0...(.max)))"
    #expect(throws: SigningError.noEnvironmentVariable(name)) {
      try KeySource.environment(name).privateKey()
    }
    setenv(name, key.pem, 1)
    defer { unsetenv(name) }
    #expect(try KeySource.environment(name).privateKey().publicKey == key.publicKey)
  }

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    try stride(from: 0, to: hexadecimal.count, by: 2).map {
      let start = hexadecimal.index(hexadecimal.startIndex, offsetBy: $0)
      let pair = hexadecimal[start..<hexadecimal.index(start, offsetBy: 2)]
      return try #require(UInt8(pair, radix: 16))
    }
  }
}
