internal import Extraction
internal import Foundation
internal import Publication

/// The settings of a run, as its report keeps them: `pipeline.yaml`, with every default filled in and
/// the files that were read by their full paths.
enum RunPipeline {
  static let fileName = "pipeline.yaml"
  /// Files of a source that are listed one by one; of more the paths of the pipeline are kept.
  private static let mostFiles = 1000
  /// Largest file that is read back, in bytes: every source may have `mostFiles` long paths.
  private static let mostBytes = 64 << 20

  /// Reads the settings that a run kept; anything but a file is refused, and not waited for.
  static func load(_ path: String) throws -> PipelineFile {
    if let facts = try FileSystem().facts(of: path), !facts.isFile {
      throw PublicationError.noFile(path: path, found: facts.words)
    }
    return try PipelineLoader.load(path, mostBytes: mostBytes)
  }

  /// Hands the text of a run's settings over in pieces, one for each source: there may be thousands.
  static func write(_ settings: RunSettings, to piece: (String) throws -> Void) rethrows {
    var pipeline = settings.pipeline
    pipeline.tests = []
    pipeline.signing = nil
    pipeline.isAsOfToday = false
    pipeline.sources = []
    let text = pipeline.document.yaml()
    // Keys of sections are indented, so this one is the pipeline's own.
    guard let list = text.firstRange(of: "\nsources: []\n") else { return try piece(text) }
    try piece(text[..<list.lowerBound] + "\nsources:\n")
    for (index, var source) in settings.pipeline.sources.enumerated() {
      let files = settings.sources[index].files
      let isListed = !files.isEmpty && files.count <= mostFiles
      let paths = isListed ? files : source.paths.map(settings.located)
      source.paths = paths.map(absolute)
      let alone = DocumentValue.mapping([("sources", .list([source.document]))]).yaml()
      try piece(alone.dropFirst("sources:\n".count) + "\n")
    }
    try piece(String(text[list.upperBound...]))
  }

  private static func absolute(_ path: String) -> String {
    if path == "-" || path.hasPrefix("/") { return path }
    return CleanPath.of(FileManager.default.currentDirectoryPath + "/" + path)
  }
}
