internal import Foundation
internal import Publication

/// Two pipelines over the exports as they are now, each built in a folder of its own that is gone with
/// this: what a change of the pipeline would do.
///
/// Nothing is published, signed or rendered, and no gate stops it: what a gate would say is told.
/// Disk: both directories. Memory: as of two builds, one behind the other.
package final class WhatIf {
  /// What one of the pipelines comes to.
  package struct Side: Sendable {
    /// The pipeline file.
    package let path: String
    /// The folder that holds its manifest.
    package let directory: String
    let summary: BuildSummary
  }

  /// The pipelines in the order in which they were given.
  package let sides: [Side]
  private let folder: PrivateFolder

  /// Builds the pipelines, one behind the other.
  ///
  /// - Parameter scratch: Where the directories are built; nil for the system's folder for such files.
  /// - Throws: What would end a build, the gate excepted.
  package init(_ files: [PipelineFile], scratch: String?, threads: Int?) throws {
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
        path: file.path, directory: result.directory, summary: result.summary)
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
    return PipelineFile(path: path, pipeline: pipeline, positions: positions, root: root)
  }
}
