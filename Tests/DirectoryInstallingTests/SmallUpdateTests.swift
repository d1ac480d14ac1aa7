import DirectoryFormat
import DirectoryInstalling
import Foundation
import Publication
import Signing
import Testing

/// A night costs its delta: chunks are made on the phone from the installed ones.
@Suite struct SmallUpdateTests {
  private let nights: PublishedNights
  private let transport: FolderTransport
  private let phone = TestPhone(DirectoryTime(seconds: 1_795_305_600))
  private let start = DirectoryTime(seconds: 1_795_305_600)

  init() throws {
    var settings = PublicationSettings(
      slots: [.init(identifier: "a.one", cap: 100_000), .init(identifier: "a.two", cap: 100_000)])
    settings.chunkTarget = 50
    settings.largestDeltaShare = 10
    settings.threads = 1
    nights = try PublishedNights(settings)
    transport = FolderTransport(nights.directory)
  }

  private static func entries(_ count: Int, _ random: inout SplitMix64) -> [Int64: String] {
    var entries: [Int64: String] = [:]
    while entries.count < count {
      entries[random.number()] = random.label()
    }
    return entries
  }

  /// Changes, drops and adds entries, and moves some to the other list.
  private static func change(
    _ entries: inout [Int64: String], _ changes: Int, _ random: inout SplitMix64
  ) {
    let numbers = entries.keys.sorted()
    for _ in 0..<changes {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: entries[random.number()] = random.label()
      case 1: entries[numbers.randomElement(using: &random) ?? 1] = nil
      case 2: entries[numbers.randomElement(using: &random) ?? 1] = ""
      default: entries[numbers.randomElement(using: &random) ?? 1] = random.label()
      }
    }
  }

  private func install() async throws -> [String: Int] {
    _ = transport.takeCounts()
    var installer = DirectoryInstaller(
      transport: transport, container: phone.container, digest: SHA256.self)
    let now = start.seconds
    installer.clock = { Date(timeIntervalSince1970: TimeInterval(now)) }
    _ = try await installer.install()
    return transport.takeCounts()
  }

  /// Whether every chunk of the published manifest is installed, byte for byte.
  private func isWhole() throws -> Bool {
    try published().slots.flatMap { $0.identification.chunks + $0.blocking.chunks }.allSatisfy {
      phone.installed($0.path).map { SHA256.hexadecimal(of: [UInt8]($0)) } == $0.sha256
    }
  }

  private func published() throws -> Manifest {
    try Manifest.decode(
      [UInt8](try Data(contentsOf: nights.directory.appending(path: "manifest.json"))))
  }

  /// The chunks among what was fetched, plain or by their twins.
  private func chunks(_ fetched: [String: Int]) throws -> [String] {
    let twins = Set(
      try published().slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
        .compactMap(\.packed?.path))
    return fetched.keys.filter { $0.hasPrefix("chunks/") || twins.contains($0) }
  }

  @Test(
    "nights of all sizes fetch deltas and no chunk",
    arguments: [(1, 0), (2, 1), (3, 5), (4, 40), (5, 400), (6, 3_000)] as [(UInt64, Int)])
  func built(seed: UInt64, changes: Int) async throws {
    var random = SplitMix64(state: seed)
    var entries = Self.entries(4_000, &random)
    try nights.publish(entries, at: start)
    _ = try await install()
    for night in 1...4 {
      Self.change(&entries, changes, &random)
      let manifest = try nights.publish(entries, at: start.adding(seconds: Int64(night)))
      let fetched = try await install()
      #expect(try isWhole())
      #expect(try chunks(fetched).isEmpty, "seed \(seed), night \(night)")
      let files = fetched.filter { $0.key.contains("/") && !$0.key.hasPrefix("signatures/") }
      #expect(files.values.reduce(0, +) <= manifest.deltas.reduce(0) { $0 + $1.bytes })
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: phone.container.path)
          .allSatisfy { !$0.hasSuffix(".built") })
    }
  }

  @Test("lists that were empty, or become empty, are built too")
  func emptyLists() async throws {
    var random = SplitMix64(state: 9)
    let labels = Self.entries(600, &random).filter { !$0.value.isEmpty }
    var entries: [[Int64: String]] = [labels]
    entries.append(labels.mapValues { _ in "" })
    entries.append([:])
    entries.append(labels)
    for (night, entries) in entries.enumerated() {
      try nights.publish(entries, at: start.adding(seconds: Int64(night)))
      let fetched = try await install()
      #expect(try isWhole())
      if night > 0 { #expect(try chunks(fetched).isEmpty, "night \(night)") }
    }
  }

  @Test("a phone that missed nights takes the delta from what it has")
  func missedNights() async throws {
    var random = SplitMix64(state: 10)
    var entries = Self.entries(3_000, &random)
    try nights.publish(entries, at: start)
    _ = try await install()
    for night in 1...5 {
      Self.change(&entries, 20, &random)
      try nights.publish(entries, at: start.adding(seconds: Int64(night)))
    }
    #expect(try chunks(try await install()).isEmpty)
    #expect(try isWhole())
  }

  @Test(
    "what cannot be built right is fetched",
    arguments: ["old chunk damaged", "old chunk gone", "old chunk cut", "delta lies"])
  func fallsBack(what: String) async throws {
    var random = SplitMix64(state: 11)
    var entries = Self.entries(3_000, &random)
    let former = try nights.publish(entries, at: start)
    _ = try await install()
    Self.change(&entries, 30, &random)
    let manifest = try nights.publish(entries, at: start.adding(seconds: 1))
    let new = Set(
      manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }.map(\.path))
    // One that is replaced tonight.
    let old = try #require(
      former.slots[0].identification.chunks.first { !new.contains($0.path) && $0.entries > 3 })
    let place = phone.container.appending(path: "directory/\(old.path)")
    var bytes = [UInt8](try Data(contentsOf: place))
    switch what {
    case "old chunk damaged": bytes[bytes.count - 2] ^= 1
    case "old chunk cut": bytes.removeLast(bytes.count / 2)
    default: break
    }
    if what == "old chunk gone" {
      try FileManager.default.removeItem(at: place)
    } else if what != "delta lies" {
      try Data(bytes).write(to: place)
    } else {
      try lie(manifest)
    }
    let fetched = try chunks(try await install())
    #expect(try isWhole())
    #expect(!fetched.isEmpty)
    if what != "delta lies" {
      #expect(fetched.count < 4, "the others are built: \(fetched.count)")
    }
  }

  /// Publishes a delta that fits its hash and not its chunks.
  private func lie(_ manifest: Manifest) throws {
    var manifest = manifest
    for index in manifest.deltas.indices where manifest.deltas[index].slot == 0 {
      let place = nights.directory.appending(path: manifest.deltas[index].path)
      var lines = try String(contentsOf: place, encoding: .utf8).split(separator: "\n")
      let last = try #require(lines.lastIndex { $0.hasPrefix("+i") })
      lines[last] += "!"
      let data = Data((lines.joined(separator: "\n") + "\n").utf8)
      try data.write(to: place)
      manifest.deltas[index].bytes = data.count
      manifest.deltas[index].packed = nil
      manifest.deltas[index].sha256 = SHA256.hexadecimal(of: [UInt8](data))
    }
    try publish(manifest)
  }

  @Test("a cancelled update builds nothing more, and the next one goes on")
  func cancelled() async throws {
    var random = SplitMix64(state: 12)
    var entries = Self.entries(2_000, &random)
    try nights.publish(entries, at: start)
    _ = try await install()
    Self.change(&entries, 100, &random)
    try nights.publish(entries, at: start.adding(seconds: 1))
    let task = Task { try await install() }
    task.cancel()
    await #expect(throws: InstallError.cancelled) { try await task.value }
    #expect(try chunks(try await install()).isEmpty)
    #expect(try isWhole())
  }
}

