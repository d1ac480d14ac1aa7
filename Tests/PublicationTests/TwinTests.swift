import DirectoryFormat
import Foundation
import Signing
import Testing

@testable import Publication

/// Chunks and deltas have packed twins that give the same bytes.
@Suite struct TwinTests {
  private let scratch: Scratch
  private var directory: String { scratch.path + "/directory" }
  private var settings = Directories.settings(slots: 2, target: 200)

  init() throws {
    scratch = try Scratch()
    settings.threads = 1
    settings.largestDeltaShare = 10
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func unpacked(_ twin: [UInt8], to bytes: Int, pieces: Int = 100) throws -> [UInt8] {
    var position = 0
    var result: [UInt8] = []
    try TwinReader.unpack(
      bytes: bytes,
      read: {
        let end = min(position + pieces, twin.count)
        defer { position = end }
        return Array(twin[position..<end])
      }, into: { result += $0 })
    return result
  }

  static func packed(
    _ lines: [UInt8], of list: DirectoryList?, in room: TwinRoom = TwinRoom()
  ) throws -> [UInt8]? {
    nonisolated(unsafe) var result: [UInt8] = []
    let writer = TwinWriter(room: room) { result += $0 }
    guard try lines.withUnsafeBytes({ try writer.append($0, of: list) }) else { return nil }
    try writer.finish()
    return result
  }

  private struct Plain {
    let path: String
    let bytes: Int
    let twin: Manifest.Packed?
  }

  private static func files(_ manifest: Manifest) -> [Plain] {
    let chunks = manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
    return chunks.map { Plain(path: $0.path, bytes: $0.bytes, twin: $0.packed) }
      + manifest.deltas.map { Plain(path: $0.path, bytes: $0.bytes, twin: $0.packed) }
  }

  @Test("every twin gives its file, is smaller, and a file without one would gain nothing")
  func roundTrip() throws {
    var lines = Directories.lines(seed: 41, count: 4_000)
    try Directories.publish(lines, in: scratch.path, settings: settings)
    for index in stride(from: 0, to: lines.identification.count, by: 5) {
      lines.identification[index].label = "neu \(index % 70)"
    }
    try Directories.publish(lines, in: scratch.path, settings: settings)
    let manifest = try Directories.read(scratch.path).manifest
    #expect(!manifest.deltas.isEmpty)
    var count = 0
    for file in Self.files(manifest) {
      let plain = try Self.bytes(directory + "/" + file.path)
      guard let twin = file.twin else {
        let list = plain.contains(0x09) ? DirectoryList.identification : .blocking
        let isDelta = file.path.hasPrefix("deltas/")
        #expect(
          try Self.packed(plain, of: isDelta ? nil : list).map { $0.count >= plain.count } == true)
        continue
      }
      count += 1
      let packed = try Self.bytes(directory + "/" + twin.path)
      #expect(packed.count == twin.bytes && packed.count < plain.count)
      #expect(SHA256.hexadecimal(of: packed) == twin.sha256)
      #expect(twin.path == DirectoryPath.packed(sha256: twin.sha256))
      #expect(try Self.unpacked(packed, to: plain.count) == plain)
    }
    #expect(count > 10)
  }

  @Test("numbers in a row give the twin of single lines", arguments: DirectoryList.allCases)
  func rows(list: DirectoryList) throws {
    var random = SplitMix64(state: 45)
    var number: Int64 = 95
    var lines: [[UInt8]] = []
    for _ in 0..<300 {
      let label = ["店", "a", "longer than eight"][Int.random(in: 0..<3, using: &random)]
      for _ in 0..<Int.random(in: 1...250, using: &random) {
        lines.append(Array((list == .blocking ? "\(number)\n" : "\(number)\t\(label)\n").utf8))
        number += Int.random(in: 0..<20, using: &random) == 0 ? 2 : 1
      }
      number += .random(in: 1...3, using: &random)
    }
    nonisolated(unsafe) var alone: [UInt8] = []
    let writer = TwinWriter { alone += $0 }
    for line in lines {
      let isTaken = try line.withUnsafeBytes { try writer.append($0, of: list) }
      #expect(isTaken)
    }
    try writer.finish()
    let text = lines.flatMap { $0 }
    #expect(try Self.packed(text, of: list) == alone)
    #expect(try Self.unpacked(alone, to: text.count) == text)
  }

  @Test("a row goes on over tens, and over nothing else")
  func tens() throws {
    for text in [
      "8\tx\n9\tx\n10\tx\n11\tx\n", "98\tx\n99\tx\n100\tx\n", "19\tx\n30\tx\n", "19\tx\n20\ty\n",
    ] {
      let twin = try #require(try Self.packed(Array(text.utf8), of: .identification))
      #expect(try Self.unpacked(twin, to: text.utf8.count) == Array(text.utf8))
    }
    for text in ["19\tx\n10\tx\n", "19\tx\n1:\tx\n", "29\tx\n/0\tx\n"] {
      #expect(try Self.packed(Array(text.utf8), of: .identification) == nil)
    }
  }

