internal import Records

/// What a gate would say of a build, as far as samples of the records tell.
struct GateForecast: Sendable, CustomStringConvertible {
  /// The key under `gate:` in the pipeline file.
  let key: String
  /// What the share counts.
  let what: String
  /// The share in percent.
  let percent: Double
  /// The limit.
  let limit: Percentage
  /// Whether a build would be refused.
  let refuses: Bool
  /// Whether every record was looked at.
  let isCertain: Bool

  /// The forecasts of the gates on records; each source counts by its records, not by its sample.
  ///
  /// What compares with a former generation is known to a build alone.
  static func of(_ samples: [SourceSample], _ gate: Pipeline.Gate) -> [GateForecast] {
    var total = 0.0
    var rejected = 0.0
    var ragged = 0.0
    for sample in samples {
      let counts = sample.tally.total
      guard counts.read > 0 else { continue }
      let weight = Double(sample.recordsInAll) / Double(counts.read)
      total += Double(counts.read - counts.blank) * weight
      rejected += Double(counts.rejected) * weight
      ragged += Double(sample.tally.ragged.count)
    }
    guard total > 0 else { return [] }
    let isCertain = samples.allSatisfy(\.isWhole)
    func forecast(
      _ key: String, _ what: String, _ count: Double, _ limit: Percentage
    ) -> GateForecast {
      GateForecast(
        key: key, what: what, percent: count * 100 / total, limit: limit,
        refuses: limit.isExceeded(by: Int(count.rounded()), of: Int(total.rounded())),
        isCertain: isCertain)
    }
    var forecasts = [forecast("rejected", "records are rejected", rejected, gate.rejected)]
    if let limit = gate.ragged {
      forecasts.append(
        forecast("ragged", "records have more or fewer cells than their header", ragged, limit))
    }
    return forecasts
  }

  /// The forecast as a person reads it.
  var description: String {
    let rounded = (percent * 100).rounded() / 100
    return
      "gate.\(key): \(isCertain ? "" : "about ")\(rounded)% of the \(what) (at most \(limit)): "
      + "a build would \(refuses ? "refuse to publish" : "pass")"
  }

  /// The forecast as `--json` prints it.
  var document: DocumentValue {
    .mapping([
      ("key", .text(key)), ("found_percent", .tenths(Int64((percent * 10).rounded()))),
      ("limit", .text(limit.description)), ("refuses", .flag(refuses)),
      ("certain", .flag(isCertain)),
    ])
  }
}
