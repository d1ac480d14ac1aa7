/// Tells whether paths can be read, before any file is opened.
package enum XMLPaths {
  /// Whether a text is the path of record elements: `/Export/Lines/Line`, `//Line`.
  package static func isRecordPath(_ text: String) -> Bool { XMLPath.record(text) != nil }

  /// Whether a text is a path from the record: `@did`, `Owner/Name`, `key(number)`.
  package static func isColumnPath(_ text: String) -> Bool { XMLPath.column(text) != nil }
}

/// Paths into an XML file, by local names.
///
/// Record paths: `/Export/Lines/Line` from the root, `//Line` or `//Lines/Line` at any depth; `*`
/// stands for any element. Column paths start at the record: `@did` (an attribute), `Owner/Name`
/// (an element with all text in it), `telephony/number/@type`, `.` (the record's own text) and, for
/// property lists, `key(number)`: the element that follows `<key>number</key>`. A step of a column path
/// may ask for an attribute: `tag[@k='phone']/@v`, `Data[@name="Tel"]/value`. A prefix as in `ns:Name`
/// is accepted and ignored.
struct XMLPath: Equatable {
  enum Target: Equatable {
    case text
    case ownText
    case attribute(String)
    case key(String)
  }

  /// What an element must have for a column path to go on.
  struct Predicate: Equatable {
    /// 0-based place of the element among the steps.
    var step: Int
    var attribute: String
    /// The whole value, references resolved.
    var value: String
  }

  /// Predicates that one path may have.
  static let mostPredicates = 8

  /// Element names; `*` for any.
  var steps: [String]
  /// In the order of the steps.
  var predicates: [Predicate] = []
  var target: Target = .text
  /// For record paths: whether the steps may start at any depth.
  var isAnywhere = false

  /// What is wrong with a record path, if anything.
  static func problem(ofRecordPath path: String) -> String? {
    record(path) == nil ? "the record path '\(path)' is not understood" : nil
  }

  /// What is wrong with a column path, if anything.
  static func problem(ofColumnPath path: String) -> String? {
    column(path) == nil ? "the column path '\(path)' is not understood" : nil
  }

  /// Reads a record path; nil when it is not one.
  static func record(_ path: String) -> XMLPath? {
    let isAnywhere = path.hasPrefix("//")
    guard path.hasPrefix("/") else { return nil }
    let steps = split(path.dropFirst(isAnywhere ? 2 : 1))
    guard let names = elements(steps), !names.isEmpty else { return nil }
    return XMLPath(steps: names, isAnywhere: isAnywhere)
  }

  /// Reads a column path; nil when it is not one.
  static func column(_ path: String) -> XMLPath? {
    if path == "." { return XMLPath(steps: [], target: .ownText) }
    var steps = split(path.hasPrefix("./") ? path.dropFirst(2) : path[...])
    guard let last = steps.last else { return nil }
    var target = Target.text
    if last.hasPrefix("@") {
      guard let name = localName(String(last.dropFirst())) else { return nil }
      target = .attribute(name)
      steps.removeLast()
    } else if last.hasPrefix("key("), last.hasSuffix(")") {
      let key = String(last.dropFirst(4).dropLast())
      guard !key.isEmpty else { return nil }
      target = .key(key)
      steps.removeLast()
    }
    var predicates: [Predicate] = []
    for index in steps.indices where steps[index].hasSuffix("]") {
      guard let (name, predicate) = predicate(in: steps[index], at: index) else { return nil }
      steps[index] = name
      predicates.append(predicate)
    }
    guard let names = elements(steps), predicates.count <= mostPredicates else { return nil }
    return XMLPath(steps: names, predicates: predicates, target: target)
  }

  /// Takes `Data[@name='Tel']` apart.
  private static func predicate(in step: String, at index: Int) -> (String, Predicate)? {
    guard let open = step.firstIndex(of: "["), step[open...].hasPrefix("[@") else { return nil }
    let inner = step[step.index(open, offsetBy: 2)...].dropLast()
    guard let equals = inner.firstIndex(of: "="),
      let attribute = localName(String(inner[..<equals]).filter { $0 != " " })
    else { return nil }
    let quoted = inner[inner.index(after: equals)...].drop { $0 == " " }
    guard let quote = quoted.first, quote == "'" || quote == "\"", quoted.count >= 2,
      quoted.last == quote, !quoted.dropFirst().dropLast().contains(quote)
    else { return nil }
    let value = String(quoted.dropFirst().dropLast())
    return (String(step[..<open]), Predicate(step: index, attribute: attribute, value: value))
  }

  /// Cuts at slashes, but not inside `key(…)` and `[…]`.
  private static func split(_ path: Substring) -> [String] {
    var steps: [String] = []
    var step = ""
    var depth = 0
    var quote: Character?
    for character in path {
      if let open = quote {
        if character == open { quote = nil }
      } else if depth > 0, character == "'" || character == "\"", step.contains("[") {
        quote = character
      } else if "([".contains(character) {
        depth += 1
      } else if ")]".contains(character) {
        depth -= 1
      }
      if character == "/", depth <= 0 {
        steps.append(step)
        step = ""
      } else {
        step.append(character)
      }
    }
    return steps + [step]
  }

  private static func elements(_ steps: [String]) -> [String]? {
    let names = steps.compactMap { $0 == "*" ? "*" : localName($0) }
    return names.count == steps.count ? names : nil
  }

  private static func localName(_ name: String) -> String? {
    let local = name.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init)
    guard let local, !local.isEmpty else { return nil }
    let refused: Set<Character> = [
      "@", "(", ")", "[", "]", "*", " ", "<", ">", "=", "'", "\"", ".",
    ]
    return local.contains { $0 != "." && refused.contains($0) } || local.hasPrefix(".")
      ? nil : local
  }
}
