import DirectoryFormat
import DirectoryInstalling
import Foundation
import Publication
import Signing
import Synchronization
import Testing

/// Serves what a publisher published on any of many nights: an attacker, or a mirror that stands still.
final class ReplayingMirror: Transport {
  /// The files of a night whose names do not stay the same for ever.
  private struct Heads {
    var files: [String: Data] = [:]
  }

  /// Every file that was ever published, of those that never change under their name.
  private let archive: URL
  private let state = Mutex<(nights: [Heads], served: (head: Int, manifest: Int))>(([], (0, 0)))

  init(_ archive: URL) { self.archive = archive }

  /// Remembers a night; gives its 0-based number.
  func remember(_ directory: URL) throws -> Int {
    let manager = FileManager.default
    var heads = Heads()
    for name in [Manifest.fileName, DirectoryTimestamp.fileName] {
      heads.files[name] = try Data(contentsOf: directory.appending(path: name))
    }
    for folder in ["chunks", "deltas", "packed", "signatures"] {
      try manager.createDirectory(
        at: archive.appending(path: folder), withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: directory.path + "/" + folder) {
        let place = archive.appending(path: "\(folder)/\(name)")
        guard !manager.fileExists(atPath: place.path) else { continue }
        try manager.linkItem(
          at: directory.appending(path: "\(folder)/\(name)"), to: place)
      }
    }
    let remembered = heads
    return state.withLock { state in
      state.nights.append(remembered)
      return state.nights.count - 1
    }
  }

  /// Serves the timestamp of one night and the manifest of another.
  func serve(timestampOf head: Int, manifestOf manifest: Int) {
    state.withLock { $0.served = (head, manifest) }
  }

  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (_ offset: Int, _ bytes: [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    let head = state.withLock { state in
      let night = path == Manifest.fileName ? state.served.manifest : state.served.head
      return state.nights[night].files[path]
    }
    guard let data = head ?? (try? Data(contentsOf: archive.appending(path: path))) else {
      return TransportAnswer(status: 404)
    }
    _ = receive(offset, [UInt8](data.dropFirst(offset)))
    return TransportAnswer(status: offset > 0 ? 206 : 200)
  }
}

/// Four hundred nights, served again in any order to phones that know much, little and nothing.
@Suite struct ReplayTests {
  private struct Night {
    var sequence: Int
    var timestamp: DirectoryTimestamp
  }

  private static let seed: UInt64 = 20_261_122
  private static let nights = 400
  private static let day: Int64 = 86_400
  private let start = DirectoryTime(seconds: 1_795_305_600)
  private let key: Ed25519.PrivateKey
  private let publisher: PublishedNights
  private let mirror: ReplayingMirror

  init() throws {
    key = try Ed25519.PrivateKey.generate()
    var settings = PublicationSettings(slots: [.init(identifier: "a.one", cap: 1_000)])
    settings.chunkTarget = 10
    settings.threads = 1
    settings.signingKey = key
    publisher = try PublishedNights(settings, inMemory: true)
    mirror = ReplayingMirror(URL(filePath: publisher.path + "/archive"))
  }

  private func install(_ phone: TestPhone, at now: DirectoryTime) async throws(InstallError) -> Int
  {
    var installer = DirectoryInstaller(
      transport: mirror, container: phone.container, digest: SHA256.self)
    let publicKey = try? key.publicKey
    installer.acceptsSignature = { publicKey?.isValid(signature: $0, of: $1) ?? false }
    installer.clock = { Date(timeIntervalSince1970: TimeInterval(now.seconds)) }
    return try await installer.install().sequence
  }

  /// Publishes the next night; a third of them change nothing but the timestamp.
  private func publish(
    _ entries: inout [Int64: String], at now: DirectoryTime, _ random: inout SplitMix64
  ) throws -> Night {
    if Int.random(in: 0..<3, using: &random) > 0 { entries[random.number()] = random.label() }
    let manifest = try publisher.publish(entries, at: now)
    _ = try mirror.remember(publisher.directory)
    let bytes = [UInt8](try Data(contentsOf: publisher.directory.appending(path: "timestamp.json")))
    return Night(sequence: manifest.sequence, timestamp: try DirectoryTimestamp.decode(bytes))
  }

  @Test(
    "nothing older than what is known is ever installed, nothing past its end, and what is due always is"
  )
  func replayed() async throws {
    var random = SplitMix64(state: Self.seed)
    var entries: [Int64: String] = [:]
    for _ in 0..<25 { entries[random.number()] = random.label() }
    var phones: [(phone: TestPhone, known: Int)] = []
    var nights: [Night] = []
    var outcomes = (installed: 0, refused: 0)
    for night in 0..<Self.nights {
      let now = start.adding(seconds: Int64(night) * Self.day)
      nights.append(try publish(&entries, at: now, &random))
      if night % 40 == 0 { phones.append((TestPhone(now, inMemory: true), 0)) }
      for _ in 0..<2 {
        let served = Int.random(in: 0...night, using: &random)
        // Now and then the manifest is of another night than the timestamp.
        let mixed = Int.random(in: 0..<4, using: &random) == 0
        let manifest = mixed ? Int.random(in: 0...night, using: &random) : served
        let pick = Int.random(in: 0..<phones.count, using: &random)
        let later = now.adding(seconds: Int64.random(in: 0..<Self.day, using: &random))
        mirror.serve(timestampOf: served, manifestOf: manifest)
        let known = phones[pick].known
        // A phone that has the manifest of a timestamp asks for none.
        let isDue =
          nights[served].timestamp.expires > later && nights[served].sequence >= known
          && [nights[manifest].sequence, known].contains(nights[served].sequence)
        do {
          let sequence = try await install(phones[pick].phone, at: later)
          #expect(isDue, "seed \(Self.seed), night \(night): \(served), \(manifest) installed")
          #expect(sequence == nights[served].sequence)
          phones[pick].known = sequence
          outcomes.installed += 1
        } catch {
          #expect(
            !isDue, "seed \(Self.seed), night \(night): \(served), \(manifest) refused: \(error)")
          outcomes.refused += 1
        }
        #expect((phones[pick].phone.sequence ?? 0) == phones[pick].known, "night \(night)")
      }
    }
    #expect(outcomes.installed > 20 && outcomes.refused > 300, "\(outcomes)")
  }
}
