import Foundation
import Signing
import Testing

private let openSSL = [
  "/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl",
].first { FileManager.default.isExecutableFile(atPath: $0) }

/// Keys and signatures are interchangeable with the `openssl` command, where there is one.
@Suite(.enabled(if: openSSL != nil)) struct OpenSSLTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pem-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("our signature under our key is good for openssl")
  func ours() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = try Ed25519.PrivateKey.generate()
    let message = Array("number TAB label".utf8)
    try Data(message).write(to: place("message"))
    try Data(key.signature(of: message)).write(to: place("signature"))
    try Data(key.publicKey.pem.utf8).write(to: place("public.pem"))
    try Data(key.pem.utf8).write(to: place("private.pem"))
    try #expect(
      openssl([
        "pkeyutl", "-verify", "-pubin", "-inkey", "public.pem", "-rawin", "-in", "message",
        "-sigfile", "signature",
      ]) == 0)
    try #expect(
      openssl(["pkey", "-in", "private.pem", "-pubout", "-out", "derived.pem"]) == 0)
    let derived = try String(contentsOf: place("derived.pem"), encoding: .utf8)
    #expect(try derived == key.publicKey.pem)
  }

  @Test("openssl's key signs as ours does")
  func theirs() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try #expect(openssl(["genpkey", "-algorithm", "ed25519", "-out", "key.pem"]) == 0)
    let key = try Ed25519.PrivateKey(pem: String(contentsOf: place("key.pem"), encoding: .utf8))
    let message = Array("another".utf8)
    try Data(message).write(to: place("message"))
    try #expect(
      openssl([
        "pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", "message", "-out", "signature",
      ]) == 0)
    let signature = try Array(Data(contentsOf: place("signature")))
    #expect(try key.publicKey.isValid(signature: signature, of: message))
    try #expect(openssl(["genpkey", "-algorithm", "RSA", "-out", "rsa.pem"]) == 0)
    let rsa = try String(contentsOf: place("rsa.pem"), encoding: .utf8)
    #expect(throws: SigningError.notEd25519) { try Ed25519.PrivateKey(pem: rsa) }
  }

  private func place(_ name: String) -> URL { folder.appending(path: name) }

  private func openssl(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(openSSL))
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
