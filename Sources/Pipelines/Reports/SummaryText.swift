internal import Display

/// The summary of a run as a person reads it at the end of `build`.
package struct SummaryText {
  private let summary: BuildSummary

  /// Prepares the text of a summary.
  package init(_ summary: BuildSummary) { self.summary = summary }

  /// The lines, without a final newline; `directory` and `report` are where to look.
  package func text(directory: String, report: String?) -> String {
    var lines = [headline]
    let records = summary.ledger.records
    lines.append(
      "records     read \(count(records["read"])): used \(count(records["used"]))\(corrected), "
        + "rejected \(count(records["rejected"]))\(settled), "
        + "inapplicable \(count(records["inapplicable"])), blank \(count(records["blank"]))")
    let candidates = summary.ledger.candidates
    if !candidates.isEmpty {
      lines.append(
        "candidates  produced \(count(candidates["produced"])): "
          + "emitted \(count(candidates["emitted"])), merged \(count(candidates["merged"])), "
          + "suppressed \(count(candidates["suppressed"]))" + suppressedByRule)
    }
    if let changes = summary.changes {
      lines.append(
        "changes     added \(count(changes.added)), removed \(count(changes.removed)), "
          + "relabelled \(count(changes.relabelled))")
    }
    lines += slotLines
    lines += summary.liveLookup?.lines ?? []
    lines += table("rejections", summary.rejections)
    lines += table("repairs", summary.repairs)
    lines += summary.sources.compactMap { source in
      source.expansion.map { "expansion   \(source.name): \($0)" }
    }
    if summary.conflicts > 0 { lines.append("conflicts   \(count(summary.conflicts))") }
    if let accepted = summary.accepted {
      lines += accepted.refusals.map { "accepted    \($0)" }
      lines.append("because     \(accepted.reason)")
    }
    lines += summary.warnings.map { "warning     \($0)" }
    lines.append("directory   \(directory)")
    if let report { lines.append("report      \(report)") }
    return lines.map(Escaping.escaped).joined(separator: "\n")
  }

  private var headline: String {
    let generation = summary.generation.map { " generation \($0.prefix(16))" } ?? ""
    let sequence = summary.sequence.map { ", sequence \($0)" } ?? ""
    return "\(summary.pipeline): \(summary.outcome.rawValue)\(generation)\(sequence)"
  }

  private var corrected: String {
    let corrected = summary.ledger.rejected?["corrected"] ?? 0
    return corrected > 0 ? " (corrected \(count(corrected)))" : ""
  }

  /// What became of rejected records, where anybody looked after them.
  private var settled: String {
    guard let parts = summary.ledger.rejected, parts["waived"] ?? 0 > 0 else { return "" }
    let words = ["waived", "open"].map { "\($0) \(count(parts[$0]))" }
    return " (\(words.joined(separator: ", ")))"
  }

  private var suppressedByRule: String {
    let rules = summary.suppressed.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !rules.isEmpty else { return "" }
    return " (" + rules.map { "\($0.key) \(count($0.value))" }.joined(separator: ", ") + ")"
  }

  private var slotLines: [String] {
    summary.slots.map { slot in
      let total = slot.entries.values.reduce(0, +)
      let share = slot.cap > 0 ? Double(total) * 100 / Double(slot.cap) : 0
      let percent = (share * 10).rounded() / 10
      return "slot \(slot.index)      \(slot.identifier): "
        + "identification \(count(slot.entries["identification"])), "
        + "blocking \(count(slot.entries["blocking"])), \(percent) % full"
    }
  }

  /// Most frequent first; equal counts in the order of their names.
  private func table(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let width = rows.map { count($0.value).utf8.count }.max() ?? 0
    return ["\(title)"]
      + rows.map { row in
        let number = count(row.value)
        return "  " + String(repeating: " ", count: width - number.utf8.count)
          + "\(number)  \(row.key)"
      }
  }

  /// Digits in groups of three.
  private func count(_ number: Int?) -> String {
    let digits = String(number ?? 0)
    var grouped = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.utf8.count - offset) % 3 == 0 { grouped += " " }
      grouped.append(digit)
    }
    return grouped
  }
}
