import DirectoryFormat
import DirectoryInstalling
import Foundation
import Publication
import Signing
import Testing

@Suite(.serialized) struct FreshnessTests {
  private let key: Ed25519.PrivateKey
  private let start = DirectoryTime(seconds: 1_795_230_000)
  private let phone: TestPhone
  private let server: TestServer

  init() throws {
    key = try Ed25519.PrivateKey.generate()
    phone = TestPhone(start)
    server = try TestServer(serving: "first")
  }

  private func refusal() async throws -> InstallError? {
    let installer = try phone.installer([server], key)
    do {
      _ = try await installer.install()
      return nil
    } catch {
      return error
    }
  }

  @Test func theTimestampAloneIsAskedForOnAQuietDay() async throws {
    try server.vouch(key, at: start)
    #expect(try await refusal() == nil)
    let count = server.requests.count
    phone.wait(days: 1)
    try server.vouch(key, at: start.adding(seconds: 86_400))
    #expect(try await refusal() == nil)
    let paths = server.requests.dropFirst(count).map { String($0.prefix(20)) }
    #expect(paths == ["timestamp.json -", "signatures/timestamp"])
    let state = UpdateState.read(container: phone.container)
    #expect(state.sequence == 1 && state.name == "conformance")
    #expect(state.issued == state.confirmed)
  }

