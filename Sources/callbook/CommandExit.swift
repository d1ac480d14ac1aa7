internal import ArgumentParser
internal import Display
internal import Extraction
internal import Inspection
internal import Normalization
internal import Pipelines

/// An option whose value cannot be used, in the words of the room that found out.
struct UnusableOption: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The one place that turns errors into words on standard error and into exit codes.
enum CommandExit {
  /// The data or the gate said no.
  static let refused = ExitCode(1)
  /// Published, or nothing to change; but what followed failed, or nobody could be told.
  static let complaint = ExitCode(3)
  /// Usage or configuration.
  static let usage = ExitCode(2)

  /// Parses the arguments (nil: the process's), runs the command, prints its error and exits.
  static func run(_ root: any ParsableCommand.Type, arguments: [String]?) -> Never {
    do {
      var command = try root.parseAsRoot(arguments)
      try command.run()
      root.exit()
    } catch let error where isConfiguration(error) {
      Terminal.say(lines(of: error), as: .critical)
      root.exit(withError: usage)
    } catch is Terminal.OutputClosed {
      root.exit()
    } catch let error as ExitCode {
      root.exit(withError: error)
    } catch {
      exitWithParserError(error, of: root)
    }
  }

  /// An error in words, one line each: a line end in a value that it quotes cannot begin another.
  static func lines(of error: any Error) -> String {
    let errors: [any Error] =
      switch error {
      case let error as PipelineErrors: error.diagnostics
      case let error as ExtractionErrors: error.errors
      default: [error]
      }
    return errors.map { Escaping.escaped("\($0)") }.joined(separator: "\n")
  }

  /// Whether the pipeline or an option is at fault, not the data.
  private static func isConfiguration(_ error: any Error) -> Bool {
    if case DirectoryDiffError.notFound = error { return true }
    if let errors = error as? ExtractionErrors {
      return errors.errors.contains { $0.kind == .configuration }
    }
    return error is PipelineErrors || error is CellSettingsError
      || error is NormalizationSettingsError
      || error is ExplainError || error is RejectsError || error is InspectionError
      || error is UnusableOption
      || (error as? ExtractionError)?.kind == .configuration
      || (error as? PipelineSketch.Failure)?.isUsage == true
      || (error as? RunError)?.isConfiguration == true
      || (error as? StageError)?.isUsage == true
  }

  /// Help and version are answers; what else the parser says is a usage error.
  private static func exitWithParserError(
    _ error: any Error, of root: any ParsableCommand.Type
  ) -> Never {
    switch root.exitCode(for: error) {
    case .success: root.exit(withError: error)
    case .validationFailure:
      Terminal.say(root.fullMessage(for: error), as: .critical)
      root.exit(withError: usage)
    default:
      // An error of a stage: it says by itself where, what and what to do.
      Terminal.say(lines(of: error), as: .critical)
      root.exit(withError: refused)
    }
  }
}
