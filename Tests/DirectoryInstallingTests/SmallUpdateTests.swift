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
    let manifest = try Manifest.decode(
      [UInt8](try Data(contentsOf: nights.directory.appending(path: "manifest.json"))))
    return manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }.allSatisfy {
      phone.installed($0.path).map { SHA256.hexadecimal(of: [UInt8]($0)) } == $0.sha256
    }
  }

  private static func chunks(_ fetched: [String: Int]) -> [String] {
    fetched.keys.filter { $0.hasPrefix("chunks/") }
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
      #expect(Self.chunks(fetched).isEmpty, "seed \(seed), night \(night)")
      let deltas = fetched.filter { $0.key.hasPrefix("deltas/") }
      #expect(deltas.values.reduce(0, +) <= manifest.deltas.reduce(0) { $0 + $1.bytes })
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
      if night > 0 { #expect(Self.chunks(fetched).isEmpty, "night \(night)") }
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
    #expect(Self.chunks(try await install()).isEmpty)
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
    let fetched = Self.chunks(try await install())
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
      manifest.deltas[index].sha256 = SHA256.hexadecimal(of: [UInt8](data))
    }
    let bytes = manifest.encode()
    try Data(bytes).write(to: nights.directory.appending(path: "manifest.json"))
    var timestamp = try DirectoryTimestamp.decode(
      [UInt8](try Data(contentsOf: nights.directory.appending(path: "timestamp.json"))))
    timestamp.manifestSHA256 = SHA256.hexadecimal(of: bytes)
    try Data(timestamp.encode()).write(to: nights.directory.appending(path: "timestamp.json"))
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
    #expect(Self.chunks(try await install()).isEmpty)
    #expect(try isWhole())
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
