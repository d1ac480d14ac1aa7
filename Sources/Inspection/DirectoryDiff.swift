import Comparison
package import DirectoryFormat

/// What changed between two generations of a directory.
///
/// Chunks that both have are never opened; the others are read with their hashes checked, slot by
/// slot. Memory: two readers of 256 KiB for each slot.
package struct DirectoryDiff: Sendable {
  /// The former generation.
  package let old: GenerationLocation
  /// The later generation.
  package let new: GenerationLocation

  /// Opens two folders with manifest.json, or two manifests.
  package init(old: String, new: String) throws(DirectoryDiffError) {
    self.old = try GenerationLocation(old)
    self.new = try GenerationLocation(new)
  }

  /// Added, removed and relabelled numbers.
  package struct Counts: Equatable, Sendable {
    /// Numbers that are new.
    package var added = 0
    /// Numbers that are gone.
    package var removed = 0
    /// Numbers with another label.
    package var relabelled = 0

    /// Creates an account without changes.
    package init() {}

    static func += (sum: inout Counts, more: Counts) {
      sum.added += more.added
      sum.removed += more.removed
      sum.relabelled += more.relabelled
    }
  }

  /// The changes of one slot, or of all.
  package struct Headline: Equatable, Sendable {
    /// The slot's identifier; nil for the whole directory.
    package var slot: String?
    /// Changes of the identification list.
    package var identification = Counts()
    /// Changes of the blocking list.
    package var blocking = Counts()

    package subscript(list: DirectoryList) -> Counts {
      get { list == .identification ? identification : blocking }
      set {
        switch list {
        case .identification: identification = newValue
        case .blocking: blocking = newValue
        }
      }
    }
  }

  /// One number that changed.
  package struct Entry: Equatable, Sendable {
    /// What became of it.
    package enum Kind: String, Sendable {
      case added
      case removed
      case relabelled
    }

    /// What became of it.
    package var kind: Kind
    /// The list it stands or stood in.
    package var list: DirectoryList
    /// The identifier of its slot.
    package var slot: String
    /// The number.
    package var number: Int64
    /// The former label; nil where there was none.
    package var oldLabel: String?
    /// The new label; nil where there is none.
    package var newLabel: String?
  }

  /// The changes of the whole directory, then of each slot that either generation has.
  ///
  /// In the first, a number that moved to another slot is no change; in those of the slots it is
  /// removed from one and added to another.
  package func headlines() throws -> [Headline] {
    var slots: [Headline] = []
    for identifier in identifiers {
      var headline = Headline(slot: identifier)
      for list in DirectoryList.allCases {
        try compare(identifier, list) { headline[list].count($0) }
      }
      slots.append(headline)
    }
    var whole = Headline(slot: nil)
    for list in DirectoryList.allCases {
      if Set(old.manifest.slots.map(\.identifier)) == Set(new.manifest.slots.map(\.identifier)) {
        for slot in slots { whole[list] += slot[list] }
      } else {
        var comparison = merged(list)
        try comparison.run { whole[list].count($0) }
      }
    }
    return [whole] + slots
  }

  /// Hands over every number that changed, slot by slot, identification first, ascending.
  package func forEachEntry(_ body: (Entry) throws -> Void) throws {
    for identifier in identifiers {
      for list in DirectoryList.allCases {
        try compare(identifier, list) { difference in
          try body(Entry(difference, list, slot: identifier))
        }
      }
    }
  }

  /// The new generation's slots in order, then those that are gone.
  private var identifiers: [String] {
    let identifiers = new.manifest.slots.map(\.identifier)
    return identifiers
      + old.manifest.slots.map(\.identifier).filter { !identifiers.contains($0) }
  }

  private func compare(
    _ identifier: String, _ list: DirectoryList, _ report: (Difference) throws -> Void
  ) throws {
    let chunks = ListComparison.differingChunks(
      old: old.manifest.slot(identifier: identifier)?[list].chunks ?? [],
      new: new.manifest.slot(identifier: identifier)?[list].chunks ?? [])
    try ListComparison.compare(
      list, old: reader(chunks.old, of: old), new: reader(chunks.new, of: new), report: report)
  }

  private func merged(_ list: DirectoryList) -> MergedComparison {
    let oldHashes = Set(old.manifest.slots.flatMap { $0[list].chunks.map(\.sha256) })
    let newHashes = Set(new.manifest.slots.flatMap { $0[list].chunks.map(\.sha256) })
    return MergedComparison(
      list,
      old: old.manifest.slots.map { slot in
        reader(slot[list].chunks.filter { !newHashes.contains($0.sha256) }, of: old)
      },
      new: new.manifest.slots.map { slot in
        reader(slot[list].chunks.filter { !oldHashes.contains($0.sha256) }, of: new)
      })
  }

  private func reader(
    _ chunks: [Manifest.Chunk], of generation: GenerationLocation
  ) -> LineReader {
    LineReader(
      chunks.map {
        FileStretch($0, at: generation.folder + "/" + $0.path, checkingHash: true)
      })
  }
}

extension DirectoryDiff.Counts {
  fileprivate mutating func count(_ difference: Difference) {
    switch difference {
    case .added: added += 1
    case .removed: removed += 1
    case .relabelled: relabelled += 1
    }
  }
}

extension DirectoryDiff.Entry {
  fileprivate init(_ difference: Difference, _ list: DirectoryList, slot: String) {
    func label(_ line: LineView) -> String? {
      list == .blocking ? nil : String(decoding: line.label, as: UTF8.self)
    }
    switch difference {
    case .added(let line):
      self.init(
        kind: .added, list: list, slot: slot, number: line.number, newLabel: label(line))
    case .removed(let line):
      self.init(
        kind: .removed, list: list, slot: slot, number: line.number, oldLabel: label(line))
    case .relabelled(let old, let new):
      self.init(
        kind: .relabelled, list: list, slot: slot, number: old.number, oldLabel: label(old),
        newLabel: label(new))
    }
  }
}
