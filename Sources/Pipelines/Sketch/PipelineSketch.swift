internal import CSystem
internal import Records
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes the first version of a pipeline file from an export.
package enum PipelineSketch {
  /// Bytes of the export that are looked at.
  static let bytesLookedAt = 1 << 18

  /// Why no pipeline can be proposed.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The export.
    package var path: String
    /// What is wrong and what to do.
    package var problem: String
    /// Whether an argument is at fault, not what the export holds.
    package var isUsage = false

    /// Place, what is wrong and what to do.
    package var description: String { "\(path): \(problem)" }
  }

  /// The text of a pipeline file for an export; every guess is meant to be looked at.
  ///
  /// - Parameters:
  ///   - path: The export.
  ///   - reference: The export as the pipeline file shall name it; nil for its full path, which
  ///     holds wherever that file will lie.
  ///   - region: Region of national numbers.
  package static func text(
    of path: String, as reference: String?, region: String
  ) throws -> String {
    guard PipelineVocabulary.isRegion(region) else {
      throw Failure(
        path: "--region",
        problem: "\"\(region)\" has no numbering plan (expected a region such as TW). "
          + "Name the region whose national numbers the export holds.", isUsage: true)
    }
    let bytes = try beginning(of: path)
    guard let (text, encoding) = EncodingGuess.decode(bytes[...]) else {
      throw Failure(
        path: path, problem: "is no text. Unpack it, or name its character set by hand.")
    }
    var source = Pipeline.Source(
      name: name(of: path), paths: [reference ?? fullPath(of: path)], columns: [])
    source.encoding = encoding
    let isXML = text.drop(while: \.isWhitespace).hasPrefix("<")
    let columns = isXML ? try sketchXML(text, path, &source) : sketchCSV(text, bytes.count, &source)
    source.columns = ColumnGuess.map(columns)
    guard source.maps(.number) else {
      let seen = columns.prefix(30).map { $0.name.isEmpty ? "\($0.selector)" : $0.name }
      throw Failure(
        path: path,
        problem: "no column looks like phone numbers (found: \(seen.joined(separator: ", "))). "
          + "Write the pipeline by hand; docs/pipeline-file.md describes it.")
    }
    if !source.maps(.label) { source.action = .block }
    let pipeline = Pipeline(
      name: source.name, region: region, sources: [source],
      slots: Pipeline.Slots(identifiers: ["com.example.app.directory1"]))
    return head(of: path, pipeline) + pipeline.sketch.yaml() + "\n"
  }

  private static func sketchCSV(
    _ text: String, _ count: Int, _ source: inout Pipeline.Source
  ) -> [ColumnGuess.Column] {
    let sketch = CSVSketch(text, isCut: count == bytesLookedAt)
    source.delimiter = sketch.delimiter
    source.hasHeader = sketch.hasHeader
    source.skipLines = sketch.skipLines
    return sketch.columns
  }

  private static func sketchXML(
    _ text: String, _ path: String, _ source: inout Pipeline.Source
  ) throws -> [ColumnGuess.Column] {
    let sketch = XMLSketch(text)
    guard let record = sketch.record else {
      throw Failure(path: path, problem: "no element is repeated. Is this an export?")
    }
    source.format = .xml
    source.record = record
    // The declaration names the character set; the pipeline need not.
    source.encoding = nil
    return sketch.columns
  }

  private static func head(of path: String, _ pipeline: Pipeline) -> String {
    var head = """
      # Guessed by `callbook init` from the beginning of the export: check every line, give the
      # identifiers of your app extensions, then run `callbook check`.

      """
    if pipeline.sources[0].action == .block {
      head += "# No column looks like a label, so the numbers are to be blocked.\n"
    }
    return head
  }

  private static func fullPath(of path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return CleanPath.of(String(cString: folder) + "/" + path)
  }

  /// The file's name without folder and suffixes, as a name.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.prefix { $0 != "." }
    let name = stem.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" }
    return name.isEmpty ? "export" : String(name.prefix(40))
  }

  private static func beginning(of path: String) throws -> [UInt8] {
    func failure() -> Failure {
      Failure(
        path: path,
        problem: "cannot be read (\(String(cString: strerror(errno)))). Check the path.",
        isUsage: true)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: bytesLookedAt)
    var count = 0
    var interruptions: Int32 = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + count }, bytesLookedAt - count)
      }
      if more < 0 && callbook_is_interrupted(&interruptions) != 0 { continue }
      guard more >= 0 else { throw failure() }
      if more == 0 { break }
      count += more
    }
    guard count > 0 else {
      throw Failure(path: path, problem: "is empty. Give an export with some records.")
    }
    return Array(bytes[..<count])
  }
}

extension Pipeline {
  /// The keys that a person who starts a pipeline should see; defaults are left out.
  private static func withoutRarities(_ source: DocumentValue) -> DocumentValue {
    guard case .mapping(let members) = source else { return source }
    return .mapping(members.filter { !["required", "min_records"].contains($0.key) })
  }

  fileprivate var sketch: DocumentValue {
    guard case .mapping(let members) = document else { return document }
    let kept = ["version", "name", "region", "sources", "slots", "gate"]
    return .mapping(
      members.filter { kept.contains($0.key) }.map { member in
        guard member.key == "sources", case .list(let sources) = member.value else { return member }
        return (member.key, .list(sources.map(Self.withoutRarities)))
      })
  }
}
