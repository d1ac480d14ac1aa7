import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// Every publication says until when it may be believed.
@Suite struct FreshnessTests {
  private let scratch: Scratch
  private var directory: String { scratch.path + "/directory" }
  private let key: Ed25519.PrivateKey
  private var settings = Directories.settings(slots: 2, target: 60)
  private var lines = Directories.lines(seed: 91, count: 240)

  init() throws {
    scratch = try Scratch()
    key = try Ed25519.PrivateKey.generate()
    settings.signingKey = key
    settings.threads = 1
  }

  private func bytes(_ name: String, in folder: String? = nil) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: (folder ?? directory) + "/" + name)))
  }

  private func names(_ folder: String) throws -> Set<String> {
    Set(try Directories.snapshot(folder).keys)
  }

  private func signaturePath(_ folder: String? = nil) throws -> String {
    DirectoryPath.signature(
      timestampSHA256: SHA256.hexadecimal(of: try bytes("timestamp.json", in: folder)))
  }

  /// The timestamp, whose signature must fit where there is a key.
  private func timestamp(in folder: String? = nil) throws -> DirectoryTimestamp {
    let bytes = try bytes("timestamp.json", in: folder)
    if settings.signingKey != nil {
      let signature = try self.bytes(try signaturePath(folder), in: folder)
      #expect(try key.publicKey.isValid(signature: signature, of: bytes))
    }
    let timestamp = try DirectoryTimestamp.decode(bytes)
    #expect(timestamp.encode() == bytes, "the timestamp is canonical")
    return timestamp
  }

  @Test(
    "signed or not, a first publication has a timestamp of its manifest", arguments: [true, false])
  func first(isSigned: Bool) throws {
    var test = self
    if !isSigned { test.settings.signingKey = nil }
    test.settings.freshness.expires = 3 * 86_400
    test.settings.freshness.next = 3_600
    try Directories.publish(lines, in: scratch.path, settings: test.settings)
    let timestamp = try test.timestamp()
    #expect(timestamp.manifestSHA256 == SHA256.hexadecimal(of: try bytes("manifest.json")))
    #expect(timestamp.sequence == 1)
    #expect(timestamp.issued.description == "2026-11-22T00:00:00Z")
    #expect(timestamp.expires.description == "2026-11-25T00:00:00Z")
    #expect(timestamp.next.description == "2026-11-22T01:00:00Z")
    #expect(try names(directory).contains(try signaturePath()) == isSigned)
  }

  @Test("an unchanged night writes the timestamp and its signature and nothing else")
  func unchanged() throws {
    try Directories.publish(lines, in: scratch.path, settings: settings)
    let before = try Directories.snapshot(directory)
    let former = try signaturePath()
    let night = Directories.issued.adding(seconds: 86_400)
    try Directories.publish(lines, in: scratch.path, settings: settings, issued: night)
    #expect(try timestamp().issued == night)
    let after = try Directories.snapshot(directory)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(changed == ["timestamp.json", former, try signaturePath()])
    #expect(after[former] == nil, "the former signature is swept")
  }

  @Test("a changed night leaves one timestamp, that of its manifest")
  func changed() throws {
    try Directories.publish(lines, in: scratch.path, settings: settings)
    var lines = lines
    lines.identification[3].label = "new"
    let night = Directories.issued.adding(seconds: 86_400)
    try Directories.publish(lines, in: scratch.path, settings: settings, issued: night)
    let timestamp = try timestamp()
    #expect(timestamp.sequence == 2)
    #expect(timestamp.manifestSHA256 == SHA256.hexadecimal(of: try bytes("manifest.json")))
    let signatures = try names(directory).filter { $0.hasPrefix("signatures/timestamp-") }
    #expect(signatures == [try signaturePath()])
  }

  @Test("without its key the next night leaves no signature over a timestamp that is gone")
  func keyGone() throws {
    try Directories.publish(lines, in: scratch.path, settings: settings)
    var settings = settings
    settings.signingKey = nil
    let night = Directories.issued.adding(seconds: 86_400)
    try Directories.publish(lines, in: scratch.path, settings: settings, issued: night)
    #expect(try names(directory).filter { $0.hasPrefix("signatures/timestamp-") }.isEmpty)
  }

  @Test("a timestamp that is damaged or gone is written again, also by an unchanged night")
  func healed() throws {
    for damage in [nil, Data("{".utf8), Data(repeating: 0x20, count: 5_000)] {
      try Directories.publish(lines, in: scratch.path, settings: settings)
      try FileManager.default.removeItem(atPath: directory + "/timestamp.json")
      if let damage { try damage.write(to: URL(fileURLWithPath: directory + "/timestamp.json")) }
      try Directories.publish(lines, in: scratch.path, settings: settings)
      #expect(try timestamp().sequence == 1)
    }
  }

  @Test("a moment that leaves no time to expire publishes nothing")
  func endOfTime() throws {
    let error = #expect(throws: PublicationError.self) {
      try Directories.publish(
        lines, in: scratch.path, settings: settings, issued: DirectoryTime(seconds: .max))
    }
    #expect(error?.description.contains("timestamp.json") == true)
    #expect(!FileManager.default.fileExists(atPath: directory + "/manifest.json"))
  }

  @Test(
    "stopped at any change, no signed timestamp is without its signature, and the next night, an unchanged one too, mends what does not fit",
    arguments: [true, false])
  func stopped(isChanged: Bool) throws {
    let model = scratch.path + "/model"
    let run = scratch.path + "/run"
    try Directories.publish(lines, in: model, settings: settings)
    var lines = lines
    if isChanged { lines.identification[3].label = "new" }
    let former = SHA256.hexadecimal(of: try bytes("manifest.json", in: model + "/directory"))
    let nights = (1...2).map { Directories.issued.adding(seconds: Int64($0) * 86_400) }
    var mixed = 0
    var changes = 0
    while true {
      try? FileManager.default.removeItem(atPath: run)
      try FileManager.default.copyItem(atPath: model, toPath: run)
      let faults = Faults(stoppingAfter: changes, with: .stopped)
      _ = try? Directories.publish(
        lines, in: run, settings: settings, issued: nights[0], fileSystem: faults.fileSystem)
      if !faults.happened { break }
      let stopped = try timestamp(in: run + "/directory")
      let manifest = SHA256.hexadecimal(of: try bytes("manifest.json", in: run + "/directory"))
      if stopped.manifestSHA256 != manifest {
        // The new manifest has its name, the timestamp is still that of the one before.
        #expect(stopped.manifestSHA256 == former)
        mixed += 1
      }
      try Directories.publish(lines, in: run, settings: settings, issued: nights[1])
      let mended = try timestamp(in: run + "/directory")
      #expect(mended.issued == nights[1])
      #expect(
        mended.manifestSHA256
          == SHA256.hexadecimal(of: try bytes("manifest.json", in: run + "/directory")))
      let signatures = try names(run + "/directory").filter {
        $0.hasPrefix("signatures/timestamp-")
      }
      #expect(signatures.count == 1)
      changes += 1
    }
    #expect(changes > 8)
    #expect(isChanged == (mixed > 0))
  }
}

/// A new server goes on where the former one stopped.
@Suite struct LeastSequenceTests {
  @Test(
    "a first generation has it, an unchanged one is published anew with it, a later one goes on")
  func leastSequence() throws {
    let scratch = try Scratch()
    var lines = Directories.lines(seed: 5, count: 120)
    var settings = Directories.settings()
    func publish() throws -> StagedGeneration {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    settings.leastSequence = 43
    #expect(try publish().manifest.sequence == 43)
    #expect(try publish().isUnchanged)
    // Somebody forgot it, or found out later what the phones know.
    settings.leastSequence = 90
    let raised = try publish()
    #expect(!raised.isUnchanged && raised.manifest.sequence == 90)
    #expect(try Directories.read(scratch.path).manifest == raised.manifest)
    lines.identification[1].label = "new"
    settings.leastSequence = 1
    #expect(try publish().manifest.sequence == 91)
    settings.leastSequence = 50
    #expect(try publish().isUnchanged)
  }
}
