internal import Foundation
internal import Records

/// Rejections as a spreadsheet may open them: nothing in them can be a formula.
///
/// What an apostrophe was put in front of is read back without it where the source says
/// `spreadsheet: yes`. Memory: constant.
package struct SpreadsheetView: Sendable {
  /// How a source's records are guarded.
  private struct Origin: Sendable {
    var formulaGuard = FormulaGuard()
    /// Whether its records in the report have their apostrophes still.
    var isGuarded = false
  }

  private let report: RunReport
  /// By the source's name; what the run kept no settings of is taken for plain CSV.
  private let origins: [String: Origin]

  /// Prepares the view of a report.
  ///
  /// - Throws: What is wrong with the settings that the run kept.
  package init(_ report: RunReport) throws {
    self.report = report
    let path = report.folder + "/" + RunPipeline.fileName
    guard FileManager.default.fileExists(atPath: path) else {
      origins = [:]
      return
    }
    let sources = try RunPipeline.load(path).pipeline.sources
    origins = Dictionary(
      sources.map {
        ($0.name, Origin(formulaGuard: $0.formulaGuard, isGuarded: $0.isFromSpreadsheet))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A record of a source, as it stands in its export but for the apostrophes.
  ///
  /// - Throws: `RejectsError.apostrophe` where an apostrophe is a part of the source's CSV.
  func record(_ record: String, source: String) throws(RejectsError) -> String {
    let origin = origins[source] ?? Origin()
    guard origin.formulaGuard.isUsable else { throw .apostrophe(source: source) }
    return origin.formulaGuard.guarded(
      origin.isGuarded ? origin.formulaGuard.unguarded(record) : record)
  }

  /// Hands over the header of rejects.csv and the rows that a filter takes, a line each; gives how
  /// many rows these are.
  package func rows(filter: RejectsFilter, line: (String) throws -> Void) throws -> Int {
    let file = try RejectsFile(report.rejects)
    try line(Self.line(file.header))
    var cursor = file.cursor()
    var count = 0
    while try cursor.next(file.path) {
      guard filter.takes(&cursor) else { continue }
      count += 1
      try line(Self.line(cursor.allFields()))
    }
    if count == 0 { try filter.checkNames(report, file) }
    return count
  }

  /// The fields as a line of CSV without its end.
  private static func line(_ fields: [String]) -> String {
    let formulaGuard = FormulaGuard()
    var line = CSVLine()
    var buffer = ElementBuffer<UInt8>(minimumCapacity: 256)
    for field in fields { line.field(formulaGuard.guarded(field), to: &buffer) }
    line.end(in: &buffer)
    return String(decoding: UnsafeBufferPointer(buffer.elements).dropLast(), as: UTF8.self)
  }
}
