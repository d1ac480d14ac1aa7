/// Finds elements that may be the records of an XML export, from its beginning.
///
/// Walks over tags without checking the document: what it proposes is checked by reading it.
struct XMLSketch {
  /// Elements that are repeated, and what their descendants hold.
  struct Records {
    /// Path from the root.
    var path: String
    /// The columns; their cells have the same rows.
    var columns: [SketchColumn]
  }

  /// Paths that are repeated, the outermost and most frequent first; at most twelve.
  private(set) var records: [Records] = []

  /// An element with its text and attributes.
  private struct Element {
    var path: Int
    var parent: Int
    var text = ""
  }

  /// Most records that are looked at.
  private static let mostRecords = 500
  /// Most elements that are looked at.
  private static let mostElements = 60_000
  /// Most columns of values that are told apart by their names.
  private static let mostNamed = 100

  private var paths: [String] = []
  private var numbers: [String: Int] = [:]
  private var elements: [Element] = []
  private var stack: [Int] = []
  /// By the path of elements that of the attribute which tells them apart.
  private var namings: [Int: Int] = [:]
  /// Texts of attributes and elements, in the order of the document.
  private var cells: [(element: Int, path: Int, text: String)] = []
  /// The text of the last `<key>` and the element around it: property lists name values so.
  private var key: (name: String, parent: Int)?

  /// Looks at a text, which may be cut anywhere.
  init(_ text: String) {
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<"), elements.count < Self.mostElements {
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
    findRecords()
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
    let cell = Self.withoutReferences(String(trimmed[...end]))
    let parent = elements[element].parent
    if paths[elements[element].path].hasSuffix("/key") {
      key = (cell, parent)
    } else if let key, key.parent == parent, parent >= 0 {
      let path = paths[elements[parent].path] + "/key(\(key.name))"
      cells.append((element, number(of: path), cell))
      self.key = nil
    } else {
      cells.append((element, elements[element].path, cell))
    }
  }

  private static func withoutReferences(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    let numbered = text.replacing(#/&#(x?)([0-9A-Fa-f]+);/#) { match in
      UInt32(match.2, radix: match.1.isEmpty ? 10 : 16).flatMap(Unicode.Scalar.init)
        .map { String(Character($0)) } ?? ""
    }
    return named.reduce(numbered) { $0.replacing($1.0, with: $1.1) }
  }

  private mutating func number(of path: String) -> Int {
    if let known = numbers[path] { return known }
    paths.append(path)
    numbers[path] = paths.count - 1
    return paths.count - 1
  }

  private mutating func tag(_ inner: Substring) {
    if inner.hasPrefix("/") {
      _ = stack.popLast()
      return
    }
    guard stack.count < 64 else { return }
    let name = inner.prefix { !$0.isWhitespace && $0 != "/" }
    let around = stack.last.map { paths[elements[$0].path] } ?? ""
    let path = number(of: around + "/" + Self.localName(name))
    elements.append(Element(path: path, parent: stack.last ?? -1))
    stack.append(elements.count - 1)
    attributes(of: inner.dropFirst(name.count))
    if inner.hasSuffix("/") { stack.removeLast() }
  }

