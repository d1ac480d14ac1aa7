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
    var output = ""
    writeJSON(to: &output, depth: indented ? 0 : nil)
    return Escaping.escapedJSON(output)
  }

  private func writeJSON(to output: inout String, depth: Int?) {
    let inner = depth.map { $0 + 1 }
    func separate(_ index: Int) {
      if index > 0 { output += depth == nil ? ", " : "," }
      if let inner { output += "\n" + String(repeating: "  ", count: inner) }
    }
    func close(_ bracket: String, isEmpty: Bool) {
      if let depth, !isEmpty { output += "\n" + String(repeating: "  ", count: depth) }
      output += bracket
    }
    switch self {
    case .flag(let flag): output += flag ? "true" : "false"
    case .integer(let number): output += String(number)
    case .tenths(let number):
      let size = number.magnitude
      output += "\(number < 0 ? "-" : "")\(size / 10).\(size % 10)"
    case .text(let text): Self.writeQuoted(text, to: &output)
    case .list(let values):
      output += "["
      for (index, value) in values.enumerated() {
        separate(index)
        value.writeJSON(to: &output, depth: inner)
      }
      close("]", isEmpty: values.isEmpty)
    case .mapping(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        separate(index)
        Self.writeQuoted(member.key, to: &output)
        output += ": "
        member.value.writeJSON(to: &output, depth: inner)
      }
      close("}", isEmpty: members.isEmpty)
    }
  }

  /// Whether a byte of the text belongs to a scalar that is escaped, or may begin one.
  private static func mayNeedEscapes(_ text: String) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case ..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8...0xDC, 0xE0...0xE2, 0xEF, 0xF0, 0xF3: true
      default: false
      }
    }
  }

  /// Writes a text in double quotes with the escapes that JSON and YAML share.
  fileprivate static func writeQuoted(_ text: String, to output: inout String) {
    output += "\""
    guard mayNeedEscapes(text) else {
      output += text
      output += "\""
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      // JSON and YAML share no escape for what lies beyond four digits; JSON gets its own.
      case _ where scalar.value <= 0xFFFF && Escaping.isHidden(scalar):
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
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
    var output = ""
    writeQuoted(text, to: &output)
    return output
  }
}
