package import DirectoryFormat
import Display
package import SimulatedCallDirectory

/// One thing that is wrong with a directory, or worth knowing about it.
package struct Finding: Error, Sendable {
  /// Whether the directory is unsound for it.
  package enum Severity: String, Sendable {
    /// The directory is not sound.
    case violation
    /// The directory is sound; somebody may want to know.
    case note
  }

  /// Whether the directory is unsound for it.
  package var severity = Severity.violation
  /// The stable name of what is wrong, as in docs/conformance.md.
  package var verdict: String
  /// The file, relative to the directory.
  package var path: String
  /// 1-based line of the file; 0 where it has none.
  package var line = 0
  /// 0-based index of the slot, where there is one.
  package var slot: Int?
  /// The list, where there is one.
  package var list: DirectoryList?
  /// What iOS would report, where it would.
  package var code: CallDirectoryFault.Code?
  /// The numbers in front of the fault, at it and behind it; 0 where there is none.
  package var neighbours: (previous: Int64, number: Int64, next: Int64) = (0, 0, 0)
  /// What was expected and found, without numbers.
  package var message: String
  /// Where the report of the run speaks of the number: `conflicts.csv:12`, at most five.
  package var sources: [String] = []

  /// Creates a finding about a file.
  package init(verdict: String, path: String, slot: Int? = nil, message: String) {
    self.verdict = verdict
    self.path = path
    self.slot = slot
    self.message = message
  }
}

extension Finding {
  /// One line in the form `file:line: verdict: what (expected, found). What to do.`.
  package func text(masked: Bool) -> String {
    var text = line > 0 ? "\(path):\(line): " : "\(path): "
    text += severity == .note ? "note: \(verdict)" : verdict
    if let slot { text += " (slot \(slot)\(list.map { ", \($0.rawValue)" } ?? ""))" }
    text += ": \(message)"
    if neighbours.number > 0 || neighbours.previous > 0 {
      text += ": \(show(neighbours.number, masked)) stands between"
      text += " \(show(neighbours.previous, masked)) and \(show(neighbours.next, masked))"
    }
    if let code { text += ". iOS would report \(code.rawValue) (\(code.name))" }
    if !sources.isEmpty { text += ". See \(sources.joined(separator: ", "))" }
    return severity == .note ? text + "." : text + ". \(advice)"
  }

  private func show(_ number: Int64, _ masked: Bool) -> String {
    if number == 0 { return "nothing" }
    return masked ? Masking.masked(number) : String(number)
  }

  private var advice: String {
    switch verdict {
    case "manifest-unknown-format": "Read it with a newer callbook."
    case "signature-missing", "signature-wrong":
      "Do not ship it; publish again with the right key."
    case "root-wrong": "Phones stop updating; publish the roots again, each signed."
    case "root-expired": "Phones keep what they have and install nothing; publish the next root."
    case "timestamp-expired": "Phones keep what they have and install nothing; build it again."
    case "timestamp-mixed": "Copy timestamp.json after manifest.json, or build again."
    case "timestamp-early": "Set the clock of the machine that builds."
    case "file-missing", "size-differs", "hash-differs":
      "Copy the directory again, files before manifest.json."
    default: "Do not ship it; build it again."
    }
  }

  /// The finding as a JSON object.
  package func json(masked: Bool) -> JSONNode {
    var members: [String: JSONNode] = [
      "severity": .string(severity.rawValue),
      "verdict": .string(verdict),
      "path": .string(path),
      "line": .integer(line),
      "message": .string(message),
      "text": .string(text(masked: masked)),
    ]
    if let slot { members["slot"] = .integer(slot) }
    if let list { members["list"] = .string(list.rawValue) }
    if let code {
      members["code"] = .integer(code.rawValue)
      members["code_name"] = .string(code.name)
    }
    if neighbours.number > 0 || neighbours.previous > 0 {
      members["neighbours"] = .object([
        "previous": .string(show(neighbours.previous, masked)),
        "number": .string(show(neighbours.number, masked)),
        "next": .string(show(neighbours.next, masked)),
      ])
    }
    if !sources.isEmpty { members["sources"] = .array(sources.map { .string($0) }) }
    return .object(members)
  }
}