  private mutating func attributes(of text: Substring) {
    var rest = text
    while let equals = rest.firstIndex(of: "="), let element = stack.last {
      let name = rest[..<equals].filter { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { return }
      if !name.hasPrefix("xmlns") {
        let path = paths[elements[element].path] + "/@" + Self.localName(name[...])
        cells.append((element, number(of: path), Self.withoutReferences(String(rest[..<end]))))
      }
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func localName(_ name: Substring) -> String {
    String(name.split(separator: ":").last ?? name)
  }

  // MARK: Records

  private mutating func findRecords() {
    namings = findNamings()
    var counts: [Int: Int] = [:]
    for element in elements { counts[element.path, default: 0] += 1 }
    let depths = paths.map { path in path.count { $0 == "/" } }
    let repeated = counts.filter { $0.value > 1 && !paths[$0.key].hasSuffix("/key") }.keys.sorted {
      (depths[$0], -(counts[$0] ?? 0), $0) < (depths[$1], -(counts[$1] ?? 0), $1)
    }
    records = repeated.prefix(12).filter { !isNamedValue($0, among: repeated, counts) }
      .map { Records(path: paths[$0], columns: columns(of: $0)) }.filter { !$0.columns.isEmpty }
  }

  /// Whether an element is one value of the record around it, with its name in an attribute: the fields
  /// of one record are no records.
  private func isNamedValue(_ path: Int, among repeated: [Int], _ counts: [Int: Int]) -> Bool {
    let count = counts[path] ?? 0
    guard
      let around = repeated.first(where: { paths[path].hasPrefix(paths[$0] + "/") }),
      count * 2 >= (counts[around] ?? 0) * 3
    else { return false }
    var names: [String] = []
    var values = Set<Int>()
    for cell in cells where isInside(paths[cell.path], paths[path]) {
      let attribute = paths[cell.path].dropFirst(paths[path].count + 2)
      let isAttribute = paths[cell.path].hasPrefix(paths[path] + "/@")
      if cell.path == namings[path] {
        names.append(cell.text)
      } else if !isAttribute || !Self.naming.contains(attribute.lowercased()) {
        values.insert(cell.path)
      }
    }
    // As many names as fields, each again in every record, and one text beside it.
    return names.count == count && values.count <= 1
      && Set(names).count * 3 <= names.count && Set(names).count > 1
  }

  private func isInside(_ path: String, _ element: String) -> Bool {
    path == element || path.hasPrefix(element + "/")
  }

  /// The columns of the records with a path, a row each.
  private func columns(of record: Int) -> [SketchColumn] {
    var rows: [Int: Int] = [:]
    for (index, element) in elements.enumerated()
    where element.path == record && rows.count < Self.mostRecords {
      rows[index] = rows.count
    }
    var order: [Int] = []
    var columns: [Int: [String]] = [:]
    for cell in cells {
      guard let row = row(of: cell.element, rows) else { continue }
      if columns[cell.path] == nil {
        guard order.count < CSVSketch.mostColumns else { continue }
        order.append(cell.path)
        columns[cell.path] = [String](repeating: "", count: rows.count)
      }
      let former = columns[cell.path]?[row] ?? ""
      columns[cell.path]?[row] = former.isEmpty ? cell.text : former + "\n" + cell.text
    }
    let base = paths[record]
    let named = namedColumns(of: record, rows)
    // What holds faxes beside phones is none of the two: their kinds tell them apart.
    let mixed = Set(named.filter(\.isFax).map { $0.path.replacing(Self.condition, with: "") })
    let plain = order.compactMap { path -> SketchColumn? in
      guard let relative = Self.relative(paths[path], to: base), !mixed.contains(relative) else {
        return nil
      }
      return SketchColumn(selector: .path(relative), name: relative, cells: columns[path] ?? [])
    }
    return plain + named
  }

  private static var condition: Regex<Substring> { #/\[[^\]]*\]/# }

  // MARK: Values by name

  /// Attributes that say what an element's value is, as in `<tag k="phone" v="…"/>`, the surest last.
  private static let naming = [
    "id", "code", "class", "category", "usage", "use", "rel", "label", "art", "typ", "kind",
    "field",
    "type", "name", "key", "k",
  ]

  /// For each path of elements the attribute that tells them apart: one of kinds of numbers before any
  /// other, else the surest by its own name.
  private func findNamings() -> [Int: Int] {
    var values: [Int: [String]] = [:]
    var owners: [Int: Int] = [:]
    let names = paths.map { $0.split(separator: "/@", maxSplits: 1).dropFirst().first }
    for cell in cells where names[cell.path] != nil {
      values[cell.path, default: []].append(cell.text)
      owners[cell.path] = elements[cell.element].path
    }
    var found: [Int: (attribute: Int, worth: Int)] = [:]
    for (attribute, owner) in owners.sorted(by: { $0.key < $1.key }) {
      let isOfKinds = NumberKind.areKinds(values[attribute] ?? [])
      let place = names[attribute].flatMap { Self.naming.firstIndex(of: $0.lowercased()) }
      guard isOfKinds || place != nil else { continue }
      let worth = (isOfKinds ? Self.naming.count : 0) + (place ?? 0)
      if worth >= found[owner]?.worth ?? 0 { found[owner] = (attribute, worth) }
    }
    return found.mapValues(\.attribute)
  }

  /// The columns of elements that are told apart by an attribute, one for each value of it.
  private func namedColumns(of record: Int, _ rows: [Int: Int]) -> [SketchColumn] {
    var names: [Int: (path: String, value: String)] = [:]
    for cell in cells where cell.text.utf8.count <= 60 && !cell.text.contains("'") {
      let owner = elements[cell.element].path
      guard namings[owner] == cell.path, rows[cell.element] == nil,
        let relative = Self.relative(paths[owner], to: paths[record])
      else { continue }
      let attribute = paths[cell.path].dropFirst(paths[owner].count + 2)
      names[cell.element] = ("\(relative)[@\(attribute)='\(cell.text)']", cell.text)
    }
    var order: [String] = []
    var columns: [String: (name: String, cells: [String])] = [:]
    for cell in cells {
      guard let (element, name) = naming(cell.element, names),
        let row = row(of: element, rows), cell.text != name.value
      else { continue }
      let inner = Self.relative(paths[cell.path], to: paths[elements[element].path]) ?? "."
      let path = inner == "." ? name.path : name.path + "/" + inner
      if columns[path] == nil {
        guard order.count < Self.mostNamed else { continue }
        order.append(path)
        columns[path] = (name.value, [String](repeating: "", count: rows.count))
      }
      columns[path]?.cells[row] = cell.text
    }
    return order.compactMap { path in
      columns[path].map {
        SketchColumn(selector: .path(path), name: $0.name, cells: $0.cells)
      }
    }
  }

  /// The element around, or itself, that has a name.
  private func naming(
    _ element: Int, _ names: [Int: (path: String, value: String)]
  ) -> (Int, (path: String, value: String))? {
    var place = element
    while place >= 0 {
      if let name = names[place] { return (place, name) }
      place = elements[place].parent
    }
    return nil
  }

  /// The record that an element stands in, or is.
  private func row(of element: Int, _ rows: [Int: Int]) -> Int? {
    var place = element
    while place >= 0 {
      if let row = rows[place] { return row }
      place = elements[place].parent
    }
    return nil
  }

  /// A path from the record; its own text is `.`.
  private static func relative(_ path: String, to record: String) -> String? {
    if path == record { return "." }
    return path.hasPrefix(record + "/") ? String(path.dropFirst(record.count + 1)) : nil
  }
}