  @Test("labels that repeat take few bytes, whatever their number takes")
  func repeatedLabels() throws {
    let shops = (0..<300).flatMap { shop in
      (0..<100).map { "\(886_227_000_000 + shop * 200 + $0)\tshop \(shop)\n" }
    }
    let text = Array(shops.joined().utf8)
    let twin = try #require(try Self.packed(text, of: .identification))
    #expect(twin.count < 6_000)
    #expect(try Self.unpacked(twin, to: text.count) == text)
  }

  @Test("a twin is the same whatever its room held before")
  func roomUsedBefore() throws {
    let lines = (0..<3_000).map { "\(886_227_000_000 + $0 * 7)\tshop \($0 % 50)\n" }
    let text = Array(lines.joined().utf8)
    let other = Array((1...999).map { "\($0)\n" }.joined().utf8)
    let room = TwinRoom()
    let rooms = TwinRooms()
    for text in [text, other, text] {
      let list = text == other ? DirectoryList.blocking : .identification
      let wanted = try Self.packed(text, of: list)
      #expect(try Self.packed(text, of: list, in: room) == wanted)
      let taken = rooms.take()
      #expect(try Self.packed(text, of: list, in: taken) == wanted)
      // Left full: its twin was given up.
      _ = try text.withUnsafeBytes { try TwinWriter(room: taken) { _ in }.append($0, of: list) }
      rooms.give(back: taken)
    }
  }

  @Test("a row that stands still, falls or has no digit is no row")
  func brokenRows() throws {
    for text in ["5\tx\n5\tx\n", "5\tx\n4\tx\n"] {
      #expect(try Self.packed(Array(text.utf8), of: .identification) == nil)
    }
    #expect(try Self.packed(Array("9\tx\n:\tx\n".utf8), of: .identification) == nil)
  }

  @Test(
    "the generation is the same without twins; taking them away and giving them back is a new manifest"
  )
  func switched() throws {
    let lines = Directories.lines(seed: 42, count: 900)
    let with = try Directories.publish(lines, in: scratch.path, settings: settings)
    var plain = settings
    plain.writesTwins = false
    let without = try Directories.publish(lines, in: scratch.path, settings: plain)
    #expect(without.manifest.generation == with.manifest.generation && !without.isUnchanged)
    #expect(without.manifest.sequence == 2)
    // The twins themselves stay for one more publication: somebody may just be reading them.
    #expect(without.manifest.twinFiles.isEmpty)
    #expect(try Directories.publish(lines, in: scratch.path, settings: plain).isUnchanged)
    let again = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(again.manifest.slots == with.manifest.slots && !again.isUnchanged)
    #expect(try Directories.publish(lines, in: scratch.path, settings: settings).isUnchanged)
  }

  @Test(
    "a twin that is lost or damaged is made again by an unchanged night; the rest is not touched")
  func healed() throws {
    let lines = Directories.lines(seed: 43, count: 900)
    let manifest = try Directories.publish(lines, in: scratch.path, settings: settings).manifest
    let twins = Self.files(manifest).compactMap(\.twin)
    try #require(twins.count > 2)
    let before = try Directories.snapshot(directory)
    try FileManager.default.removeItem(atPath: directory + "/" + twins[0].path)
    var damaged = try Self.bytes(directory + "/" + twins[1].path)
    damaged[damaged.count / 2] ^= 1
    try Data(damaged).write(to: URL(fileURLWithPath: directory + "/" + twins[1].path))
    let night = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(night.isUnchanged)
    let after = try Directories.snapshot(directory)
    #expect(Set(after.keys) == Set(before.keys))
    for (name, look) in after where name != twins[0].path && name != twins[1].path {
      #expect(look == before[name], "\(name)")
    }
    for twin in twins.prefix(2) {
      #expect(after[twin.path]?.prefix(64) == before[twin.path]?.prefix(64))
    }
  }

