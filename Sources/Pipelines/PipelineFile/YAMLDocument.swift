internal import Yams

/// One YAML document as a tree, bounded before it is parsed.
///
/// A pipeline file is at most 1 MiB and may not use aliases, so the tree is no larger than the text.
package enum YAMLDocument {
  /// Most bytes of a pipeline file.
  package static let mostBytes = 1 << 20

  /// The root of the document; the first problem of its syntax is thrown.
  static func root(of text: String, file: String) throws(PipelineDiagnostic) -> Node {
    if let alias = firstAlias(in: text) {
      throw PipelineDiagnostic(
        file: file, position: alias, problem: "aliases (*name) are not accepted",
        advice: "Repeat the value, or put quotes around a text that starts with '*'.")
    }
    do {
      // What a scalar is says the key, not YAML's rules, which take a tenth of a start to prepare.
      guard let root = try Yams.compose(yaml: text, .basic) else {
        throw PipelineDiagnostic(
          file: file, position: nil, problem: "the file is empty",
          advice: "Start from `callbook init FILE`.")
      }
      return root
    } catch let diagnostic as PipelineDiagnostic {
      throw diagnostic
    } catch let error as YamlError {
      throw diagnostic(of: error, file: file)
    } catch {
      throw PipelineDiagnostic(
        file: file, position: nil, problem: "the file is not YAML (\(error))", advice: "")
    }
  }

  private static func diagnostic(of error: YamlError, file: String) -> PipelineDiagnostic {
    let problem: String
    var position: TextPosition?
    var advice = "Check the indentation and the quotes around this place."
    switch error {
    case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _),
      .composer(_, let text, let mark, _):
      problem = "not YAML: \(text)"
      position = TextPosition(mark)
    case .reader(let text, _, _, _):
      problem = "not YAML: \(text)"
      advice = "Save the file as UTF-8 without control characters."
    case .duplicatedKeysInMapping(let keys, let context):
      // In a file that is no pipeline a key may be anything, a secret too.
      let key = "\(keys.first ?? "")"
      let isWord = key.count <= 60 && key.allSatisfy { $0.isLetter || $0 == "_" }
      problem = "\(isWord ? "key \"\(key)\"" : "a key") appears twice in one mapping"
      position = TextPosition(context.mark)
      advice = "Keep one of them."
    default:
      problem = "not YAML: \(error)"
    }
    return PipelineDiagnostic(file: file, position: position, problem: problem, advice: advice)
  }

  private static let lineBreaks: [Unicode.Scalar] = [
    "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}",
  ]
  /// What may stand right before a token, beside line breaks.
  private static let beforeTokens: [Unicode.Scalar] = [
    " ", "\t", "\u{FEFF}", "[", "{", ",", ":", "?", "-", "]", "}", "\"", "'",
  ]

  /// Where the first alias stands, if the text has an anchor for it.
  ///
  /// An alias multiplies what it stands for, so it is refused before the parser sees it: a mapping
  /// key made of aliases of aliases would be hashed as if it were written out. The search does not
  /// know quotes: it may take a text such as `"A &B *C"` for an alias, and never misses one.
  ///
  /// Lines end and tokens begin where libyaml says so, which knows more line breaks than editors show.
  private static func firstAlias(in text: String) -> TextPosition? {
    var position = TextPosition(line: 1, column: 0)
    var marker: (kind: Unicode.Scalar, position: TextPosition)?
    var alias: TextPosition?
    var hasAnchor = false
    var startsToken = true
    for scalar in text.unicodeScalars {
      position.column += 1
      if let marker, scalar.isASCII,
        scalar.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains(scalar)
      {
        if marker.kind == "&" { hasAnchor = true } else { alias = alias ?? marker.position }
      }
      marker = startsToken && (scalar == "&" || scalar == "*") ? (scalar, position) : nil
      if Self.lineBreaks.contains(scalar) {
        position = TextPosition(line: position.line + (scalar == "\r" ? 0 : 1), column: 0)
      }
      startsToken = Self.lineBreaks.contains(scalar) || Self.beforeTokens.contains(scalar)
    }
    return hasAnchor ? alias : nil
  }
}

extension TextPosition {
  /// The place of a mark of the YAML parser.
  init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}
