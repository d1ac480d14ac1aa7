/// The rule book: every rule by which a phone cell is read, in the order of the reading.
///
/// The raw value is the key under `normalize.rules` in the pipeline file and the name in
/// docs/rules.md; each rule lives in the file of the same name in this folder.
package enum Rule: String, CaseIterable, Sendable, BitwiseCopyable {
  case folding = "folding"
  case chineseNumerals = "chinese-numerals"
  case spreadsheetDamage = "spreadsheet-damage"
  case labels = "labels"
  case faxNumbers = "fax-numbers"
  case datesAndHours = "dates-and-hours"
  case postcodes = "postcodes"
  case addresses = "addresses"
  case placeholders = "placeholders"
  case patterns = "patterns"
  case wildcards = "wildcards"
  case vanityLetters = "vanity-letters"
  case internationalPrefixes = "international-prefixes"
  case overseasDepartments = "overseas-departments"
  case lists = "lists"
  case alternates = "alternates"
  case extensionMarkers = "extension-markers"
  case extensionDash = "extension-dash"
  case extensionPause = "extension-pause"
  case extensionLists = "extension-lists"
  case hashSeparator = "hash-separator"
  case lineRuns = "line-runs"
  case lineRunExpansion = "line-run-expansion"
  case dummyExtension = "dummy-extension"
  case unusedText = "unused-text"
  case areaCodeColumn = "area-code-column"
  case localityAreaCode = "locality-area-code"
  case doubledAreaCode = "doubled-area-code"
  case fillerZero = "filler-zero"
  case strayAreaCode = "stray-area-code"
  case lostZero = "lost-zero"
  case obsoleteNumbering = "obsolete-numbering"
  case extensionColumn = "extension-column"
  case extensionWidth = "extension-width"
  case validation = "validation"
  case ranges = "ranges"

  /// The rule's state in a pipeline that does not mention it.
  package var isOnByDefault: Bool { self != .lineRunExpansion }
}

extension Rule {
  /// 0-based place in the rule book.
  @inline(__always)
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
