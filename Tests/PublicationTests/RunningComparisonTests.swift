import Comparison
import DirectoryFormat
import Foundation
import Signing
import Testing

@testable import Publication

@Suite struct RunningComparisonTests {
  typealias Lines = (identification: [Line], blocking: [Line])

  @Test(
    "deltas and counts are those of sets, whatever the chunks, the memory and the pieces",
    arguments: 1...12 as ClosedRange<UInt64>)
  func likeSets(seed: UInt64) throws {
    let scratch = try Scratch()
    var random = SplitMix64(state: seed)
    var settings = Directories.settings(slots: 1 + Int(seed % 3), target: 1 + random.next() % 9_000)
    settings.largestDeltaShare = 10
    // Lists of more than one piece, with lines that fill a good part of one.
    var old = Directories.lines(seed: seed, count: 6_000 + Int(random.next() % 6_000))
    for _ in 0..<6 {
      let place = Int.random(in: 0..<old.identification.count, using: &random)
      old.identification[place].label = Self.longLabel(&random)
    }
    let first = try Directories.publish(old, in: scratch.path, settings: settings)
    let new = changed(old, oneIn: [3, 40, 700][Int(seed / 3 % 3)], &random)
    if seed % 4 == 0 { settings.chunkTarget = 1 + random.next() % 9_000 }
    settings.heldBytes = seed % 2 == 0 ? 1 : 32 << 20
    settings.threads = 1 + Int(seed % 2)
    let staged = try Directories.publish(new, in: scratch.path, settings: settings)

    let slots = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    for slot in settings.slots.indices {
      let expected = delta(of: old, new) { slots.slot(of: $0.number) == slot }
      let path = try #require(staged.manifest.deltas.first { $0.slot == slot }?.path)
      let found = try String(contentsOfFile: scratch.path + "/directory/" + path, encoding: .utf8)
      #expect(found == expected, "seed \(seed), slot \(slot)")
    }
    #expect(staged.changes?.identification == counts(old.identification, new.identification))
    #expect(staged.changes?.blocking == counts(old.blocking, new.blocking))
    let read = try Directories.read(scratch.path)
    #expect(read.identification == new.identification && read.blocking == new.blocking)
    checkReadOnce(first, staged)
  }

