internal import Yams

/// Reads the values of one mapping by its declared keys and reports all that is wrong in it.
///
/// An accessor gives nil for a key that is missing or wrong; a wrong one has been reported.
/// Asking for a key in another way than it is declared is a programmer's error.
struct SectionReader {
  private let section: KeySection
  private let keyPath: String
  private let context: PipelineReadingContext
  private let values: [String: Node]
  /// The mapping itself, for problems that concern several keys.
  let node: Node

  /// Opens a mapping; nil, and reported, when the node is something else.
  init?(
    _ node: Node, as section: KeySection, at keyPath: String, in context: PipelineReadingContext
  ) {
    guard case .mapping(let mapping) = node else {
      // A file that is no pipeline may be anything, a secret too: nothing of it is shown.
      context.report(
        keyPath.isEmpty && node.scalar != nil
          ? "the file is a text (expected a mapping)"
          : "\(keyPath.isEmpty ? "the file" : keyPath) is \(Self.name(of: node)) "
            + "(expected a mapping)",
        advice: "Write keys and values such as `\(section.keys[0].name): …`.", at: node)
      return nil
    }
    guard !keyPath.isEmpty || Self.isKnown(mapping, in: section) else {
      context.report(
        "the file has no key that is known "
          + NearestName.phrase(for: "", among: section.keys.map(\.name)),
        advice: "`callbook schema` lists all keys.", at: node)
      return nil
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      guard case .scalar(let scalar) = key else {
        context.report(
          "a key is \(Self.name(of: key)) (expected a word)",
          advice: "`callbook schema` lists all keys.", at: key)
        continue
      }
      guard section[scalar.string] != nil else {
        Self.reportUnknown(scalar.string, at: key, in: section, context)
        continue
      }
      if values.updateValue(value, forKey: scalar.string) != nil {
        context.report(
          "key \"\(scalar.string)\" appears twice in one mapping", advice: "Keep one of them.",
          at: key)
      }
    }
    self.section = section
    self.keyPath = keyPath
    self.context = context
    self.values = values
    self.node = node
    func isRequired(_ key: KeyDeclaration) -> Bool {
      guard let unless = key.requiredUnless else { return key.isRequired }
      guard case .scalar(let scalar) = values[unless.key] else { return true }
      return scalar.string != unless.says
    }
    for key in section.keys where values[key.name] == nil && isRequired(key) {
      context.report(
        "\(path(key.name)) is missing", advice: "Add it: \(lowercasedFirst(key.summary))", at: node)
    }
  }

  /// The file as the user named it.
  var file: String { context.file }

  /// Whether the key is written in the file.
  func has(_ key: String) -> Bool { values[key] != nil }

  /// Reports a problem with the value of a key.
  func report(_ problem: String, advice: String, at key: String) {
    context.report(problem, advice: advice, at: values[key] ?? node)
  }

  /// A text.
  func text(_ key: String) -> String? {
    value(key) { node, path, kind in
      guard case .text(let form) = kind else { return Self.undeclared(key, kind) }
      return read(node, at: path, as: form)
    }
  }

