internal import DirectoryFormat
internal import Extraction
internal import Publication
internal import Signing
internal import Synchronization
internal import Threads

/// What the caller of `stage split` decides.
package struct SplitOptions: Sendable {
  /// Bytes of a split; nil reads every export whole.
  package var splitBytes: Int? = 64 << 20
  /// The day that takes the place of the pipeline's.
  package var asOf: CalendarDay?
  /// The moment of the run; nil asks SOURCE_DATE_EPOCH, then the system's clock.
  package var now: RunTime?
  /// The folder in which every export must lie.
  package var root: String?
  /// Threads that read.
  package var threads = 2

  /// Creates options with every default.
  package init() {}
}

/// Looks at all exports of a pipeline and parts them for other processes to read.
///
/// Every export is read once, for its checksum; plain ones to find out where records begin. Memory: a
/// block of 256 KiB and its records for each thread, and about 300 bytes for each split.
package enum StagePlanner {
  /// The plan of a pipeline, as its document.
  ///
  /// - Throws: What `build` throws of a pipeline and exports before it reads records; `StageError`
  ///   for what is no file.
  package static func plan(_ path: String, _ options: SplitOptions) throws -> [UInt8] {
    guard path != "-" else { throw unreadable("-", "the pipeline") }
    let now = try options.now ?? RunTime.current()
    let file = try PipelineLoader.load(
      path, asOf: options.asOf, root: options.root, now: now)
    guard let text = try FileSystem().read(path, limit: YAMLDocument.mostBytes + 1) else {
      throw unreadable(path, "the pipeline")
    }
    if let source = file.pipeline.sources.first(where: \.isOfCorrections) {
      throw StageError(
        path, "source \"\(source.name)\" holds corrections, which `build` alone applies",
        "Run `build`.", isUsage: true)
    }
    // What would end the last stage is better known now.
    _ = try file.collationSettings()
    _ = try file.publicationSettings(threads: 1)
    let sources = try file.sourceDescriptions()
    if sources.contains(where: { $0.files.contains("-") }) { throw unreadable("-", "an export") }
    let extractor = try Extractor(
      sources: sources, mostInflatedBytes: file.pipeline.limits.inflated.bytes)
    let survey = extractor.survey
    let exports = try zip(extractor.files, survey.exports).map { file, identity in
      guard let identity else { throw unreadable(file.path, "an export") }
      return StagePlan.Export(
        source: file.source, path: file.path, bytes: identity.size,
        modifiedSeconds: identity.seconds, modifiedNanoseconds: identity.nanoseconds)
    }
    let plan = StagePlan(
      tool: ToolVersion.tool, numberingPlans: ToolVersion.numberingPlans,
      pipeline: .init(path: path, sha256: SHA256.hexadecimal(of: text)), now: now.description,
      asOf: options.asOf?.description, root: options.root, exports: exports,
      repeated: survey.repeated, doubts: survey.notes,
      splits: try splits(of: exports, extractor, options),
      slots: file.pipeline.slots.identifiers.count)
    return try StageDocument.encode(plan, isAlone: true)
  }

  private static func unreadable(_ path: String, _ what: String) -> StageError {
    StageError(
      path, "\(what) is no file that other processes can read", "Name a file.", isUsage: true)
  }

  private static func splits(
    of exports: [StagePlan.Export], _ extractor: Extractor, _ options: SplitOptions
  ) throws -> [StagePlan.Split] {
    var splits: [StagePlan.Split] = []
    for (file, export) in exports.enumerated() {
      let stretches = try options.splitBytes.flatMap { bytes in
        export.bytes <= bytes
          ? nil : try extractor.stretches(of: file, bytes: bytes, workers: options.threads)
      }
      guard let stretches else {
        splits.append(
          .init(
            split: splits.count, file: file, whole: true, offset: 0, length: export.bytes,
            firstLine: 1, recordsBefore: 0, xxh3: ""))
        continue
      }
      for stretch in stretches {
        splits.append(
          .init(
            split: splits.count, file: file, whole: false, offset: stretch.start,
            length: stretch.end - stretch.start, firstLine: Int(stretch.line),
            recordsBefore: Int(stretch.ordinal), xxh3: ""))
      }
    }
    try addChecksums(to: &splits, extractor, workers: options.threads)
    // Every export is still what it was when it was looked at.
    try extractor.finish()
    return splits
  }

  /// Gives every split the checksum of its bytes.
  private static func addChecksums(
    to splits: inout [StagePlan.Split], _ extractor: Extractor, workers: Int
  ) throws {
    let unsigned = splits
    let checksums = Locked([String](repeating: "", count: unsigned.count))
    let next = Atomic(0)
    let failure = Locked<(any Error)?>(nil)
    try Crew.run(workers, watch: { try extractor.checkWaiting() }) { _ in
      do {
        while failure.withLock({ $0 == nil }) {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < unsigned.count else { return }
          let checksum = try extractor.checksum(of: unsigned[index])
          checksums.withLock { $0[index] = checksum }
        }
      } catch { failure.withLock { $0 = $0 ?? error } }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    checksums.withLock { checksums in
      for index in splits.indices { splits[index].xxh3 = checksums[index] }
    }
  }
}

extension Extractor {
  /// The checksum of the stored bytes of a split in hexadecimal.
  func checksum(of split: StagePlan.Split) throws -> String {
    let checksum = Checksum()
    try forEachPiece(of: split.file, from: split.offset, to: split.offset + split.length) {
      checksum.add($0.bytes)
    }
    return checksum.hexadecimal
  }
}
