import DirectoryFormat
import DirectoryInstalling
import Foundation
import Signing
import Synchronization

extension TestServer {
  /// The bytes of a file of the server.
  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// Writes a file of the server.
  func write(_ bytes: [UInt8], to path: String) throws {
    let place = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }

  /// Signs the manifest and writes a signed timestamp of the time `issued`, which holds for a week.
  func vouch(
    _ key: Ed25519.PrivateKey, at issued: DirectoryTime,
    change: (inout DirectoryTimestamp) -> Void = { _ in }
  ) throws {
    let manifest = try bytes(Manifest.fileName)
    let hash = SHA256.hexadecimal(of: manifest)
    try write(
      try key.signature(of: manifest), to: DirectoryPath.signature(manifestSHA256: hash))
    var timestamp = DirectoryTimestamp(
      manifestSHA256: hash, sequence: (try? Manifest.decode(manifest).sequence) ?? 1,
      issued: issued, expires: issued.adding(seconds: 7 * 86_400),
      next: issued.adding(seconds: 20 * 3_600))
    change(&timestamp)
    let bytes = timestamp.encode()
    try write(bytes, to: DirectoryTimestamp.fileName)
    try write(
      try key.signature(of: bytes),
      to: DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: bytes)))
  }
}

/// A phone with its container and its clock.
final class TestPhone: Sendable {
  let container: URL
  private let now: Mutex<DirectoryTime>

  /// `inMemory`: its files lie on a file system of memory where there is one.
  init(_ now: DirectoryTime, inMemory: Bool = false) {
    self.now = Mutex(now)
    container = URL(filePath: PublishedNights.folder(inMemory: inMemory))
      .appending(path: "phone-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: container) }

  /// Lets time pass.
  func wait(days: Int64) { now.withLock { $0 = $0.adding(seconds: days * 86_400) } }

  /// An installer that asks for signatures of `key`; nil: for none.
  func installer(
    _ servers: [TestServer], _ key: Ed25519.PrivateKey? = nil
  ) throws -> DirectoryInstaller<SHA256> {
    var installer = DirectoryInstaller(
      transport: URLSessionTransport(bases: servers.map(\.address)), container: container,
      digest: SHA256.self)
    if let publicKey = try key?.publicKey {
      installer.acceptsSignature = { publicKey.isValid(signature: $0, of: $1) }
    }
    let time = now.withLock { $0 }
    installer.clock = { Date(timeIntervalSince1970: TimeInterval(time.seconds)) }
    return installer
  }

  func installed(_ path: String) -> Data? {
    try? Data(contentsOf: container.appending(path: "directory/\(path)"))
  }

  /// The sequence of the installed manifest; nil without one.
  var sequence: Int? {
    installed(Manifest.fileName).flatMap { try? Manifest.decode([UInt8]($0)).sequence }
  }
}
