internal import ArgumentParser
internal import Pipelines

/// Writes the page of a finished run anew.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes report.html of a finished run anew and prints its path.",
    discussion: """
      DIR is the output folder of `build`, which stands for its last run or for the one that --run \
      names, or the folder of one run. Every build writes the page into the folder of its run; it \
      needs nothing but itself and opens from the disk. The report is private. Numbers are masked \
      unless --reveal is given.
      EXIT CODES: 0 written; 1 the folder cannot be written; 2 usage, or no report there.
      MEMORY: the page, at most some 2 MB, and 100 000 labels.
      """)

  @Argument(help: "The output folder of `build`, or the folder of one run.")
  var directory: String
  @Option(
    name: .customLong("run"),
    help: "The run, by the name of its folder in report/ or its day; the last without it.")
  var nameOfRun: String?
  @Flag(help: "Show phone numbers in full.")
  var reveal = false

  func run() throws {
    let report = try RunReport.find(directory, run: nameOfRun)
    try Terminal.show(ReportPage(of: report, revealed: reveal).write())
  }
}
