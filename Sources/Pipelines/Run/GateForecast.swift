internal import Records

/// What a gate would say of a build, as far as samples of the records tell.
struct GateForecast: Sendable, CustomStringConvertible {
  /// The key in the pipeline file.
  let key: String
  /// The source that it concerns; nil for the pipeline.
  let source: String?
  /// What is counted.
  let what: String
  /// What was found: a share in percent, or how many.
  let found: Double
  /// The limit.
  let limit: String
  /// Whether a share is meant.
  let isShare: Bool
  /// Whether a build would only warn.
  let warns: Bool
  /// Whether a build would be refused.
  let refuses: Bool
  /// Whether every record was looked at.
  let isCertain: Bool

  /// The forecasts of the gates on records; each source counts by its records, not by its sample,
  /// and what waivers cover on the day is left out.
  ///
  /// What compares with a former generation is known to a build alone.
  static func of(
    _ samples: [SourceSample], _ pipeline: Pipeline, on day: CalendarDay
  ) -> [GateForecast] {
    let records = pipeline.sources.map { source in
      samples.first { $0.source == source.name && $0.hasFiles }.map {
        $0.gateRecords(pipeline.waivers, on: day)
      }
    }
    let isCertain = samples.allSatisfy(\.isWhole)
    return Gate.checks(of: records, pipeline).compactMap { check in
      switch check.limit {
      case .share(let limit, let total):
        guard total > 0 else { return nil }
        return GateForecast(
          check, found: Double(check.count) * 100 / Double(total), limit: limit.description,
          isShare: true, isCertain: isCertain)
      case .least(let fewest):
        return GateForecast(
          check, found: Double(check.count), limit: "\(fewest)", isShare: false,
          isCertain: isCertain)
      case .growth: return nil
      }
    }
  }

  /// What a gate over all sources counts, scaled to all of their records.
  static func records(_ samples: [SourceSample]) -> Gate.Records {
    samples.reduce(into: Gate.Records()) {
      $0 += $1.gateRecords([], on: CalendarDay(daysSince1970: 0))
    }
  }

  private init(
    _ check: Gate.Check, found: Double, limit: String, isShare: Bool, isCertain: Bool
  ) {
    key = check.key
    source = check.source
    what = check.what
    self.found = found
    self.limit = limit
    self.isShare = isShare
    warns = check.isBroken && check.weight == .warn
    refuses = check.isBroken && check.weight == .refuse
    self.isCertain = isCertain
  }

  /// The forecast as a person reads it.
  var description: String {
    let rounded = (found * 100).rounded() / 100
    let about = isCertain ? "" : "about "
    let amount = isShare ? "\(about)\(rounded)% of the \(what)" : "\(about)\(Int(found)) \(what)"
    let place = source.map { "\(key) of source \"\($0)\"" } ?? key
    let end = refuses ? "refuse to publish" : warns ? "warn" : "pass"
    return "\(place): \(amount) (at \(isShare ? "most" : "least") \(limit)): a build would \(end)"
  }

  /// The forecast as `--json` prints it; keys of `gate` stand without that word.
  var document: DocumentValue {
    let key = key.hasPrefix("gate.") ? String(key.dropFirst(5)) : key
    var members: [(key: String, value: DocumentValue)] = [("key", .text(key))]
    if let source { members.append(("source", .text(source))) }
    members += [
      isShare
        ? ("found_percent", .tenths(Int64((found * 10).rounded())))
        : ("found", .integer(Int64(found))),
      ("limit", .text(limit)), ("refuses", .flag(refuses)), ("warns", .flag(warns)),
      ("certain", .flag(isCertain)),
    ]
    return .mapping(members)
  }
}

extension SourceSample {
  /// What the gate counts, scaled to all records of the source.
  fileprivate func gateRecords(
    _ waivers: [Pipeline.Waiver], on day: CalendarDay
  ) -> Gate.Records {
    var records = tally.gateRecords(source: 0)
    records.leaveOut(WaiverAccount(waivers, tally.waived, on: day).byReason())
    let read = tally.total.read
    guard read > 0 else { return records }
    func scaled(_ count: Int) -> Int {
      Int((Double(count) * Double(recordsInAll) / Double(read)).rounded())
    }
    records.count = scaled(records.count)
    records.rejected = records.rejected.mapValues(scaled)
    // All records were looked at for this.
    records.ragged = tally.ragged.count
    return records
  }
}