  @Test("former chunks are read once, and new ones not again")
  func readOnce() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 2)
    var lines = Directories.lines(seed: 40, count: 5_000)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    for index in stride(from: 0, to: lines.identification.count, by: 100) {
      lines.identification[index].label = "anders"
    }
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    checkReadOnce(first, second)
  }

  @Test("a chunk with the bytes of a former one is known, and only such a one")
  func sameChunk() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1, target: 50)
    let lines = Directories.lines(seed: 41, count: 1_000)
    let manifest = try Directories.publish(lines, in: scratch.path, settings: settings).manifest
    let chunks = manifest.slots[0].identification.chunks
    try #require(chunks.count > 5)
    let comparison = try #require(
      RunningComparison(
        manifest, settings: settings, folder: OutputFolder(path: scratch.path),
        staging: scratch.path, fileSystem: FileSystem(), isDurable: false))
    for (position, chunk) in chunks.enumerated() {
      var bytes = try [UInt8](
        Data(contentsOf: URL(fileURLWithPath: scratch.path + "/directory/" + chunk.path)))
      if position == 2 { bytes.insert(0x78, at: bytes.count - 1) }
      if position == 4 { bytes.removeSubrange(0...(bytes.firstIndex(of: 0x0A) ?? 0)) }
      let cut = bytes[..<(bytes.count / 2)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      try take(bytes[..<cut], comparison)
      if position == 1 { #expect(!comparison.endChunk(list: 0, as: sealed(bytes[..<cut]))) }
      try take(bytes[cut...], comparison)
      #expect(comparison.hasChanged(list: 0) == [2, 4].contains(position))
      let isSame = comparison.endChunk(
        list: 0, as: sealed(position == 1 ? bytes[cut...] : bytes[...]))
      #expect(isSame == ![1, 2, 4].contains(position), "chunk \(position) \(chunk.path)")
    }
    try comparison.finish()
    #expect(comparison.comparer(ofSlot: 0)?[.identification].changes.relabelled == 1)
    #expect(comparison.comparer(ofSlot: 0)?[.identification].changes.removed == 1)
  }

  @Test("a former chunk that was damaged and comes back is written again; the delta is right")
  func damaged() throws {
    for kind in 0..<3 {
      let scratch = try Scratch()
      let settings = Directories.settings(slots: 1)
      let old = Directories.lines(seed: 42, count: 1_000)
      let first = try Directories.publish(old, in: scratch.path, settings: settings)
      let place =
        scratch.path + "/directory/" + first.manifest.slots[0].identification.chunks[3].path
      var bytes = try Data(contentsOf: URL(fileURLWithPath: place))
      if kind == 0 { bytes[bytes.count - 2] ^= 1 }
      if kind == 1 { bytes.removeLast() }
      try bytes.write(to: URL(fileURLWithPath: place))
      if kind == 2 { try FileManager.default.removeItem(atPath: place) }
      var new = old
      new.identification[0].label = "anders"
      let second = try Directories.publish(new, in: scratch.path, settings: settings)
      #expect(second.chunks.written == 2)
      let path = try #require(second.manifest.deltas.first?.path)
      #expect(
        try String(contentsOfFile: scratch.path + "/directory/" + path, encoding: .utf8)
          == delta(of: old, new) { _ in true })
      #expect(try Directories.read(scratch.path).identification == new.identification)
    }
  }

  @Test("bytes that come back are not taken for a former chunk of another hash")
  func spoiltAlike() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    var lines = Directories.lines(seed: 43, count: 1_000)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    // Its label was changed behind our back, and tonight's has the same change.
    let chunk = first.manifest.slots[0].identification.chunks[3]
    let place = URL(fileURLWithPath: scratch.path + "/directory/" + chunk.path)
    var bytes = try Data(contentsOf: place)
    bytes[bytes.count - 2] ^= 1
    try bytes.write(to: place)
    let index = try #require(lines.identification.firstIndex { $0.number == chunk.last })
    var label = Array((lines.identification[index].label ?? "").utf8)
    label[label.count - 1] ^= 1
    lines.identification[index].label = String(decoding: label, as: UTF8.self)
    let error = #expect(throws: PublicationError.self) {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    #expect(error?.description.contains("a published chunk is damaged") == true)
    #expect(try Data(contentsOf: place) == bytes)
  }

  @Test("a delta that only the grown slot allows is made")
  func grown() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    func lines(_ numbers: Range<Int64>) -> Lines {
      (numbers.map { Line(number: 886_2_0000_0000 + $0, label: "Bäckerei \($0)") }, [])
    }
    try Directories.publish(lines(0..<1_000), in: scratch.path, settings: settings)
    let staged = try Directories.publish(lines(0..<1_650), in: scratch.path, settings: settings)
    #expect(staged.manifest.deltas.first?.additions == 650)
    #expect(staged.deltaAccount.omitted == 0)
  }

  // MARK: -

  /// What was read are the chunks that are gone and the deltas: nothing was compared from files.
  private func checkReadOnce(_ first: StagedGeneration, _ second: StagedGeneration) {
    let kept = Set(chunks(of: second.manifest).map(\.sha256))
    let gone = chunks(of: first.manifest).filter { !kept.contains($0.sha256) }
    #expect(
      second.deltaAccount.bytesRead
        == gone.reduce(0) { $0 + $1.bytes } + second.manifest.deltas.reduce(0) { $0 + $1.bytes })
  }

  private func chunks(of manifest: Manifest) -> [Manifest.Chunk] {
    manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
  }

  private func sealed(_ bytes: ArraySlice<UInt8>) -> Manifest.Chunk {
    Manifest.Chunk(
      entries: 1, first: 1, last: 1, bytes: bytes.count,
      sha256: SHA256.hexadecimal(of: Array(bytes)))
  }

  private func take(_ bytes: ArraySlice<UInt8>, _ comparison: RunningComparison) throws {
    try bytes.withUnsafeBytes { try comparison.take($0, list: 0) }
  }

  private static func longLabel(_ random: inout SplitMix64) -> String {
    String(repeating: "長", count: 1 + Int(random.next() % 20_000))
  }

  private func changed(_ old: Lines, oneIn share: Int, _ random: inout SplitMix64) -> Lines {
    var new = old
    var taken = Set((old.identification + old.blocking).map(\.number))
    new.identification = old.identification.compactMap { line in
      guard random.next() % UInt64(share) == 0 else { return line }
      if random.next() % 3 == 0 { return nil }
      let label = random.next() % 50 == 0 ? Self.longLabel(&random) : "neu"
      return Line(number: line.number, label: label)
    }
    new.blocking = old.blocking.filter { _ in random.next() % UInt64(share) != 0 }
    for _ in 0..<(old.identification.count / share) {
      let number = 886_2_0000_0000 + Int64.random(in: 0..<90_000_000, using: &random)
      guard taken.insert(number).inserted else { continue }
      if random.next() % 2 == 0 {
        new.blocking.append(Line(number: number))
      } else {
        new.identification.append(Line(number: number, label: "dazu"))
      }
    }
    new.identification.sort()
    new.blocking.sort()
    return new
  }

  /// The delta as its definition says it: what only one of the sets has.
  private func delta(of old: Lines, _ new: Lines, _ isMeant: (Line) -> Bool) -> String {
    func only(_ lines: [Line], _ others: [Line]) -> [Line] {
      let others = Set(others)
      return lines.filter { isMeant($0) && !others.contains($0) }
    }
    var text = ""
    for line in only(old.identification, new.identification) { text += "-i\t\(line.number)\n" }
    for line in only(old.blocking, new.blocking) { text += "-b\t\(line.number)\n" }
    for line in only(new.identification, old.identification) {
      text += "+i\t\(line.number)\t\(line.label ?? "")\n"
    }
    for line in only(new.blocking, old.blocking) { text += "+b\t\(line.number)\n" }
    return text
  }

  private func counts(_ old: [Line], _ new: [Line]) -> ListChanges {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.number, $0.label) })
    let after = Dictionary(uniqueKeysWithValues: new.map { ($0.number, $0.label) })
    var counts = ListChanges()
    counts.added = new.filter { before[$0.number] == nil }.count
    counts.removed = old.filter { after[$0.number] == nil }.count
    counts.relabelled =
      new.filter { line in before[line.number].map { $0 != line.label } ?? false }.count
    return counts
  }
}
