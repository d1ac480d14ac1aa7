internal import DirectoryFormat
internal import Extraction

/// How many bytes a run read and made, for its metrics.
struct RunBytes: Sendable {
  /// Of the exports as they are stored, by source; a source that reads a pipe is left out.
  private(set) var exports: [(source: String, bytes: Int)] = []
  /// Of the published chunks, by slot and list.
  private(set) var chunks: [(slot: String, list: String, bytes: Int)] = []

  /// Sums up the exports that were opened, and the chunks of a manifest if there is one.
  init(_ extractor: Extractor, _ sources: [SourceDescription], _ manifest: Manifest?) {
    var sums: [Int?] = sources.map { _ in 0 }
    for (file, export) in zip(extractor.files, extractor.survey.exports) {
      sums[file.source] = export.flatMap { export in sums[file.source].map { $0 + export.size } }
    }
    exports = zip(sources, sums).compactMap { source, bytes in bytes.map { (source.name, $0) } }
    chunks = (manifest?.slots ?? []).flatMap { slot in
      DirectoryList.allCases.map { list in
        (slot.identifier, "\(list)", slot[list].chunks.reduce(0) { $0 + $1.bytes })
      }
    }
  }
}
