/// What a mapped column holds; the raw value is the key under `columns:` in the pipeline file.
public enum Field: String, CaseIterable, Sendable {
  /// The phone cell: a representative number, often with its extension and more.
  case number
  /// The telephone extension in a column of its own.
  case extensionDigits = "extension"
  /// The text that the phone shows.
  case label
  /// Identify, block or remove.
  case action
  /// Whether the line is in service.
  case status
  /// When the record was last changed; newer wins.
  case updated
  /// First day on which the record holds.
  case validFrom = "valid_from"
  /// Last day on which the record holds.
  case validTo = "valid_to"
  /// The area code when the exporter keeps it apart from the number.
  case areaCode = "area_code"
  /// City or address that tells the area code when the number lacks it.
  case locality
  /// First number of a range.
  case first
  /// Last number of a range, inclusive.
  case last
}
