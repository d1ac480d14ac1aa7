internal import ArgumentParser
internal import CSystem
internal import Pipelines

/// The command line's root.
@main
struct Callbook: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "callbook",
    abstract: "Turns exports of a telephone forwarding center into a Call Directory.",
    discussion: """
      EXIT CODES: 0 done; 1 the data or the gate said no; 2 usage or configuration.
      """,
    version: "callbook \(ToolVersion.callbook), numbering plans: \(ToolVersion.numberingPlans)",
    subcommands: [
      Build.self, Check.self, Verify.self, Diff.self, Plan.self, Normalize.self, Explain.self,
      Rejects.self, Redact.self, Report.self,
      Init.self, Keygen.self, Sign.self, Root.self, Stage.self,
      ShowConfig.self,
      Schema.self,
    ])

  static func main() {
    // Blocks of a stage that has ended must not count against --memory in the next one.
    callbook_return_blocks_from(256 << 10)
    Terminal.openClosedStreams()
    Terminal.turnSignalsIntoErrors()
    CommandExit.run(Self.self, arguments: nil)
  }
}
