/// Hides phone numbers wherever callbook talks: logs, summaries, messages, findings, samples.
///
/// The one rule: numbers are masked unless the caller asks for `--reveal`. What is data by its nature is
/// not talk and stays whole: the directory, the private reports, the output of `normalize` and
/// `explain`, whose callers named the number, and records that are printed to be read back.
package enum Masking {
  /// The text with its digits as `x`: all but the first three and the last two of a number of at
  /// least eight digits, all digits otherwise.
  ///
  /// Digits of any script count. A number may be written with blanks, hyphens, brackets, dots, slashes
  /// and plus signs between its digits. Chinese numerals are hidden where seven stand in a row; fewer are words.
  package static func masked(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if isDigit(scalar) || isNumeral(scalar) || (!run.isEmpty && isSeparator(scalar)) {
        run.append(scalar)
      } else {
        append(run, to: &output)
        run.removeAll(keepingCapacity: true)
        output.append(scalar)
      }
    }
    append(run, to: &output)
    return String(output)
  }

  /// The digits of a directory number, masked.
  package static func masked(_ number: Int64) -> String { masked(String(number)) }

  /// The text as it is, or masked.
  package static func shown(_ text: String, revealed: Bool) -> String {
    revealed ? text : masked(text)
  }

  private static func append(_ run: [Unicode.Scalar], to output: inout String.UnicodeScalarView) {
    let hidesNumerals = run.count(where: isNumeral) >= 7
    func counts(_ scalar: Unicode.Scalar) -> Bool {
      isDigit(scalar) || hidesNumerals && isNumeral(scalar)
    }
    let digits = run.count(where: counts)
    var seen = 0
    for scalar in run {
      guard counts(scalar) else {
        output.append(scalar)
        continue
      }
      seen += 1
      output.append(digits >= 8 && (seen <= 3 || seen > digits - 2) ? scalar : "x")
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("0"..."9").contains(scalar) }
    // Digits in circles and raised ones are `.digit`; fractions and Chinese numerals `.numeric`.
    let type = scalar.properties.numericType
    return type == .decimal || type == .digit
  }

  private static func isNumeral(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && "〇零一二三四五六七八九".unicodeScalars.contains(scalar)
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    " -()./+".unicodeScalars.contains(scalar)
  }
}
