import DirectoryFormat
import Foundation
import Publication
import Records
import Signing
import Testing

@Suite struct PublisherTests {
  @Test("what goes in comes out, sorted into slots and chunks", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 3)
    let lines = Directories.lines(seed: seed, count: 2_000)
    let staged = try Directories.publish(lines, in: scratch.path, settings: settings)
    let read = try Directories.read(scratch.path)
    #expect(read.manifest == staged.manifest)
    #expect(read.manifest.sequence == 1)
    #expect(read.identification == lines.identification)
    #expect(read.blocking == lines.blocking)
    let assignment = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    for slot in read.manifest.slots {
      for list in DirectoryList.allCases {
        for chunk in slot[list].chunks.dropLast() {
          let mixed = MixingFunction.mix(UInt64(bitPattern: chunk.last))
          #expect(mixed % settings.chunkTarget == 0)
        }
        for chunk in slot[list].chunks { #expect(assignment.slot(of: chunk.first) == slot.index) }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/.staging"))
  }

  @Test("numbers in a row with one label are lines like any others", arguments: [1, 7, 98])
  func rows(shift: Int64) throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 3, target: 500)
    var lines: (identification: [Line], blocking: [Line]) = ([], [])
    for row in Int64(0)..<60 {
      let label = String(repeating: "長 ", count: Int(row % 30) + 1)
      for number in 0..<(row * 3) {
        let first: Int64 = row % 4 == 0 ? 90 : 886_2_0000_9_900 + shift
        let line = Line(number: first + row * 1_000 + number, label: row % 5 == 0 ? nil : label)
        if row % 5 == 0 { lines.blocking.append(line) } else { lines.identification.append(line) }
      }
    }
    lines = (lines.identification.sorted(), lines.blocking.sorted())
    let staged = try Directories.publish(lines, in: scratch.path, settings: settings)
    let read = try Directories.read(scratch.path)
    #expect(read.manifest == staged.manifest)
    #expect(read.identification == lines.identification)
    #expect(read.blocking == lines.blocking)
    for slot in read.manifest.slots {
      for chunk in DirectoryList.allCases.flatMap({ slot[$0].chunks.dropLast() }) {
        #expect(MixingFunction.mix(UInt64(bitPattern: chunk.last)) % settings.chunkTarget == 0)
      }
    }
  }

  @Test("an empty directory is a directory")
  func empty() throws {
    let scratch = try Scratch()
    try Directories.publish(([], []), in: scratch.path, settings: Directories.settings())
    let read = try Directories.read(scratch.path)
    #expect(read.identification.isEmpty && read.blocking.isEmpty)
  }

  @Test("the same entries again leave every file untouched, times included")
  func unchanged() throws {
    let scratch = try Scratch()
    let lines = Directories.lines(seed: 4, count: 500)
    let settings = Directories.settings()
    try Directories.publish(lines, in: scratch.path, settings: settings)
    let before = try Directories.snapshot(scratch.path + "/directory")
    let staged = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(staged.isUnchanged)
    #expect(staged.chunks.written == 0)
    #expect(try Directories.snapshot(scratch.path + "/directory") == before)
  }

  @Test(
    "a chunk that was lost, cut short or spoilt in its place is written again",
    arguments: [1 << 20, 1])
  func healed(heldBytes: Int) throws {
    let scratch = try Scratch()
    let lines = Directories.lines(seed: 5, count: 500)
    var settings = Directories.settings()
    settings.heldBytes = heldBytes
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    let chunks = first.manifest.slots[0].identification.chunks
    let root = scratch.path + "/directory/"
    try FileManager.default.removeItem(atPath: root + chunks[0].path)
    try Data("cut".utf8).write(to: URL(fileURLWithPath: root + chunks[1].path))
    let spoilt = URL(fileURLWithPath: root + chunks[2].path)
    var bytes = try Data(contentsOf: spoilt)
    bytes[bytes.count - 2] ^= 1
    try bytes.write(to: spoilt)
    let again = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(again.isUnchanged)
    #expect(again.chunks.written == 3)
    #expect(try Directories.read(scratch.path).identification == lines.identification)
  }

  @Test("one changed label changes one chunk; the former generation stays loadable")
  func oneChange() throws {
    let scratch = try Scratch()
    var lines = Directories.lines(seed: 6, count: 2_000)
    let settings = Directories.settings()
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    let before = try Directories.snapshot(scratch.path + "/directory/chunks")
    let old = lines
    lines.identification[700].label = "anders"
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(second.chunks.written == 1)
    #expect(second.manifest.sequence == 2)
    let after = try Directories.snapshot(scratch.path + "/directory/chunks")
    #expect(after.filter { before[$0.key] == $0.value }.count == before.count)
    #expect(after.count == before.count + 1)
    let former = try Directories.read(
      scratch.path, manifestPath: "generations/\(first.manifest.generation).json")
    #expect(former.identification == old.identification)
    #expect(try Directories.read(scratch.path).identification == lines.identification)
  }

