internal import Records

/// A form in which other programs take findings.
package protocol Listing {
  /// What stands in front of the findings; `count` of them follow.
  mutating func start(count: Int) -> String
  /// One finding; `isFirst` where none stands before it.
  mutating func text(of finding: ListedFinding, isFirst: Bool) -> String
  /// What stands at the end.
  mutating func end() -> String
}

/// The forms of `--format`.
package enum ListingFormat: String, CaseIterable, Sendable {
  /// Workflow commands of GitHub Actions: annotations of a run.
  case github
  /// SARIF 2.1.0: code scanning, editors.
  case sarif
  /// JUnit XML: test reports of CI systems.
  case junit
  /// A table with a header.
  case csv
  /// The JSON of the command, as with `--json`.
  case json

  /// The form; nil for `json`, which each command has of its own.
  package var listing: (any Listing)? { listing(forSpreadsheet: false) }

  /// The same; of a table `forSpreadsheet` no cell can be a formula.
  package func listing(forSpreadsheet: Bool) -> (any Listing)? {
    switch self {
    case .github: GitHubListing()
    case .sarif: SARIFListing()
    case .junit: JUnitListing()
    case .csv: CSVListing(formulaGuard: forSpreadsheet ? FormulaGuard() : nil)
    case .json: nil
    }
  }
}

extension Listing {
  /// All of some findings.
  package func text(of findings: [ListedFinding]) -> String {
    var listing = self
    var text = listing.start(count: findings.count)
    for (index, finding) in findings.enumerated() {
      text += listing.text(of: finding, isFirst: index == 0)
    }
    return text + listing.end()
  }
}
