import DirectoryFormat
import DirectoryInstalling
import Foundation
import Signing
import Synchronization
import Testing

/// The attacks of the conformance kit: what is served step by step, by which clock, and what must come
/// of it.
struct Attack: Decodable, Sendable {
  struct Step: Decodable, Sendable {
    var now: String
    /// Folders of the case, each served at an address of its own.
    var bases: [String]
    /// `installed`, or why not.
    var verdict: String
    /// The sequence that is installed then; nil: nothing is.
    var sequence: Int?
  }

  var name: String
  var slots: [String]
  /// The one key that the app knows, in hexadecimal.
  var key: String?
  /// The root that the app ships.
  var root: String?
  var steps: [Step]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "conformance/attacks")

  /// The names of all.
  static let all: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  static func named(_ name: String) throws -> Attack {
    try JSONDecoder().decode(
      Attack.self, from: Data(contentsOf: folder.appending(path: "\(name)/case.json")))
  }
}

/// Serves several folders, each at an address of its own.
private final class Mirrors: Transport {
  private let folders: [URL]
  private let position = Mutex(0)

  init(_ folders: [URL]) { self.folders = folders }

  var addresses: Int { folders.count }
  var presentAddress: Int { position.withLock { $0 } }

  func turn(from address: Int) {
    position.withLock { position in
      if position == address { position = (position + 1) % folders.count }
    }
  }

  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (_ offset: Int, _ bytes: [UInt8]) -> Bool
  ) async throws -> TransportAnswer {
    guard let data = try? Data(contentsOf: folders[presentAddress].appending(path: path)) else {
      return TransportAnswer(status: 404)
    }
    _ = receive(offset, [UInt8](data.dropFirst(offset)))
    return TransportAnswer(status: offset > 0 ? 206 : 200)
  }
}

@Suite struct AttackTests {
  @Test func theKitIsThere() { #expect(Attack.all.count >= 40) }

  @Test("does no harm", arguments: Attack.all)
  func attack(name: String) async throws {
    let attack = try Attack.named(name)
    let folder = Attack.folder.appending(path: name)
    let phone = TestPhone(DirectoryTime(seconds: 0))
    for (position, step) in attack.steps.enumerated() {
      var installer = DirectoryInstaller(
        transport: Mirrors(step.bases.map { folder.appending(path: $0) }),
        container: phone.container, digest: SHA256.self)
      installer.name = attack.name
      installer.slots = Set(attack.slots)
      let now = try #require(DirectoryTime(step.now))
      installer.clock = { Date(timeIntervalSince1970: TimeInterval(now.seconds)) }
      if let key = attack.key.flatMap(Hexadecimal.bytes) {
        installer.acceptsSignature = { Ed25519.KeyCheck(key).accepts(signature: $0, of: $1) }
      }
      if let root = attack.root {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: root)))
        installer.keyring = Keyring(root: bytes)
      }
      #expect(await verdict(installer) == step.verdict, "step \(position + 1)")
      #expect(phone.sequence == step.sequence, "step \(position + 1)")
    }
  }

  /// In the kit's words.
  private func verdict(_ installer: DirectoryInstaller<SHA256>) async -> String {
    do throws(InstallError) {
      _ = try await installer.install()
      return "installed"
    } catch {
      switch error {
      case .signature: return "signature"
      case .hash: return "hash"
      case .tooLarge: return "too-large"
      case .mixed: return "mixed"
      case .rollback: return "rollback"
      case .expired: return "expired"
      case .noTimestamp: return "no-timestamp"
      case .clock: return "clock"
      case .name: return "name"
      case .noSlots: return "no-slots"
      case .root: return "root"
      case .rootExpired: return "root-expired"
      default: return "\(error)"
      }
    }
  }
}
