import Foundation
import Testing

@testable import Pipelines

/// docs/pipeline-file.md holds the table of all keys between two markers; `RECORD=1` rewrites it and
/// fails, so that a recording run is never green.
@Suite struct KeyTableDocumentTests {
  private static let begin = "<!-- keys: made from the declarations -->\n"
  private static let end = "<!-- end of keys -->"

  private var document: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/pipeline-file.md")
  }

  @Test func theDocumentListsEveryKey() throws {
    let text = try String(contentsOf: document, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin)?.upperBound)
    let stop = try #require(text.range(of: Self.end)?.lowerBound)
    let made = tables
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      let recorded = text[..<start] + made + text[stop...]
      try String(recorded).write(to: document, atomically: true, encoding: .utf8)
    }
    #expect(String(text[start..<stop]) == made, "run with RECORD=1 and read the difference")
  }

  private var tables: String {
    var output = ""
    append(PipelineKeys.pipeline, title: "The file", below: "", to: &output)
    return output
  }

  private func append(
    _ section: KeySection, title: String, below path: String, to output: inout String
  ) {
    output += "\n### \(title)\n| key | value | default | meaning |\n|---|---|---|---|\n"
    for key in section.keys {
      let fallback = key.isRequired ? "**required**" : key.defaultText.map { "`\($0)`" } ?? "–"
      output += "| `\(key.name)` | \(words(key)) | \(fallback) | \(key.summary) |\n"
    }
    for key in section.keys {
      guard let inner = inner(key.kind) else { continue }
      let name = path.isEmpty ? key.name : "\(path).\(key.name)"
      var isList = false
      if case .list = key.kind { isList = true }
      append(inner, title: isList ? "`\(name)[]`" : "`\(name)`", below: name, to: &output)
    }
  }

  private func inner(_ kind: ValueKind) -> KeySection? {
    switch kind {
    case .section(let section): section
    case .list(let element, _, _): inner(element)
    default: nil
    }
  }

  private func words(_ key: KeyDeclaration) -> String {
    // These lists grow with the rooms that own them; the table does not repeat them.
    if ["refuse", "reason", "repairs"].contains(key.name), case .list = key.kind {
      return "a code; or a list"
    }
    return words(key.kind)
  }

  private func words(_ kind: ValueKind) -> String {
    switch kind {
    case .text(let form): form.expected
    case .integer(let range):
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) … \(range.upperBound)"
    case .flag: "`on` or `off`"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .selector: "header name, 1-based position or XML path"
    case .list(.section, _, _): "list, see below"
    case .list(let element, _, .max): "\(self.words(element)); or a list"
    case .list(let element, _, let most): "\(self.words(element)); or a list of at most \(most)"
    case .section: "see below"
    case .textsBySelector: "columns: a text of theirs; or a list"
    case .shares: "a share from 0% to 100% such as 5%; or reason: share"
    case .flags: "rule: `on` or `off`"
    }
  }
}
