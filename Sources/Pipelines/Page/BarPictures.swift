/// Bars: how full the slots are, and how runs went one after the other.
enum BarPictures {
  /// A bar for each slot, with its fill and its growth since the run before.
  static func slots(_ slots: [BuildSummary.Slot], before: [BuildSummary.Slot]) -> String {
    guard !slots.isEmpty else { return "<p>No slots: nothing was collated.</p>\n" }
    let rows = slots.map { slot in
      let entries = slot.entries.values.reduce(0, +)
      let fill = slot.cap > 0 ? min(Double(entries) / Double(slot.cap), 1) : 0
      let former = before.first { $0.identifier == slot.identifier }?.entries.values.reduce(0, +)
      let growth = former.map { signed(entries - $0) } ?? "–"
      let width = Int((fill * 200).rounded())
      let picture =
        "<svg viewBox=\"0 0 200 14\" width=\"200\" height=\"14\" role=\"img\" "
        + "aria-label=\"\(Share.text(entries, of: slot.cap)) full\" "
        + "xmlns=\"http://www.w3.org/2000/svg\"><rect class=\"axis\" x=\"0\" y=\"0\" width=\"200\" "
        + "height=\"14\"/><rect class=\"\(fill > 0.85 ? "bad" : "bar")\" x=\"0\" y=\"0\" "
        + "width=\"\(max(width, entries > 0 ? 1 : 0))\" height=\"14\"/></svg>"
      return [
        HTMLText.escaped(slot.identifier), picture, Share.text(entries, of: slot.cap),
        HTMLText.count(slot.entries["identification"] ?? 0),
        HTMLText.count(slot.entries["blocking"] ?? 0), growth, HTMLText.count(slot.cap),
      ]
    }
    return HTMLText.table(
      "Slots",
      columns: [
        ("slot", false), ("fill", false), ("full", true), ("identification", true),
        ("blocking", true), ("since the run before", true), ("cap", true),
      ], rows: rows)
  }

  /// Rejected records of each run as bars, oldest first, and the figures as a table.
  static func trend(_ runs: [PageRun]) -> String {
    guard runs.count > 1 else { return "<p>There is no run before this one.</p>\n" }
    let most = max(runs.map(\.rejected).max() ?? 1, 1)
    let step = 860.0 / Double(runs.count)
    let bars = runs.enumerated().map { index, run in
      let height = max(Int((Double(run.rejected) * 110 / Double(most)).rounded()), 1)
      let x = 20 + Int(Double(index) * step)
      return "<rect class=\"\(run.isRefused ? "off" : "bad")\" x=\"\(x)\" y=\"\(130 - height)\" "
        + "width=\"\(max(Int(step) - 3, 2))\" height=\"\(height)\"><title>\(run.name): "
        + "\(run.rejected) rejected</title></rect>"
    }.joined()
    let words =
      "Rejected records of \(runs.count) runs, at most \(most); the last \(runs.last?.rejected ?? 0)."
    let picture =
      "<svg viewBox=\"0 0 900 150\" role=\"img\" aria-label=\"\(HTMLText.escaped(words))\" "
      + "xmlns=\"http://www.w3.org/2000/svg\"><path class=\"axis\" d=\"M20 130H880\"/>\(bars)"
      + "<text x=\"20\" y=\"146\">\(runs.first?.name ?? "")</text>"
      + "<text x=\"880\" y=\"146\" text-anchor=\"end\">\(runs.last?.name ?? "")</text></svg>\n"
    let rows = runs.reversed().map { run in
      [
        run.name, HTMLText.escaped(run.outcome), HTMLText.count(run.read),
        HTMLText.count(run.rejected), Share.text(run.rejected, of: run.read - run.blank),
        HTMLText.count(run.entries),
      ]
    }
    return picture
      + HTMLText.table(
        "Runs that are kept",
        columns: [
          ("run", false), ("outcome", false), ("read", true), ("rejected", true), ("share", true),
          ("entries", true),
        ], rows: rows)
  }

  private static func signed(_ number: Int) -> String {
    number > 0 ? "+" + HTMLText.count(number) : HTMLText.count(number)
  }
}
