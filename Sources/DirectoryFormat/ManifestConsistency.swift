extension Manifest {
  /// Makes sure that the manifest's own values agree: sums, order, balances, references.
  public func checkConsistency() throws(ManifestError) {
    try checkConsistency(chunks: true)
  }

  /// `chunks`: whether the lists have theirs; else they were checked before.
  func checkConsistency(chunks: Bool) throws(ManifestError) {
    guard !slots.isEmpty else {
      throw Self.contradiction("slots", expected: "at least one slot", found: "none")
    }
    var identifiers: Set<String> = []
    for (position, slot) in slots.enumerated() {
      let place = "slots[\(position)]"
      try Self.expect(position, "\(place).index", written: slot.index)
      guard identifiers.insert(slot.identifier).inserted else {
        throw Self.contradiction(
          "\(place).identifier", expected: "identifiers that differ",
          found: "'\(slot.identifier)' twice")
      }
      for list in DirectoryList.allCases where chunks {
        try slot[list].checkConsistency(of: list, at: "\(place).lists.\(list.rawValue)")
      }
      guard slot.entries <= slot.cap else {
        throw Self.contradiction(
          place, expected: "at most \(slot.cap) entries, the slot's cap", found: "\(slot.entries)")
      }
    }
    try checkDeltas()
    try checkLedger()
  }

  /// Makes sure that a written sum is the one that follows from its parts.
  static func expect(_ value: Int, _ place: String, written: Int) throws(ManifestError) {
    guard value == written else {
      throw contradiction(
        place, expected: "\(value), which follows from the parts",
        found: "\(written)")
    }
  }

  fileprivate static func contradiction(
    _ place: String, expected: String, found: String
  ) -> ManifestError {
    ManifestError(kind: .inconsistent, place: place, expected: expected, found: found)
  }

  private func checkDeltas() throws(ManifestError) {
    struct Key: Hashable {
      var from: String
      var slot: Int
    }
    var seen: Set<Key> = []
    for (position, delta) in deltas.enumerated() {
      let place = "deltas[\(position)]"
      guard delta.slot < slots.count else {
        throw Self.contradiction(
          "\(place).slot", expected: "a slot below \(slots.count)", found: "\(delta.slot)")
      }
      guard seen.insert(Key(from: delta.from, slot: delta.slot)).inserted else {
        throw Self.contradiction(
          place, expected: "one delta per former generation and slot", found: "a second")
      }
      guard delta.from != generation, delta.fromDigest != delta.toDigest,
        delta.removals + delta.additions > 0
      else {
        throw Self.contradiction(place, expected: "a delta that changes something", found: "none")
      }
      let lines = delta.removals + delta.additions
      guard delta.bytes / LineScanner.longestLine <= lines else {
        throw Self.contradiction(
          "\(place).bytes", expected: "at most \(LineScanner.longestLine) bytes a line",
          found: "\(delta.bytes) bytes for \(lines) lines")
      }
      guard delta.toDigest == slots[delta.slot].digest else {
        throw Self.contradiction(
          "\(place).to_digest", expected: "the slot's digest \(slots[delta.slot].digest)",
          found: delta.toDigest)
      }
    }
  }

  private func checkLedger() throws(ManifestError) {
    let records = ledger.records
    try Self.expect(
      records.used + records.rejected + records.inapplicable + records.blank,
      "ledger.records.read", written: records.read)
    let candidates = ledger.candidates
    try Self.expect(
      candidates.emitted + candidates.merged + candidates.suppressed,
      "ledger.candidates.produced", written: candidates.produced)
    try Self.expect(
      entries(in: .identification) + entries(in: .blocking), "ledger.candidates.emitted",
      written: candidates.emitted)
  }
}

extension Manifest.List {
  fileprivate func checkConsistency(
    of list: DirectoryList, at place: String
  ) throws(ManifestError) {
    var check = ListCheck(list)
    for (position, chunk) in chunks.enumerated() {
      try check.add(chunk, at: "\(place).chunks[\(position)]")
    }
    try Manifest.expect(check.entries, "\(place).entries", written: entries)
  }
}

/// Checks the chunks of a list, one after another.
struct ListCheck {
  private let list: DirectoryList
  /// Entries of the chunks so far.
  private(set) var entries = 0
  private var last: Int64 = 0

  init(_ list: DirectoryList) { self.list = list }

  /// Makes sure that a chunk's values agree, and that it follows the one before.
  mutating func add(_ chunk: Manifest.Chunk, at place: String) throws(ManifestError) {
    guard chunk.first > last else {
      throw Manifest.contradiction(
        "\(place).first",
        expected: "more than \(DirectoryNumber.masked(last)), where the chunk before ends",
        found: DirectoryNumber.masked(chunk.first))
    }
    guard chunk.last - chunk.first >= Int64(chunk.entries - 1),
      chunk.entries > 1 || chunk.first == chunk.last
    else {
      throw Manifest.contradiction(
        place, expected: "\(chunk.entries) numbers from first to last",
        found:
          "\(DirectoryNumber.masked(chunk.first)) to \(DirectoryNumber.masked(chunk.last))")
    }
    // "1\n" is the shortest line of a blocking chunk, "1\tx\n" of an identification one.
    let shortest = list == .blocking ? 2 : 4
    guard chunk.bytes / shortest >= chunk.entries else {
      throw Manifest.contradiction(
        "\(place).bytes", expected: "at least \(shortest) bytes an entry",
        found: "\(chunk.bytes) bytes for \(chunk.entries) entries")
    }
    guard chunk.bytes / LineScanner.longestLine <= chunk.entries else {
      throw Manifest.contradiction(
        "\(place).bytes", expected: "at most \(LineScanner.longestLine) bytes an entry",
        found: "\(chunk.bytes) bytes for \(chunk.entries) entries")
    }
    entries += chunk.entries
    last = chunk.last
  }
}