  /// A whole number.
  func integer(_ key: String) -> Int? {
    value(key) { node, path, kind in
      guard case .integer(let range) = kind else { return Self.undeclared(key, kind) }
      guard let text = scalar(node, at: path, expected: "a whole number") else { return nil }
      if let number = Int(text), range.contains(number) { return number }
      let expected =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) … \(range.upperBound)"
      context.report(
        "\(path) is \(quoted(text)) (expected a whole number, \(expected))",
        advice: "Write a number in that range.", at: node)
      return nil
    }
  }

  /// A switch.
  func flag(_ key: String) -> Bool? {
    value(key) { node, path, kind in
      guard case .flag = kind else { return Self.undeclared(key, kind) }
      return flag(node, at: path)
    }
  }

  /// One of the words that are the raw values of a type.
  func choice<Choice: RawRepresentable<String>>(_ key: String, of type: Choice.Type) -> Choice? {
    value(key) { node, path, kind in
      guard case .choice(let words) = kind else { return Self.undeclared(key, kind) }
      return choice(node, at: path, of: words).flatMap(Choice.init(rawValue:))
    }
  }

  /// A list of texts or words.
  func texts(_ key: String) -> [String]? {
    list(key) { node, path, kind in
      switch kind {
      case .text(let form): read(node, at: path, as: form)
      case .choice(let words): choice(node, at: path, of: words)
      default: Self.undeclared(key, kind)
      }
    }
  }

  /// A list of column selectors, as written and whether each is a plain whole number.
  func selectors(_ key: String) -> [(text: String, isNumber: Bool, node: Node)]? {
    list(key) { node, path, kind in
      guard case .selector = kind else { return Self.undeclared(key, kind) }
      guard let text = scalar(node, at: path, expected: "a column"), case .scalar(let scalar) = node
      else { return nil }
      let isNumber = scalar.style == .plain && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return (text, isNumber, node)
    }
  }

  /// Texts of cells by column, in the order of the file.
  func textsBySelector(
    _ key: String
  ) -> [(column: (text: String, isNumber: Bool), values: [String])]? {
    value(key) { node, path, kind in
      guard case .textsBySelector = kind else { return Self.undeclared(key, kind) }
      guard case .mapping(let mapping) = node, !mapping.isEmpty else {
        context.report(
          "\(path) is \(Self.name(of: node)) (expected columns with their texts)",
          advice: "Write it as `{ status: [open, 營業] }`.", at: node)
        return nil
      }
      return mapping.compactMap { key, value in
        guard case .scalar(let scalar) = key, !scalar.string.isEmpty else {
          context.report(
            "\(path) has a key that is no column", advice: "Write a header name, position or path.",
            at: key)
          return nil
        }
        let isNumber =
          scalar.style == .plain && scalar.string.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let nodes = value.sequence.map(Array.init) ?? [value]
        let values = nodes.compactMap { read($0, at: "\(path).\(scalar.string)", as: .cell) }
        if nodes.isEmpty {
          context.report(
            "\(path).\(scalar.string) is an empty list (expected at least 1)",
            advice: "Add a text, or delete the key.", at: value)
        }
        return ((scalar.string, isNumber), values)
      }
    }
  }

  /// A mapping with declared keys.
  func section(_ key: String) -> SectionReader? {
    value(key) { node, path, kind in
      guard case .section(let inner) = kind else { return Self.undeclared(key, kind) }
      return SectionReader(node, as: inner, at: path, in: context)
    }
  }

  /// A list of mappings with declared keys, each with its node.
  func sections(_ key: String) -> [SectionReader]? {
    list(key) { node, path, kind in
      guard case .section(let inner) = kind else { return Self.undeclared(key, kind) }
      return SectionReader(node, as: inner, at: path, in: context)
    }
  }

  /// A mapping from words to switches.
  func flags(_ key: String) -> [String: Bool]? {
    value(key) { node, path, kind in
      guard case .flags(let words) = kind else { return Self.undeclared(key, kind) }
      let declared = KeySection(keys: words.map { KeyDeclaration($0, .flag, "On or off.") })
      guard let reader = SectionReader(node, as: declared, at: path, in: context) else {
        return nil
      }
      var flags: [String: Bool] = [:]
      for word in words { flags[word] = reader.flag(word) }
      return flags
    }
  }

  /// Shares by word; one share alone stands under the last word.
  func shares(_ key: String) -> [String: Percentage]? {
    value(key) { node, path, kind in
      guard case .shares(let words) = kind else { return Self.undeclared(key, kind) }
      guard case .mapping = node else {
        guard let share = read(node, at: path, as: .percentage).flatMap(Percentage.init),
          let last = words.last
        else { return nil }
        return [last: share]
      }
      let declared = KeySection(
        keys: words.map { KeyDeclaration($0, .text(.percentage), "A share.") })
      guard let reader = SectionReader(node, as: declared, at: path, in: context) else {
        return nil
      }
      var shares: [String: Percentage] = [:]
      for word in words { shares[word] = reader.text(word).flatMap(Percentage.init) }
      return shares
    }
  }
}

extension SectionReader {
  private func path(_ key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }

