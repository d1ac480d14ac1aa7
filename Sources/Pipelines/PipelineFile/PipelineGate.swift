internal import Records

extension Pipeline {
  /// Limits of one scope: of the pipeline or of one source; nil where nothing is asked.
  package struct GateLimits: Equatable, Sendable {
    /// Rejected records of those not blank, but for reasons with a limit of their own.
    package var rejected: Percentage?
    /// Records rejected for one reason, of those not blank, by the reason's code.
    package var reasons: [String: Percentage] = [:]
    /// Records with more or fewer cells than their header, of those not blank.
    package var ragged: Percentage?
    /// Numbers of the former generation that are gone.
    package var vanished: Percentage?
    /// Labels of the former generation that changed.
    package var relabelled: Percentage?
    /// Rejected records beside those of the last run that published or changed nothing.
    package var rejectedGrowth: Multiple?
    /// Blocked numbers beside those of the former generation.
    package var blockedGrowth: Multiple?
    /// Numbers with the same first five digits beside those of the last run that published or changed
    /// nothing.
    package var prefixGrowth: Multiple?
    /// Numbers with the same label beside those of that run.
    package var labelGrowth: Multiple?
    /// Entries of a slot, of its cap.
    package var slotFill: Percentage?

    /// Creates limits that ask nothing.
    package init() {}
  }

  /// Limits from which on a build refuses to publish, and those from which on it warns.
  package struct Gate: Equatable, Sendable {
    /// From which on a build refuses.
    package var refuse: GateLimits
    /// From which on a build warns.
    package var warn = GateLimits()
    /// Days between the day of this generation and that of the former one; 0 … 36 500.
    package var days = 180

    /// Creates the gate of a pipeline, with its defaults.
    package init() {
      refuse = GateLimits()
      refuse.rejected = Percentage(wholePercent: 5)
      refuse.vanished = Percentage(wholePercent: 10)
      refuse.relabelled = Percentage(wholePercent: 20)
    }
  }

  /// The limits of one source, beside those of the pipeline.
  package struct SourceGate: Equatable, Sendable {
    /// From which on a build refuses; what is not given here is not asked, but for `vanished` and
    /// `relabelled`, which are the pipeline's then.
    package var refuse = GateLimits()
    /// From which on a build warns.
    package var warn = GateLimits()

    /// Creates limits that ask nothing.
    package init() {}
  }
}

/// How many times as much something may be: from 1x to 1000x, exact to a hundredth.
package struct Multiple: Equatable, Sendable, CustomStringConvertible {
  /// Hundredths: 150 is 1.5x.
  package let hundredths: Int

  /// Reads `3x` or `1.5x`: at most two decimals; nil for anything else.
  package init?(_ text: String) {
    guard let last = text.last, "xX×".contains(last) else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.count <= 4 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard areDigits, parts.count == 1 || parts.count == 2 && parts[1].utf8.count <= 2,
      let whole = Int(parts[0])
    else { return nil }
    var hundredths = whole * 100
    if parts.count == 2, let fraction = Int(parts[1]) {
      hundredths += parts[1].utf8.count == 1 ? fraction * 10 : fraction
    }
    guard (100...100_000).contains(hundredths) else { return nil }
    self.hundredths = hundredths
  }

  /// Whether `count` is more than this many times `former`, of which none counts as one.
  package func isExceeded(by count: Int, from former: Int) -> Bool {
    let (left, overflows) = count.multipliedReportingOverflow(by: 100)
    return overflows || left > max(former, 1) * hundredths
  }

  /// The shortest form that reads back as the same multiple.
  package var description: String {
    var fraction = String(hundredths % 100 + 100).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(hundredths / 100)" + (fraction.isEmpty ? "" : ".\(fraction)") + "x"
  }
}

extension PipelineReader {
  /// The gate of a pipeline.
  static func gate(_ reader: SectionReader) -> Pipeline.Gate {
    var gate = Pipeline.Gate()
    gate.refuse = gateLimits(reader, beside: gate.refuse)
    if let warn = reader.section("warn") { gate.warn = gateLimits(warn) }
    gate.days = reader.integer("days") ?? gate.days
    return gate
  }

  /// The gate of a source.
  static func sourceGate(_ reader: SectionReader) -> Pipeline.SourceGate {
    var gate = Pipeline.SourceGate()
    gate.refuse = sourceLimits(reader)
    if let warn = reader.section("warn") { gate.warn = sourceLimits(warn) }
    return gate
  }

  private static func gateLimits(
    _ reader: SectionReader, beside defaults: Pipeline.GateLimits = Pipeline.GateLimits()
  ) -> Pipeline.GateLimits {
    var limits = sourceLimits(reader, beside: defaults)
    limits.blockedGrowth = reader.text("blocked_growth").flatMap(Multiple.init)
    limits.prefixGrowth = reader.text("prefix_growth").flatMap(Multiple.init)
    limits.labelGrowth = reader.text("label_growth").flatMap(Multiple.init)
    limits.slotFill = percentage(reader, "slot_fill")
    return limits
  }

  private static func sourceLimits(
    _ reader: SectionReader, beside defaults: Pipeline.GateLimits = Pipeline.GateLimits()
  ) -> Pipeline.GateLimits {
    var limits = defaults
    var shares = reader.shares("rejected") ?? [:]
    limits.rejected = shares.removeValue(forKey: PipelineVocabulary.otherReasons) ?? limits.rejected
    limits.reasons = shares
    limits.ragged = percentage(reader, "ragged")
    limits.vanished = percentage(reader, "vanished") ?? limits.vanished
    limits.relabelled = percentage(reader, "relabelled") ?? limits.relabelled
    limits.rejectedGrowth = reader.text("rejected_growth").flatMap(Multiple.init)
    return limits
  }
}

extension Pipeline.GateLimits {
  /// The limits as they are written.
  var document: [(key: String, value: DocumentValue)] {
    var members: [(key: String, value: DocumentValue)] = []
    if reasons.isEmpty {
      if let rejected { members.append(("rejected", .text(rejected.description))) }
    } else {
      var shares = reasons.sorted { $0.key < $1.key }.map {
        (key: $0.key, value: DocumentValue.text($0.value.description))
      }
      if let rejected {
        shares.append((PipelineVocabulary.otherReasons, .text(rejected.description)))
      }
      members.append(("rejected", .mapping(shares)))
    }
    for (key, text) in [
      ("vanished", vanished?.description), ("relabelled", relabelled?.description),
      ("ragged", ragged?.description), ("rejected_growth", rejectedGrowth?.description),
      ("blocked_growth", blockedGrowth?.description),
      ("prefix_growth", prefixGrowth?.description), ("label_growth", labelGrowth?.description),
      ("slot_fill", slotFill?.description),
    ] {
      if let text { members.append((key, .text(text))) }
    }
    return members
  }
}

extension Pipeline.Gate {
  /// The gate as it is written.
  var document: DocumentValue {
    var members = refuse.document + [("days", .integer(Int64(days)))]
    if warn != Pipeline.GateLimits() { members.append(("warn", .mapping(warn.document))) }
    return .mapping(members)
  }
}

extension Pipeline.SourceGate {
  /// The gate as it is written; nil where it asks nothing.
  var document: DocumentValue? {
    guard self != Pipeline.SourceGate() else { return nil }
    var members = refuse.document
    if warn != Pipeline.GateLimits() { members.append(("warn", .mapping(warn.document))) }
    return .mapping(members)
  }
}
