internal import Display

/// The ledger as a picture: records flow from their sources to what became of them.
struct FlowPicture {
  /// One band: a number of records or candidates with a name.
  private struct Band {
    var name: String
    var count: Int
    var style: String
    var top = 0.0
    var height = 0.0
  }

  private static let width = 900.0
  private static let height = 320.0
  private static let barWidth = 16.0
  private static let gap = 14.0
  /// Sources that have a band of their own; further ones share one.
  private static let mostSources = 8

  private let summary: BuildSummary

  /// Prepares the picture of a run.
  init(_ summary: BuildSummary) { self.summary = summary }

  /// An SVG with a title and a description, and the same figures as a table.
  var html: String {
    let records = summary.ledger.records
    let outcomes = [
      ("used", "good"), ("rejected", "bad"), ("inapplicable", "off"), ("blank", "off"),
    ]
    guard records["read"] ?? 0 > 0 else { return "<p>No records were read.</p>\n" }
    let sources = sourceAccounts
    let total = max(records["read"] ?? 0, 1)
    var left = sources.map { Band(name: $0.name, count: $0.records["read"] ?? 0, style: "bar") }
    var middle = outcomes.map { Band(name: $0.0, count: records[$0.0] ?? 0, style: $0.1) }
    var right = candidateBands
    Self.place(&left, of: total)
    Self.place(&middle, of: total)
    Self.place(&right, of: max(right.reduce(0) { $0 + $1.count }, 1))
    var body = ""
    var used = middle.map(\.top)
    for (index, source) in sources.enumerated() {
      var y = left[index].top
      for (place, outcome) in outcomes.enumerated() {
        let count = source.records[outcome.0] ?? 0
        guard count > 0, middle[place].count > 0 else { continue }
        let start = Double(count) * left[index].height / Double(max(left[index].count, 1))
        let end = Double(count) * middle[place].height / Double(middle[place].count)
        body += Self.flow(from: (206, y, start), to: (470, used[place], end), outcome.1)
        y += start
        used[place] += end
      }
    }
    if let from = middle.first, from.count > 0 {
      for band in right where band.count > 0 {
        let share = Double(band.count) / Double(max(right.reduce(0) { $0 + $1.count }, 1))
        let offset = right.prefix { $0.name != band.name }.reduce(0.0) {
          $0 + Double($1.count) / Double(max(right.reduce(0) { $0 + $1.count }, 1))
        }
        body += Self.flow(
          from: (470 + Self.barWidth, from.top + offset * from.height, share * from.height),
          to: (740, band.top, band.height), band.style)
      }
    }
    body += Self.bars(left, at: 190, textAt: 184, anchor: "end")
    body += Self.bars(middle, at: 470, textAt: 492, anchor: "start")
    body += Self.bars(right, at: 740, textAt: 762, anchor: "start")
    return svg(body) + details
  }

  private func svg(_ body: String) -> String {
    let records = summary.ledger.records
    let candidates = summary.ledger.candidates
    let words =
      "Of \(records["read"] ?? 0) records \(records["used"] ?? 0) were used, "
      + "\(records["rejected"] ?? 0) rejected, \(records["inapplicable"] ?? 0) inapplicable, "
      + "\(records["blank"] ?? 0) blank; of \(candidates["produced"] ?? 0) candidates "
      + "\(candidates["emitted"] ?? 0) were emitted, \(candidates["merged"] ?? 0) merged, "
      + "\(candidates["suppressed"] ?? 0) suppressed."
    return "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\" "
      + "aria-labelledby=\"flow-name flow-words\" xmlns=\"http://www.w3.org/2000/svg\">"
      + "<title id=\"flow-name\">Records from their sources to the directory</title>"
      + "<desc id=\"flow-words\">\(HTMLText.escaped(words))</desc>\(body)</svg>\n"
  }

  /// The sources with their accounts; those behind the first few together.
  private var sourceAccounts: [(name: String, records: [String: Int])] {
    var accounts = summary.sources.prefix(Self.mostSources).map { ($0.name, $0.records) }
    let rest = summary.sources.dropFirst(Self.mostSources)
    if !rest.isEmpty {
      let sum = rest.reduce(into: [:]) { sum, source in
        sum.merge(source.records) { $0 + $1 }
      }
      accounts.append(("\(rest.count) more", sum))
    }
    return accounts.map { (name: $0.0, records: $0.1) }
  }

  private var candidateBands: [Band] {
    let candidates = summary.ledger.candidates
    guard candidates["produced"] ?? 0 > 0 else { return [] }
    return [("emitted", "good"), ("merged", "bar"), ("suppressed", "bad")].map {
      Band(name: $0.0, count: candidates[$0.0] ?? 0, style: $0.1)
    }
  }

  private var details: String {
    let columns = [
      (title: "source", isNumber: false), ("read", true), ("used", true), ("rejected", true),
      ("inapplicable", true), ("blank", true),
    ]
    let rows = summary.sources.map { source in
      [HTMLText.escaped(source.name)]
        + ["read", "used", "rejected", "inapplicable", "blank"].map {
          HTMLText.count(source.records[$0] ?? 0)
        }
    }
    return HTMLText.table("Records by source", columns: columns, rows: rows)
  }

  private static func place(_ bands: inout [Band], of total: Int) {
    let filled = bands.filter { $0.count > 0 }.count
    let room = height - 40 - gap * Double(max(filled - 1, 0))
    var top = 20.0
    for index in bands.indices where bands[index].count > 0 {
      bands[index].top = top
      bands[index].height = max(room * Double(bands[index].count) / Double(total), 1)
      top += bands[index].height + gap
    }
  }

  private static func bars(
    _ bands: [Band], at x: Double, textAt textX: Double, anchor: String
  ) -> String {
    bands.filter { $0.count > 0 }.map { band in
      "<rect class=\"\(band.style)\" x=\"\(text(x))\" y=\"\(text(band.top))\" "
        + "width=\"\(text(barWidth))\" height=\"\(text(band.height))\"/>"
        + "<text x=\"\(text(textX))\" y=\"\(text(band.top + band.height / 2 + 4))\" "
        + "text-anchor=\"\(anchor)\">\(HTMLText.escaped(DisplayWidth.cut(band.name, to: 18))) "
        + "\(HTMLText.count(band.count))</text>"
    }.joined()
  }

  private static func flow(
    from: (x: Double, y: Double, height: Double), to: (x: Double, y: Double, height: Double),
    _ style: String
  ) -> String {
    let middle = (from.x + to.x) / 2
    return "<path class=\"flow \(style)\" d=\"M\(text(from.x)) \(text(from.y))"
      + "C\(text(middle)) \(text(from.y)) \(text(middle)) \(text(to.y)) \(text(to.x)) \(text(to.y))"
      + "V\(text(to.y + to.height))"
      + "C\(text(middle)) \(text(to.y + to.height)) \(text(middle)) \(text(from.y + from.height)) "
      + "\(text(from.x)) \(text(from.y + from.height))Z\"/>"
  }

  /// A coordinate with one decimal.
  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
