/// Guesses where the records of an XML export are, from its beginning.
///
/// Walks over tags without checking the document: what it proposes is checked by reading it.
struct XMLSketch {
  /// Path of the record elements; nil when no element is repeated.
  private(set) var record: String?
  /// The columns with some of their cells.
  private(set) var columns: [ColumnGuess.Column] = []

  private var stack: [String] = []
  private var counts: [String: Int] = [:]
  private var firstSeen: [String] = []
  private var cells: [String: [String]] = [:]
  /// The text of the last `<key>` and the element around it: property lists name values so.
  private var key: (name: String, parent: String)?

  /// Looks at a text, which may be cut anywhere.
  init(_ text: String) {
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      note(rest[..<open])
      rest = rest[open...]
      if let skipped = Self.skip(rest) {
        if rest.hasPrefix("<![CDATA[") { note(rest.dropFirst(9).prefix { $0 != "]" }) }
        rest = skipped
        continue
      }
      guard let close = rest.firstIndex(of: ">") else { break }
      tag(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
    }
    choose()
  }

  /// What follows a comment, declaration, instruction or CDATA section; nil before a tag.
  private static func skip(_ text: Substring) -> Substring? {
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
    where text.hasPrefix(start) {
      return text.firstRange(of: end).map { text[$0.upperBound...] } ?? ""
    }
    return nil
  }

  private mutating func note(_ text: Substring) {
    let trimmed = text.drop(while: \.isWhitespace)
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }), let element = stack.last else {
      return
    }
    let cell = String(trimmed[...end])
    let parent = "/" + stack.dropLast().joined(separator: "/")
    if element == "key" {
      key = (cell, parent)
    } else if let key, key.parent == parent {
      add(cell, at: "\(parent)/key(\(key.name))")
      self.key = nil
    } else {
      add(cell, at: path)
    }
  }

  private var path: String { "/" + stack.joined(separator: "/") }

  private mutating func add(_ cell: String, at path: String) {
    if cells[path] == nil { firstSeen.append(path) }
    if cells[path, default: []].count < 500 { cells[path, default: []].append(cell) }
  }

  private mutating func tag(_ inner: Substring) {
    if inner.hasPrefix("/") {
      _ = stack.popLast()
      return
    }
    guard stack.count < 64 else { return }
    let name = inner.prefix { !$0.isWhitespace && $0 != "/" }
    stack.append(Self.localName(name))
    counts[path, default: 0] += 1
    attributes(of: inner.dropFirst(name.count))
    if inner.hasSuffix("/") { stack.removeLast() }
  }

  private mutating func attributes(of text: Substring) {
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { return }
      if !name.hasPrefix("xmlns") {
        add(String(rest[..<end]), at: "\(path)/@\(Self.localName(name[...]))")
      }
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func localName(_ name: Substring) -> String {
    String(name.split(separator: ":").last ?? name)
  }

  /// The outermost repeated element is the record.
  private mutating func choose() {
    let repeated = counts.filter { $0.value > 1 }.keys
    record = repeated.min {
      let depths = ($0.count { $0 == "/" }, $1.count { $0 == "/" })
      return depths.0 != depths.1 ? depths.0 < depths.1 : counts[$0] ?? 0 > counts[$1] ?? 0
    }
    guard let record else { return }
    columns = firstSeen.filter { $0.hasPrefix(record + "/") }.map { path in
      let relative = String(path.dropFirst(record.count + 1))
      return ColumnGuess.Column(
        selector: .path(relative), name: relative, cells: cells[path] ?? [])
    }
  }
}
