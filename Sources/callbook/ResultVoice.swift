internal import Display
internal import Pipelines
internal import Publication

/// Tells what a run came to: the summary on standard output, everything else on standard error.
struct ResultVoice {
  let json: Bool
  let quiet: Bool
  let timings: Bool
  let memory: ByteSize

  /// Writes report.html, and says how the rejections stand to the run before.
  ///
  /// Without the page the run is what it is, so its failure is told and nothing more.
  private func writePage(_ folder: String, of result: BuildResult) {
    do {
      let page = try ReportPage(
        of: RunReport.find(folder), revealed: false, summary: result.summary,
        rejections: result.rejections, memory: memory.bytes / 4)
      try page.write()
      if let line = page.nightLine { Terminal.say(line, as: .notice) }
    } catch {
      Terminal.say(
        Escaping.escaped("\(error) The run is complete; `callbook report` writes its page anew."),
        as: .error)
    }
  }

  /// The summary: data for programs, or words for a person; why the exit code is 1 is always said.
  ///
  /// Gives whether standard output took it; a reader that went away wanted no more.
  func tell(_ result: BuildResult) -> Bool {
    var isTold = true
    do { try summarize(result) } catch is Terminal.OutputClosed {} catch {
      complain("\(error)", of: result)
      isTold = false
    }
    // The summary in words has them.
    if json || quiet {
      for warning in result.summary.warnings {
        Terminal.say(Escaping.escaped(warning), as: .warning)
      }
    }
    for reason in reasons(result) { Terminal.say(Escaping.escaped(reason), as: .error) }
    for complaint in result.complaints { complain(complaint, of: result) }
    for source in result.summary.sources {
      Terminal.say(Escaping.escaped(source.account), as: .debug)
    }
    for step in result.timings.steps {
      Terminal.say(
        "\(step.name): \((step.seconds * 1000).rounded() / 1000) s",
        as: timings ? .critical : .debug)
    }
    return isTold
  }

  private func summarize(_ result: BuildResult) throws {
    if json {
      try SummaryReport.write(result.summary) { try Terminal.writeJSON($0) }
    } else if !quiet {
      try Terminal.show(
        SummaryText(result.summary).text(directory: result.directory, report: result.report))
    }
    if let folder = result.report { writePage(folder, of: result) }
  }

  /// Says what went wrong where it no longer matters for the outcome.
  func complain(_ text: String, of result: BuildResult) {
    let summary = result.summary
    Terminal.say(
      Escaping.escaped("\(summary.pipeline): \(summary.outcome.rawValue), but \(text)"), as: .error)
  }
}

/// Why the exit code is 1; nothing when it is 0.
private func reasons(_ result: BuildResult) -> [String] {
  let summary = result.summary
  guard summary.outcome == .differs else { return summary.refusals }
  return [
    "\(result.directory): not what the inputs give (expected generation "
      + "\(summary.generation ?? "")). Build without --check."
  ]
}
