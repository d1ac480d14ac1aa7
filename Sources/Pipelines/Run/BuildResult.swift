/// What a build gives back: its account and where to look.
package struct BuildResult: Sendable {
  /// The account.
  package let summary: BuildSummary
  /// The folder that may be published.
  package let directory: String
  /// The folder of this run's reports; nil when nothing was written.
  package let report: String?
  /// What went wrong once everything was decided; nothing of it takes the outcome back.
  package let complaints: [String]
  /// Wall seconds of each step.
  package let timings: StageTimings
  /// Everything that was held against a limit.
  let gate: GateAccount
  /// How much was read and made.
  let bytes: RunBytes
  /// The rejections in groups, for the page of the run; nil where it has to read them.
  package var rejections: WrittenRejections?

  /// Whether the exit code is 0: published, unchanged, or checked and the same.
  package var isGood: Bool { summary.outcome == .published || summary.outcome == .unchanged }
}
