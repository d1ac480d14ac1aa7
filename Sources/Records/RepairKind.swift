/// A correction that adds, drops or changes digits, or leaves part of the cell unused.
///
/// Each kind is a named rule that a pipeline can switch; documented in docs/rules.md. The raw value
/// is for memory only; `code` is the stable name in pipelines and reports.
package enum RepairKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case lineRunNotExpanded

  /// The stable kebab-case name.
  package var code: String {
    switch self {
    case .lineRunNotExpanded: "line-run-not-expanded"
    }
  }
}
