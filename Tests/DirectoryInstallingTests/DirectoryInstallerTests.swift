import DirectoryFormat
import DirectoryInstalling
import Foundation
import Signing
import Testing

@Suite(.serialized) final class DirectoryInstallerTests {
  private let container = URL(filePath: NSTemporaryDirectory())
    .appending(path: "container-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: container) }

  private func installer(_ server: TestServer) -> DirectoryInstaller<SHA256> {
    DirectoryInstaller(
      transport: URLSessionTransport(base: server.address), container: container,
      digest: SHA256.self)
  }

  private func installed(_ path: String) -> Data? {
    try? Data(contentsOf: container.appending(path: "directory/\(path)"))
  }

  /// Whether every chunk of the installed manifest is there, byte for byte.
  private func isWhole(_ server: TestServer) throws -> Bool {
    let bytes = try #require(installed("manifest.json"))
    let manifest = try Manifest.decode([UInt8](bytes))
    return manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }.allSatisfy {
      installed($0.path).map { SHA256.hexadecimal(of: [UInt8]($0)) } == $0.sha256
    }
  }

  @Test func installsThenFetchesOnlyWhatChanged() async throws {
    let server = try TestServer(serving: "first")
    let first = try await installer(server).install()
    #expect(PhoneState(container: container).pendingSlots().count == 2)
    #expect(try isWhole(server))
    let count = server.requests.count
    let again = try await installer(server).install()
    #expect(again.files == 0 && again.generation == first.generation)
    let asked = server.requests.dropFirst(count).map { $0.split(separator: " ")[0] }
    #expect(asked == ["timestamp.json", "manifest.json"], "both answered without a body")
    try server.publish("second")
    let second = try await installer(server).install()
    #expect(second.generation != first.generation)
    #expect(try isWhole(server))
    let manifest = try Manifest.decode([UInt8](try #require(installed("manifest.json"))))
    for delta in manifest.deltas { #expect(installed(delta.path) != nil) }
    #expect(!server.requests.dropFirst(count).contains { $0.contains("generations") })
  }

  @Test func goesOnWhereAConnectionBroke() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("once\ncut chunks/ 20\n")
    _ = try await installer(server).install()
    #expect(try isWhole(server))
    #expect(server.requests.contains { $0.contains("chunks/") && $0.hasSuffix("bytes=20-") })
  }

  @Test func aManifestIsFetchedAnewBehindABrokenConnection() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("once\ncut manifest.json 100\n")
    _ = try await installer(server).install()
    #expect(try isWhole(server))
  }

  @Test func aConnectionThatAlwaysBreaksLeavesWhatWasInstalled() async throws {
    let server = try TestServer(serving: "first")
    _ = try await installer(server).install()
    let before = installed("manifest.json")
    try server.publish("second")
    try server.trouble("cut deltas/ 0\n")
    var installer = installer(server)
    installer.attempts = 2
    await #expect(throws: InstallError.self) { try await installer.install() }
    #expect(installed("manifest.json") == before)
    try server.trouble("")
    _ = try await installer.install()
    #expect(installed("manifest.json") != before)
  }

  @Test func wrongBytesAreRefused() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("wrong chunks/\n")
    do {
      _ = try await installer(server).install()
      Issue.record("installed")
    } catch {
      guard case .hash = error else { throw error }
    }
    #expect(installed("manifest.json") == nil)
    try server.trouble("once\nwrong chunks/\n")
    _ = try await installer(server).install()
    #expect(try isWhole(server))
  }

  @Test func olderManifestsAreRefusedUnlessTold() async throws {
    let server = try TestServer(serving: "second")
    _ = try await installer(server).install()
    try server.publish("first")
    var installer = installer(server)
    await #expect(throws: InstallError.rollback(installed: 2, found: 1)) {
      try await installer.install()
    }
    installer.allowsRollback = true
    _ = try await installer.install()
    let manifest = try Manifest.decode([UInt8](try #require(installed("manifest.json"))))
    #expect(manifest.sequence == 1)
    let floor = try Data(contentsOf: container.appending(path: "state/installer.floor"))
    #expect(SequenceFloor.decode([UInt8](floor)) == SequenceFloor(epoch: 1, sequence: 1))
  }

  @Test func statusesAndMissingFiles() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("status manifest.json 404\n")
    await #expect(throws: InstallError.status(path: "manifest.json", code: 404)) {
      try await self.installer(server).install()
    }
    try server.trouble("once\nstatus chunks/ 503\n")
    _ = try await installer(server).install()
    #expect(try isWhole(server))
  }

  @Test func signatures() async throws {
    let server = try TestServer(serving: "first")
    let key = try Ed25519.PrivateKey.generate()
    let publicKey = try key.publicKey
    var installer = installer(server)
    installer.requiresTimestamp = false
    installer.acceptsSignature = { publicKey.isValid(signature: $0, of: $1) }
    let manifest = [UInt8](try Data(contentsOf: server.root.appending(path: "manifest.json")))
    let path = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: manifest))
    await #expect(throws: InstallError.signature(path: path)) { try await installer.install() }
    let place = server.root.appending(path: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try Ed25519.PrivateKey.generate().signature(of: manifest)).write(to: place)
    await #expect(throws: InstallError.signature(path: path)) { try await installer.install() }
    #expect(installed("manifest.json") == nil)
    try Data(try key.signature(of: manifest)).write(to: place)
    _ = try await installer.install()
    #expect(installed(path) != nil)
  }

  @Test func aManifestWithoutEndIsRefused() async throws {
    let server = try TestServer(serving: "first")
    let place = server.root.appending(path: "manifest.json")
    let handle = try FileHandle(forWritingTo: place)
    try handle.truncate(atOffset: UInt64(Manifest.largestSizeInBytes + 1))
    try handle.close()
    await #expect(throws: InstallError.self) { try await self.installer(server).install() }
    #expect(installed("manifest.json") == nil)
  }
}
