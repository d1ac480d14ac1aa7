import DirectoryFormat
import Foundation
import Signing
import Testing

/// Roots as bytes: what is refused, and whose signatures count.
@Suite struct KeyringTests {
  private let root: DirectoryRoot
  private let keys: [Ed25519.PrivateKey]

  init() throws {
    keys = try (0..<4).map { _ in try Ed25519.PrivateKey.generate() }
    var raw: [String: [UInt8]] = [:]
    for key in keys { raw[try key.publicKey.id] = try key.publicKey.rawRepresentation }
    let ids = try keys.map { try $0.publicKey.id }
    root = DirectoryRoot(
      version: 7, expires: DirectoryTime(seconds: 1_800_000_000), keys: raw,
      root: .init(keyIDs: Array(ids[0..<3]), threshold: 2),
      manifest: .init(keyIDs: [ids[3], ids[0]], threshold: 2))
  }

  private func lines(_ document: [UInt8], by signers: [Int]) throws -> [UInt8] {
    SignatureLines(
      try signers.map {
        .init(
          keyID: try keys[$0].publicKey.id, signature: try keys[$0].signature(of: document))
      }
    ).encode()
  }

  @Test func itIsReadAsItIsWritten() throws {
    #expect(try DirectoryRoot.decode(root.encode()) == root)
    #expect(root.encode().last == 0x0A)
    #expect(try keys[0].publicKey.id == SHA256.hexadecimal(of: keys[0].publicKey.rawRepresentation))
  }

  @Test(
    "what contradicts itself is refused",
    arguments: [
      ("\"threshold\": 2", "\"threshold\": 4", ManifestError.Kind.inconsistent),
      ("\"threshold\": 2", "\"threshold\": 0", .badValue),
      ("\"type\": \"root\"", "\"type\": \"timestamp\"", .badValue),
      ("\"format\": 1", "\"format\": 2", .unknownFormat),
      ("\"version\": 7", "\"version\": 0", .badValue),
      ("\"expires\": \"2027", "\"expires\": \"27", .badValue),
      ("\"keys\":", "\"Keys\":", .missingKey),
    ])
  func refused(_ old: String, _ new: String, _ kind: ManifestError.Kind) throws {
    let text = String(decoding: root.encode(), as: UTF8.self)
    #expect(text.contains(old))
    let damaged = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
    let error = #expect(throws: ManifestError.self) { try DirectoryRoot.decode(damaged) }
    #expect(error?.kind == kind)
    #expect(Keyring(root: damaged).root == nil)
  }

  @Test func keysAndIDsBelongTogether() throws {
    var other = root
    let ids = root.root.keyIDs
    other.keys[ids[0]] = root.keys[ids[1]]
    #expect(throws: ManifestError.self) { try DirectoryRoot.decode(other.encode()) }
    other = root
    other.keys[ids[2]] = nil
    #expect(throws: ManifestError.self) { try DirectoryRoot.decode(other.encode()) }
    other = root
    other.root.keyIDs[1] = ids[0]
    #expect(throws: ManifestError.self) { try DirectoryRoot.decode(other.encode()) }
  }

  @Test("cut off anywhere it is no root")
  func truncated() {
    let bytes = root.encode()
    for count in 0..<bytes.count - 1 {
      #expect(Keyring(root: Array(bytes.prefix(count))).root == nil, "\(count) bytes")
    }
  }

  @Test("each key counts once, and only for its role")
  func thresholds() throws {
    let keyring = Keyring(root: root.encode())
    let document = Array("a manifest".utf8)
    for (signers, isAccepted) in [
      ([], false), ([3], false), ([3, 3], false), ([3, 1], false), ([1, 2], false), ([3, 0], true),
      ([0, 1, 2, 3, 3], true),
    ] {
      let signatures = try lines(document, by: signers)
      #expect(keyring.accepts(signatures: signatures, of: document) == isAccepted, "\(signers)")
      #expect(!keyring.accepts(signatures: signatures, of: document + [0]))
    }
    #expect(!Keyring(root: []).accepts(signatures: try lines(document, by: [0, 3]), of: document))
  }

  @Test("lines of another form are none")
  func shapes() throws {
    let sound = try lines([1], by: [0, 1])
    #expect(SignatureLines(sound)?.lines.count == 2)
    #expect(SignatureLines(sound)?.encode() == sound)
    #expect(SignatureLines([])?.lines == [])
    let text = String(decoding: sound, as: UTF8.self)
    for damaged in [
      String(text.dropLast()), text.replacing(" ", with: "  "), text.uppercased(), "\n" + text,
      text.replacing("\n", with: "\r\n"), String(text.dropFirst()), " \n",
    ] {
      #expect(SignatureLines(Array(damaged.utf8)) == nil, "\(damaged.prefix(20))")
    }
  }

  @Test("a root is followed by the next one alone, signed by both")
  func followed() throws {
    var next = root
    next.version = 8
    next.expires = DirectoryTime(seconds: 0)
    var keyring = Keyring(root: root.encode())
    let document = next.encode()
    for signers in [[], [0], [0, 0], [0, 3]] {
      let signatures = try lines(document, by: signers)
      #expect(throws: KeyringError.self) { try keyring.follow(document, signatures: signatures) }
    }
    for version in [6, 7, 9] {
      next.version = version
      let other = next.encode()
      let signatures = try lines(other, by: [0, 1])
      #expect(throws: KeyringError.version(expected: 8, found: version)) {
        try keyring.follow(other, signatures: signatures)
      }
    }
    #expect(keyring.root == root)
    try keyring.follow(document, signatures: try lines(document, by: [1, 2]))
    #expect(keyring.root?.version == 8)
  }
}