  @Test("twins of former generations stay as long as these, and go with them")
  func swept() throws {
    var settings = settings
    settings.keptGenerations = 1
    var lines = Directories.lines(seed: 44, count: 900)
    for night in 0..<4 {
      lines.identification[night * 50].label = "night \(night)"
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    var named: Set<String> = []
    let kept = try FileManager.default.contentsOfDirectory(atPath: directory + "/generations")
    #expect(kept.count == 1)
    for name in ["manifest.json"] + kept.map({ "generations/" + $0 }) {
      let manifest = try Directories.read(scratch.path, manifestPath: name).manifest
      named.formUnion(Self.files(manifest).compactMap(\.twin?.path))
    }
    let there = try FileManager.default.contentsOfDirectory(atPath: directory + "/packed")
    #expect(Set(there.map { "packed/" + $0 }) == named)
  }

  @Test("lines of every kind, label length and number come back")
  func lines() throws {
    var random = SplitMix64(state: 45)
    var chunk: [UInt8] = []
    var number: Int64 = 0
    for row in 0..<2_000 {
      number += row % 3 == 0 ? 1 : Int64.random(in: 1..<4_000_000_000_000_000, using: &random)
      let length = row % 400 == 7 ? 65_534 : Int.random(in: 1..<40, using: &random)
      let label = String(repeating: row % 2 == 0 ? "x" : "\(row % 50)", count: length).prefix(
        65_534)
      chunk += Array("\(number)\t\(label)\n".utf8)
    }
    chunk += Array("9223372036854775806\tlast\n".utf8)
    let packed = try #require(try Self.packed(chunk, of: .identification))
    #expect(try Self.unpacked(packed, to: chunk.count) == chunk)
    let blocking = Array((1...3_000).map { "\($0 * $0 * 7)\n" }.joined().utf8)
    let twin = try #require(try Self.packed(blocking, of: .blocking))
    #expect(try Self.unpacked(twin, to: blocking.count) == blocking)
    #expect(twin.count < blocking.count / 3)
    let delta = Array("-i\t1\n-i\t9\n-b\t4\n+i\t1\tÄ\n+i\t3\tÄ\n+b\t12\n".utf8)
    let ofDelta = try #require(try Self.packed(delta, of: nil))
    #expect(try Self.unpacked(ofDelta, to: delta.count, pieces: 1) == delta)
  }

  @Test("blocks end at 4 MiB of text, so that memory stays bounded")
  func blocks() throws {
    let label = String(repeating: "長", count: 300)
    let lines = Array((1...12_000).map { "\($0)\t\(label)\($0)\n" }.joined().utf8)
    #expect(lines.count > 2 * TwinColumns.mostTextInBytes)
    let packed = try #require(try Self.packed(lines, of: .identification))
    #expect(packed.count < lines.count / 20)
    #expect(try Self.unpacked(packed, to: lines.count, pieces: 4_096) == lines)
  }

  @Test(
    "what is no line of a chunk or delta gets no twin",
    arguments: ["a\tb\n", "12\n", "5\tx\n4\ty\n", "5\tx"])
  func noLines(text: String) throws {
    #expect(try Self.packed(Array(text.utf8), of: .identification) == nil)
    #expect(try Self.packed(Array(text.utf8), of: nil) == nil)
  }
}

/// A twin that is damaged, cut or a bomb gives nothing to be believed, and ends soon.
@Suite struct DamagedTwinTests {
  private let plain = Array((1...900).map { "\($0 * 31)\tShop \($0 % 40) 店\n" }.joined().utf8)
  private let packed: [UInt8]

  init() throws { packed = try #require(try TwinTests.packed(plain, of: .identification)) }

  @Test("cut anywhere it is refused")
  func cut() {
    for count in 0..<packed.count {
      #expect(throws: TwinReader.Failure.self, "\(count)") {
        try TwinTests.unpacked(Array(packed[..<count]), to: plain.count)
      }
    }
  }

  @Test("with any byte changed it is refused, or gives other bytes, never more than the file has")
  func changed() {
    for position in packed.indices {
      for bit in [1, 0x80] as [UInt8] {
        var damaged = packed
        damaged[position] ^= bit
        if let bytes = try? TwinTests.unpacked(damaged, to: plain.count) {
          #expect(bytes.count == plain.count)
        }
      }
    }
  }

  @Test("of another size it is refused", arguments: [-1, 1, -5_000, 5_000])
  func wrongSize(more: Int) {
    #expect(throws: TwinReader.Failure.wrongSize) {
      try TwinTests.unpacked(packed, to: plain.count + more)
    }
  }

  @Test("something behind its end is refused")
  func behind() {
    #expect(throws: TwinReader.Failure.self) {
      try TwinTests.unpacked(packed + [0], to: plain.count)
    }
    #expect(throws: TwinReader.Failure.self) {
      try TwinTests.unpacked(packed + packed, to: plain.count)
    }
  }

  @Test("a block that says little and would give much stops one byte beyond")
  func bomb() throws {
    // One long label, sixty times: 3.6 MB out of some hundred bytes.
    let label = String(repeating: "x", count: 60_000)
    let large = Array((1...60).map { "\($0)\t\(label)\n" }.joined().utf8)
    var bomb = try #require(try TwinTests.packed(large, of: .identification))
    #expect(bomb.count < 1_000)
    nonisolated(unsafe) var given = 0
    nonisolated(unsafe) var isRead = false
    let bytes = bomb
    #expect(throws: TwinReader.Failure.wrongSize) {
      try TwinReader.unpack(
        bytes: 50_000,
        read: {
          defer { isRead = true }
          return isRead ? [] : bytes
        }, into: { given += $0.count })
    }
    #expect(given == 0, "the block says that it is larger than the file")
    // It lies about its text: what it says is 50 000 bytes (three bytes of a varint for three).
    let size = large.count
    #expect(
      bomb[1..<4] == [
        UInt8(size & 0x7F) | 0x80, UInt8(size >> 7 & 0x7F) | 0x80, UInt8(size >> 14 & 0x7F) | 0x80,
      ])
    bomb.replaceSubrange(1..<5, with: [0xD0, 0x86, 0x83, 0x00])
    #expect(throws: TwinReader.Failure.self) {
      try TwinTests.unpacked(bomb, to: 50_000)
    }
  }
}
