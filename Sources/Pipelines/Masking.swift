/// Hides phone numbers in what leaves the private report: logs, summaries, error messages.
package enum Masking {
  /// The text with its digits as `x`: all but the first three and the last two of a number of at
  /// least eight digits, all digits otherwise.
  ///
  /// A number may be written with blanks, hyphens, brackets and dots between its digits.
  package static func masked(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar.properties.numericType != nil || (!run.isEmpty && isSeparator(scalar)) {
        run.append(scalar)
      } else {
        append(run, to: &output)
        run.removeAll()
        output.append(scalar)
      }
    }
    append(run, to: &output)
    return String(output)
  }

  private static func append(_ run: [Unicode.Scalar], to output: inout String.UnicodeScalarView) {
    let digits = run.count { $0.properties.numericType != nil }
    var seen = 0
    for scalar in run {
      guard scalar.properties.numericType != nil else {
        output.append(scalar)
        continue
      }
      seen += 1
      output.append(digits >= 8 && (seen <= 3 || seen > digits - 2) ? scalar : "x")
    }
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    " -()./".unicodeScalars.contains(scalar)
  }
}
