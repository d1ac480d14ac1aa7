internal import Records

/// The account of one run, as `summary.json` and `--json` give it.
///
/// It holds counts and names, never a phone number or a label, and nothing that depends on the
/// clock, the machine or the number of threads.
package struct BuildSummary: Codable, Equatable, Sendable {
  /// What became of the run.
  package enum Outcome: String, Codable, Sendable {
    /// A new generation is published.
    case published
    /// The inputs give the generation that is published already.
    case unchanged
    /// The gate said no; the former generation is whole.
    case refused
    /// The run was killed when its report was written and its generation not yet published.
    case stopped
    /// `--check`: the published directory is not what the inputs give.
    case differs
  }

  /// Version of this document's shape.
  package var format = 1
  /// What became of the run.
  package var outcome = Outcome.published
  /// Why it was refused; empty otherwise.
  package var refusals: [String] = []
  /// What was accepted against the gate; nil where nothing was.
  package var accepted: Accepted?
  /// The pipeline's name.
  package var pipeline: String
  /// The day validity windows were judged against; nil when none are mapped.
  package var asOf: String?
  /// Name and version of the tool.
  package var tool: String
  /// The generation that the inputs give; nil when the run was refused before it was known.
  package var generation: String?
  /// Its sequence; nil like `generation`.
  package var sequence: Int?
  /// Entries by list.
  package var entries: [String: Int] = [:]
  /// Each slot's share.
  package var slots: [Slot] = []
  /// Both accounts.
  package var ledger = Ledger()
  /// Candidates taken out after normalization, by rule.
  package var suppressed: [String: Int] = [:]
  /// Lines of conflicts.csv.
  package var conflicts = 0
  /// What changed since the former generation; nil for a first one.
  package var changes: Changes?
  /// Large groups of entries, where a gate asks for their growth; nil elsewhere.
  var groups: EntryGroups.Sizes?
  /// Each source's part.
  package var sources: [Source] = []
  /// Rejected cells by reason.
  package var rejections: [String: Int] = [:]
  /// Rows of corrections, in all and by what became of them; nil where the pipeline has none.
  package var corrections: [String: Int]?
  /// What the waivers came to; nil where the pipeline has none.
  package var waivers: [Waiver]?
  /// Repairs by kind.
  package var repairs: [String: Int] = [:]
  /// The data sets of the lookup; nil where none were asked for.
  package var liveLookup: LookupSummary?
  /// What a person should look at though it stopped nothing.
  package var warnings: [String] = []

  /// The entries of one slot.
  package struct Slot: Codable, Equatable, Sendable {
    /// 0-based index.
    package var index: Int
    /// Bundle identifier of the Call Directory extension.
    package var identifier: String
    /// Entries by list.
    package var entries: [String: Int]
    /// Most entries, both lists together.
    package var cap: Int
  }

  /// Both accounts; each balances.
  package struct Ledger: Codable, Equatable, Sendable {
    /// read = used + rejected + inapplicable + blank.
    package var records: [String: Int] = [:]
    /// rejected = open + waived, and beside them those that are used because they were `corrected`; nil
    /// where the pipeline has neither waivers nor corrections.
    package var rejected: [String: Int]?
    /// produced = emitted + merged + suppressed.
    package var candidates: [String: Int] = [:]
  }

  /// What a waiver came to.
  package struct Waiver: Codable, Equatable, Sendable {
    /// The fingerprint of the rejections that it is for.
    package var fingerprint: String
    /// Who answers for them.
    package var owner: String
    /// Why they may stay.
    package var reason: String
    /// The last day on which it holds.
    package var expires: String
    /// Most rejections that it may cover.
    package var most: Int
    /// `holds`, `void` (more than `most`), `unused` or `expired`.
    package var state: String
    /// Rejected cells that it is for.
    package var rejections: Int
  }

  /// What somebody accepted though the gate said no.
  package struct Accepted: Codable, Equatable, Sendable {
    /// Why, in the words of whoever accepted it.
    package var reason: String
    /// What the gate said, one sentence each.
    package var refusals: [String]
  }

  /// What changed since the former generation.
  package struct Changes: Codable, Equatable, Sendable {
    /// Numbers that are new in their list.
    package var added: Int
    /// Numbers that are gone from their list.
    package var removed: Int
    /// Numbers whose label is another one.
    package var relabelled: Int
  }

  /// One source's part.
  package struct Source: Codable, Equatable, Sendable {
    /// The source's name in the pipeline.
    package var name: String
    /// Its files.
    package var files: [String]
    /// Its account of records.
    package var records: [String: Int]
    /// Its rejected records that are waived; nil where none is.
    package var waived: Int?
    /// Its candidates for the directory; nil in reports of former versions.
    package var candidates: Int?
    /// Entries that its records won, by list; nil where it is not known.
    package var entries: [String: Int]?
    /// Its rejected cells by reason.
    package var rejections: [String: Int]
    /// Its files with records of more or fewer cells than the header.
    package var ragged: [Ragged] = []
    /// What its wildcards, ranges and runs of lines were expanded to; nil where there are none.
    package var expansion: ExpansionCost?

    /// What it came to, in one line.
    package var account: String {
      let counts = ["read", "used", "rejected", "inapplicable", "blank"]
        .map { "\($0) \(records[$0] ?? 0)" }
      return "source \(name): files \(files.count), records \(counts.joined(separator: ", "))"
    }
  }

  /// A file some of whose records have more or fewer cells than its header.
  package struct Ragged: Codable, Equatable, Sendable {
    /// The file.
    package var file: String
    /// How many records.
    package var records: Int
    /// 1-based line on which the first of them starts.
    package var firstLine: Int
  }

  /// The account of records under the names the documents use.
  static func account(_ counts: RecordCounts) -> [String: Int] {
    [
      "read": counts.read, "used": counts.used, "rejected": counts.rejected,
      "inapplicable": counts.inapplicable, "blank": counts.blank,
    ]
  }
}
