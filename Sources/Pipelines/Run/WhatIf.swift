internal import DirectoryFormat
internal import Foundation
internal import Publication

/// Two pipelines over the exports as they are now, each built in a folder of its own that is gone with
/// this: what a change of the pipeline would do.
///
/// Nothing is published, signed or rendered, and no gate stops it: what a gate would say is told.
/// Disk: both directories. Memory: as of two builds, one after the other.
package final class WhatIf {
  /// What one of the pipelines comes to.
  package struct Side: Sendable {
    /// The pipeline file.
    package let path: String
    /// The folder that holds its manifest.
    package let directory: String
    let summary: BuildSummary
    /// Slots over the cap of the pipeline, with which a build would end.
    let overflows: [String]
  }

  /// The pipelines in the order in which they were given.
  package let sides: [Side]
  private let folder: PrivateFolder

  /// Builds the pipelines, one after the other.
  ///
  /// - Parameter scratch: Where the directories are built; nil for the system's folder for such files.
  /// - Throws: What would end a build, but for the gate and the cap; `ExplainError.standardInput`.
  package init(_ files: [PipelineFile], scratch: String?, threads: Int?) throws {
    for source in files.flatMap(\.pipeline.sources) where source.paths.contains("-") {
      throw ExplainError.standardInput(command: "diff --pipeline", source: source.name)
    }
    let folder = try PrivateFolder(
      in: scratch ?? NSTemporaryDirectory(), fileSystem: FileSystem())
    self.folder = folder
    sides = try files.enumerated().map { index, file in
      var options = BuildOptions()
      options.output = "\(folder.path)/\(index)"
      options.threads = threads
      options.accepting = "only compared"
      let result = try PipelineRunner(RunSettings(file.comparable, options: options)).build()
      return Side(
        path: file.path, directory: result.directory, summary: result.summary,
        overflows: Self.overflows(of: result.summary, cap: file.pipeline.slots.cap))
    }
  }

  private static func overflows(of summary: BuildSummary, cap: Int) -> [String] {
    summary.slots.compactMap { slot in
      let entries = slot.entries.values.reduce(0, +)
      guard entries > cap else { return nil }
      return
        "slots.cap: \(slot.identifier) would hold \(entries) entries (expected at most \(cap)). Add "
        + "identifiers, or raise slots.cap."
    }
  }

  /// Rejections by reason and gates of both sides, a line each.
  package var lines: [String] {
    let reasons = Set(sides.flatMap { $0.summary.rejections.keys }).sorted()
    func counts(_ count: (BuildSummary) -> Int) -> String {
      sides.map { "\(count($0.summary))" }.joined(separator: " → ")
    }
    var lines = ["used", "rejected", "inapplicable", "blank"].map { account in
      "records\t\(account)\t\(counts { $0.ledger.records[account] ?? 0 })"
    }
    lines += reasons.map { reason in
      "rejections\t\(reason)\t\(counts { $0.rejections[reason] ?? 0 })"
    }
    for side in sides {
      lines += side.overflows.map { "cap\t\(side.path)\t\($0)" }
      lines += (side.summary.accepted?.refusals ?? []).map { "gate\t\(side.path)\t\($0)" }
      lines += side.summary.warnings.map { "warning\t\(side.path)\t\($0)" }
    }
    return lines
  }

  /// The same as members of a JSON object.
  package var document: DocumentValue {
    .list(
      sides.map { side in
        func counts(_ counts: [String: Int]) -> DocumentValue {
          .mapping(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
        }
        return .mapping([
          ("pipeline", .text(side.path)), ("records", counts(side.summary.ledger.records)),
          ("entries", counts(side.summary.entries)),
          ("rejections", counts(side.summary.rejections)),
          ("cap", .texts(side.overflows)),
          ("gate", .texts(side.summary.accepted?.refusals ?? [])),
          ("warnings", .texts(side.summary.warnings)),
        ])
      })
  }
}

extension PipelineFile {
  /// The pipeline with nothing but what decides over entries.
  fileprivate var comparable: PipelineFile {
    var pipeline = pipeline
    pipeline.signing = nil
    pipeline.formats = [.tsv]
    pipeline.liveLookup = nil
    pipeline.allowsEmpty = true
    pipeline.continues = false
    pipeline.writesTwins = false
    // What is over the cap is told, and compared all the same.
    pipeline.slots.cap = DirectoryLimits.mostEntriesPerSlot
    return PipelineFile(path: path, pipeline: pipeline, positions: positions, root: root)
  }
}
