internal import Collation
internal import DirectoryFormat
internal import Display
internal import Extraction
internal import Foundation
internal import Records

/// Who proposes a number, in the order of precedence, and what becomes of it.
package struct NumberExplanation: Sendable {
  /// One candidate.
  package struct Proposal: Equatable, Sendable {
    /// The source's name.
    package var source: String
    /// The file and the 1-based line on which the record starts.
    package var path: String
    /// 1-based physical line.
    package var line: Int
    /// What it asks for: identify, block or remove.
    package var action: String
    /// The label; empty unless it identifies.
    package var label: String
    /// The source's rank.
    package var rank: Int
    /// When the record was changed, ISO 8601 in UTC; empty when unknown.
    package var updated: String
    /// Leading digits of the number that are calling code and national number.
    package var baseDigits: Int
    /// Whether it is the entry of a representative number that the pipeline asked for.
    package var isRepresentative: Bool
    /// `identified`, `blocked`, `merged`, or `suppressed: ` with the rule.
    package var fate: String
  }

  /// The number in the directory.
  package let number: Int64
  /// 0-based index of its slot.
  package let slot: Int
  /// The identifier of its slot.
  package let identifier: String
  /// How many propose it; more than `proposals` holds where very many do.
  package let total: Int
  /// The candidates in the order of precedence.
  package let proposals: [Proposal]
  /// What put the first of them before the second: representative, rank, updated, action, base, label,
  /// or `place` where they ask for the same; nil of one alone.
  package let decidedBy: String?

  init(_ contest: Contest, _ explainer: Explainer, files: [String]) {
    number = contest.number
    slot = explainer.collation.slots.slot(of: contest.number)
    identifier = explainer.collation.slots.identifiers[slot]
    total = contest.total
    proposals = contest.ranking().map { contender, fate in
      Proposal(
        source: explainer.sources[contender.source].name, path: files[contender.file],
        line: contender.line, action: contender.action.name,
        label: String(decoding: contender.label, as: UTF8.self),
        rank: explainer.collation.ranks[contender.source], updated: Self.text(contender.updated),
        baseDigits: contender.baseDigits, isRepresentative: contender.isRepresentative,
        fate: Self.text(fate))
    }
    decidedBy = Self.criterion(proposals, explainer.pipeline.merge.prefer)
  }

  /// The first comparison of the total order in which two differ.
  private static func criterion(
    _ proposals: [Proposal], _ prefer: [Pipeline.Merging.Preference]
  ) -> String? {
    guard proposals.count > 1 else { return nil }
    let (one, other) = (proposals[0], proposals[1])
    if one.isRepresentative != other.isRepresentative { return "representative" }
    for preference in prefer {
      switch preference {
      case .rank where one.rank != other.rank: return "rank"
      case .updated where one.updated != other.updated: return "updated"
      default: break
      }
    }
    if one.action != other.action { return "action" }
    if one.baseDigits != other.baseDigits { return "base" }
    return one.label != other.label ? "label" : "place"
  }

  /// The lists that hold the number, with its label.
  private var entries: [(list: String, label: String)] {
    proposals.compactMap {
      switch $0.fate {
      case "identified": ("identification", $0.label)
      case "blocked": ("blocking", "")
      default: nil
      }
    }
  }

  /// The explanation as `--json` prints it; the number is a text, as in the manifest.
  package var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("number", .text(String(number))), ("slot", .integer(Int64(slot))),
      ("identifier", .text(identifier)),
      (
        "entries",
        .list(entries.map { .mapping([("list", .text($0.list)), ("label", .text($0.label))]) })
      ),
      ("total", .integer(Int64(total))),
    ]
    if let decidedBy { members.append(("decided_by", .text(decidedBy))) }
    members.append(("proposals", .list(proposals.map(\.document))))
    return .mapping(members)
  }

  /// The explanation as a person reads it: the number, then its candidates, first the strongest.
  package var text: String {
    let held = entries.map { $0.list + ($0.label.isEmpty ? "" : " " + quoted($0.label)) }
    let result = held.isEmpty ? "not in the directory" : held.joined(separator: ", ")
    let decision = decidedBy.map { "\tdecided by \($0)" } ?? ""
    var lines = ["\(number)\tslot \(slot) \(Escaping.escaped(identifier))\t\(result)\(decision)"]
    for (place, proposal) in proposals.enumerated() {
      lines.append("  \(place + 1)\t\(proposal.text)")
    }
    if total > proposals.count { lines.append("  \(total - proposals.count) more") }
    return lines.joined(separator: "\n")
  }

  private static func text(_ fate: Fate) -> String {
    switch fate {
    case .identified: "identified"
    case .blocked: "blocked"
    case .merged: "merged"
    case .suppressed(let rule): "suppressed: \(rule.rawValue)"
    }
  }

  private static func text(_ updated: Int64) -> String {
    guard updated != .min else { return "" }
    return Date(timeIntervalSince1970: Double(updated) / 1000).formatted(.iso8601)
  }
}

extension NumberExplanation.Proposal {
  fileprivate var document: DocumentValue {
    .mapping([
      ("fate", .text(fate)), ("source", .text(source)), ("path", .text(path)),
      ("line", .integer(Int64(line))), ("action", .text(action)), ("label", .text(label)),
      ("rank", .integer(Int64(rank))), ("updated", .text(updated)),
      ("base_digits", .integer(Int64(baseDigits))), ("representative", .flag(isRepresentative)),
    ])
  }

  fileprivate var text: String {
    var words = ["\(path):\(line)", action + (label.isEmpty ? "" : " " + quoted(label))]
    words.append("source \(source), rank \(rank)" + (updated.isEmpty ? "" : ", updated \(updated)"))
    if isRepresentative { words.append("representative") }
    return ([fate] + words).map(Escaping.escaped).joined(separator: "\t")
  }
}

extension Action {
  /// The word of the documents.
  var name: String {
    switch self {
    case .remove: "remove"
    case .block: "block"
    case .identify: "identify"
    }
  }
}

/// A raw text in quotes with control characters escaped, so that it stays on its line.
func quoted(_ text: String) -> String { DocumentValue.text(text).json() }
