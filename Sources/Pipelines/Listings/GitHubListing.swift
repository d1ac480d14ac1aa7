internal import Display

/// Workflow commands of GitHub Actions: `::warning file=a.csv,line=3,col=9,title=junk::…`.
///
/// A finding that the former run has too is left out: it was told of on its night.
struct GitHubListing: Listing {
  func start(count: Int) -> String { "" }

  func text(of finding: ListedFinding, isFirst: Bool) -> String {
    guard finding.night == nil || finding.night == .new else { return "" }
    var properties = ["file=" + Self.property(finding.path)]
    if let line = finding.line { properties.append("line=\(line)") }
    if let column = finding.column { properties.append("col=\(column)") }
    properties.append("title=" + Self.property(finding.code))
    let message = Self.data(finding.message)
    return "::\(finding.level.rawValue) \(properties.joined(separator: ","))::\(message)\n"
  }

  func end() -> String { "" }

  /// What the runner takes for syntax in a message.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// What it takes for syntax in a property beside that.
  private static func property(_ text: String) -> String {
    data(Escaping.escaped(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
