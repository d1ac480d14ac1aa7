/// One published state of a directory: which files hold what, and how to check them.
///
/// The model of `manifest.json`, format 1. Values that came from `decode` are sound in themselves:
/// counts add up, chunks ascend, paths stay inside the folder. Whether the files agree is for the
/// loader and for `verify`.
public struct Manifest: Equatable, Sendable {
  /// The only format version that this code reads and writes.
  public static let format = 1
  /// The name of the manifest's file.
  public static let fileName = "manifest.json"
  /// Largest manifest that is read, in bytes; about 26 000 chunks with their packed twins.
  public static let largestSizeInBytes = 16 << 20
  /// Highest sequence that is read.
  public static let highestSequence = 1 << 53

  /// The pipeline's name.
  public var name: String
  /// One more than the former manifest's; 1 for a first one.
  public var sequence: Int
  /// SHA-256 of the slot digests' hex in slot order; 64 lower-case hexadecimal digits.
  public var generation: String
  /// The day for which the directory was built, `2026-11-21`; nil where no day was asked for.
  public var asOf: String?
  /// Name and version of the writer.
  public var tool: String
  /// The slots; the index of each is its position.
  public var slots: [Slot]
  /// What turns slots of kept generations into those of this one.
  public var deltas: [Delta]
  /// The account of records and candidates.
  public var ledger: Ledger
  /// The data sets of Live Caller ID Lookup; nil where none were asked for.
  public var liveLookup: LiveLookup?
  /// What was accepted against the gate; nil where nothing was.
  public var accepted: Accepted?

  /// Creates a manifest.
  public init(
    name: String, sequence: Int, generation: String, asOf: String?, tool: String, slots: [Slot],
    deltas: [Delta], ledger: Ledger
  ) {
    self.name = name
    self.sequence = sequence
    self.generation = generation
    self.asOf = asOf
    self.tool = tool
    self.slots = slots
    self.deltas = deltas
    self.ledger = ledger
  }

  /// The entries of a list in all slots.
  public func entries(in list: DirectoryList) -> Int {
    slots.reduce(0) { $0 + $1[list].entries }
  }

  /// The slot of an app extension's bundle identifier, if the directory has it.
  public func slot(identifier: String) -> Slot? {
    slots.first { $0.identifier == identifier }
  }

  /// The delta that leads a slot from a generation to this one, if there is one.
  public func delta(from generation: String, slot: Int) -> Delta? {
    deltas.first { $0.slot == slot && $0.from == generation }
  }
}

extension Manifest {
  /// What somebody accepted though the gate of the pipeline said no.
  public struct Accepted: Equatable, Sendable {
    /// Keys of the gates, such as `gate.vanished`, sorted; 1 … 100, each of 1 … 200 bytes.
    public var gates: [String]
    /// Why, in the words of whoever accepted it; 1 … 4 000 bytes without control characters.
    public var reason: String

    /// Creates a record.
    public init(gates: [String], reason: String) {
      self.gates = gates
      self.reason = reason
    }
  }

  /// What one Call Directory app extension loads.
  public struct Slot: Equatable, Sendable {
    /// 0-based; the position in `slots`.
    public var index: Int
    /// The bundle identifier of the app extension.
    public var identifier: String
    /// Most entries of both lists together; 1 … 1 999 999.
    public var cap: Int
    /// SHA-256 of the two list digests' hex, identification first.
    public var digest: String
    /// The numbers with labels.
    public var identification: List
    /// The blocked numbers.
    public var blocking: List
    /// The same entries in other formats, when asked for.
    public var renderings: [Rendering]

    /// Creates a slot.
    public init(
      index: Int, identifier: String, cap: Int, digest: String, identification: List,
      blocking: List, renderings: [Rendering] = []
    ) {
      self.index = index
      self.identifier = identifier
      self.cap = cap
      self.digest = digest
      self.identification = identification
      self.blocking = blocking
      self.renderings = renderings
    }

    /// One of the two lists.
    public subscript(list: DirectoryList) -> List {
      get { list == .identification ? identification : blocking }
      set {
        switch list {
        case .identification: identification = newValue
        case .blocking: blocking = newValue
        }
      }
    }

    /// The entries of both lists.
    public var entries: Int { identification.entries + blocking.entries }
  }

  /// One list of one slot.
  public struct List: Equatable, Sendable {
    /// Number of entries: the sum over the chunks.
    public var entries: Int
    /// SHA-256 of the chunks' `sha256` hex in order; of the empty string for an empty list.
    public var digest: String
    /// The chunks, ascending.
    public var chunks: [Chunk]

    /// Creates a list.
    public init(entries: Int, digest: String, chunks: [Chunk]) {
      self.entries = entries
      self.digest = digest
      self.chunks = chunks
    }
  }

