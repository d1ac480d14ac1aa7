internal import Collation
internal import Extraction
internal import Foundation
internal import Normalization
internal import Publication

/// Everything a run needs to know, resolved from the pipeline file and the caller's options.
package struct RunSettings: Sendable {
  /// The pipeline.
  package let pipeline: Pipeline
  /// `DIR`: the folder that holds `directory` and `report`.
  package let output: String
  let sources: [SourceDescription]
  let normalization: [NormalizationSettings]
  let collation: CollationSettings
  let publication: PublicationSettings
  let scratch: String
  let workers: Int
  let memory: Int
  let onProgress: (@Sendable (RunProgress) -> Void)?
  let isCheck: Bool

  /// Resolves a pipeline; finds the files of its sources, opens none of them.
  ///
  /// - Throws: Everything that is wrong with the pipeline, as far as it can be known now.
  package init(_ file: PipelineFile, options: BuildOptions) throws {
    pipeline = file.pipeline
    output = options.output ?? "build/\(file.pipeline.name)"
    onProgress = options.onProgress
    isCheck = options.isCheck
    workers = options.threads ?? ProcessInfo.processInfo.activeProcessorCount
    memory = max(options.memory.bytes, BuildOptions.leastMemory)
    if let folder = options.scratch { try Self.checkScratch(folder) }
    let aside = options.isCheck ? NSTemporaryDirectory() : output
    let folder = (options.scratch ?? aside) + "/.scratch"
    scratch = options.isCheck ? folder + "-\(getpid())" : folder
    sources = try file.sourceDescriptions()
    normalization = file.pipeline.normalizationSettings()
    collation = try file.collationSettings()
    var publication = try file.publicationSettings(threads: workers)
    publication.heldBytes = min(publication.heldBytes, memory / 8)
    self.publication = publication
  }

  /// Said at the start, not on the first night whose candidates do not fit in memory.
  private static func checkScratch(_ folder: String) throws(RunError) {
    guard !folder.isEmpty else { throw .unusableScratch(path: folder, errno: ENOENT) }
    // The slash makes it an error to name a file.
    guard access(folder + "/", W_OK | X_OK) == 0 else {
      throw .unusableScratch(path: folder, errno: errno)
    }
  }

  /// The day validity windows are judged against, as the manifest says it.
  var asOf: String? { pipeline.asOf?.description }

  /// `DIR/directory`.
  var directory: String { output + "/directory" }

  /// Where files wait on their way into the directory; the publisher's.
  var staging: String { output + "/.staging" }

  /// Makes the folder in which a check writes; a build writes in its output.
  func makeFolderOfCheck() throws(RunError) {
    if isCheck { try ReportFolder.make(scratch) }
  }

  /// What this run writes beside what it publishes: to be removed when it is interrupted.
  ///
  /// A check owns nothing in the output, where a build may be running.
  var leftovers: [String] {
    isCheck ? [scratch] : [output + "/report/.staging", staging, scratch]
  }

  /// Removes the folder of sorted runs, or all that a check wrote.
  func removeScratchFolder() {
    if isCheck {
      try? FileManager.default.removeItem(atPath: scratch)
    } else {
      rmdir(scratch)
    }
  }

  /// Where the publisher may write.
  var publicationMode: Publisher.Mode { isCheck ? .checking(scratch: scratch) : .publishing }

  /// What is left for candidates: the rest goes to blocks being read, chunks being written and the
  /// program itself (measured on 10 million rows at 64, 128 and 512 MiB: 26 MiB of it are pages of
  /// the program and its libraries).
  var memoryForCollation: Int {
    let program = 28 << 20
    let perWorker = 6 << 20
    return max(memory - program - workers * perWorker, 16 << 20)
  }
}
