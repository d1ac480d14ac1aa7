package import Records

/// How the records of one source become candidates.
package struct NormalizationSettings: Sendable, Equatable {
  /// How phone cells are read.
  package var cells: CellSettings
  /// What each mapped column holds, by the column's index in the batches.
  package var columns: [Field]
  /// What a record asks for whose action cell is empty or missing.
  package var action: Action = .identify
  /// Spellings of actions beside `identify`, `block` and `remove`; compared without regard to case.
  package var actions: [Action: [String]] = [:]
  /// Spellings of statuses that put a record out of service; compared without regard to case.
  package var disabledStatuses: [String] = []
  /// The day against which validity windows are judged, in days since 1970-01-01; needed as soon as
  /// `validFrom` or `validTo` is among the columns.
  package var asOf: Int?
  /// Zone of dates without an offset: an IANA name such as Asia/Taipei, `UTC` or ±hh:mm.
  package var timezone = "UTC"
  /// How dates are written.
  package var dateFormat = DateFormat.iso
  /// Label of one more candidate per used record, for its representative number; nil for none.
  package var representativeLabel: String?

  /// What stands between the parts of a label where several columns hold one.
  package var labelSeparator = " "

  /// Creates settings for a source with the given columns, everything else as by default.
  package init(cells: CellSettings, columns: [Field]) {
    self.cells = cells
    self.columns = columns
  }
}

/// Why a source cannot be normalized with its settings.
package enum NormalizationSettingsError: Error, Equatable, CustomStringConvertible {
  /// No such zone.
  case unknownTimezone(String)
  /// A validity window is mapped, and no day is given to judge it by.
  case missingAsOf
  /// The label for representative numbers shows nothing, or is longer than a label may be.
  case unusableRepresentativeLabel

  /// Where, what was found and expected, and what to do about it.
  package var description: String {
    switch self {
    case .unknownTimezone(let name):
      "timezone: no such zone (found \"\(name)\", expected a name such as Asia/Taipei, UTC or"
        + " +08:00). Correct the name."
    case .missingAsOf:
      "as_of: missing, and a source maps valid_from or valid_to (expected a day such as"
        + " 2026-11-21). Set as_of in the pipeline, or pass --as-of."
    case .unusableRepresentativeLabel:
      "representative.label: nothing visible, or over 65534 bytes. Write a label that a phone can"
        + " show."
    }
  }
}