extension SmallUpdateTests {
  @Test("a first load fetches the twin of every chunk that has one, and leaves no twin behind")
  func twins() async throws {
    var random = SplitMix64(state: 21)
    let manifest = try nights.publish(Self.entries(6_000, &random), at: start)
    let fetched = try await install()
    #expect(try isWhole())
    let chunks = manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
    #expect(chunks.count { $0.packed != nil } > 50)
    for chunk in chunks {
      #expect(fetched[chunk.path] == (chunk.packed == nil ? chunk.bytes : nil))
      if let twin = chunk.packed { #expect(fetched[twin.path] == twin.bytes) }
    }
    let directory = phone.container.appending(path: "directory").path
    #expect(!FileManager.default.fileExists(atPath: directory + "/packed"))
    #expect(!FileManager.default.fileExists(atPath: directory + "/partial"))
  }

  @Test(
    "a twin that is gone, damaged, cut, swapped or too long costs the plain file and nothing else",
    arguments: ["gone", "damaged", "cut", "swapped", "another's twin", "longer"])
  func uselessTwins(what: String) async throws {
    var random = SplitMix64(state: 22)
    var manifest = try nights.publish(Self.entries(3_000, &random), at: start)
    let twins = manifest.slots[0].identification.chunks.indices.filter {
      manifest.slots[0].identification.chunks[$0].packed != nil
    }
    let (one, other) = (try #require(twins.first), try #require(twins.dropFirst().first))
    let chunk = manifest.slots[0].identification.chunks[one]
    let twin = try #require(chunk.packed)
    let second = try #require(manifest.slots[0].identification.chunks[other].packed)
    let place = nights.directory.appending(path: twin.path)
    var bytes = [UInt8](try Data(contentsOf: place))
    switch what {
    case "gone": try FileManager.default.removeItem(at: place)
    case "damaged": bytes[bytes.count / 2] ^= 1
    case "cut": bytes.removeLast()
    case "swapped":
      bytes = [UInt8](try Data(contentsOf: nights.directory.appending(path: second.path)))
    case "longer": bytes += bytes
    default: break
    }
    if what == "another's twin" {
      // The manifest says so itself: the hash of the twin is right, what it gives is not.
      manifest.slots[0].identification.chunks[one].packed = second
      try publish(manifest)
    } else if what != "gone" {
      try Data(bytes).write(to: place)
    }
    let fetched = try await install()
    #expect(try isWhole())
    let plain = fetched.keys.filter { $0.hasPrefix("chunks/") }.sorted()
    let withoutTwin = manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
      .filter { $0.packed == nil }.map(\.path)
    #expect(plain == (withoutTwin + [chunk.path]).sorted())
  }

  @Test("a format of twins that this app does not know is passed over")
  func laterFormat() async throws {
    var random = SplitMix64(state: 23)
    try nights.publish(Self.entries(500, &random), at: start)
    let place = nights.directory.appending(path: "manifest.json")
    let text = try String(contentsOf: place, encoding: .utf8)
    let later = [UInt8](text.replacing("columns-1", with: "columns-2").utf8)
    #expect(later != Array(text.utf8))
    try Data(later).write(to: place)
    try vouch(later)
    let fetched = try await install()
    #expect(try isWhole())
    #expect(!fetched.keys.contains { $0.hasPrefix("packed/") })
  }

  private func publish(_ manifest: Manifest) throws {
    let bytes = manifest.encode()
    try Data(bytes).write(to: nights.directory.appending(path: "manifest.json"))
    try vouch(bytes)
  }

  private func vouch(_ manifest: [UInt8]) throws {
    let place = nights.directory.appending(path: "timestamp.json")
    var timestamp = try DirectoryTimestamp.decode([UInt8](try Data(contentsOf: place)))
    timestamp.manifestSHA256 = SHA256.hexadecimal(of: manifest)
    try Data(timestamp.encode()).write(to: place)
  }
}

/// The same draws for the same seed, everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return MixingFunction.mix(state)
  }

  /// A number of Taiwan, with or without an extension.
  mutating func number() -> Int64 {
    886_2_0000_0000 + Int64.random(in: 0..<90_000_000, using: &self)
  }

  /// A label; every fourth is empty, for a blocked number.
  mutating func label() -> String {
    let draw = Int.random(in: 0..<400, using: &self)
    return draw % 4 == 0 ? "" : "幸福麵包店 \(draw)" + String(repeating: "長", count: draw % 9)
  }
}
