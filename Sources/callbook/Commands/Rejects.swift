internal import ArgumentParser
internal import Pipelines

extension RejectsGrouping.Key: ExpressibleByArgument {}

/// Groups the rejections of a finished run and shows samples.
struct Rejects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rejects",
    abstract: "Groups the rejections of a report: which few corrections would save most rows.",
    discussion: """
      REPORT is a rejects.csv, the folder of one run, such as report/<generation>, or the output \
      folder of `build`, which stands for its last run. Each group comes with what would fix it; \
      samples and records show raw cells.
      EXIT CODES: 0 answered; 2 usage, or no report there.
      MEMORY: constant, at most 50 000 groups.
      """)

  @Argument(help: "A rejects.csv, the folder that holds one, or the output folder of `build`.")
  var report: String
  @Option(help: "What rows of a group share; shape is the cell with every digit as 9.")
  var by = RejectsGrouping.Key.reason
  @Option(help: "Rows shown of each group.")
  var sample = 0
  @Option(help: "Groups shown, largest first.")
  var top = 50
  @Option(help: "Only rows with this reason.")
  var reason: String?
  @Option(help: "Only rows of this source.")
  var source: String?
  @Flag(help: "Print the rejected records themselves, each once, to be corrected and read back.")
  var records = false
  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if sample < 0 || sample > 1000 {
      throw ValidationError("--sample: expected 0 to 1000 (found \(sample)).")
    }
    if top < 1 { throw ValidationError("--top: expected at least 1 (found \(top)).") }
    if records && json {
      throw ValidationError("--records: prints records, not JSON. Leave one of the two out.")
    }
  }

  func run() throws {
    let filter = try RejectsFilter(reason: reason, source: source)
    if records { return try showRecords(filter) }
    var grouping = RejectsGrouping(by: by, filter: filter, samples: sample)
    let path = try RejectsReader.read(report) { grouping.add($0) }
    if json {
      return try Terminal.print(grouping.document(mostGroups: top).json(indented: true))
    }
    for group in grouping.largestFirst.prefix(top) { try show(group) }
    let shown = min(grouping.largestFirst.count, top)
    Terminal.say(
      "\(path): \(grouping.matched) of \(grouping.total) rejections match, "
        + "\(shown) of \(grouping.largestFirst.count) groups shown.")
  }

  private func showRecords(_ filter: RejectsFilter) throws {
    var picked = RejectedRecords(filter: filter)
    let path = try RejectsReader.read(report) { row in
      if let record = picked.record(of: row) { try Terminal.print(record) }
    }
    Terminal.say("\(path): \(picked.account)")
  }

  private func show(_ group: RejectsGrouping.Group) throws {
    let name = by == .reason ? "" : "\t\(group.name)"
    try Terminal.print("\(group.count)\t\(group.reason)\(name)\t\(group.hint)")
    for row in group.samples {
      let field = row.field.isEmpty ? "" : " \(row.field):"
      try Terminal.print("  \(row.path):\(row.line):\(field) \(row.value)")
    }
  }
}
