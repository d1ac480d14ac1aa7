import DirectoryFormat
import Foundation
import Signing
import Testing

@testable import Inspection

/// `verify` judges timestamp.json as a phone would.
@Suite struct TimestampCheckTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.publish(["886255667788": "Shop"], blocked: [886_255_667_799])
  }

  private func findings(
    at seconds: Int64 = 0, _ change: (inout DirectoryVerifier) -> Void = { _ in }
  ) throws -> [Finding] {
    var verifier = DirectoryVerifier(directory: folder.directory)
    verifier.now = Folder.issued.adding(seconds: seconds)
    change(&verifier)
    return try verifier.verify().findings
  }

  private func write(_ timestamp: DirectoryTimestamp) throws {
    try Data(timestamp.encode()).write(to: URL(filePath: folder.directory + "/timestamp.json"))
  }

  private func timestamp() throws -> DirectoryTimestamp {
    try DirectoryTimestamp.decode(
      [UInt8](try Data(contentsOf: URL(filePath: folder.directory + "/timestamp.json"))))
  }

  @Test(
    "the clock decides",
    arguments: [
      (0, []), (7 * 86_400 - 1, []), (7 * 86_400, ["timestamp-expired"]), (-86_400, []),
      (-86_401, ["timestamp-early"]),
    ] as [(Int64, [String])])
  func clock(seconds: Int64, expected: [String]) throws {
    #expect(try findings(at: seconds).map(\.verdict) == expected)
    #expect(try findings(at: seconds) { $0.now = nil }.isEmpty, "without a clock it is not judged")
  }

  @Test("another manifest, another sequence, a damaged one; none is a note")
  func fits() throws {
    let sound = try timestamp()
    var other = sound
    other.manifestSHA256 = String(repeating: "0", count: 64)
    try write(other)
    #expect(try findings().map(\.verdict) == ["timestamp-mixed"])
    other = sound
    other.sequence += 1
    try write(other)
    #expect(try findings().map(\.verdict) == ["timestamp-mixed"])
    other = sound
    other.expires = other.issued
    try write(other)
    #expect(try findings().map(\.verdict) == ["manifest-inconsistent"])
    try FileManager.default.removeItem(atPath: folder.directory + "/timestamp.json")
    let found = try findings()
    #expect(found.map(\.verdict) == ["timestamp-missing"] && found[0].severity == .note)
  }

  @Test("beside a build a manifest may be ahead of its timestamp")
  func besideABuild() throws {
    var other = try timestamp()
    other.manifestSHA256 = String(repeating: "0", count: 64)
    try write(other)
    let lock = URL(filePath: folder.path + "/.lock")
    try Data("\(ProcessInfo.processInfo.processIdentifier)\n".utf8).write(to: lock)
    let found = try findings()
    #expect(found.map(\.verdict) == ["timestamp-mixed"] && found[0].severity == .note)
    // Of processes that have ended, and of what is no process, there is none to wait for.
    for text in ["", "0\n", "-1\n", "builder\n", "2147483646\n"] {
      try Data(text.utf8).write(to: lock)
      #expect(try findings().map(\.severity) == [.violation], "\(text)")
    }
  }

  @Test("with a key it is signed like the manifest")
  func signature() throws {
    let key = try Ed25519.PrivateKey.generate()
    let manifest = [UInt8](
      try Data(contentsOf: URL(filePath: folder.directory + "/manifest.json")))
    let bytes = try timestamp().encode()
    func sign(_ document: [UInt8], _ path: String, with key: Ed25519.PrivateKey) throws {
      try Data(try key.signature(of: document)).write(
        to: URL(filePath: folder.directory + "/" + path))
    }
    let path = DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: bytes))
    try sign(
      manifest, DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: manifest)),
      with: key)
    let publicKey = try key.publicKey
    #expect(try findings { $0.publicKey = publicKey }.map(\.verdict) == ["signature-missing"])
    try sign(bytes, path, with: try Ed25519.PrivateKey.generate())
    #expect(try findings { $0.publicKey = publicKey }.map(\.verdict) == ["signature-wrong"])
    try sign(bytes, path, with: key)
    #expect(try findings { $0.publicKey = publicKey }.isEmpty)
  }
}
