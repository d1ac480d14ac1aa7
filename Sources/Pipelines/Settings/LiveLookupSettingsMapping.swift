internal import Collation
internal import Foundation
internal import LiveLookup
internal import Normalization

extension PipelineFile {
  /// What data sets of the lookup are to be made; nil where none are asked for.
  ///
  /// - Throws: Icons that cannot be read or are no pictures in HEIC.
  func lookupSettings() throws(PipelineErrors) -> LookupSettings? {
    guard let lookup = pipeline.liveLookup else { return nil }
    var settings = LookupSettings(extensionIdentifier: lookup.extensionIdentifier)
    settings.profile = CallerProfile(
      cacheMinutes: UInt32(clamping: lookup.cacheMinutes),
      category: CallerProfile.Category(name: lookup.category) ?? .unspecified)
    for (useCase, shards, entries) in [
      (LookupUseCase.block, lookup.shards.block, lookup.entriesPerShard.block),
      (.identity, lookup.shards.identity, lookup.entriesPerShard.identity),
    ] {
      if let entries { settings.shards[useCase] = .rows(entries) }
      if let shards { settings.shards[useCase] = .count(shards) }
    }
    settings.buckets = Self.byUseCase(lookup.buckets)
    settings.bucketBytes = Self.byUseCase(lookup.bucketBytes)
    settings.files = LookupSettings.Files(rawValue: lookup.layout) ?? .whole
    settings.encryption =
      LookupEncryption(name: lookup.encryption) ?? settings.encryption
    settings.sharesShards = lookup.sharesShards
    settings.issuer = lookup.issuer
    settings.requiresTestIdentity = lookup.testIdentity == .required
    settings.longestShownName = lookup.longestName
    try addIcons(lookup.icons, to: &settings)
    return settings
  }

  /// Reads what the data sets of the lookup need besides the exports.
  ///
  /// - Throws: What `build` would refuse: icons that cannot be read or are no pictures in HEIC.
  package func checkLookup() throws(PipelineErrors) { _ = try lookupSettings() }

  /// Which winners go to the lookup alone; nil where none do.
  var lookupOnlyRule: LookupOnlyRule? {
    guard let only = pipeline.liveLookup?.only else { return nil }
    return LookupOnlyRule(
      sources: pipeline.sources.map { source in
        only.sources.contains(source.name) || only.rankBelow.map { source.rank < $0 } ?? false
      },
      updatedBefore: only.updatedBefore.map { day in
        pipeline.sources.map { Self.start(of: day, in: $0.timezone) }
      },
      digits: CallerKeyword.fewestDigits...CallerKeyword.mostDigits)
  }

  /// The first moment of a day in a zone, read as a cell of that source is; milliseconds since 1970.
  private static func start(of day: CalendarDay, in timezone: String) -> Int64 {
    // A zone that is unknown is refused elsewhere.
    guard var reader = try? DateReader(format: .iso, timezone: timezone),
      let reading = Array(day.description.utf8).withUnsafeBufferPointer({ reader.read($0) })
    else { return Int64(day.daysSince1970) * CivilCalendar.millisecondsPerDay }
    return reading.milliseconds
  }

  private static func byUseCase(_ pair: Pipeline.LiveLookup.Pair) -> [LookupUseCase: Int] {
    var values: [LookupUseCase: Int] = [:]
    values[.block] = pair.block
    values[.identity] = pair.identity
    return values
  }

  private func addIcons(
    _ icons: [Pipeline.LiveLookup.Icon], to settings: inout LookupSettings
  ) throws(PipelineErrors) {
    var diagnostics: [PipelineDiagnostic] = []
    for (index, icon) in icons.enumerated() {
      let place = "live_lookup.icons[\(index)].file"
      if let outside = diagnosticOutsideRoot(icon.file, at: place) {
        diagnostics.append(outside)
        continue
      }
      guard let image = PageFile.bytes(at: located(icon.file)) else {
        diagnostics.append(
          diagnostic(
            at: place,
            problem: "\(icon.file) cannot be read (found no file, expected a picture in HEIC)",
            advice: "Check the path."))
        continue
      }
      guard HEIC.isImage(image) else {
        diagnostics.append(
          diagnostic(
            at: place,
            problem: "\(icon.file) is no picture in HEIC (found \(image.count) bytes, expected a "
              + "box ftyp of a brand such as heic and more after it)",
            advice: "Convert it; phones show no other format."))
        continue
      }
      let picture = LookupSettings.Icon(
        image: image, place: "live_lookup.icons[\(index)]")
      // Entries have their labels in the normal form.
      if let label = icon.label.flatMap(LabelCleaner.cleaned) {
        settings.iconsByLabel[label] = picture
      }
      if let source = pipeline.sources.firstIndex(where: { $0.name == icon.source }) {
        settings.iconsBySource[source] = picture
      }
    }
    if !diagnostics.isEmpty { throw PipelineErrors(diagnostics) }
  }
}
