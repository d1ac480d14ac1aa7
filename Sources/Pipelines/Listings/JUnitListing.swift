internal import Display

/// JUnit XML: one failed test case for each finding, in one suite.
///
/// A finding that the former run has too, or that is fixed, is left out.
struct JUnitListing: Listing {
  func start(count: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="callbook" tests="\(count)" failures="\(count)" errors="0">
      <testsuite name="callbook" tests="\(count)" failures="\(count)" errors="0" skipped="0">

    """
  }

  func text(of finding: ListedFinding, isFirst: Bool) -> String {
    let place = finding.line.map { "\(finding.path):\($0)" } ?? finding.path
    let name =
      finding.field.isEmpty
      ? "\(place) \(finding.code)" : "\(place) \(finding.field) \(finding.code)"
    let suite = finding.source.isEmpty ? finding.path : finding.source
    var attributes = "classname=\(Self.quoted(suite)) name=\(Self.quoted(name))"
    attributes += " file=\(Self.quoted(finding.path))"
    if let line = finding.line { attributes += " line=\"\(line)\"" }
    let column = finding.column.map { ":\($0)" } ?? ""
    return """
          <testcase \(attributes)>
            <failure type=\(Self.quoted(finding.code)) message=\(Self.quoted(finding.message))>\
      \(Self.text(place + column + ": " + finding.message))</failure>
          </testcase>

      """
  }

  func end() -> String { "  </testsuite>\n</testsuites>\n" }

  private static func quoted(_ text: String) -> String {
    "\"" + self.text(text).replacing("\"", with: "&quot;") + "\""
  }

  /// Escaped for people first, so that no control is left that XML does not allow.
  private static func text(_ text: String) -> String {
    var output = ""
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
