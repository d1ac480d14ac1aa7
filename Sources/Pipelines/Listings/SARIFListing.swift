internal import DirectoryFormat
internal import Display
internal import Records

/// SARIF 2.1.0: one result for each finding, columns counted in Unicode scalars.
struct SARIFListing: Listing {
  private struct Rule {
    var code: String
    var meaning: String
  }

  private static let rules =
    RejectionReason.allCases.map { Rule(code: $0.code, meaning: $0.hint) }
    + ListedFinding.codes.map { Rule(code: $0.code, meaning: $0.meaning) }
  private static let indexes = Dictionary(
    uniqueKeysWithValues: rules.enumerated().map { ($1.code, $0) })

  private var writer = JSONWriter(.listing)

  mutating func start(count: Int) -> String {
    writer.open(.object)
    write("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json"))
    write("version", .text("2.1.0"))
    writer.key("runs")
    writer.open(.list)
    writer.element()
    writer.open(.object)
    writeTool()
    write("columnKind", .text("unicodeCodePoints"))
    writer.key("results")
    writer.open(.list)
    return taken()
  }

  mutating func text(of finding: ListedFinding, isFirst: Bool) -> String {
    let value = result(finding)
    writer.element()
    writer.onOneLine { value.write(to: &$0) }
    return taken()
  }

  mutating func end() -> String {
    for _ in ["results", "run", "runs", "document"] { writer.close() }
    writer.endLine()
    return taken()
  }

  private mutating func writeTool() {
    writer.key("tool")
    writer.open(.object)
    writer.key("driver")
    writer.open(.object)
    write("name", .text("callbook"))
    write("version", .text(ToolVersion.callbook))
    writer.key("rules")
    writer.open(.list)
    for rule in Self.rules {
      writer.element()
      let value = DocumentValue.mapping([
        ("id", .text(rule.code)), ("shortDescription", .mapping([("text", .text(rule.meaning))])),
      ])
      writer.onOneLine { value.write(to: &$0) }
    }
    for _ in ["rules", "driver", "tool"] { writer.close() }
  }

  private mutating func write(_ key: String, _ value: DocumentValue) {
    writer.key(key)
    value.write(to: &writer)
  }

  /// What was written, as a terminal or a log may be shown it.
  private mutating func taken() -> String { Escaping.escapedJSON(writer.takeText()) }

  private func result(_ finding: ListedFinding) -> DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("ruleId", .text(finding.code)), ("level", .text(finding.level.rawValue)),
      ("message", .mapping([("text", .text(finding.message))])),
      ("locations", .list([location(finding)])),
    ]
    if let index = Self.indexes[finding.code] {
      members.insert(("ruleIndex", .integer(Int64(index))), at: 1)
    }
    if !finding.fingerprint.isEmpty {
      members.append(
        ("partialFingerprints", .mapping([("callbookRejection/v1", .text(finding.fingerprint))])))
    }
    if finding.isWaived {
      members.append(("suppressions", .list([.mapping([("kind", .text("external"))])])))
    }
    switch finding.night {
    case .new: members.append(("baselineState", .text("new")))
    case .same: members.append(("baselineState", .text("unchanged")))
    case .fixed: members.append(("baselineState", .text("absent")))
    case nil: break
    }
    return .mapping(members)
  }

  private func location(_ finding: ListedFinding) -> DocumentValue {
    var physical: [(key: String, value: DocumentValue)] = [
      ("artifactLocation", .mapping([("uri", .text(Self.uri(finding.path)))]))
    ]
    if let line = finding.line, line > 0 {
      var region: [(key: String, value: DocumentValue)] = [("startLine", .integer(Int64(line)))]
      if let column = finding.column { region.append(("startColumn", .integer(Int64(column)))) }
      physical.append(("region", .mapping(region)))
    }
    var members: [(key: String, value: DocumentValue)] = [("physicalLocation", .mapping(physical))]
    if !finding.element.isEmpty {
      members.append(
        (
          "logicalLocations",
          .list([.mapping([("fullyQualifiedName", .text(finding.element))])])
        ))
    }
    return .mapping(members)
  }

  /// A path as a URI reference: absolute ones with the scheme, every other byte percent-encoded.
  private static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    var encoded = ""
    for byte in path.utf8 {
      if plain.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
