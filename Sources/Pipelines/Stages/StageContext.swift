internal import Collation
internal import Extraction
internal import Foundation
internal import Normalization
internal import Publication
internal import Signing

/// What every stage after the first knows: the plan, the pipeline, and that they belong together.
package struct StageContext: Sendable {
  let plan: StagePlan
  /// SHA-256 of the plan in hexadecimal.
  let planDigest: String
  /// The pipeline, whose sources read the exports of the plan.
  package let file: PipelineFile
  /// The moment of the run.
  package let now: RunTime
  /// Whether exports and pipeline are copies of those that the plan was made of.
  let areCopies: Bool

  /// Reads a plan and its pipeline.
  ///
  /// - Parameters:
  ///   - path: The plan.
  ///   - pipeline: Where the pipeline file is; nil: where the plan says.
  ///   - folder: From where the paths of the plan are meant: it becomes the working directory; nil
  ///     leaves that. Exports below it may be copies, whose time of modification says nothing.
  /// - Throws: `StageError` where the plan is of another version or another pipeline file.
  package init(plan path: String, pipeline: String?, folder: String? = nil) throws {
    let (plan, digest) = try StageDocument.load(StagePlan.self, at: path)
    self.plan = plan
    planDigest = digest
    areCopies = folder != nil
    if let problem = plan.problem { throw StageError.damaged(path, problem) }
    let (tool, plans) = (ToolVersion.tool, ToolVersion.numberingPlans)
    guard plan.tool == tool, plan.numberingPlans == plans else {
      throw StageError.differs(
        path, "version of the tool", found: "\(tool), numbering plans \(plans), here",
        expected: "\(plan.tool), numbering plans \(plan.numberingPlans), which wrote the plan")
    }
    guard let now = RunTime(plan.now) else {
      throw StageError.damaged(path, "\(plan.now) is no moment")
    }
    self.now = now
    let copy = pipeline.map(StageOptions.absolute)
    if let folder, !FileManager.default.changeCurrentDirectoryPath(folder) {
      throw StageError(
        "--folder", "\(folder) cannot be entered", "Name the folder that holds the exports.",
        isUsage: true)
    }
    file = try Self.pipeline(of: plan, at: copy ?? plan.pipeline.path, now: now)
  }

  private static func pipeline(
    of plan: StagePlan, at path: String, now: RunTime
  ) throws -> PipelineFile {
    let bytes = try FileSystem().read(path, limit: YAMLDocument.mostBytes + 1)
    let found = bytes.map { SHA256.hexadecimal(of: $0) } ?? "no file"
    guard found == plan.pipeline.sha256 else {
      throw StageError.differs(
        path, "pipeline file", found: found, expected: "SHA-256 \(plan.pipeline.sha256) in the plan"
      )
    }
    let loaded = try PipelineLoader.load(
      path, asOf: plan.asOf.flatMap { CalendarDay($0) }, root: plan.root, now: now)
    var file = PipelineFile(
      path: plan.pipeline.path, pipeline: loaded.pipeline, positions: loaded.positions)
    file.root = loaded.root
    var files: [[String]] = loaded.pipeline.sources.map { _ in [] }
    for export in plan.exports {
      guard files.indices.contains(export.source) else {
        throw StageError.damaged(path, "the plan has an export of a source that is not there")
      }
      files[export.source].append(export.path)
    }
    file.foundFiles = files
    return file
  }

  /// The bounds at a path, which have to be of this plan.
  func bounds(at path: String) throws -> (StageBounds, digest: String) {
    let (bounds, digest) = try StageDocument.load(StageBounds.self, at: path)
    guard bounds.plan == planDigest else {
      throw StageError.differs(
        path, "plan", found: "bounds of \(bounds.plan)", expected: "\(planDigest)")
    }
    if let problem = bounds.problem { throw StageError.damaged(path, problem) }
    return (bounds, digest)
  }

  /// Opens one split, or a stretch of its file for a sample, and makes sure that it is of the export
  /// that the plan means.
  func open(_ split: StagePlan.Split, _ stretch: ExportStretch?) throws -> Extractor {
    let extractor = try Extractor(
      sources: file.sourceDescriptions(), scope: .file(split.file, stretch),
      mostInflatedBytes: file.pipeline.limits.inflated.bytes)
    let export = plan.exports[split.file]
    let found = extractor.identity(of: split.file)
    let isSame =
      areCopies
      ? found?.size == export.bytes : found?.isUnchanged(since: export.identity) ?? false
    guard isSame else {
      throw StageError.differs(
        export.path, "export", found: found?.text ?? "a pipe",
        expected: "\(export.identity.text) in the plan")
    }
    return extractor
  }
}
