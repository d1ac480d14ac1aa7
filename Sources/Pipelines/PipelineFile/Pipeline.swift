internal import Records

/// What a pipeline file says: which exports to read, how to read them, what directory to publish.
///
/// Every property that a file may leave out has its default in its declaration. Values are checked
/// by `PipelineReader`; a pipeline that exists keeps the documented ranges.
package struct Pipeline: Equatable, Sendable {
  /// Name of the pipeline and of its default output folder: letters, digits, `-`, `_` and `.`.
  package var name: String
  /// Region of national numbers where a source names none; nil when every source names its own.
  package var region: String?
  /// The day against which validity windows are judged; nil when it must come from `--as-of`.
  package var asOf: CalendarDay?
  /// Whether that is the day of the run in UTC.
  package var isAsOfToday = false
  /// The exports, at least one.
  package var sources: [Source]
  /// Spellings of actions beside `identify`, `block` and `remove`.
  package var actions = ActionSpellings()
  /// Spellings of statuses.
  package var statuses = StatusSpellings()
  /// Words of cells beside those that are known.
  package var words = Words()
  /// How cells become numbers.
  package var normalize = Normalizing()
  /// How records that name the same number compete.
  package var merge = Merging()
  /// Label of one more entry per representative number; nil asks for none.
  package var representativeLabel: String?
  /// Numbers that may never be blocked, as written, beside the region's emergency numbers.
  package var protect: [String] = []
  /// Where entries go.
  package var slots: Slots
  /// Mean number of entries in a chunk; 1 … 10 000 000.
  package var chunkTarget = 50_000
  /// Renderings beside the chunks; `tsv` is always written.
  package var formats: Set<Format> = [.tsv]
  /// The data sets of Live Caller ID Lookup; nil where none are asked for.
  package var liveLookup: LiveLookup?
  /// Largest size of a delta relative to the slot's full files.
  package var largestDeltaShare = Percentage(wholePercent: 50)
  /// Whether chunks and deltas get packed twins.
  package var writesTwins = true
  /// Former generations that are kept, each with a delta to the new one; 0 … 1000.
  package var generations = 7
  /// Reports that are kept, one of each run; 1 … 100 000.
  package var reports = 30
  /// Whether a directory without a single entry may be published.
  package var allowsEmpty = false
  /// Whether phones hold an earlier directory, which a build must find published to go on from it.
  package var continues = false
  /// Rejections that somebody answers for, each fingerprint once.
  package var waivers: [Waiver] = []
  /// Limits from which on a build refuses to publish, or warns.
  package var gate = Gate()
  /// What a run may come to at most.
  package var limits = Limits()
  /// How long the directory may be believed.
  package var freshness = Freshness()
  /// The key that signs manifest and timestamp; nil publishes without a signature.
  package var signing: Signing?
  /// Cells and what must come of them.
  package var tests: [PipelineTest] = []

  /// Creates a pipeline with the keys that have no default.
  package init(name: String, region: String? = nil, sources: [Source], slots: Slots) {
    self.name = name
    self.region = region
    self.sources = sources
    self.slots = slots
  }

  /// Most numbers that the wildcards, ranges and runs of lines of a run may stand for.
  package var mostExpansions: Int {
    limits.expansions ?? slots.cap * max(slots.identifiers.count, 1)
  }

  /// Whether records have a validity window, so that the day decides about entries.
  package var hasValidity: Bool {
    sources.contains { source in
      source.columns.contains { $0.field == .validFrom || $0.field == .validTo }
    }
  }

  /// The region of a source's national numbers.
  package func region(of source: Source) -> String? { source.region ?? region }
}

extension Pipeline {
  /// Spellings of actions, compared without regard to case.
  package struct ActionSpellings: Equatable, Sendable {
    /// Spellings of `identify`; the empty cell is one already.
    package var identify: [String] = []
    /// Spellings of `block`.
    package var block: [String] = []
    /// Spellings of `remove`.
    package var remove: [String] = []
  }

  /// Spellings of statuses, compared without regard to case.
  package struct StatusSpellings: Equatable, Sendable {
    /// Spellings that put a record out of service; every other one is in service.
    package var disabled: [String] = []
  }

  /// How cells become numbers.
  package struct Normalizing: Equatable, Sendable {
    /// Which check a number must pass.
    package enum Validation: String, CaseIterable, Sendable {
      /// The numbering plan assigns it.
      case plan
      /// The region has numbers of this length.
      case length
      /// It fits the directory.
      case none
    }

    /// The check of numbers.
    package var validate = Validation.plan
    /// Extensions shorter than this are padded with zeros in front; 0 … 10, 0 pads none.
    package var extensionWidth = 0
    /// Types of numbers that are refused, in the plans' words.
    package var refusedTypes: [String] = []
    /// Rules that are switched, by their code.
    package var rules: [String: Bool] = [:]
    /// Most numbers that the ranges and wildcards of one cell may become; 1 … 10 000 000.
    package var expansionBudget = 10_000
  }

  /// How records that name the same number compete.
  package struct Merging: Equatable, Sendable {
    /// A property by which records compete.
    package enum Preference: String, CaseIterable, Sendable {
      /// The rank of the source; the higher wins.
      case rank
      /// The time of the last change; the later wins, a missing one is last.
      case updated
    }

    /// What becomes of a number that two lists ask for.
    package enum Both: String, CaseIterable, Sendable {
      /// The winner of the common order decides.
      case winner
      /// Blocking always wins.
      case block
      /// The number stands in both lists.
      case keep
    }

    /// The order of comparisons before the content decides.
    package var prefer: [Preference] = [.rank, .updated]
    /// The rule for numbers wanted in both lists.
    package var both = Both.winner
  }

  /// Where entries go.
  package struct Slots: Equatable, Sendable {
    /// Most entries of one slot, both lists together; 1 … 1 999 999.
    package var cap = 1_500_000
    /// Bundle identifiers of the app extensions, one per slot: at least one, all different.
    package var identifiers: [String]

    /// Creates slots with the default cap.
    package init(identifiers: [String]) { self.identifiers = identifiers }
  }

  /// A rendering of the directory.
  package enum Format: String, CaseIterable, Sendable {
    /// Chunks of tab-separated lines; always written.
    case tsv
    /// One dictionary of digits to label per slot.
    case json
    /// One SQLite database per slot.
    case sqlite
    /// The data sets of Live Caller ID Lookup; needs the section `live_lookup`.
    case liveLookup = "live-lookup"
  }

  /// How long a run vouches for its directory.
  package struct Freshness: Equatable, Sendable {
    /// From the run on; 1 minute … 366 days.
    package var expires = TimeLimit(hours: 7 * 24)
    /// Before then phones do not ask again; 1 minute … `expires`.
    package var next = TimeLimit(hours: 20)
  }

  /// What a run may come to at most; one that comes to more ends and publishes nothing.
  package struct Limits: Equatable, Sendable {
    /// rejects.csv, repairs.csv and conflicts.csv together.
    package var report = ByteSize(bytes: 256 << 20)
    /// All compressed exports together, once they are inflated.
    package var inflated = ByteSize(bytes: 16 << 30)
    /// Numbers that wildcards, ranges and runs of lines stand for; nil for what the slots hold.
    package var expansions: Int?
  }

  /// Where the private Ed25519 key lies.
  package enum Signing: Equatable, Sendable {
    /// A PEM file, relative to the pipeline file.
    case file(String)
    /// An environment variable that holds the PEM text.
    case environment(String)
  }
}
