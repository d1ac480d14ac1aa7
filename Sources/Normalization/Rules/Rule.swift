/// Every rule by which a phone cell is read, in the order in which it first has a say.
///
/// The raw value is the key under `normalize.rules` in the pipeline file and the name in
/// docs/rules.md, which has the same order; each rule lives in the file of the same name in this folder.
package enum Rule: String, CaseIterable, Sendable, BitwiseCopyable {
  case folding = "folding"
  case chineseNumerals = "chinese-numerals"
  case patterns = "patterns"
  case spreadsheetDamage = "spreadsheet-damage"
  case labels = "labels"
  case addresses = "addresses"
  case datesAndHours = "dates-and-hours"
  case faxNumbers = "fax-numbers"
  case postcodes = "postcodes"
  case wildcards = "wildcards"
  case vanityLetters = "vanity-letters"
  case areaCodeColumn = "area-code-column"
  case lists = "lists"
  case internationalPrefixes = "international-prefixes"
  case overseasDepartments = "overseas-departments"
  case fillerZero = "filler-zero"
  case obsoleteNumbering = "obsolete-numbering"
  case doubledAreaCode = "doubled-area-code"
  case strayAreaCode = "stray-area-code"
  case lostZero = "lost-zero"
  case localityAreaCode = "locality-area-code"
  case validation = "validation"
  case extensionMarkers = "extension-markers"
  case hashSeparator = "hash-separator"
  case extensionDash = "extension-dash"
  case extensionPause = "extension-pause"
  case extensionLists = "extension-lists"
  case alternates = "alternates"
  case lineRuns = "line-runs"
  case dummyExtension = "dummy-extension"
  case extensionWidth = "extension-width"
  case lineRunExpansion = "line-run-expansion"
  case unusedText = "unused-text"
  case placeholders = "placeholders"
  case extensionColumn = "extension-column"
  case ranges = "ranges"

  /// The rule's state in a pipeline that does not mention it.
  package var isOnByDefault: Bool { self != .lineRunExpansion }
}

extension Rule {
  /// 0-based place in the rule book.
  @inline(__always)
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
