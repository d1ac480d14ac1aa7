/// Makes text from elsewhere safe to show: on a terminal, in a log, among the commands of a CI system.
///
/// Cells, labels, names of files, keys of a pipeline and values of a manifest are written by others.
/// Shown as they are, they could move the cursor, forge a line of a log, turn the direction of what
/// follows, or be taken for a command by GitHub Actions, Azure Pipelines or TeamCity.
package enum Escaping {
  /// The text on one line: what has no sign of its own is written as `\n`, `\r`, `\t` or `\u{1B}`.
  ///
  /// That is C0, DEL and C1, U+2028 and U+2029, and every invisible character of format (Unicode's Cf:
  /// bidirectional controls, zero width no-break spaces, tags) but the two joiners that emoji and
  /// some scripts need. `::` at the start, and `##[`, `##vso[` and `##teamcity[` anywhere are broken up. A
  /// backslash stays one: the text is for eyes, not to be read back.
  package static func escaped(_ text: String) -> String {
    if isPlain(text, keepingLayout: false) { return text }
    return withoutCommands(withoutControls(text, keepingLayout: false))
  }

  /// The text with its own lines and tabs, each line escaped as `escaped` does.
  package static func escapedLines(_ text: String) -> String {
    if isPlain(text, keepingLayout: true) { return text }
    let lines = withoutControls(text, keepingLayout: true).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { withoutCommands(String($0)) }.joined(separator: "\n")
  }

  /// JSON in which what has no sign of its own is escaped, and `##[` and its like broken up, so that a
  /// terminal or a log may show it; the same to whoever reads it as JSON.
  package static func escapedJSON(_ text: String) -> String {
    let text = withoutHidden(text)
    // Only texts hold such signs.
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    return breakingMarks(of: Array(text.utf8), by: "\\u0023")
  }

  private static func withoutHidden(_ text: String) -> String {
    guard mayHide(text) else { return text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // A line end stands between values: within a text JSON allows none.
      guard isHidden(scalar), scalar != "\n" else {
        output.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        // One by one, here and below: several at once would be added by a copy of all before them.
        for sign in "\\u\(zeros)\(digits)".unicodeScalars { output.append(sign) }
      }
    }
    return String(output)
  }

  /// Whether a byte of the text belongs to a hidden scalar other than a line end, or may begin one.
  private static func mayHide(_ text: String) -> Bool { text.utf8.contains(where: mayHide) }

  /// The same of bytes of UTF-8.
  package static func mayHide(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains(where: mayHide)
  }

  private static func mayHide(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A: false
    case ..<0x20, 0x7F, 0xC2, 0xD8...0xDC, 0xE0...0xE2, 0xEF, 0xF0, 0xF3: true
    default: false
    }
  }

  /// Whether a scalar is not shown as it is.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  /// Whether the text is printable ASCII that no CI system takes for a command: most of it is.
  private static func isPlain(_ text: String, keepingLayout: Bool) -> Bool {
    var former: UInt8 = 0
    for byte in text.utf8 {
      let isLayout = keepingLayout && (byte == 0x0A || byte == 0x09)
      guard (0x20..<0x7F).contains(byte) || isLayout else { return false }
      if byte == former, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return false }
      former = byte
    }
    return true
  }

  private static func withoutControls(_ text: String, keepingLayout: Bool) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isHidden(scalar) || keepingLayout && (scalar == "\n" || scalar == "\t") {
        output.append(scalar)
      } else {
        for sign in spelled(scalar).unicodeScalars { output.append(sign) }
      }
    }
    return String(output)
  }

  private static func spelled(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// The line with what GitHub Actions (`::` behind blanks, `##[`), Azure Pipelines (`##vso[`) and
  /// TeamCity (`##teamcity[`) obey broken up; time grows with its bytes.
  ///
  /// By bytes, as those systems read: Swift's characters would hide a sign that an accent stands on, and
  /// compare canonically, which takes time that grows with the square of a run of accents.
  private static func withoutCommands(_ line: String) -> String {
    let blanks = line.unicodeScalars.prefix { $0.properties.isWhitespace }
    let start = blanks.reduce(0) { $0 + UTF8.width($1) }
    return breakingMarks(of: Array(line.utf8), colonsAt: start, by: "\\u{23}", colon: "\\u{3A}")
  }

  /// The text with the second sign of `##[` and its like written in another way, and the first of `::` at
  /// a 0-based place, if one is given.
  private static func breakingMarks(
    of text: [UInt8], colonsAt start: Int? = nil, by spelling: String, colon: String = ""
  ) -> String {
    let (mark, bracket) = (UInt8(ascii: "#"), UInt8(ascii: "["))
    var output: [UInt8] = []
    output.reserveCapacity(text.count + 16)
    for (index, byte) in text.enumerated() {
      let next = text[(index + 1)...].prefix(9)
      if index == start, byte == UInt8(ascii: ":"), next.first == byte {
        output += colon.utf8
      } else if byte == mark, index > 0, text[index - 1] == mark,
        next.first == bracket || names.contains(where: { isNamed($0, next) })
      {
        output += spelling.utf8
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What stands between `##` and the bracket of a command, in any case.
  private static let names = ["vso", "teamcity"].map { Array($0.utf8) }

  /// Whether bytes begin with a name and a bracket.
  private static func isNamed(_ name: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst(name.count).first == UInt8(ascii: "[")
      && zip(name, bytes).allSatisfy { $0 == $1 | 0x20 }
  }
}