  /// One immutable file with a part of a list.
  public struct Chunk: Equatable, Sendable {
    /// Relative to the manifest's folder.
    public var path: String
    /// Number of lines, at least 1.
    public var entries: Int
    /// The smallest number.
    public var first: Int64
    /// The largest number.
    public var last: Int64
    /// Size of the file.
    public var bytes: Int
    /// SHA-256 of the file; 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The same bytes packed, if the publisher wrote them; nil too for a format that is not known.
    public var packed: Packed?

    /// Creates a chunk; its path follows from its hash.
    public init(entries: Int, first: Int64, last: Int64, bytes: Int, sha256: String) {
      self.path = DirectoryPath.chunk(sha256: sha256)
      self.entries = entries
      self.first = first
      self.last = last
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A smaller file that unpacks to a chunk or delta: its twin.
  ///
  /// Named by its own hash; no digest and no generation depends on it, and a reader that does not
  /// know it fetches the plain file.
  public struct Packed: Equatable, Sendable {
    /// The only format of twins that this code reads and writes.
    public static let format = "columns-1"
    /// Relative to the manifest's folder.
    public var path: String
    /// Size of the file.
    public var bytes: Int
    /// SHA-256 of the file; 64 lower-case hexadecimal digits.
    public var sha256: String

    /// Creates a twin; its path follows from its hash.
    public init(bytes: Int, sha256: String) {
      self.path = DirectoryPath.packed(sha256: sha256)
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A list of a slot in another format than lines.
  public struct Rendering: Equatable, Sendable {
    /// Relative to the manifest's folder.
    public var path: String
    /// `json` or `sqlite`; readers skip what they do not know.
    public var format: String
    /// The list that is rendered.
    public var list: DirectoryList
    /// Number of entries.
    public var entries: Int
    /// Size of the file.
    public var bytes: Int
    /// SHA-256 of the file.
    public var sha256: String

    /// Creates a rendering.
    public init(
      path: String, format: String, list: DirectoryList, entries: Int, bytes: Int, sha256: String
    ) {
      self.path = path
      self.format = format
      self.list = list
      self.entries = entries
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A file that turns a slot of a former generation into that of this one.
  public struct Delta: Equatable, Sendable {
    /// The former generation.
    public var from: String
    /// 0-based index of the slot.
    public var slot: Int
    /// Relative to the manifest's folder.
    public var path: String
    /// Lines that remove, both lists together.
    public var removals: Int
    /// Lines that add, both lists together.
    public var additions: Int
    /// Size of the file.
    public var bytes: Int
    /// SHA-256 of the file.
    public var sha256: String
    /// The slot's digest in the former generation.
    public var fromDigest: String
    /// The slot's digest in this generation.
    public var toDigest: String
    /// The same bytes packed, if the publisher wrote them; nil too for a format that is not known.
    public var packed: Packed?

    /// Creates a delta.
    public init(
      from: String, slot: Int, path: String, removals: Int, additions: Int, bytes: Int,
      sha256: String, fromDigest: String, toDigest: String
    ) {
      self.from = from
      self.slot = slot
      self.path = path
      self.removals = removals
      self.additions = additions
      self.bytes = bytes
      self.sha256 = sha256
      self.fromDigest = fromDigest
      self.toDigest = toDigest
    }
  }

  /// The account of records and of candidates; both balance.
  public struct Ledger: Equatable, Sendable {
    /// read = used + rejected + inapplicable + blank.
    public struct Records: Equatable, Sendable {
      /// CSV records and XML elements.
      public var read: Int
      /// Gave at least one candidate.
      public var used: Int
      /// Gave none and at least one rejection.
      public var rejected: Int
      /// Disabled, or outside the validity window.
      public var inapplicable: Int
      /// Nothing in any mapped cell.
      public var blank: Int

      /// Creates the account of records.
      public init(read: Int, used: Int, rejected: Int, inapplicable: Int, blank: Int) {
        self.read = read
        self.used = used
        self.rejected = rejected
        self.inapplicable = inapplicable
        self.blank = blank
      }
    }

    /// produced = emitted + merged + suppressed.
    public struct Candidates: Equatable, Sendable {
      /// Proposed by records.
      public var produced: Int
      /// Entries of the directory.
      public var emitted: Int
      /// Lost to a candidate for the same number.
      public var merged: Int
      /// Taken out by a rule after normalization.
      public var suppressed: Int

      /// Creates the account of candidates.
      public init(produced: Int, emitted: Int, merged: Int, suppressed: Int) {
        self.produced = produced
        self.emitted = emitted
        self.merged = merged
        self.suppressed = suppressed
      }
    }

    /// The account of records.
    public var records: Records
    /// The account of candidates.
    public var candidates: Candidates

    /// Creates a ledger.
    public init(records: Records, candidates: Candidates) {
      self.records = records
      self.candidates = candidates
    }
  }
}
