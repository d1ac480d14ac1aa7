package import DirectoryFormat
internal import Display

/// A value of a document that a program may read, with its keys in a fixed order.
package indirect enum DocumentValue: Sendable {
  /// A truth value.
  case flag(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number of tenths, written with one decimal.
  case tenths(Int64)
  /// A text.
  case text(String)
  /// Values in order.
  case list([DocumentValue])
  /// Keys and values in order.
  case mapping([(key: String, value: DocumentValue)])

  /// A list of texts.
  package static func texts(_ texts: [String]) -> DocumentValue { .list(texts.map { .text($0) }) }

  /// The value as JSON: on one line, or indented by two spaces.
  package func json(indented: Bool = false) -> String {
    var writer = JSONWriter(indented ? .indented : .line)
    write(to: &writer)
    return Escaping.escapedJSON(writer.takeText())
  }

  /// Writes the value where one is due, its keys in their order.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .flag(let flag): writer.boolean(flag)
    case .integer(let number): writer.integer(number)
    case .tenths(let number): writer.tenths(number)
    case .text(let text): writer.string(text)
    case .list(let values):
      writer.open(.list)
      for value in values {
        writer.element()
        value.write(to: &writer)
      }
      writer.close()
    case .mapping(let members):
      writer.open(.object)
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.close()
    }
  }
}

extension DocumentValue {
  /// The value as YAML in block style, lists of scalars on one line, without the last line's end.
  ///
  /// `comments` are lines, by the path of the key that they stand above (`sources/0/columns`).
  package func yaml(comments: [String: [String]] = [:]) -> String {
    var output = ""
    writeYAML(to: &output, indentation: 0, at: "", comments)
    return String(output.dropLast())
  }

  private func writeYAML(
    to output: inout String, indentation: Int, at path: String, _ comments: [String: [String]]
  ) {
    let margin = String(repeating: " ", count: indentation)
    switch self {
    case .mapping(let members) where !members.isEmpty:
      for (index, member) in members.enumerated() {
        let place = path.isEmpty ? member.key : "\(path)/\(member.key)"
        if index > 0 { output += margin }
        for comment in comments[place] ?? [] {
          output += "# \(Escaping.escaped(comment))\n\(margin)"
        }
        output += "\(Self.yamlScalar(member.key)):"
        member.value.writeYAMLValue(to: &output, indentation: indentation, at: place, comments)
      }
    case .list(let values) where !values.allSatisfy(\.isScalar):
      for (index, value) in values.enumerated() {
        if index > 0 { output += margin }
        output += "- "
        value.writeYAML(
          to: &output, indentation: indentation + 2, at: "\(path)/\(index)", comments)
      }
    default: output += inlineYAML + "\n"
    }
  }

  private func writeYAMLValue(
    to output: inout String, indentation: Int, at path: String, _ comments: [String: [String]]
  ) {
    switch self {
    case .mapping(let members) where !members.isEmpty:
      output += "\n" + String(repeating: " ", count: indentation + 2)
      writeYAML(to: &output, indentation: indentation + 2, at: path, comments)
    case .list(let values) where !values.allSatisfy(\.isScalar):
      output += "\n" + String(repeating: " ", count: indentation + 2)
      writeYAML(to: &output, indentation: indentation + 2, at: path, comments)
    default: output += " " + inlineYAML + "\n"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .flag, .integer, .tenths, .text: true
    case .list, .mapping: false
    }
  }

  private var inlineYAML: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .tenths: json()
    case .text(let text): Self.yamlScalar(text)
    case .list(let values): "[" + values.map(\.inlineYAML).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{"
        + members.map { "\(Self.yamlScalar($0.key)): \($0.value.inlineYAML)" }
        .joined(separator: ", ") + "}"
    }
  }

  /// Words that YAML readers take for something else than text.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private static func yamlScalar(_ text: String) -> String {
    let isPlain =
      !reserved.contains(text.lowercased())
      && text.unicodeScalars.first?.properties.isAlphabetic == true
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-./".unicodeScalars.contains($0)
      }
    if isPlain { return text }
    let inside = text.unicodeScalars.map(yamlEscaped).joined()
    // A log that shows it would obey such a sign; YAML reads the escape as the sign.
    return "\"" + inside.replacing("##", with: "#\\x23") + "\""
  }

  /// A scalar of a text in double quotes; YAML has no escape in common with JSON for what lies beyond
  /// four digits.
  private static func yamlEscaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where scalar.value <= 0xFFFF && Escaping.isHidden(scalar):
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
