/// A correction that adds, drops or changes digits, or leaves part of the cell unused.
///
/// Each kind is a named rule that a pipeline can switch; documented in docs/rules.md. The raw value
/// is for memory only; `code` is the stable name in pipelines and reports.
public enum RepairKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case doubledAreaCode
  case dummyExtension
  case faxDropped
  case fillerZero
  case lineRunNotExpanded
  case localityAreaCode
  case lostZero
  case obsoleteNumbering
  case spreadsheetDamage
  case strayAreaCode
  case unusedText

  /// The stable kebab-case name.
  public var code: String {
    switch self {
    case .doubledAreaCode: "doubled-area-code"
    case .dummyExtension: "dummy-extension"
    case .faxDropped: "fax-dropped"
    case .fillerZero: "filler-zero"
    case .lineRunNotExpanded: "line-run-not-expanded"
    case .localityAreaCode: "locality-area-code"
    case .lostZero: "lost-zero"
    case .obsoleteNumbering: "obsolete-numbering"
    case .spreadsheetDamage: "spreadsheet-damage"
    case .strayAreaCode: "stray-area-code"
    case .unusedText: "unused-text"
    }
  }
}
