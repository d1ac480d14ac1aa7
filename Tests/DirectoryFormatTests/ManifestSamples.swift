import DirectoryFormat

/// A digest that is quick to read in a test: not SHA-256, but 32 bytes that follow from the input.
struct TestDigest: DigestFunction {
  private var state: [UInt64] = [1, 2, 3, 4]

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      for index in state.indices {
        state[index] = MixingFunction.mix(state[index] &+ UInt64(byte) &+ UInt64(index))
      }
    }
  }

  mutating func finish() -> [UInt8] {
    state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
  }
}

extension Manifest {
  /// A small sound manifest of two slots and one delta.
  static func sample() -> Manifest {
    var slots = [Slot.sample(index: 0, first: 8_862_556_677_880_000)]
    slots.append(.sample(index: 1, first: 9_223_372_036_854_775_000))
    slots[1].renderings = [
      Rendering(
        path: "renderings/phoneIdentity-0a.json", format: "json", list: .identification,
        entries: 3, bytes: 80, sha256: hex("json"))
    ]
    let delta = Delta(
      from: hex("former"), slot: 1,
      path: DirectoryPath.delta(from: hex("a"), to: hex("b"), slot: 1),
      removals: 1, additions: 2, bytes: 90, sha256: hex("delta"), fromDigest: hex("old"),
      toDigest: slots[1].digest)
    return Manifest(
      name: "台灣 \"taiwan\"\\", sequence: 42,
      generation: Manifest.generation(ofSlots: slots, with: TestDigest.self), asOf: "2026-11-21",
      tool: "callbook 0.1.0", slots: slots, deltas: [delta],
      ledger: Ledger(
        records: .init(read: 20, used: 12, rejected: 5, inapplicable: 2, blank: 1),
        candidates: .init(produced: 14, emitted: 10, merged: 3, suppressed: 1)))
  }

  static func hex(_ text: String) -> String { TestDigest.hex(ofStrings: [text]) }
}

extension Manifest.Slot {
  fileprivate static func sample(index: Int, first: Int64) -> Manifest.Slot {
    let chunks = [
      Manifest.Chunk(
        entries: 2, first: first, last: first + 5, bytes: 60, sha256: Manifest.hex("a\(index)")),
      Manifest.Chunk(
        entries: 1, first: first + 9, last: first + 9, bytes: 31, sha256: Manifest.hex("b\(index)")),
    ]
    let blocked = [
      Manifest.Chunk(
        entries: 2, first: 886_912_000_000, last: 886_912_000_001, bytes: 26,
        sha256: Manifest.hex("c\(index)"))
    ]
    let identification = Manifest.List(
      entries: 3, digest: Manifest.List.digest(of: chunks, with: TestDigest.self), chunks: chunks)
    let blocking = Manifest.List(
      entries: 2, digest: Manifest.List.digest(of: blocked, with: TestDigest.self),
      chunks: blocked)
    return Manifest.Slot(
      index: index, identifier: "tw.example.app.directory\(index + 1)", cap: 1_500_000,
      digest: Manifest.Slot.digest(
        identification: identification.digest, blocking: blocking.digest, with: TestDigest.self),
      identification: identification, blocking: blocking)
  }
}
