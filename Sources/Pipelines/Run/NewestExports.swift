internal import Extraction
internal import Foundation
internal import Publication

/// The newest export of each source, as a run found it that published or changed nothing:
/// `exports.json` in its report.
///
/// The next run compares, so that a source does not go back to an older export unnoticed.
struct NewestExports: Codable, Equatable {
  /// The file of a source that was modified last.
  struct Export: Codable, Equatable {
    var source: String
    var path: String
    /// RFC 3339 in UTC with nanoseconds, so that texts compare as times do.
    var modified: String
    var bytes: Int
  }

  static let fileName = "exports.json"

  /// Version of this document's shape.
  var format = 1
  /// In the order of sources; without those that are pipes.
  var exports: [Export]

  /// Those of a run.
  init(_ extractor: Extractor, sources: [SourceDescription]) {
    exports = zip(sources, extractor.newestExports).compactMap { source, newest in
      newest.map {
        Export(
          source: source.name, path: $0.path, modified: $0.identity.modified,
          bytes: $0.identity.size)
      }
    }
  }

  /// Those of the last run that left any; nil of none.
  ///
  /// - Throws: Where it cannot be read, which is not the same.
  static func last(
    on shelf: ReportShelf
  ) throws(PublicationError) -> (run: ReportRun, NewestExports)? {
    for run in try shelf.runs() {
      let path = shelf.folder(of: run) + "/" + fileName
      guard let bytes = try shelf.fileSystem.read(path, limit: 64 << 20) else { continue }
      // What another hand has written there says nothing.
      guard let exports = try? NewestExports(bytes) else { continue }
      return (run, exports)
    }
    return nil
  }

  /// Reads the document.
  private init(_ text: [UInt8]) throws {
    let decoder = JSONDecoder()
    var exports: [Export] = []
    let rest = try LongList.read(text, "exports") {
      exports.append(try decoder.decode(Export.self, from: $0))
    }
    self = try decoder.decode(NewestExports.self, from: rest ?? Data(text))
    if rest != nil { self.exports = exports }
  }

  /// Writes the document into the report of a run.
  func write(to report: ReportFolder) throws {
    let file = try report.file(Self.fileName)
    var rest = self
    rest.exports = []
    try LongList.write(rest, "exports", exports) { try file.add($0) }
    try file.finish()
  }

  /// What to say of every source whose newest export is older than it was in a former run.
  ///
  /// - Throws: `ExtractionErrors` for sources that refuse it.
  func warnings(
    beside former: (run: ReportRun, NewestExports), sources: [SourceDescription]
  ) throws(ExtractionErrors) -> [String] {
    let formerBySource = Dictionary(
      former.1.exports.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    let answers = Dictionary(
      sources.map { ($0.name, $0.answer(to: .older)) }, uniquingKeysWith: { first, _ in first })
    var warnings: [String] = []
    var refusals: [ExtractionError] = []
    for export in exports {
      guard let known = formerBySource[export.source], export.modified < known.modified,
        let answer = answers[export.source], answer != .accept
      else { continue }
      let error = ExtractionError(
        kind: .data, source: export.source, path: export.path,
        problem: "is the newest export of its source and of \(export.modified), older than "
          + "\(known.path) of \(known.modified) in run \(former.run) (older)",
        remedy: ExportDoubt.older.remedy)
      if answer == .refuse { refusals.append(error) } else { warnings.append("\(error)") }
    }
    if !refusals.isEmpty { throw ExtractionErrors(errors: refusals) }
    return warnings
  }
}
