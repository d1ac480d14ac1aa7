internal import Collation
internal import Extraction
internal import Publication
internal import Records

/// Writes conflicts.csv: one line per number over which candidates disagreed.
final class ConflictsReport {
  private let file: ReportFile
  private let names: SourceNames
  private var line = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)

  /// Losers that are shown with their coordinates.
  private static let mostLosers = 5

  /// Creates the file.
  init(_ report: ReportFolder, names: SourceNames) throws {
    file = try report.file("conflicts.csv")
    self.names = names
    let losers = (1...Self.mostLosers).map { "loser_\($0)" }.joined(separator: ",")
    try file.add(
      "kind,number,action,label,source,path,line,lost,\(losers)\n")
  }

  /// Adds a number; numbers come in ascending order.
  func add(_ conflict: ConflictLine) throws {
    var csv = CSVLine()
    csv.field(conflict.kind.rawValue, to: &line)
    csv.field(conflict.number, to: &line)
    if let winner = conflict.winner {
      csv.field(winner.action.name, to: &line)
      winner.label.withUnsafeBufferPointer { csv.field($0, to: &line) }
      csv.field(names.sources[winner.source], to: &line)
      csv.field(names.extractor.files[winner.file].path, to: &line)
      csv.field(winner.line, to: &line)
    } else {
      for _ in 0..<5 { csv.emptyField(to: &line) }
    }
    csv.field(conflict.count, to: &line)
    for index in 0..<Self.mostLosers {
      if index < conflict.losers.count {
        csv.field(text(of: conflict.losers[index]), to: &line)
      } else {
        csv.emptyField(to: &line)
      }
    }
    csv.end(in: &line)
    try file.add(UnsafeBufferPointer(line.elements))
    line.removeAll()
  }

  /// Writes what is buffered; called once, last.
  func finish() throws(PublicationError) { try file.finish() }

  /// `path:line action label`, with the number of base digits where pairs collide.
  private func text(of party: ConflictParty) -> String {
    let place = "\(names.extractor.files[party.file].path):\(party.line)"
    let label = String(decoding: party.label, as: UTF8.self)
    let words = [place, party.action.name, "base-digits=\(party.baseDigits)", label]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
