internal import NumberingPlans

/// The version of the tool, as printed and as written into manifests.
package enum ToolVersion {
  /// The version of callbook.
  package static let callbook = "0.1.0"
  /// What the numbering plans were made from.
  package static var numberingPlans: String { NumberingPlans.version }
}
