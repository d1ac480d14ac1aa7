internal import DirectoryFormat
internal import Display
internal import Foundation
internal import Publication
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// `report.html`: what a run came to, on one page that needs nothing but itself.
///
/// The page follows from the folder of the run, the runs beside it and the published directory; there
/// is no clock in it. Numbers are masked unless `revealed`. Size: at most some 1.5 MB.
package struct ReportPage {
  /// Rows of the table of rejections, in bytes of the page.
  private static let mostBytesOfRows = 900_000
  /// Groups of rejections that the table holds, the largest first.
  private static let mostGroups = 3000
  /// Waivers that are shown.
  private static let mostWaivers = 1000
  /// Conflicts that are shown.
  private static let mostConflicts = 100

  let report: RunReport
  let summary: BuildSummary
  let isRevealed: Bool
  /// The rejections, beside those of the run before where there is one.
  private let groups: RejectsGroupingResult

  /// How the rejections stand to the run before, in one line; nil where there is nothing to say.
  package var nightLine: String? { NightLine.text(of: groups) }

  /// Prepares the page of a run whose folder holds summary.json and rejects.csv.
  ///
  /// Its rejections stand beside those of the run before, unless that would take more than `memory`
  /// bytes. `summary` saves reading one that is known, `rejections` reading all of them where there was no
  /// run before.
  ///
  /// - Throws: `RejectsError.unreadable` where the summary cannot be read.
  package init(
    of report: RunReport, revealed: Bool, summary: BuildSummary? = nil,
    rejections: WrittenRejections? = nil, memory: Int = .max
  ) throws(RejectsError) {
    if let summary { self.summary = summary } else { self.summary = try Self.summary(of: report) }
    self.report = report
    isRevealed = revealed
    let grouping = RejectsGrouping(
      by: NightLine.keys, samples: RejectionGroups.mostRows,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    if let former = try? report.former("previous") {
      groups = try grouping.groups(
        of: report, against: former, most: memory / FingerprintStock.mostBytesEach)
    } else if let rejections {
      groups = try grouping.groups(of: report, written: rejections)
    } else {
      groups = try grouping.groups(of: report)
    }
  }

  private static func summary(of report: RunReport) throws(RejectsError) -> BuildSummary {
    let path = report.folder + "/summary.json"
    guard let text = PageFile.bytes(at: path) else {
      throw .unreadable(path: path, why: "no file that can be read")
    }
    do { return try SummaryReport.summary(of: Data(text)) } catch {
      throw .unreadable(path: path, why: "not a summary that this version writes")
    }
  }

  /// Writes the page into the folder of its run, whole or not at all; returns its path.
  @discardableResult
  package func write() throws -> String {
    let path = report.folder + "/report.html"
    let beside = report.folder + "/.report.html"
    let text = try html()
    do throws(PublicationError) {
      try PageFile.write(text, to: path, beside: beside)
    } catch {
      guard case .file(_, _, let code) = error else { throw error }
      throw RunError.cannotWrite(path: path, errno: code)
    }
    return path
  }

  /// The page.
  package func html() throws -> String {
    let runs = runs
    let name = RunReport.name(of: report.place)
    let title = HTMLText.escaped("\(summary.pipeline): run \(name)")
    let before = runs.dropLast().last
    let sections = [
      ("ledger", "Ledger", FlowPicture(summary).html + settled + refusals),
      ("rejections", "Rejections", rejections()),
      ("nights", "Runs", nightWords + BarPictures.trend(runs)),
      ("slots", "Slots", BarPictures.slots(summary.slots, before: before?.slots ?? [])),
      ("changes", "Changes and deltas", changes),
      ("conflicts", "Conflicts", try conflicts()),
      ("labels", "Labels", labels),
    ]
    let links = sections.map { "<li><a href=\"#\($0.0)\">\($0.1)</a></li>" }.joined()
    let body = sections.map { HTMLText.section($0.0, $0.1, $0.2) }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>\(PageStyle.css)</style></head><body>
      <a class="skip" href="#main">To the content</a>
      <header><h1>\(title)</h1><p><span class="outcome \(summary.outcome.rawValue)">\(summary.outcome.rawValue)</span> \
      \(HTMLText.escaped(headline))</p><nav aria-label="Sections"><ul>\(links)</ul></nav></header>
      <main id="main">
      \(body)</main>
      <footer><p class="faint">\(HTMLText.escaped(summary.tool)). \(isRevealed ? "Numbers are shown whole." : "Numbers are masked.")</p></footer>
      <script>\(PageStyle.script)</script></body></html>

      """
  }

  private var headline: String {
    var words = summary.generation.map { ["generation \($0.prefix(16))"] } ?? []
    if let sequence = summary.sequence { words.append("sequence \(sequence)") }
    if let asOf = summary.asOf { words.append("as of \(asOf)") }
    let entries = summary.entries.values.reduce(0, +)
    if !summary.entries.isEmpty { words.append("\(HTMLText.count(entries)) entries") }
    return words.joined(separator: ", ")
  }

  /// What became of rejected records, and of each waiver, where the pipeline has any.
  private var settled: String {
    guard let parts = summary.ledger.rejected else { return "" }
    let words = ["corrected", "waived", "open"].map { "\(HTMLText.count(parts[$0] ?? 0)) \($0)" }
    let rows = (summary.waivers ?? []).map { waiver in
      [
        waiver.fingerprint, waiver.owner, waiver.reason, waiver.expires, waiver.state,
      ].map(HTMLText.escaped) + [HTMLText.count(waiver.rejections)]
    }
    let text = "<p>Records that the exports have wrong: \(words.joined(separator: ", ")).</p>\n"
    if rows.isEmpty { return text }
    return text
      + HTMLText.table(
        "Waivers",
        columns: [
          ("fingerprint", false), ("owner", false), ("reason", false), ("expires", false),
          ("state", false), ("rejections", true),
        ], rows: Array(rows.prefix(Self.mostWaivers)))
  }

  private var refusals: String {
    let accepted = summary.accepted.map { accepted in
      accepted.refusals.map { ("Accepted because of \"\(accepted.reason)\"", $0) }
    }
    let lines =
      summary.refusals.map { ("Refused", $0) } + (accepted ?? [])
      + summary.warnings.map { ("Warning", $0) }
    guard !lines.isEmpty else { return "" }
    return "<ul>"
      + lines.map { "<li><strong>\($0.0):</strong> \(HTMLText.escaped($0.1))</li>" }.joined()
      + "</ul>\n"
  }

  /// The runs of the shelf up to this one, the oldest first.
  private var runs: [PageRun] {
    let own = ReportRun(RunReport.name(of: report.place))
    let shelf = ReportShelf(path: RunReport.parent(of: report.place))
    let all = (try? shelf.runs()) ?? []
    let shown = own.map { own in all.filter { $0 <= own } } ?? []
    let runs = shown.reversed().compactMap { PageRun(folder: shelf.folder(of: $0)) }
    return runs.isEmpty ? PageRun(folder: report.folder).map { [$0] } ?? [] : runs
  }

  private var nightWords: String {
    nightLine.map { "<p>\(HTMLText.escaped($0))</p>\n" } ?? ""
  }

  private var changes: String {
    var text = "<p>There is no former generation.</p>\n"
    if let changes = summary.changes {
      text =
        "<p>\(HTMLText.count(changes.added)) added, \(HTMLText.count(changes.removed)) removed, "
        + "\(HTMLText.count(changes.relabelled)) relabelled.</p>\n"
    }
    guard let manifest, !manifest.deltas.isEmpty else { return text }
    let rows = manifest.deltas.map { delta in
      [
        String(delta.from.prefix(16)), "\(delta.slot)", HTMLText.count(delta.removals),
        HTMLText.count(delta.additions), HTMLText.count(delta.bytes),
      ]
    }
    return text
      + HTMLText.table(
        "Deltas of the published generation",
        columns: [
          ("from generation", false), ("slot", true), ("removals", true), ("additions", true),
          ("bytes", true),
        ], rows: Array(rows.prefix(200)))
  }

  /// The manifest of the published directory, where it is the generation of this run.
  private var manifest: Manifest? {
    guard
      let bytes = PageFile.bytes(at: output + "/directory/" + Manifest.fileName),
      let manifest = try? Manifest.decode(bytes), manifest.generation == summary.generation
    else { return nil }
    return manifest
  }

  /// The output folder of `build`.
  private var output: String {
    RunReport.parent(of: RunReport.parent(of: report.place))
  }

  private func conflicts() throws -> String {
    let path = report.folder + "/conflicts.csv"
    guard summary.conflicts > 0,
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return "<p>None.</p>\n" }
    let rows = try data.withUnsafeBytes { bytes in
      var cursor = RejectsCursor(bytes, from: 0, positions: [])
      var rows: [[String]] = []
      _ = try cursor.next(path)
      while rows.count < Self.mostConflicts, try cursor.next(path) {
        let fields = cursor.allFields()
        guard fields.count > 8 else { continue }
        rows.append([
          HTMLText.escaped(fields[0]), code(fields[1]), HTMLText.escaped(fields[2]),
          code(fields[3]), HTMLText.escaped("\(fields[5]):\(fields[6])"),
          HTMLText.escaped(fields[7]), loser(fields[8]),
        ])
      }
      return rows
    }
    let shown = rows.count < summary.conflicts ? ", the first \(rows.count)" : ""
    return HTMLText.table(
      "\(summary.conflicts) numbers over which records disagree\(shown)",
      columns: [
        ("kind", false), ("number", false), ("action", false), ("label", false), ("row", false),
        ("lost", true), ("first loser", false),
      ], rows: rows)
  }

  private var labels: String {
    guard let result = LabelLint.result(inOutput: output) else {
      return "<p>There is no published directory.</p>\n"
    }
    let part = result.stride > 1 ? " (one chunk in \(result.stride) was read)" : ""
    guard !result.findings.isEmpty else { return "<p>Nothing remarkable\(part).</p>\n" }
    let rows = result.findings.map { finding in
      [
        HTMLText.escaped(finding.what),
        "<span class=\"phone\"><b>\(shown(finding.label))</b><small>\(code(String(finding.number)))</small></span>",
        code(finding.label), HTMLText.count(finding.count),
      ]
    }
    return HTMLText.table(
      "Labels to look at, as a phone shows them\(part)",
      columns: [
        ("what", false), ("on the phone", false), ("label", false), ("numbers", true),
      ], rows: rows)
  }

  /// A text of an export or a directory, masked and escaped.
  func shown(_ text: String) -> String {
    HTMLText.escaped(Masking.shown(text, revealed: isRevealed))
  }

  /// A loser of conflicts.csv: only its label is masked, neither its line nor the count of its digits.
  private func loser(_ text: String) -> String {
    guard let facts = Self.facts(of: text) else { return code(text) }
    return HTMLText.escaped(String(text[..<facts.lowerBound])) + " <code>"
      + HTMLText.escaped(String(text[facts].dropFirst())) + shown(String(text[facts.upperBound...]))
      + "</code>"
  }

  /// Where ` identify base-digits=11 ` stands first, with the blanks around it.
  ///
  /// Found byte by byte: an expression that is made anew for every row took longer than all else of the page.
  static func facts(of text: String) -> Range<String.Index>? {
    let bytes = text.utf8
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: " ")) {
      let rest = bytes[start...]
      for name in factNames where rest.starts(with: name) {
        let digits = rest.dropFirst(name.count).prefix { (48...57).contains($0) }
        guard !digits.isEmpty else { continue }
        let hasBlank = bytes[digits.endIndex...].first == UInt8(ascii: " ")
        return start..<(hasBlank ? bytes.index(after: digits.endIndex) : digits.endIndex)
      }
      place = bytes.index(after: start)
    }
    return nil
  }

  private static let factNames = ["identify", "block", "remove"].map {
    Array(" \($0) base-digits=".utf8)
  }

  /// The same in the letters of code.
  func code(_ text: String) -> String { "<code>\(shown(text))</code>" }
}

extension ReportPage {
  /// The groups of rejections by reason, source, file and shape, with a search and filters.
  private func rejections() -> String {
    let result = groups
    let hasNights = result.formerPath != nil
    guard !result.groups.isEmpty else { return "<p>None.</p>\n" }
    var rows = ""
    var count = 0
    for group in result.groups.prefix(Self.mostGroups) {
      if rows.utf8.count > Self.mostBytesOfRows { break }
      rows += row(of: group, in: result)
      count += 1
    }
    let left = result.groups.count - count
    let rest = left > 0 ? " \(HTMLText.count(left)) smaller groups are left out." : ""
    var titles = ["count", "share"]
    if hasNights { titles += ["new", "fixed", "same"] }
    let head =
      titles.map { "<th scope=\"col\" class=\"n\">\($0)</th>" }
      + ["reason", "source", "shape", "samples", "hint"].map { "<th scope=\"col\">\($0)</th>" }
    return summaryTables
      + "<p>\(HTMLText.count(result.matched)) rejected cells in \(HTMLText.count(result.groups.count)) groups.\(rest)</p>\n"
      + form(result, hasNights: hasNights)
      + "<p id=\"shown\" role=\"status\" aria-live=\"polite\">\(count) of \(count) rows shown</p>\n"
      + "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Groups of rejections\"><table><caption>Groups of rejections</caption>"
      + "<thead><tr>\(head.joined())</tr></thead>\n<tbody id=\"rows\">\(rows)</tbody></table></div>\n"
  }

  private var summaryTables: String {
    let rows = summary.rejections.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      [HTMLText.escaped($0.key), HTMLText.count($0.value)]
    }
    return HTMLText.table(
      "Rejected cells by reason", columns: [("reason", false), ("cells", true)], rows: rows)
  }

  private func row(
    of group: RejectsGroupingResult.Group, in result: RejectsGroupingResult
  ) -> String {
    var cells = [HTMLText.count(group.count), Share.text(group.count, of: result.matched)]
    var night = ""
    if result.formerPath != nil {
      cells += [group.new, group.fixed, group.same].map(HTMLText.count)
      night = group.new > 0 ? "new" : group.count == 0 ? "fixed" : "same"
    }
    let samples = group.samples.map { row in
      "\(HTMLText.escaped(row.place)) <code>\(shown(String(row.value.prefix(200))))</code>"
    }.joined(separator: "<br>")
    let words = [
      HTMLText.escaped(group.reason), HTMLText.escaped(group.names[0]),
      "<code>\(HTMLText.escaped(group.names[2]))</code>", samples, HTMLText.escaped(group.hint),
    ]
    return
      "<tr data-reason=\"\(HTMLText.escaped(group.reason))\" data-source=\"\(HTMLText.escaped(group.names[0]))\" data-night=\"\(night)\">"
      + cells.map { "<td class=\"n\">\($0)</td>" }.joined()
      + words.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
  }

  private func form(_ result: RejectsGroupingResult, hasNights: Bool) -> String {
    func select(_ name: String, _ title: String, _ values: [String]) -> String {
      let options = values.map { "<option>\(HTMLText.escaped($0))</option>" }.joined()
      return
        "<label>\(title)<select name=\"\(name)\"><option value=\"\">all</option>\(options)</select></label>"
    }
    let reasons = Set(result.groups.map(\.reason)).sorted()
    let sources = Set(result.groups.map { $0.names[0] }).sorted()
    return "<form id=\"filter\" role=\"search\" aria-label=\"Filter the rejections\">"
      + "<label>Search<input name=\"search\" type=\"search\" autocomplete=\"off\"></label>"
      + select("reason", "Reason", reasons) + select("source", "Source", sources)
      + (hasNights ? select("night", "Night", ["new", "fixed", "same"]) : "")
      + "<button type=\"reset\">Show all</button></form>\n"
  }
}
