internal import DirectoryFormat
internal import Foundation
internal import Records
internal import Signing

/// A run as OpenLineage tells of it: a job, what it reads, what it makes, and how it ended.
///
/// Facts: openlineage.io, spec 2-0-2 and the facets that the schema addresses name; the tests build
/// each event again with PyPI's openlineage-python.
package struct LineageRun: Sendable {
  /// What stands for callbook among the producers of events.
  static let producer = "urn:callbook:\(ToolVersion.callbook)"

  private let pipeline: Pipeline
  /// Each source's files, as the pipeline names them, by their full paths.
  private let inputs: [String]
  private let directory: String
  private let began: RunTime
  private let identifier: String

  /// A run of a pipeline that begins now.
  ///
  /// - Parameters:
  ///   - output: `DIR`, the output folder; nil for the pipeline's own.
  ///   - process: What tells runs of one pipeline within a second apart; nothing where the moment was
  ///     given, so that the same run has the same events.
  package init(_ file: PipelineFile, output: String?, began: RunTime, process: Int32?) {
    pipeline = file.pipeline
    inputs = file.pipeline.sources.map { source in
      source.paths.map { Self.absolute(file.located($0)) }.joined(separator: ",")
    }
    directory = Self.absolute((output ?? "build/\(file.pipeline.name)") + "/directory")
    self.began = began
    identifier = Self.identifier(
      began, of: [file.pipeline.name, directory] + (process.map { ["\($0)"] } ?? []))
  }

  /// The event of its beginning.
  package var start: DocumentValue { event("START", at: began) }

  /// The event of its end, whether it published, changed nothing or refused.
  package func end(_ result: BuildResult, at time: RunTime) -> DocumentValue {
    let summary = result.summary
    var run: Facets = [("test", tests(of: result.gate.records + result.gate.directory))]
    if !result.isGood { run.append((key: "errorMessage", value: errorMessage(summary.refusals))) }
    return event(
      result.isGood ? "COMPLETE" : "FAIL", at: time, run: run,
      inputFacets: inputs.indices.map { inputFacets(of: $0, result) },
      output: result.isGood ? summary : nil)
  }

  /// The event of a run that ended with an error, which is said in the words of standard error.
  package func failure(_ words: String, at time: RunTime) -> DocumentValue {
    event("FAIL", at: time, run: [("errorMessage", errorMessage([words]))])
  }

  // MARK: The parts of an event

  private typealias Facets = [(key: String, value: DocumentValue)]

  private func event(
    _ type: String, at time: RunTime, run: Facets = [], inputFacets: [Facets] = [],
    output summary: BuildSummary? = nil
  ) -> DocumentValue {
    let engine = facet(
      "1-1-1/ProcessingEngineRunFacet",
      [("version", .text(ToolVersion.callbook)), ("name", .text("callbook"))])
    let jobType = facet(
      "2-0-4/JobTypeJobFacet",
      [
        ("processingType", .text("BATCH")), ("integration", .text("CALLBOOK")),
        ("jobType", .text("JOB")),
      ])
    return .mapping([
      ("eventType", .text(type)), ("eventTime", .text(time.description)),
      ("producer", .text(Self.producer)),
      ("schemaURL", .text(Self.address("2-0-2/OpenLineage", "RunEvent"))),
      (
        "run",
        .mapping([
          ("runId", .text(identifier)), ("facets", .mapping([("processing_engine", engine)] + run)),
        ])
      ),
      ("job", dataset(namespace: "callbook", pipeline.name, [("facets", [("jobType", jobType)])])),
      (
        "inputs",
        .list(
          inputs.indices.map { index in
            dataset(
              namespace: "file", inputs[index],
              [
                ("facets", [("schema", schema(of: pipeline.sources[index]))]),
                ("inputFacets", inputFacets.isEmpty ? [] : inputFacets[index]),
              ])
          })
      ),
      ("outputs", .list([self.output(summary)])),
    ])
  }

  private func inputFacets(of index: Int, _ result: BuildResult) -> Facets {
    let source = result.summary.sources[index]
    let statistics = facet(
      "1-0-0/InputStatisticsInputDatasetFacet",
      [
        ("rowCount", .integer(Int64(source.records["read"] ?? 0))),
        ("fileCount", .integer(Int64(source.files.count))),
      ])
    // A limit on the records of all sources concerns each of them.
    let checks = result.gate.records.filter { $0.source == nil || $0.source == source.name }
    let assertions = facet(
      "1-1-0/DataQualityAssertionsDatasetFacet",
      [
        (
          "assertions",
          .list(
            checks.map { check in
              .mapping(
                [("assertion", .text(check.key)), ("success", .flag(!check.isBroken))]
                  + said(of: check))
            })
        )
      ])
    return [("inputStatistics", statistics)]
      + (checks.isEmpty ? [] : [("dataQualityAssertions", assertions)])
  }

  private func output(_ summary: BuildSummary?) -> DocumentValue {
    var facets: Facets = [
      (
        "schema",
        facet(
          "1-2-0/SchemaDatasetFacet",
          [("fields", .list([Self.field("number", "int64"), Self.field("label", "text")]))])
      )
    ]
    if let generation = summary?.generation {
      let version = facet(
        "1-0-1/DatasetVersionDatasetFacet", [("datasetVersion", .text(generation))])
      facets.append((key: "version", value: version))
    }
    let statistics = summary.map { summary in
      facet(
        "1-0-2/OutputStatisticsOutputDatasetFacet",
        [("rowCount", .integer(Int64(summary.entries.values.reduce(0, +))))])
    }
    return dataset(
      namespace: "file", directory,
      [
        ("facets", facets),
        ("outputFacets", statistics.map { [("outputStatistics", $0)] } ?? []),
      ])
  }

  private func tests(of checks: [Gate.Check]) -> DocumentValue {
    facet(
      "1-0-1/TestRunFacet",
      [
        (
          "tests",
          .list(
            checks.map { check in
              .mapping(
                [
                  ("name", .text(check.place)), ("status", .text(check.isBroken ? "fail" : "pass")),
                  ("type", .text(check.key)),
                ] + said(of: check))
            })
        )
      ])
  }

  /// What the two forms of a check share.
  private func said(of check: Gate.Check) -> Facets {
    [
      ("severity", .text(check.weight == .refuse ? "error" : "warn")),
      ("description", .text(check.what)), ("expected", .text(check.expected)),
      ("actual", .text(check.actual)),
    ]
  }

  private func errorMessage(_ sentences: [String]) -> DocumentValue {
    facet(
      "1-0-1/ErrorMessageRunFacet",
      [
        ("message", .text(sentences.joined(separator: "\n"))),
        ("programmingLanguage", .text("Swift")),
      ])
  }

  private func schema(of source: Pipeline.Source) -> DocumentValue {
    let fields = source.columns.map { column in
      let name =
        switch column.selector {
        case .name(let name), .path(let name): name
        case .position(let position): "\(position)"
        }
      return Self.field(name, "text", holds: column.field.rawValue)
    }
    return facet("1-2-0/SchemaDatasetFacet", [("fields", .list(fields))])
  }

  private static func field(
    _ name: String, _ type: String, holds content: String? = nil
  ) -> DocumentValue {
    .mapping(
      [("name", .text(name)), ("type", .text(type))]
        + (content.map { [("description", .text($0))] } ?? []))
  }

  private func dataset(
    namespace: String, _ name: String, _ facets: [(key: String, value: Facets)]
  ) -> DocumentValue {
    .mapping(
      [("namespace", .text(namespace)), ("name", .text(name))]
        + facets.map { ($0.key, .mapping($0.value)) })
  }

  /// A facet; `schema` is its version and name.
  private func facet(_ schema: String, _ members: Facets) -> DocumentValue {
    let name = schema.split(separator: "/").last.map(String.init) ?? ""
    return .mapping(
      [
        ("_producer", .text(Self.producer)),
        ("_schemaURL", .text(Self.address("facets/\(schema)", name))),
      ] + members)
  }

  private static func address(_ schema: String, _ definition: String) -> String {
    "https://openlineage.io/spec/\(schema).json#/$defs/\(definition)"
  }

  private static func absolute(_ path: String) -> String {
    if path == "-" { return "/dev/stdin" }
    let isWhole = path.hasPrefix("/")
    return CleanPath.of(isWhole ? path : FileManager.default.currentDirectoryPath + "/" + path)
  }

  /// UUID version 7 (RFC 9562): the moment in milliseconds, then bits of a SHA-256 of the parts.
  private static func identifier(_ time: RunTime, of parts: [String]) -> String {
    var digest = SHA256()
    Array(parts.joined(separator: "\0").utf8).withUnsafeBytes { digest.update($0) }
    let milliseconds = UInt64(time.seconds) * 1000
    var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
    bytes += digest.finish()[..<10]
    bytes[6] = bytes[6] & 0x0F | 0x70
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    var groups: [Substring] = []
    var rest = Substring(digits)
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }
}
