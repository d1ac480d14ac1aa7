internal import Extraction
internal import Foundation

/// The settings of a run, as its report keeps them: `pipeline.yaml`, with every default filled in and
/// the files that were read by their full paths.
enum RunPipeline {
  static let fileName = "pipeline.yaml"
  /// Files of a source that are listed one by one; of more the paths of the pipeline are kept.
  private static let mostFiles = 1000

  /// The text of a run's settings.
  static func text(of settings: RunSettings) -> String {
    var pipeline = settings.pipeline
    pipeline.tests = []
    pipeline.signing = nil
    pipeline.isAsOfToday = false
    for index in pipeline.sources.indices {
      let files = settings.sources[index].files
      let isListed = !files.isEmpty && files.count <= mostFiles
      let paths = isListed ? files : pipeline.sources[index].paths.map(settings.located)
      pipeline.sources[index].paths = paths.map(absolute)
    }
    return pipeline.document.yaml()
  }

  private static func absolute(_ path: String) -> String {
    if path == "-" || path.hasPrefix("/") { return path }
    return CleanPath.of(FileManager.default.currentDirectoryPath + "/" + path)
  }
}
