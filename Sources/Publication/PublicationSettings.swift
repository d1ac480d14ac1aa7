package import DirectoryFormat
package import LiveLookup
package import Signing

/// How a directory is published.
package struct PublicationSettings: Sendable {
  /// One Call Directory app extension.
  package struct Slot: Sendable, Equatable {
    /// The bundle identifier.
    package var identifier: String
    /// Most entries of both lists together.
    package var cap: Int

    /// Creates a slot.
    package init(identifier: String, cap: Int) {
      self.identifier = identifier
      self.cap = cap
    }
  }

  /// A format besides the chunks' lines.
  package enum RenderingFormat: String, Sendable, CaseIterable {
    /// A dictionary of digits to labels, and an array of blocked digits.
    case json
    /// One SQLite database per list.
    case sqlite
  }

  /// Judges a finished, proved delta; what it throws ends the run with nothing published.
  package typealias DeltaCheck = @Sendable (StagedDelta) throws(PublicationError) -> Void

  /// The slots in order.
  package var slots: [Slot]
  /// Mean number of entries of a chunk; at least 1.
  package var chunkTarget: UInt64 = 50_000
  /// Former generations kept, with their chunks; 0 keeps none.
  package var keptGenerations = 7
  /// Largest delta as a share of the slot's full bytes.
  package var largestDeltaShare = 0.5
  /// Lowest sequence that a published manifest may have; at least 1.
  package var leastSequence = 1
  /// Formats besides the chunks' lines.
  package var renderings: [RenderingFormat] = []
  /// Whether chunks and deltas get packed twins.
  package var writesTwins = true
  /// The data sets of Live Caller ID Lookup; nil makes none.
  package var liveLookup: LookupSettings?
  /// How long what is published may be believed.
  package var freshness = Freshness()
  /// Signs manifest and timestamp, if there is one.
  package var signingKey: Ed25519.PrivateKey?
  /// Threads for deltas and renderings; at least 1.
  package var threads = 2
  /// Bytes of open chunks that are held in memory before they go to the disk early.
  package var heldBytes = 32 << 20
  /// An additional judge of deltas, such as a simulated call directory.
  package var deltaCheck: DeltaCheck?

  /// Creates settings with the defaults of the pipeline file.
  package init(slots: [Slot]) { self.slots = slots }
}

/// How long a run vouches for what it publishes, and how long readers need not ask again.
package struct Freshness: Sendable, Equatable {
  /// Seconds from the run until the directory may no longer be installed; above 0.
  package var expires: Int64 = 7 * 86_400
  /// Seconds from the run before which there is nothing new to ask for; 0 … `expires`.
  package var next: Int64 = 20 * 3_600

  /// Creates the freshness that a pipeline has without saying so: 7 days, and 20 hours.
  package init() {}

  func timestamp(
    ofManifest sha256: String, sequence: Int, issued: DirectoryTime
  ) -> DirectoryTimestamp {
    DirectoryTimestamp(
      manifestSHA256: sha256, sequence: sequence, issued: issued,
      expires: issued.adding(seconds: expires), next: issued.adding(seconds: next))
  }
}

/// What the manifest says about the run besides the entries.
package struct PublicationFacts: Sendable {
  /// The pipeline's name.
  package var name: String
  /// The day for which the directory was built, `2026-11-21`.
  package var asOf: String?
  /// Name and version of this program.
  package var tool: String
  /// The account of records and candidates.
  package var ledger: Manifest.Ledger

  /// Creates the facts.
  package init(name: String, asOf: String?, tool: String, ledger: Manifest.Ledger) {
    self.name = name
    self.asOf = asOf
    self.tool = tool
    self.ledger = ledger
  }
}