  private func value<Value>(
    _ key: String, _ read: (Node, String, ValueKind) -> Value?
  ) -> Value? {
    // The key is named by the code that reads the section, never by the file.
    guard let declaration = section[key] else {
      preconditionFailure("the key \(path(key)) is not declared")
    }
    context.consume(path(key))
    guard let node = values[key] else { return nil }
    context.place(node, at: path(key))
    return read(node, path(key), declaration.kind)
  }

  private func list<Element>(
    _ key: String, _ read: (Node, String, ValueKind) -> Element?
  ) -> [Element]? {
    value(key) { node, path, kind in
      guard case .list(let item, let least, let most) = kind else {
        return Self.undeclared(key, kind)
      }
      guard case .sequence(let sequence) = node else {
        return read(node, path, item).map { [$0] }
      }
      if sequence.count < least {
        context.report(
          "\(path) is an empty list (expected at least \(least))", advice: "Add an element.",
          at: node)
      }
      if sequence.count > most {
        let found = "\(path) has \(sequence.count) elements (expected at most \(most))"
        context.report(found, advice: "Keep fewer.", at: node)
        return nil
      }
      return sequence.enumerated().compactMap { index, node in
        context.place(node, at: "\(path)[\(index)]")
        return read(node, "\(path)[\(index)]", item)
      }
    }
  }

  private func scalar(_ node: Node, at path: String, expected: String) -> String? {
    guard case .scalar(let scalar) = node else {
      context.report(
        "\(path) is \(Self.name(of: node)) (expected \(expected))", advice: "Write one value.",
        at: node)
      return nil
    }
    let isEmpty = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
    if isEmpty {
      context.report(
        "\(path) has no value (expected \(expected))", advice: "Fill it in or delete the key.",
        at: node)
      return nil
    }
    return scalar.string
  }

  private func read(_ node: Node, at path: String, as form: TextForm) -> String? {
    guard let text = scalar(node, at: path, expected: form.expected) else { return nil }
    guard form.accepts(text) else {
      context.report(
        "\(path) is \(quoted(text)) (expected \(form.expected))", advice: "Correct the value.",
        at: node)
      return nil
    }
    return text
  }

  private func choice(_ node: Node, at path: String, of words: [String]) -> String? {
    guard let text = scalar(node, at: path, expected: words.joined(separator: ", ")) else {
      return nil
    }
    guard words.contains(text) else {
      context.report(
        "\(path) is \(quoted(text)) \(NearestName.phrase(for: text, among: words))",
        advice: "Use one of: \(words.prefix(40).joined(separator: ", ")).", at: node)
      return nil
    }
    return text
  }

  private func flag(_ node: Node, at path: String) -> Bool? {
    guard let text = scalar(node, at: path, expected: "on or off") else { return nil }
    switch text.lowercased() {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default:
      context.report(
        "\(path) is \(quoted(text)) (expected on or off)", advice: "Write one of them.", at: node)
      return nil
    }
  }

  private func quoted(_ text: String) -> String {
    text.count <= 60 ? "\"\(text)\"" : "\"\(text.prefix(60))…\""
  }

  private func lowercasedFirst(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func name(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): "\"\(scalar.string.prefix(40))\""
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  /// Whether a mapping has one of a section's keys, one that is like it, or nothing at all.
  private static func isKnown(_ mapping: Node.Mapping, in section: KeySection) -> Bool {
    let known = section.keys.map(\.name)
    return mapping.isEmpty
      || mapping.contains { key, _ in key.scalar.map { section[$0.string] != nil } ?? false }
      || mapping.prefix(100).contains { key, _ in
        guard let name = key.scalar?.string else { return false }
        return name.allSatisfy { $0.isLetter || $0 == "_" }
          && NearestName.of(name, among: known) != nil
      }
  }

  private static func reportUnknown(
    _ key: String, at node: Node, in section: KeySection, _ context: PipelineReadingContext
  ) {
    let known = section.keys.map(\.name)
    context.report(
      "unknown key \"\(key.prefix(60))\" \(NearestName.phrase(for: key, among: known))",
      advice: "`callbook schema` lists all keys.", at: node)
  }

  /// For code that reads a key as another kind than it declares; no file can bring that about.
  private static func undeclared<Value>(_ key: String, _ kind: ValueKind) -> Value? {
    preconditionFailure("the key \(key) is declared as \(kind)")
  }
}
