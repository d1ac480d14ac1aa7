internal import Collation
internal import Extraction
internal import Records

/// Writes conflicts.csv: one line per number over which candidates disagreed.
final class ConflictsReport {
  private let file: any ReportLines
  private let names: SourceNames
  private let limits: RunLimits
  private var line = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
  /// What is said of one loser.
  private var text = ElementBuffer<UInt8>(minimumCapacity: 1 << 10)

  /// Losers that are shown with their coordinates.
  private static let mostLosers = 5

  /// The header of conflicts.csv.
  static var header: String {
    let losers = (1...mostLosers).map { "loser_\($0)" }.joined(separator: ",")
    return "kind,number,action,label,source,path,line,lost,\(losers)\n"
  }

  /// Adds lines to a file that has its header.
  ///
  /// `limits` are those that the run's other reports have used up a part of.
  init(_ file: any ReportLines, names: SourceNames, limits: RunLimits) {
    self.file = file
    self.names = names
    self.limits = limits
  }

  /// Adds lines that another report has made of later numbers.
  func add(lines: UnsafeBufferPointer<UInt8>) throws {
    try limits.add(reported: lines.count)
    try file.add(lines)
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
        writeText(of: conflict.losers[index])
        csv.field(UnsafeBufferPointer(text.elements), to: &line)
      } else {
        csv.emptyField(to: &line)
      }
    }
    csv.end(in: &line)
    try add(lines: UnsafeBufferPointer(line.elements))
    line.removeAll()
  }

  /// `path:line action label`, with the number of base digits where pairs collide.
  private func writeText(of party: ConflictParty) {
    text.removeAll()
    append(names.extractor.files[party.file].path)
    append(":\(party.line) ")
    append(party.action.name)
    append(" base-digits=\(party.baseDigits)")
    guard !party.label.isEmpty else { return }
    append(" ")
    party.label.withUnsafeBufferPointer { text.append(contentsOf: $0) }
  }

  private func append(_ words: String) {
    var words = words
    words.withUTF8 { text.append(contentsOf: $0) }
  }
}
