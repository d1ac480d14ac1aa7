internal import Extraction
internal import Normalization
internal import Records

/// What another character set would do to the records of a source that does not decode in places.
///
/// The source is read twice at once, as it is and in the other character set, and its records are held
/// against one another by their place. Memory: some blocks of its exports.
struct Reencoding {
  /// 0-based index of the source.
  let source: Int
  /// As iconv knows it.
  let encoding: String

  /// Bytes of an export that are looked at for what may be its character set.
  private static let beginning = 256 << 10
  /// Character sets that are tried for a source.
  private static let most = 4
  /// Where the beginning of an export says nothing: by region, and for every one.
  private static let usual = ["TW": "CP950", "CN": "GB18030", "JP": "CP932", "KR": "CP949"]

  /// What may be tried: what the exports begin like, then what is usual in their regions.
  static func all(
    of pipeline: Pipeline, _ sources: [SourceDescription], undecodable: Set<Int>
  ) -> [Reencoding] {
    undecodable.sorted().flatMap { source -> [Reencoding] in
      var names =
        sources[source].files.prefix(1).flatMap { path in
          (try? ExportBeginning(of: path, atMost: beginning)).map {
            EncodingGuess.ranked($0.bytes[...])
          } ?? []
        }.prefix(most - 2) + []
      let region = pipeline.region(of: pipeline.sources[source])
      names += [region.flatMap { usual[$0] }, "UTF-8", "windows-1252"].compactMap(\.self)
      var tried: Set<String> = [sources[source].encoding ?? "UTF-8"]
      return names.filter { tried.insert($0).inserted }.prefix(most).map {
        Reencoding(source: source, encoding: $0)
      }
    }
  }

  /// The setting as the pipeline file would say it; of several sources with the name of this one.
  func setting(of pipeline: Pipeline) -> String {
    let name = pipeline.sources.count > 1 ? " (source \(pipeline.sources[source].name))" : ""
    return "encoding: \(encoding)\(name)"
  }

  /// Rejected records that would give numbers, and used ones that would give other numbers or labels;
  /// nothing where the exports cannot be read so.
  func effect(
    _ description: SourceDescription, _ settings: NormalizationSettings
  ) throws -> (rescued: Int, changed: Int?) {
    var other = description
    other.encoding = encoding
    var now = try PrintedRecords(description, settings)
    do {
      var then = try PrintedRecords(other, settings)
      return try Self.difference(&now, &then)
    } catch is ExtractionErrors {
      return (0, nil)
    }
  }

  private static func difference(
    _ now: inout PrintedRecords, _ then: inout PrintedRecords
  ) throws -> (rescued: Int, changed: Int?) {
    var (rescued, changed) = (0, 0)
    var left = try now.next()
    var right = try then.next()
    while let old = left, let new = right {
      if old.place == new.place {
        if old.print == 0 {
          if old.isRejected, new.print != 0 { rescued += 1 }
        } else if old.print != new.print {
          changed += 1
        }
      }
      if old.place <= new.place { left = try now.next() }
      if new.place <= old.place { right = try then.next() }
    }
    return (rescued, changed)
  }
}

/// The records of a source, one by one, with what they give.
private struct PrintedRecords {
  struct Printed {
    /// File and position in it.
    var place: (Int, UInt64)
    /// 0 gives no number.
    var print: UInt64
    var isRejected: Bool
  }

  private let extractor: Extractor
  private let normalizer: Normalizer
  private let batch = RecordBatch()
  private let reading = BatchReading(readsLabels: true)
  private var rejected: Set<UInt32> = []
  private var index = 0

  init(_ source: SourceDescription, _ settings: NormalizationSettings) throws {
    extractor = try Extractor(sources: [source])
    normalizer = try Normalizer(settings: settings)
  }

  mutating func next() throws -> Printed? {
    while index >= batch.records.count {
      guard try extractor.next(into: batch) else { return nil }
      index = 0
      var found: Set<UInt32> = []
      reading.read(batch, by: normalizer) { found.insert($0.record) }
      rejected = found
    }
    defer { index += 1 }
    return Printed(
      place: (batch.file, batch.records[index].ordinal), print: reading.prints[index],
      isRejected: rejected.contains(UInt32(index)))
  }
}
