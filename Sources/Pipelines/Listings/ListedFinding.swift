internal import Display

/// Something that programs of others show at a place in a file: a rejection, a failed test, a gate.
package struct ListedFinding: Equatable, Sendable {
  /// How much it matters.
  package enum Level: String, Sendable {
    /// The check fails for it.
    case error
    /// Somebody should look at it.
    case warning
  }

  /// Whether the former night had it.
  package enum Night: String, Sendable {
    /// The former run does not have it.
    case new
    /// The former run has it too.
    case same
    /// Only the former run has it.
    case fixed
  }

  /// How much it matters.
  package var level = Level.warning
  /// The code of the reason, or a word of `ListedFinding.codes`.
  package var code: String
  /// The source's name; empty where the pipeline is meant.
  package var source = ""
  /// The file.
  package var path: String
  /// 1-based line of the file; nil where it is not known.
  package var line: Int?
  /// 1-based Unicode scalar of that line; nil where it is not known.
  package var column: Int?
  /// Path of the XML element; empty for others.
  package var element = ""
  /// The column's name; empty where the whole record is meant.
  package var field = ""
  /// The raw cell, masked unless numbers are revealed.
  package var value = ""
  /// What would fix it.
  package var hint: String
  /// `RejectionFingerprint`; empty for what is no rejection.
  package var fingerprint = ""
  /// Whether the pipeline waives it.
  package var isWaived = false
  /// How it stands to the former run; nil where none is compared with.
  package var night: Night?

  /// Codes of what is no rejection, with their meaning.
  static let codes: [(code: String, meaning: String)] = [
    ("failed-test", "A test of the pipeline found something else than it expects."),
    ("ragged-records", "Records have more or fewer cells than the header of their file."),
    ("gate", "A gate would refuse to publish."),
    ("idle-correction", "A row of corrections has no effect."),
    ("expired-waiver", "The last day of a waiver is over."),
    (
      "locality-without-places",
      "A source has a locality, but its region no places that tell area codes."
    ),
    ("nothing-comes-out", "A source or the whole pipeline would give no entry."),
  ]

  /// One sentence for a person, the cell in it, escaped.
  package var message: String {
    let cell = field.isEmpty ? value : "\(field): \(value)"
    return Escaping.escaped(value.isEmpty ? hint : "\(hint) Found: \(cell)")
  }
}
