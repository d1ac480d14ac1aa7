internal import NumberingPlans

/// The version of the tool, as printed and as written into manifests.
package enum ToolVersion {
  /// The version of callbook.
  package static let callbook = "0.1.0"
  /// Name and version, as manifests give it.
  package static let tool = "callbook \(callbook)"
  /// The version of the numbering plans within.
  package static var numberingPlans: String { NumberingPlans.version }
}