  @Test("generations beyond those kept are swept with all that only they need")
  func sweep() throws {
    let scratch = try Scratch()
    var settings = Directories.settings()
    settings.keptGenerations = 2
    settings.signingKey = try Ed25519.PrivateKey.generate()
    var lines = Directories.lines(seed: 7, count: 400)
    for night in 0..<5 {
      lines.identification[night * 10].label = "night \(night)"
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    let root = scratch.path + "/directory"
    let generations = try FileManager.default.contentsOfDirectory(atPath: root + "/generations")
    #expect(generations.count == 2)
    var needed: Set<String> = []
    for name in ["manifest.json"] + generations.map({ "generations/" + $0 }) {
      let manifest = try Directories.read(scratch.path, manifestPath: name).manifest
      for slot in manifest.slots {
        for list in DirectoryList.allCases { needed.formUnion(slot[list].chunks.map(\.path)) }
      }
    }
    let chunks = try FileManager.default.contentsOfDirectory(atPath: root + "/chunks")
    #expect(Set(chunks.map { "chunks/" + $0 }) == needed)
    // Three manifests and the timestamp.
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/signatures").count == 4)
  }

  @Test("the signature is that of the manifest's bytes")
  func signature() throws {
    let scratch = try Scratch()
    var settings = Directories.settings()
    let key = try Ed25519.PrivateKey.generate()
    settings.signingKey = key
    try Directories.publish(
      Directories.lines(seed: 8, count: 100), in: scratch.path, settings: settings)
    let root = scratch.path + "/directory/"
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: root + "manifest.json")))
    let path = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: bytes))
    let signature = try Array(Data(contentsOf: URL(fileURLWithPath: root + path)))
    #expect(try key.publicKey.isValid(signature: signature, of: bytes))
  }

  @Test("entries out of order or outside the slots are refused")
  func disorder() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    for numbers in [[5, 5], [5, 4], [0], [-1]] as [[Int64]] {
      let publisher = try Publisher(output: scratch.path, settings: settings)
      let batch = EntryBatch()
      for number in numbers {
        batch.entries.append(
          .init(number: number, label: nil, labelCount: 0, slot: 0, isBlocking: true))
      }
      #expect(throws: PublicationError.self) { try publisher.append(batch) }
    }
    let publisher = try Publisher(output: scratch.path, settings: settings)
    let batch = EntryBatch()
    batch.entries.append(.init(number: 1, label: nil, labelCount: 0, slot: 1, isBlocking: true))
    #expect(throws: PublicationError.self) { try publisher.append(batch) }
  }

  @Test("a slot over its cap is refused with the number of slots that would do")
  func cap() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 1)
    settings.slots[0].cap = 99
    let publisher = try Publisher(output: scratch.path, settings: settings)
    let lines = Directories.lines(seed: 9, count: 100)
    try Directories.append(
      identification: lines.identification, blocking: lines.blocking, to: publisher,
      settings: settings)
    #expect(
      throws: PublicationError.overCap(
        slot: settings.slots[0].identifier, entries: 100, cap: 99, slotsNeeded: 2)
    ) { try publisher.finish(Directories.facts(100)) }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/directory/manifest.json"))
  }

  @Test("the second run is told who holds the folder")
  func lock() throws {
    let scratch = try Scratch()
    let settings = Directories.settings()
    let holder = try Publisher(output: scratch.path, settings: settings)
    let error = #expect(throws: PublicationError.self) {
      try Publisher(output: scratch.path, settings: settings)
    }
    #expect(error == .locked(path: scratch.path + "/.lock", holder: getpid()))
    withExtendedLifetime(holder) {}
  }

  @Test("a damaged published manifest stops the run before it starts")
  func damagedManifest() throws {
    let scratch = try Scratch()
    let settings = Directories.settings()
    try Directories.publish(
      Directories.lines(seed: 10, count: 50), in: scratch.path, settings: settings)
    let path = scratch.path + "/directory/manifest.json"
    try Data("{ \"format\": 1".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: PublicationError.self) {
      try Publisher(output: scratch.path, settings: settings)
    }
    #expect(error?.description.contains("generations/") == true)
  }

  @Test("a checking run writes nothing and knows the generation")
  func checking() throws {
    let scratch = try Scratch()
    let settings = Directories.settings()
    let lines = Directories.lines(seed: 11, count: 300)
    for path in [scratch.path + "/absent", scratch.path + "/there"] {
      let expected = try Directories.publish(
        lines, in: scratch.path + "/there", settings: settings)
      let before = try Directories.snapshot(scratch.path)
      let publisher = try Publisher(
        output: path, settings: settings, mode: .checking(scratch: NSTemporaryDirectory()))
      try Directories.append(
        identification: lines.identification, blocking: lines.blocking, to: publisher,
        settings: settings)
      let staged = try publisher.finish(Directories.facts(300))
      #expect(staged.manifest.generation == expected.manifest.generation)
      #expect(staged.isUnchanged == path.hasSuffix("there"))
      #expect(try Directories.snapshot(scratch.path) == before)
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/absent"))
    }
  }

  @Test("chunks that outgrow the memory go to the disk early, with the same result")
  func streamed() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 2, target: 100_000)
    let lines = Directories.lines(seed: 12, count: 30_000)
    let whole = try Directories.publish(
      lines, in: scratch.path + "/whole", settings: settings)
    settings.heldBytes = 1
    let streamed = try Directories.publish(
      lines, in: scratch.path + "/streamed", settings: settings)
    #expect(whole.manifest == streamed.manifest)
    #expect(
      try Directories.read(scratch.path + "/streamed").identification == lines.identification)
  }
}
