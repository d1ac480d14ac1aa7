internal import Display
package import Records

/// What the stages make of one record.
package struct RecordExplanation: Equatable, Sendable {
  /// A mapped field of the record.
  package struct Cell: Equatable, Sendable {
    /// What it holds.
    package var kind: Field
    /// Header name, 1-based index or path.
    package var field: String
    /// The text as extracted.
    package var value: String
  }

  /// A number that the record proposes.
  package struct Candidate: Equatable, Sendable {
    /// The number in the directory.
    package var number: Int64
    /// What it asks for: identify, block or remove.
    package var action: String
    /// The label; empty unless it identifies.
    package var label: String
  }

  /// A number cell after one rule, a repair of a cell, or its rejection.
  package struct Step: Equatable, Sendable {
    /// What the cell holds; nil where the whole record is meant.
    package var kind: Field?
    /// The field of the cell; empty where the whole record is meant.
    package var field: String
    /// The rule's name, or the code of the repair or the reason.
    package var name: String
    /// The value after the rule or the repair, or what would fix the rejection.
    package var value: String
    /// 1-based Unicode scalar at which the trouble of a rejection starts; 0 otherwise.
    package var column = 0
  }

  /// The source's name.
  package var source: String
  /// The file.
  package var path: String
  /// 1-based physical line on which the record starts.
  package var line: Int
  /// The XML path; empty for CSV.
  package var element: String
  /// used, rejected, inapplicable or blank, as in the ledger.
  package var account: String
  /// Whether a row of corrections says what one of its cells reads.
  package var isCorrected = false
  /// Its mapped cells.
  package var cells: [Cell] = []
  /// Its number cells after each rule.
  package var trace: [Step] = []
  /// The corrections made.
  package var repairs: [Step] = []
  /// What gave no number, and why.
  package var rejections: [Step] = []
  /// The numbers that it proposes; at most `Explainer.mostNumbers`.
  package var candidates: [Candidate] = []
  /// How many numbers it proposes.
  package var total = 0

  /// The record as `--json` prints it; numbers are texts, as in the manifest.
  package var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("source", .text(source)), ("path", .text(path)), ("line", .integer(Int64(line))),
      ("element", .text(element)), ("account", .text(account)),
      (
        "cells",
        .list(cells.map { .mapping([("field", .text($0.field)), ("value", .text($0.value))]) })
      ),
      ("trace", list(trace, name: "rule", value: "value")),
      ("repairs", list(repairs, name: "repair", value: "after")),
      ("rejections", list(rejections, name: "reason", value: "hint", hasColumn: true)),
      ("total", .integer(Int64(total))),
      (
        "candidates",
        .list(
          candidates.map {
            .mapping([
              ("number", .text(String($0.number))), ("action", .text($0.action)),
              ("label", .text($0.label)),
            ])
          })
      ),
    ]
    if isCorrected { members.append(("corrected", .flag(true))) }
    return .mapping(members)
  }

  private func list(
    _ steps: [Step], name: String, value: String, hasColumn: Bool = false
  ) -> DocumentValue {
    .list(
      steps.map { step in
        var members: [(key: String, value: DocumentValue)] = [
          ("field", .text(step.field)), (name, .text(step.name)), (value, .text(step.value)),
        ]
        if hasColumn { members.insert(("column", .integer(Int64(step.column))), at: 1) }
        return .mapping(members)
      })
  }

  /// The record as a person reads it: one line for each cell, rule, repair, rejection and number.
  package var text: String {
    func shown(_ text: String) -> String { Escaping.escaped(text) }
    let place = element.isEmpty ? "" : "\t\(shown(element))"
    var lines = ["\(shown(path)):\(line)\(place)\tsource \(shown(source))\t\(account)"]
    if isCorrected { lines[0] += "\tcorrected" }
    lines += cells.map { "  cell\t\(shown($0.field))\t\(quoted($0.value))" }
    lines += trace.map { "  rule\t\(shown($0.field))\t\($0.name)\t\(quoted($0.value))" }
    lines += repairs.map { "  repair\t\(shown($0.field))\t\($0.name)\t\(quoted($0.value))" }
    lines += rejections.map {
      "  rejection\t\(shown($0.field)):\($0.column)\t\($0.name)\t\(shown($0.value))"
    }
    lines += candidates.map {
      let label = $0.label.isEmpty ? "" : " " + quoted($0.label)
      return "  candidate\t\($0.number)\t\($0.action)\(label)"
    }
    if total > candidates.count { lines.append("  \(total - candidates.count) more candidates") }
    return lines.joined(separator: "\n")
  }
}
