internal import ArgumentParser
internal import Pipelines

/// Publishes a run whose splits are read and whose parts are merged.
struct StageFinish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish",
    abstract: "Publishes what all splits and parts of a run came to, as `build` does.",
    discussion: """
      WORK holds split-I.account (or split-I.frames) of every split and part-J.merged of every part, \
      and group-K.chunks of every group of slots or of none; further attempts, such as \
      split-I.account.2, must be equal. Nothing is published before all are \
      there, whole and of this run.
      EXIT CODES: 0 published, or nothing changed; 1 the data or the gate said no, or a stream is \
      missing, cut or of another run; 2 usage or configuration; 3 published, or nothing to change, but \
      what came after that failed: standard error says what.
      MEMORY: at most --memory.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "The bounds that `stage bounds` wrote.")
  var bounds: String
  @Option(help: "The folder with the streams of all splits and parts.")
  var work: String
  @OptionGroup var publishing: PublishingOptions

  func run() throws {
    publishing.applyLog()
    let context = try publishing.reading(nil, now: nil) { try stage.context() }
    // The moment of the run is that of its plan.
    var watch = try publishing.watch(context.file, now: context.now)
    watch.begin()
    try publishing.finish(publish(context, watch), watch)
  }

  private func publish(_ context: StageContext, _ watch: RunWatch) throws -> BuildResult {
    do {
      var options = publishing.buildOptions(now: context.now)
      options.onSignal = watch.onSignal
      let settings = try RunSettings(context.file, options: options)
      let parts = try CollectedParts(context, bounds: bounds, work: work, settings)
      return try PipelineRunner(settings).build(from: parts)
    } catch {
      watch.fail(error)
      throw error
    }
  }
}
