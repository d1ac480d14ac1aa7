import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

@Suite struct DeltaTests {
  /// A directory as the simplest possible reader holds it.
  struct State: Equatable {
    var identification: [Int64: String] = [:]
    var blocking: Set<Int64> = []
  }

  @Test(
    "each kept generation becomes the newest by its delta", arguments: 1...12 as ClosedRange<UInt64>
  )
  func applies(seed: UInt64) throws {
    let scratch = try Scratch()
    var random = SplitMix64(state: seed)
    var settings = Directories.settings(slots: 1 + Int(seed % 3))
    settings.largestDeltaShare = 10
    settings.threads = 1 + Int(seed % 2)
    var lines = Directories.lines(seed: seed, count: 600)
    var states: [String: [State]] = [:]
    for _ in 0..<4 {
      let manifest = try Directories.publish(lines, in: scratch.path, settings: settings).manifest
      states[manifest.generation] = try state(of: manifest, in: scratch.path)
      try checkDeltas(manifest, states, in: scratch.path)
      change(&lines, with: &random)
    }
    #expect(states.count == 4)
  }

  @Test("one changed label of many gives one small delta and reads two chunks")
  func small() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 2, target: 100)
    var lines = Directories.lines(seed: 20, count: 20_000)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    lines.identification[5_000].label = "anders"
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(second.manifest.deltas.count == 1)
    let delta = try #require(second.manifest.deltas.first)
    #expect(delta.removals == 1 && delta.additions == 1 && delta.bytes < 1_000)
    #expect(delta.from == first.manifest.generation)
    #expect(second.changes?.relabelled == 1 && second.changes?.vanished == 0)
    let changed = second.manifest.slots[delta.slot].identification.chunks.filter { chunk in
      !first.manifest.slots[delta.slot].identification.chunks.contains(chunk)
    }
    #expect(changed.count == 1)
    // Old and new chunk, once for comparing and once for proving, and the delta.
    #expect(second.deltaAccount.bytesRead < 5 * (changed.first?.bytes ?? 0) + 1_000)
    #expect(second.deltaAccount.bytesSkipped > 100 * (changed.first?.bytes ?? 0))
  }

  @Test("one change in a hundred gives deltas near the size of the lines that changed")
  func share() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 2, target: 100)
    var lines = Directories.lines(seed: 27, count: 20_000)
    try Directories.publish(lines, in: scratch.path, settings: settings)
    var random = SplitMix64(state: 27)
    var bytes = 0
    for index in lines.identification.indices.shuffled(using: &random).prefix(200) {
      let line = lines.identification[index]
      lines.identification[index].label = "neu \(index)"
      bytes += 2 * "\(line.number)\t\n".utf8.count
      bytes += (line.label ?? "").utf8.count + "neu \(index)".utf8.count
    }
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    let deltas = second.manifest.deltas
    #expect(deltas.reduce(0) { $0 + $1.additions } == 200)
    #expect(deltas.reduce(0) { $0 + $1.bytes } * 2 <= bytes * 3)
  }

  @Test("a delta larger than the allowed share is left out")
  func tooLarge() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    var lines = Directories.lines(seed: 21, count: 1_000)
    try Directories.publish(lines, in: scratch.path, settings: settings)
    for index in lines.identification.indices { lines.identification[index].label = "neu \(index)" }
    let staged = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(staged.manifest.deltas.isEmpty)
    #expect(staged.deltaAccount.omitted == 1)
    #expect(staged.changes?.relabelled == lines.identification.count)
    #expect(try Directories.snapshot(scratch.path + "/directory/deltas").isEmpty)
  }

  @Test("generations with the same slot share one file")
  func shared() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 2)
    var lines = Directories.lines(seed: 22, count: 2_000)
    let slots = SlotAssignment(identifiers: settings.slots.map(\.identifier))
    let inFirst = try #require(lines.identification.firstIndex { slots.slot(of: $0.number) == 0 })
    let inSecond = try #require(lines.identification.firstIndex { slots.slot(of: $0.number) == 1 })
    try Directories.publish(lines, in: scratch.path, settings: settings)
    lines.identification[inFirst].label = "zwei"
    try Directories.publish(lines, in: scratch.path, settings: settings)
    lines.identification[inSecond].label = "drei"
    let staged = try Directories.publish(lines, in: scratch.path, settings: settings)
    let second = staged.manifest.deltas.filter { $0.slot == 1 }
    #expect(second.count == 2)
    #expect(Set(second.map(\.path)).count == 1)
    #expect(Set(second.map(\.from)).count == 2)
    #expect(staged.manifest.deltas.filter { $0.slot == 0 }.count == 1)
  }

  @Test("entries that move to a new slot have not vanished")
  func newSlot() throws {
    let scratch = try Scratch()
    var lines = Directories.lines(seed: 23, count: 2_000)
    try Directories.publish(lines, in: scratch.path, settings: Directories.settings(slots: 2))
    lines.identification[3].label = "anders"
    lines.blocking.removeLast()
    let staged = try Directories.publish(
      lines, in: scratch.path, settings: Directories.settings(slots: 3))
    let changes = try #require(staged.changes)
    #expect(changes.vanished == 1 && changes.relabelled == 1)
    #expect(changes.identification.added == 0 && changes.blocking.added == 0)
    #expect(try Directories.read(scratch.path).blocking == lines.blocking)
  }

  @Test("back to an earlier generation and on again")
  func backAndForth() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    let lines = Directories.lines(seed: 24, count: 400)
    var other = lines
    other.identification[7].label = "anders"
    var sequences: [Int] = []
    for round in [lines, other, lines, other, lines] {
      let staged = try Directories.publish(round, in: scratch.path, settings: settings)
      sequences.append(staged.manifest.sequence)
      #expect(try Directories.read(scratch.path).identification == round.identification)
    }
    #expect(sequences == [1, 2, 3, 4, 5])
    #expect(try Directories.snapshot(scratch.path + "/directory/generations").count == 1)
  }

  @Test("a damaged older generation costs its delta, a damaged former one the run")
  func damage() throws {
    let scratch = try Scratch()
    let settings = Directories.settings(slots: 1)
    var lines = Directories.lines(seed: 25, count: 400)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    lines.identification[7].label = "zwei"
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    let kept = second.manifest.slots[0].identification.chunks
    let old = first.manifest.slots[0].identification.chunks.filter { !kept.contains($0) }
    try spoil(try #require(old.first).path, in: scratch.path)
    lines.identification[8].label = "drei"
    let third = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(third.manifest.deltas.map(\.from) == [second.manifest.generation])
    #expect(third.warnings.count == 1)
    for chunk in third.manifest.slots[0].identification.chunks {
      try spoil(chunk.path, in: scratch.path)
    }
    lines.identification[8].label = "vier"
    #expect(throws: PublicationError.self) {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    #expect(
      try Manifest.decode(bytes(scratch.path + "/directory/manifest.json")) == third.manifest)
  }

  @Test("a judge of deltas can refuse the generation")
  func judge() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 1)
    var lines = Directories.lines(seed: 26, count: 400)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    settings.deltaCheck = { (delta) throws(PublicationError) in
      throw .deltaNotProved(path: delta.place, reason: "refused")
    }
    lines.blocking.removeFirst()
    #expect(throws: PublicationError.self) {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    #expect(try Directories.read(scratch.path).manifest == first.manifest)
  }

  // MARK: -

  private func change(
    _ lines: inout (identification: [Line], blocking: [Line]), with random: inout SplitMix64
  ) {
    for _ in 0..<20 {
      let index = Int.random(in: 0..<lines.identification.count, using: &random)
      lines.identification[index].label = "neu \(UInt8.random(in: 0...9, using: &random))"
    }
    for _ in 0..<5 {
      lines.identification.remove(
        at: Int.random(in: 0..<lines.identification.count, using: &random))
    }
    // From one list to the other.
    let moved = lines.blocking.remove(at: Int.random(in: 0..<lines.blocking.count, using: &random))
    lines.identification.append(Line(number: moved.number, label: "entsperrt"))
    let blocked = lines.identification.removeFirst()
    lines.blocking.append(Line(number: blocked.number))
    for _ in 0..<5 {
      let number = 886_3_0000_0000 + Int64.random(in: 0..<9_000_000, using: &random)
      if !lines.blocking.contains(where: { $0.number == number }) {
        lines.blocking.append(Line(number: number))
      }
    }
    lines.identification.sort()
    lines.blocking.sort()
  }

  private func state(of manifest: Manifest, in path: String) throws -> [State] {
    try manifest.slots.map { slot in
      var state = State()
      for chunk in slot.identification.chunks {
        for line in try text(path + "/directory/" + chunk.path) {
          let parts = line.split(separator: "\t", maxSplits: 1)
          state.identification[try #require(Int64(parts[0]))] = String(parts[1])
        }
      }
      for chunk in slot.blocking.chunks {
        for line in try text(path + "/directory/" + chunk.path) {
          state.blocking.insert(try #require(Int64(line)))
        }
      }
      return state
    }
  }

  /// Every delta applied to the state of its generation must give the newest state.
  private func checkDeltas(
    _ manifest: Manifest, _ states: [String: [State]], in path: String
  ) throws {
    let newest = try #require(states[manifest.generation])
    for (from, old) in states where from != manifest.generation {
      for slot in manifest.slots where old[slot.index] != newest[slot.index] {
        let delta = try #require(manifest.delta(from: from, slot: slot.index))
        let file = path + "/directory/" + delta.path
        #expect(try SHA256.hexadecimal(of: bytes(file)) == delta.sha256)
        var state = old[slot.index]
        try apply(try text(file), to: &state, delta)
        #expect(state == newest[slot.index])
      }
    }
  }

  private func apply(_ lines: [String], to state: inout State, _ delta: Manifest.Delta) throws {
    var order: [Int] = []
    var last: Int64 = 0
    for line in lines {
      let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
      let number = try #require(Int64(parts[1]))
      let rank = try #require(["-i", "-b", "+i", "+b"].firstIndex(of: parts[0]))
      if order.last == rank { #expect(number > last) }
      last = number
      order.append(rank)
      switch parts[0] {
      case "-i": #expect(state.identification.removeValue(forKey: number) != nil)
      case "-b": #expect(state.blocking.remove(number) != nil)
      case "+i": #expect(state.identification.updateValue(parts[2], forKey: number) == nil)
      default: #expect(state.blocking.insert(number).inserted)
      }
    }
    #expect(order == order.sorted())
    #expect(order.filter { $0 < 2 }.count == delta.removals)
    #expect(order.filter { $0 >= 2 }.count == delta.additions)
  }

  private func text(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Flips one digit of the first line without changing the size.
  private func spoil(_ path: String, in root: String) throws {
    let place = root + "/directory/" + path
    var spoiled = try bytes(place)
    spoiled[5] = spoiled[5] == 0x38 ? 0x37 : 0x38
    try Data(spoiled).write(to: URL(fileURLWithPath: place))
  }
}
