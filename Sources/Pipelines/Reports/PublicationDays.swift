internal import Foundation

/// The days on which generations were published, as the reports that are kept tell it.
///
/// A manifest has the day that its data are for, if any; the day of its run stands in report/ alone.
/// Memory: one summary.json, and what was asked for.
package struct PublicationDays {
  private struct Summary: Decodable {
    var outcome: String?
    var sequence: Int?
  }

  private let shelf: ReportShelf
  private let runs: [ReportRun]
  private var known: [Int: String?] = [:]

  /// Finds the runs beside a report; there are none where it stands alone.
  package init(beside report: RunReport) {
    shelf = ReportShelf(path: RunReport.parent(of: RunReport.resolved(report.folder)))
    runs = (try? shelf.runs()) ?? []
  }

  /// The day in UTC of the run that published a sequence; nil where its report is not kept.
  package mutating func day(of sequence: Int) -> String? {
    if let day = known[sequence] { return day }
    let day = read(sequence)
    known.updateValue(day, forKey: sequence)
    return day
  }

  private func read(_ sequence: Int) -> String? {
    for run in runs {
      guard let text = PageFile.bytes(at: shelf.folder(of: run) + "/summary.json"),
        let summary = try? JSONDecoder().decode(
          Summary.self, from: SummaryReport.withoutSources(text)),
        let found = summary.sequence
      else { continue }
      if found == sequence, summary.outcome == "published" { return "\(run.day)" }
      if found < sequence { return nil }
    }
    return nil
  }
}
