import DirectoryFormat
import DirectoryInstalling
import DirectoryLoading
import Foundation
import Publication
import Signing
import Testing

/// A publisher whose keys change, and an app that ships the first root.
@Suite struct RootTests {
  private let start = DirectoryTime(seconds: 1_795_305_600)
  private let offline: [Ed25519.PrivateKey]
  private let keys: [Ed25519.PrivateKey]
  private let publisher: PublishedNights
  private let phone: TestPhone
  private let shipped: [UInt8]

  init() throws {
    offline = try (0..<3).map { _ in try Ed25519.PrivateKey.generate() }
    keys = try (0..<2).map { _ in try Ed25519.PrivateKey.generate() }
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000)])
    settings.threads = 1
    publisher = try PublishedNights(settings)
    phone = TestPhone(start)
    let ids = try offline.map { try $0.publicKey.id }
    var raw: [String: [UInt8]] = [:]
    for key in try offline.map({ try $0.publicKey }) + [try keys[0].publicKey] {
      raw[key.id] = key.rawRepresentation
    }
    let root = DirectoryRoot(
      version: 1, expires: start.adding(seconds: 400 * 86_400), keys: raw,
      root: .init(keyIDs: ids, threshold: 2),
      manifest: .init(keyIDs: [try keys[0].publicKey.id], threshold: 1))
    shipped = root.encode()
    try publish(root)
  }

  private var roots: RootFolder { RootFolder(publisher.directory.path + "/roots") }

  private func publish(_ root: DirectoryRoot) throws {
    try roots.add(root)
    for key in offline.prefix(2) { _ = try roots.sign(with: key) }
  }

  /// Publishes the root that names the second key in the place of the first.
  private func rotate() throws {
    var next = try DirectoryRoot.decode(shipped)
    let key = try keys[1].publicKey
    next.version = 2
    next.keys[key.id] = key.rawRepresentation
    next.manifest = .init(keyIDs: [key.id], threshold: 1)
    try publish(next)
  }

  private func night(_ label: String, by key: Ed25519.PrivateKey) throws {
    try publisher.publish([886_255_667_788: label], at: start)
    _ = try DirectorySigner(directory: publisher.directory.path, key: key).sign()
  }

  private func installer(_ transport: FolderTransport) -> DirectoryInstaller<SHA256> {
    var installer = DirectoryInstaller(
      transport: transport, container: phone.container, digest: SHA256.self)
    installer.keyring = Keyring(root: shipped)
    let now = Date(timeIntervalSince1970: TimeInterval(start.seconds))
    installer.clock = { now }
    return installer
  }

  /// What the extension would do with what is installed.
  private func load() -> LoadOutcome.State {
    var loader = DirectoryLoader<SHA256>(
      slot: "a.one", directory: POSIXFolder(path: phone.container.path + "/directory"),
      state: POSIXFolder(path: phone.container.path + "/state"), milliseconds: { 0 })
    loader.keyring = Keyring(root: shipped)
    let result = loader.load(into: CountingContext())
    loader.finish(result, expired: false)
    return result.outcome.state
  }

  @Test("the extension follows the same roots as the app, and no load is lost to a change of keys")
  func rotated() async throws {
    let transport = FolderTransport(publisher.directory)
    try night("Shop", by: keys[0])
    _ = try await installer(transport).install()
    #expect(load() == .storing)
    try rotate()
    // The root is out, the new signatures are not: nothing is installed, and what is there is loaded.
    await #expect(throws: InstallError.self) { _ = try await installer(transport).install() }
    #expect(load() == .loading)
    try night("Baker", by: keys[1])
    _ = try await installer(transport).install()
    #expect(phone.installed("roots/2.json") != nil)
    #expect(load() == .storing)
    // A copy of an app of before: its key has not signed.
    #expect(phone.sequence == 2)
  }

  @Test("an app that dies between a root and its manifest leaves what a new slot can load")
  func diedInBetween() async throws {
    let transport = FolderTransport(publisher.directory)
    try night("Shop", by: keys[0])
    _ = try await installer(transport).install()
    try rotate()
    try night("Baker", by: keys[1])
    let manager = FileManager.default
    let chunks = publisher.directory.path + "/chunks"
    try manager.moveItem(atPath: chunks, toPath: chunks + ".late")
    try? manager.removeItem(atPath: publisher.directory.path + "/packed")
    try? manager.removeItem(atPath: publisher.directory.path + "/deltas")
    await #expect(throws: InstallError.self) { _ = try await installer(transport).install() }
    #expect(phone.installed("roots/2.json") != nil && phone.sequence == 1)
    #expect(load() == .storing)
    try manager.moveItem(atPath: chunks + ".late", toPath: chunks)
    _ = try await installer(transport).install()
    #expect(phone.sequence == 2)
    #expect(load() == .storing)
  }

  @Test("an unchanged directory is signed anew by the new key")
  func resigned() async throws {
    let transport = FolderTransport(publisher.directory)
    try night("Shop", by: keys[0])
    _ = try await installer(transport).install()
    try rotate()
    try night("Shop", by: keys[1])
    let again = try await installer(transport).install()
    #expect(again.files == 0 && phone.sequence == 1)
    #expect(load() == .storing)
  }

  @Test("a loader without the roots, or with another's, loads nothing")
  func refused() async throws {
    try night("Shop", by: keys[0])
    _ = try await installer(FolderTransport(publisher.directory)).install()
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(
      atPath: phone.container.path + "/directory/signatures")
    {
      try manager.removeItem(atPath: phone.container.path + "/directory/signatures/\(name)")
    }
    #expect(load() == .refused)
  }

  @Test("a key that the root does not name signs nothing")
  func strangers() throws {
    try publisher.publish([886_255_667_788: "Shop"], at: start)
    #expect(throws: PublicationError.self) {
      try DirectorySigner(directory: publisher.directory.path, key: keys[1]).sign()
    }
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000)])
    settings.signingKey = keys[1]
    #expect(throws: PublicationError.self) {
      try Publisher(output: publisher.path, settings: settings)
    }
  }

  @Test("a server that asks for patience for years is asked again after a week")
  func patience() async throws {
    let server = try TestServer(serving: "first")
    try server.vouch(keys[0], at: start) { timestamp in
      timestamp.expires = start.adding(seconds: 4_000 * 86_400)
      timestamp.next = timestamp.expires
    }
    _ = try await phone.installer([server], keys[0]).install()
    phone.wait(days: 6)
    #expect(try !phone.installer([server], keys[0]).isDue())
    phone.wait(days: 1)
    #expect(try phone.installer([server], keys[0]).isDue())
  }
}

/// Takes every call.
private final class CountingContext: CallDirectoryContext {
  var isIncremental: Bool { true }
  func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {}
  func addIdentificationEntry(
    withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer
  ) {}
  func removeBlockingEntry(withPhoneNumber number: Int64) {}
  func removeIdentificationEntry(withPhoneNumber number: Int64) {}
  func removeAllBlockingEntries() {}
  func removeAllIdentificationEntries() {}
}