  @Test(
    "a publication between two requests is asked for once more",
    arguments: ["signatures/timestamp-", "manifest.json"])
  func publicationInBetween(path: String) async throws {
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 100)])
    settings.signingKey = key
    let nights = try PublishedNights(settings)
    try nights.publish([886_255_667_788: "Shop"], at: start)
    let former = URL(filePath: nights.path + "/former")
    try FileManager.default.copyItem(at: nights.directory, to: former)
    try nights.publish([886_255_667_788: "Other"], at: start.adding(seconds: 60))
    let transport = FolderTransport(former) { [directory = nights.directory] server, asked in
      if asked.hasPrefix(path) { server.serve(directory) }
    }
    var installer = DirectoryInstaller(
      transport: transport, container: phone.container, digest: SHA256.self)
    let publicKey = try key.publicKey
    installer.acceptsSignature = { publicKey.isValid(signature: $0, of: $1) }
    installer.clock = { [start] in Date(timeIntervalSince1970: TimeInterval(start.seconds)) }
    #expect(try await installer.install().sequence == 2)
  }

  @Test func withoutTimestampItIsRefused() async throws {
    try server.vouch(key, at: start)
    try FileManager.default.removeItem(at: server.root.appending(path: "timestamp.json"))
    #expect(try await refusal() == .noTimestamp)
    var installer = try phone.installer([server], key)
    installer.requiresTimestamp = false
    _ = try await installer.install()
    try server.vouch(key, at: start)
    _ = try await installer.install()
    // There was one: now its absence is no older publisher's.
    try FileManager.default.removeItem(at: server.root.appending(path: "timestamp.json"))
    await #expect(throws: InstallError.noTimestamp) { try await installer.install() }
  }

  @Test func expiredIsNeitherInstalledNorEmptied() async throws {
    try server.vouch(key, at: start)
    phone.wait(days: 7)
    let expired = InstallError.expired(
      expires: start.adding(seconds: 7 * 86_400), now: start.adding(seconds: 7 * 86_400))
    #expect(try await refusal() == expired)
    #expect(phone.sequence == nil)
    phone.wait(days: -7)
    #expect(try await refusal() == nil)
    phone.wait(days: 8)
    guard case .expired = try await refusal() else {
      Issue.record("a frozen directory was taken for a fresh one")
      return
    }
    #expect(phone.sequence == 1, "what is installed stays")
    let state = UpdateState.read(container: phone.container)
    #expect(state.isExpired(at: Date(timeIntervalSince1970: TimeInterval(start.seconds + 691_200))))
    #expect(state.age(at: Date(timeIntervalSince1970: TimeInterval(start.seconds + 60))) == 60)
  }

  @Test func aClockFarInThePastIsSaid() async throws {
    try server.vouch(key, at: start)
    phone.wait(days: -2)
    let found = start.adding(seconds: -2 * 86_400)
    #expect(try await refusal() == .clock(issued: start, now: found))
    phone.wait(days: 2)
    #expect(try await refusal() == nil)
    // An old timestamp does not help a clock that has gone back since.
    try server.vouch(key, at: start.adding(seconds: -5 * 86_400))
    phone.wait(days: -4)
    guard case .clock = try await refusal() else {
      Issue.record("the clock was believed")
      return
    }
  }

  @Test("swapped and damaged", arguments: 0..<6)
  func swapped(kind: Int) async throws {
    try server.vouch(key, at: start)
    let wrong = String(repeating: "0", count: 64)
    switch kind {
    case 0: try server.vouch(key, at: start) { $0.manifestSHA256 = wrong }
    case 1: try server.vouch(key, at: start) { $0.sequence = 7 }
    case 2: try server.vouch(try Ed25519.PrivateKey.generate(), at: start)
    case 3: try server.write(Array("{}\n".utf8), to: "timestamp.json")
    case 4:
      // The signature over the manifest in place of that over the timestamp.
      let bytes = try server.bytes("timestamp.json")
      try server.write(
        try key.signature(of: try server.bytes("manifest.json")),
        to: DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: bytes)))
    default:
      // The manifest in the place of the timestamp, both signed.
      let manifest = try server.bytes("manifest.json")
      try server.write(manifest, to: "timestamp.json")
    }
    let refusal = try await refusal()
    switch (kind, refusal) {
    case (0, .mixed), (1, .rollback), (2, .signature), (3, .signature), (4, .signature),
      (5, .tooLarge), (5, .signature):
      break
    default: Issue.record("\(String(describing: refusal))")
    }
    #expect(phone.sequence == nil)
  }

  @Test func theFloorOutlivesWhatIsInstalled() async throws {
    try server.publish("second")
    try server.vouch(key, at: start)
    #expect(try await refusal() == nil)
    try FileManager.default.removeItem(at: phone.container.appending(path: "directory"))
    try server.publish("first")
    try server.vouch(key, at: start.adding(seconds: 60))
    #expect(try await refusal() == .rollback(installed: 2, found: 1))
    #expect(phone.sequence == nil)
  }

  @Test func theFloorIsNeverThatOfAManifestWhichWasNotVerified() async throws {
    // Somebody put a manifest of a high sequence into the container, or an older app did.
    let text = String(decoding: try server.bytes("manifest.json"), as: UTF8.self)
      .replacing("\"sequence\": 1", with: "\"sequence\": 4611686018427387904")
    let place = phone.container.appending(path: "directory/manifest.json")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
    try server.vouch(key, at: start)
    #expect(try await refusal() == nil)
    #expect(phone.sequence == 1)
  }

  @Test func pollsAreSpread() async throws {
    try server.vouch(key, at: start)
    let installer = try phone.installer([server], key)
    #expect(installer.isDue())
    _ = try await installer.install()
    #expect(!(try phone.installer([server], key).isDue()))
    let next = TimeInterval(start.seconds + 20 * 3_600)
    let poll = try #require(UpdateState.read(container: phone.container).nextPoll)
    #expect((next..<next + 2 * 3_600).contains(poll.timeIntervalSince1970))
    phone.wait(days: 1)
    #expect(try phone.installer([server], key).isDue())
  }

  @Test func aClockThatIsSetBackAsksAgain() async throws {
    try server.vouch(key, at: start)
    _ = try await phone.installer([server], key).install()
    phone.wait(days: -2)
    #expect(try phone.installer([server], key).isDue())
  }

  @Test func damagedFilesHealAndMoreSlotsAreFetched() async throws {
    try server.vouch(key, at: start)
    var installer = try phone.installer([server], key)
    installer.slots = ["tw.example.app.directory1"]
    _ = try await installer.install()
    let manifest = try Manifest.decode(try server.bytes("manifest.json"))
    let chunk = try #require(manifest.slots[0].identification.chunks.first)
    let place = phone.container.appending(path: "directory/\(chunk.path)")
    var bytes = [UInt8](try Data(contentsOf: place))
    bytes[bytes.count - 2] ^= 1
    try Data(bytes).write(to: place)
    let healed = try await installer.install()
    #expect(healed.files == 1)
    #expect(SHA256.hexadecimal(of: [UInt8](try Data(contentsOf: place))) == chunk.sha256)
    installer.slots = nil
    let wider = try await installer.install()
    #expect(
      wider.files == manifest.slots[1].identification.chunks.count
        + manifest.slots[1].blocking.chunks.count)
  }
}
