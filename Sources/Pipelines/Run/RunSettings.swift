internal import Collation
internal import Extraction
internal import Foundation
internal import Normalization
internal import Publication

/// Everything a run needs to know, resolved from the pipeline file and the caller's options.
package struct RunSettings: Sendable {
  /// The pipeline.
  package let pipeline: Pipeline
  /// A path of the pipeline file as seen from the working directory.
  let located: @Sendable (String) -> String
  /// `DIR`: the folder that holds `directory` and `report`.
  package let output: String
  let sources: [SourceDescription]
  /// What people corrected; nil where the pipeline has no source of corrections.
  let corrections: RunCorrections?
  let normalization: [NormalizationSettings]
  let collation: CollationSettings
  let publication: PublicationSettings
  /// The folder that the caller names for sorted runs.
  let scratch: String?
  let workers: Int
  let memory: Int
  let onProgress: (@Sendable (RunProgress) -> Void)?
  let onSignal: (@Sendable () -> Void)?
  let isCheck: Bool
  /// Why the run is published though the gate says no.
  let accepting: String?
  /// The moment of the run: it names the report, and the timestamp is issued then.
  let time: RunTime

  /// Resolves a pipeline; finds the files of its sources, opens none of them.
  ///
  /// - Throws: Everything that is wrong with the pipeline, as far as it can be known now.
  package init(_ file: PipelineFile, options: BuildOptions) throws {
    pipeline = file.pipeline
    located = { [file = file.withoutPositions()] in file.located($0) }
    output = options.output ?? "build/\(file.pipeline.name)"
    onProgress = options.onProgress
    onSignal = options.onSignal
    isCheck = options.isCheck
    accepting = options.accepting
    if let now = options.now { time = now } else { time = try RunTime.current() }
    workers = options.threads ?? ProcessInfo.processInfo.activeProcessorCount
    memory = max(options.memory.bytes, BuildOptions.leastMemory)
    if let folder = options.scratch { try Self.checkScratch(folder) }
    scratch = options.scratch
    corrections = try file.corrections()
    sources = try file.sourceDescriptions(correctedBy: corrections)
    normalization = file.pipeline.normalizationSettings()
    collation = try file.collationSettings()
    var publication = try file.publicationSettings(threads: workers)
    publication.leastSequence = options.leastSequence
    publication.heldBytes = min(publication.heldBytes, memory / 8)
    self.publication = publication
  }

  /// Said at the start, not on the first night whose candidates do not fit in memory.
  static func checkScratch(_ folder: String) throws(RunError) {
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

  /// `DIR/report`.
  var shelf: ReportShelf { ReportShelf(path: output + "/report") }

  /// Where files wait on their way into the directory; the publisher's.
  var staging: String { output + "/.staging" }

  /// Bytes of an export that one worker holds: the records of a block of short lines take ten times
  /// as much, for which a small memory has no room.
  var blockSize: Int { memory < 128 << 20 ? 128 << 10 : 256 << 10 }

  /// Bytes of reports that may wait for those before them.
  var memoryForReports: Int { min(memory / 32, 16 << 20) }

  /// What is left for candidates: the rest goes to blocks being read, chunks being written and the
  /// program itself (measured on 10 million rows at 64, 128 and 512 MiB: 26 MiB of it are pages of
  /// the program and its libraries).
  var memoryForCollation: Int { Self.memoryForCollation(of: memory, workers: workers) }

  /// The same of a run with so many workers and so many bytes in all.
  static func memoryForCollation(of memory: Int, workers: Int) -> Int {
    let program = 28 << 20
    let perWorker = 6 << 20
    return max(memory - program - workers * perWorker, 16 << 20)
  }
}
