internal import ArgumentParser
internal import Foundation
internal import Pipelines

/// What the rows of a group share: some keys with commas between them.
struct GroupingKeys: ExpressibleByArgument {
  let keys: [RejectsGrouping.Key]
  let defaultValueDescription: String

  init(_ keys: [RejectsGrouping.Key]) {
    self.keys = keys
    defaultValueDescription = keys.map(\.rawValue).joined(separator: ",")
  }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let keys = words.compactMap { RejectsGrouping.Key(rawValue: String($0)) }
    guard keys.count == words.count else { return nil }
    self.init(keys)
  }

  static var allValueStrings: [String] { RejectsGrouping.Key.allCases.map(\.rawValue) }
}

extension ListingFormat: ExpressibleByArgument {}

/// Groups the rejections of a finished run and shows samples.
struct Rejects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rejects",
    abstract: "Groups the rejections of a run: which few corrections would save most rows.",
    discussion: """
      REPORT is a rejects.csv, the folder of one run, such as report/latest, or the output folder \
      of `build`, which stands for its last run or for the one that --run names. Each group comes \
      with its share, its first row and what would fix it. --would-fix tries words, rules and \
      checks on the rejected records. --against tells what is new, fixed and \
      the same since another run. Numbers are masked unless --reveal; records are whole.
      EXIT CODES: 0 answered; 2 usage, no report there, or a source, file or run that is not in it.
      MEMORY: at most 50 000 groups; with --against 12 bytes a rejection of the former run; with --format some 30 a rejection.
      """)

  @Argument(help: "A rejects.csv, the folder that holds one, or the output folder of `build`.")
  var report: String
  @Option(
    name: .customLong("run"),
    help: "The run to read, by the name of its folder in report/ or its day; the last without it.")
  var nameOfRun: String?
  @Option(
    help: """
      What rows of a group share, several with commas: reason, source, file, field, shape (the \
      cell with every digit as 9 and every run of letters as one sign).
      """)
  var by = GroupingKeys([.reason])
  @Option(help: "The run to compare with: previous, a day, the name of a run, or a folder.")
  var against: String?
  @Option(help: "Rows shown of each group.")
  var sample = 0
  @Option(help: "Groups shown, largest first.")
  var top = 50
  @Option(help: "Only rows with this reason.")
  var reason: String?
  @Option(help: "Only rows of this source.")
  var source: String?
  @Option(help: "Only rows of this file, or of files whose path ends so.")
  var file: String?
  @Flag(help: "Print the rejected records themselves, each once, to be corrected and read back.")
  var records = false
  @Flag(
    help: """
      Print rows of rejects.csv, with --records the records, or with --format csv that table, with an apostrophe \
      in front of what a spreadsheet could take for a formula; a source with `spreadsheet: yes` reads rows and \
      records back.
      """)
  var forSpreadsheet = false
  @Flag(
    help: """
      Try settings one at a time on the rejected records: how many each would rescue, and how many \
      other records it would change. Reads the exports again.
      """)
  var wouldFix = false
  @Flag(help: "Only rejections that no waiver covers.")
  var open = false
  @Option(
    help: ArgumentHelp(
      "Print waivers of these rejections for the pipeline file, for this reason.",
      valueName: "reason"))
  var waive: String?
  @Option(help: "Who answers for what --waive waives.")
  var owner: String?
  @Option(help: "The last day on which the waivers of --waive hold, YYYY-MM-DD.")
  var expires: CalendarDay?
  @Flag(help: "Show phone numbers in full.")
  var reveal = false
  @Flag(help: "Print one JSON object.")
  var json = false
  @Option(
    help: """
      Print every rejection for other programs: github (annotations), sarif (2.1.0), junit, csv; \
      or json, which is --json.
      """)
  var format: ListingFormat?

  func validate() throws {
    if sample < 0 || sample > 1000 {
      throw ValidationError("--sample: expected 0 to 1000 (found \(sample)).")
    }
    try validateWaivers()
    if top < 1 { throw ValidationError("--top: expected at least 1 (found \(top)).") }
    let another =
      records
      ? "--records"
      : against != nil
        ? "--against"
        : reason != nil
          ? "--reason"
          : file != nil ? "--file" : format != nil && format != .json ? "--format" : nil
    if wouldFix, let another {
      throw ValidationError(
        "--would-fix: asks for all reasons and files (found \(another) too). Leave one of the two out."
      )
    }
    let other = json ? "--json" : against != nil ? "--against" : format != nil ? "--format" : nil
    if records, let other {
      throw ValidationError(
        "--records: prints records, nothing else (found \(other) too). Leave one of the two out.")
    }
    let isTable = forSpreadsheet && format == .csv && !json
    if forSpreadsheet,
      let other = isTable
        ? (wouldFix ? "--would-fix" : nil) : other ?? (wouldFix ? "--would-fix" : nil)
    {
      throw ValidationError(
        "--for-spreadsheet: prints rows, records or the table of --format csv, nothing else (found \(other) too). Leave one of the two out."
      )
    }
    if json, let format, format != .json {
      throw ValidationError(
        "--json: is --format json (found \(format.rawValue) too). Leave one out.")
    }
  }

  private func validateWaivers() throws {
    guard let waive else {
      if let option = owner != nil ? "--owner" : expires != nil ? "--expires" : nil {
        throw ValidationError("\(option): belongs to --waive (found no --waive). Add it.")
      }
      return
    }
    guard let owner, expires != nil else {
      throw ValidationError("--waive: needs --owner and --expires. Add them.")
    }
    for (option, text) in [("--waive", waive), ("--owner", owner)]
    where text.allSatisfy(\.isWhitespace) {
      throw ValidationError("\(option): is empty. Give a text.")
    }
    if let today = try? RunTime.current().day, let expires, expires < today {
      throw ValidationError(
        "--expires: is over (found \(expires), expected \(today) or later). Give a day to come.")
    }
    if records || forSpreadsheet || wouldFix || json || against != nil || format != nil {
      throw ValidationError(
        "--waive: prints waivers, nothing else. Leave the other form of answer out.")
    }
  }

  @OptionGroup var log: LogOptions

  func run() throws {
    log.apply()
    let read = try RunReport.find(report, run: nameOfRun)
    var filter = try RejectsFilter(reason: reason, source: source, file: file)
    if wouldFix { return try showCures(of: read) }
    // What somebody answers for is not handed out to be corrected.
    let isTable = format?.listing != nil
    if open || records || (forSpreadsheet && !isTable) { filter = filter.open(in: read) }
    if waive != nil { return try showWaivers(of: read, filter) }
    if records { return try showRecords(of: read, filter) }
    if forSpreadsheet, !isTable { return try showRows(of: read, filter) }
    let former = try against.map { try read.former($0) }
    if let listing = format?.listing(forSpreadsheet: forSpreadsheet) {
      return try RejectsListing(of: read, against: former, filter: filter, revealed: reveal)
        .write(as: listing, output: format == .csv ? Terminal.writeForeign : Terminal.write)
    }
    let isJSON = json || format == .json
    let grouping = RejectsGrouping(
      by: by.keys, filter: filter, samples: sample,
      workers: ProcessInfo.processInfo.activeProcessorCount, fingerprints: isJSON)
    let result =
      if let former {
        try grouping.groups(of: read, against: former)
      } else { try grouping.groups(of: read) }
    if isJSON {
      return try Terminal.print(
        result.document(mostGroups: top, revealed: reveal).json(indented: true))
    }
    let text = RejectsText(result, top: top, revealed: reveal)
    let lines = text.lines(width: Terminal.width, isStyled: Terminal.isStyled)
    if !lines.isEmpty { try Terminal.write(lines.joined(separator: "\n") + "\n") }
    Terminal.say(text.account, as: .notice)
  }

  private func showCures(of read: RunReport) throws {
    let result = try WouldFix(
      read, source: source, workers: ProcessInfo.processInfo.activeProcessorCount
    ).run()
    if json || format == .json {
      return try Terminal.print(result.document.json(indented: true))
    }
    let lines = result.lines(width: Terminal.width, isStyled: Terminal.isStyled)
    if !lines.isEmpty { try Terminal.write(lines.joined(separator: "\n") + "\n") }
    Terminal.say(result.account, as: .notice)
  }

  private func showWaivers(of read: RunReport, _ filter: RejectsFilter) throws {
    guard let waive, let owner, let expires else { return }
    var draft = WaiverDraft(owner: owner, reason: waive, expires: expires, revealed: reveal)
    try draft.read(read, filter: filter)
    if !draft.lines.isEmpty { try Terminal.write(draft.lines.joined(separator: "\n") + "\n") }
    Terminal.say(draft.account, as: .notice)
  }

  private func showRows(of read: RunReport, _ filter: RejectsFilter) throws {
    let count = try SpreadsheetView(read).rows(filter: filter) {
      try Terminal.writeForeign($0 + "\n")
    }
    Terminal.say("\(read.rejects): \(count) rows.", as: .notice)
  }

  private func showRecords(of read: RunReport, _ filter: RejectsFilter) throws {
    var picked = RejectedRecords()
    let view = forSpreadsheet ? try SpreadsheetView(read) : nil
    try picked.read(read, filter: filter, for: view) {
      try Terminal.writeForeign($0 + "\n")
    }
    Terminal.say("\(read.rejects): \(picked.account)", as: .notice)
  }
}
