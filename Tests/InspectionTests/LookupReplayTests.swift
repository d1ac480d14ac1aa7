import DirectoryFormat
import Foundation
import Inspection
import LiveLookup
import Signing
import Testing

/// Data sets of the lookup that say something else than entries and manifest, though every hash and
/// the name of the folder is right.
@Suite("Data sets of the lookup are held against the rows")
struct LookupReplayTests {
  private struct Sealed {
    let folder = try? Folder()
    var manifest: Manifest

    var directory: String { folder?.directory ?? "" }
    var section: Manifest.LiveLookup {
      get { manifest.liveLookup ?? .init(none: ()) }
      set { manifest.liveLookup = newValue }
    }

    /// Two nights, so that there is a stash.
    init(_ layout: LookupSettings.Files) throws {
      var settings = LookupSettings(extensionIdentifier: "net.example.lookup")
      settings.files = layout
      settings.shards = [.identity: .count(2), .block: .count(1)]
      settings.issuer = "https://issuer.example.net/issue"
      func shops(_ count: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("8862556677\($0 + 10)", "shop \($0)") })
      }
      let folder = try #require(folder)
      try folder.publish(shops(30), blocked: [886_900_000_001], lookup: settings)
      try folder.publish(
        shops(32), blocked: [886_900_000_001, 886_900_000_002], lookup: settings)
      manifest = try GenerationLocation(folder.directory).manifest
    }

    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: "\(directory)/\(section.path)/\(name)")))
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: URL(filePath: "\(directory)/\(section.path)/\(name)"))
    }

    /// Sets hashes, sizes and the folder's name right again.
    mutating func seal() throws {
      var files: [(name: String, bytes: [UInt8])] = []
      for file in section.files { files.append((String(file.name), try bytes(String(file.name)))) }
      let listing = files.map { "\(SHA256.hexadecimal(of: $0.bytes))  \($0.name)\n" }.joined()
      let path = DirectoryPath.liveLookup(sha256: SHA256.hexadecimal(of: Array(listing.utf8)))
      if path != section.path {
        try FileManager.default.moveItem(
          atPath: "\(directory)/\(section.path)", toPath: "\(directory)/\(path)")
      }
      section.path = path
      section.files = files.map {
        .init(
          path: "\(path)/\($0.name)", bytes: $0.bytes.count,
          sha256: SHA256.hexadecimal(of: $0.bytes))
      }
      let bytes = manifest.encode()
      try Data(bytes).write(to: URL(filePath: directory + "/manifest.json"))
      let place = URL(filePath: directory + "/" + DirectoryTimestamp.fileName)
      var timestamp = try DirectoryTimestamp.decode(Array(try Data(contentsOf: place)))
      timestamp.manifestSHA256 = SHA256.hexadecimal(of: bytes)
      try Data(timestamp.encode()).write(to: place)
    }

    func verdicts() throws -> [String] {
      try DirectoryVerifier(directory: directory).verify().findings.map(\.verdict)
    }
  }

  @Test("sound as published", arguments: LookupSettings.Files.allCases)
  func sound(layout: LookupSettings.Files) throws {
    var sealed = try Sealed(layout)
    #expect(try sealed.verdicts() == [])
    try sealed.seal()
    #expect(try sealed.verdicts() == [])
  }

  @Test(
    "what the manifest says is what Apple's tools are told, and fits the rows",
    arguments: LookupSettings.Files.allCases,
    [
      "shards", "no shards", "buckets", "bucket bytes", "extension", "modulus", "encryption",
      "lookup only", "unchanged",
    ])
  func manifest(layout: LookupSettings.Files, change: String) throws {
    var sealed = try Sealed(layout)
    switch change {
    case "shards": sealed.section.identity.shards = 3
    case "no shards": sealed.section.identity.shards = 0
    case "buckets": sealed.section.identity.buckets = 1
    case "bucket bytes": sealed.section.identity.bucketBytes = 64
    case "extension": sealed.section.extensionIdentifier = "x.y"
    case "modulus": sealed.section.blockModulus = 3
    case "encryption": sealed.section.encryption = "n_8192_logq_3x55_logt_24"
    case "unchanged": sealed.section.identity.changes?.unchangedShards = [0, 1]
    default: sealed.section.identity.lookupOnly = 1
    }
    try sealed.seal()
    #expect(try sealed.verdicts() == ["lookup-differs"])
  }

  @Test(
    "files that are others than the manifest says",
    arguments: [
      ("process-identity.json", "\"bucketCount\": ", "9"),
      ("process-identity.json", "\"shardCount\": ", "7"),
      ("process-identity.json", "\"rlweParameters\": \"n_4096_logq_27_28_28_logt_", "1"),
      ("service-config.json", "\"shardCount\": ", "4"),
    ])
  func configurations(file: String, place: String, digit: String) throws {
    var sealed = try Sealed(.whole)
    let text = String(decoding: try sealed.bytes(file), as: UTF8.self)
    let parts = text.split(separator: place, maxSplits: 1).map(String.init)
    try #require(parts.count == 2)
    try sealed.write(Array((parts[0] + place + digit + parts[1]).utf8), file)
    try sealed.seal()
    #expect(try sealed.verdicts() == ["lookup-differs"])
  }

  @Test("a stash of another keyword or value, and one that removes what is there")
  func stashes() throws {
    let stash = try #require(LookupStash(try Sealed(.whole).bytes("stash-identity.pb")))
    let hashes = stash.additions.map(\.hash)
    let there = "+886255667710".utf8.withContiguousStorageIfAvailable {
      CallerKeyword.hash(of: UnsafeRawBufferPointer($0))
    }
    let others = [
      LookupStash(
        additions: [.init(hash: hashes[0] ^ 1, value: stash.additions[0].value)]
          + stash.additions.dropFirst(), removals: []),
      LookupStash(
        additions: stash.additions.map { .init(hash: $0.hash, value: $0.value + [0]) },
        removals: []),
      LookupStash(additions: stash.additions, removals: [try #require(there)]),
    ]
    for other in others {
      var sealed = try Sealed(.whole)
      try sealed.write(other.encode(), "stash-identity.pb")
      sealed.section.identity.changes?.removals = other.removals.count
      sealed.section.identity.changes?.stashBytes = other.encode().count
      try sealed.seal()
      #expect(try sealed.verdicts() == ["lookup-differs"])
    }
  }

  @Test("a foreign file in the folder")
  func foreign() throws {
    let sealed = try Sealed(.whole)
    try sealed.write([1], "identity-0.bin")
    #expect(try sealed.verdicts() == ["lookup-differs"])
  }

  @Test("an icon is a picture or none")
  func icons() {
    let picture: [UInt8] =
      [0, 0, 0, 20] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1meta".utf8)
    for (field, isSound) in [
      ([], true), (CallerIdentity.iconField(picture), true),
      (CallerIdentity.iconField(Array("junk".utf8)), false),
      (CallerIdentity.iconField(picture) + [0], false), ([0x12, 200], false),
    ] {
      #expect(field.withUnsafeBytes { CallerIdentity.isIconField($0) } == isSound)
    }
  }
}

extension Manifest.LiveLookup {
  /// A section of nothing.
  fileprivate init(none: Void) {
    self.init(
      extensionIdentifier: "", path: "", cacheMinutes: 0, category: "", isSharded: false,
      blockModulus: nil, identity: .init(), block: .init(), files: [])
  }
}
