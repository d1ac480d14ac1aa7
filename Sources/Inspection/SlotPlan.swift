import Comparison
import DirectoryFormat

/// How full the slots are, how fast they fill, and what another slot would change.
package struct SlotPlan: Sendable {
  /// One slot and what is known of its future.
  package struct Slot: Equatable, Sendable {
    /// The bundle identifier.
    package var identifier: String
    /// Most entries of both lists.
    package var cap: Int
    /// Entries of the identification list.
    package var identification: Int
    /// Entries of the blocking list.
    package var blocking: Int
    /// Entries gained per published generation, over the kept ones; nil without an older one.
    package var growth: Double?

    /// Entries of both lists.
    package var entries: Int { identification + blocking }
    /// Entries as a share of the cap.
    package var fill: Double { Double(entries) / Double(cap) }
    /// Publications until the cap is passed; nil when the slot does not grow, or not in any number of them
    /// that can be counted: a manifest that nobody signed may say that it is the quadrillionth.
    package var nightsUntilFull: Int? {
      guard let growth, growth > 0 else { return nil }
      return Int(exactly: (Double(max(cap - entries, 0)) / growth).rounded(.up))
    }
  }

  /// What adding a slot would do.
  package struct Addition: Equatable, Sendable {
    /// The identifier of the added slot.
    package var identifier: String
    /// Entries that would move, all of them to the added slot.
    package var moved: Int
    /// Entries of each slot afterwards, the added one last.
    package var entries: [Int]
  }

  /// The fill above which another slot should be planned, because numbers do not spread evenly.
  package static let plannedFill = 0.85

  /// The slots in order.
  package let slots: [Slot]
  /// Kept former generations that growth was measured over.
  package let generations: Int
  /// The generation that is planned for.
  package let generation: GenerationLocation

  /// Reads the manifest of a directory and those of its kept generations.
  package init(directory path: String) throws(DirectoryDiffError) {
    let generation = try GenerationLocation(path)
    let manifest = generation.manifest
    let former = try KeptGenerations.all(of: generation.folder)
      .filter { $0.sequence < manifest.sequence }
    self.generation = generation
    generations = former.count
    slots = manifest.slots.map { slot in
      var planned = Slot(
        identifier: slot.identifier, cap: slot.cap,
        identification: slot.identification.entries, blocking: slot.blocking.entries)
      // A generation with other slots spread its entries otherwise and tells nothing about growth.
      let alike = former.filter {
        Set($0.slots.map(\.identifier)) == Set(manifest.slots.map(\.identifier))
      }
      if let oldest = alike.last, let before = oldest.slot(identifier: slot.identifier) {
        let nights = Double(manifest.sequence - oldest.sequence)
        planned.growth = Double(planned.entries - before.entries) / nights
      }
      return planned
    }
  }

  /// What lies beside the slots for the lookup, if it is there.
  package var lookup: LookupCounts? { LookupCounts(generation.manifest) }

  /// Slots that hold more than is prudent.
  package var crowded: [Slot] { slots.filter { $0.fill > Self.plannedFill } }

  /// Reads every chunk, holds it against its hash, and counts where each number would
  /// stand beside a slot of the given identifier.
  package func adding(_ identifier: String) throws -> Addition {
    let identifiers = slots.map(\.identifier) + [identifier]
    let assignment = SlotAssignment(identifiers: identifiers)
    var entries = [Int](repeating: 0, count: identifiers.count)
    for slot in generation.manifest.slots {
      for list in DirectoryList.allCases {
        let reader = LineReader(
          slot[list].chunks.map {
            FileStretch($0, at: generation.folder + "/" + $0.path, checkingHash: true)
          })
        while let line = try reader.line(of: list) {
          entries[assignment.slot(of: line.number)] += 1
          reader.consume(line.bytes.count)
        }
      }
    }
    return Addition(identifier: identifier, moved: entries[slots.count], entries: entries)
  }
}
