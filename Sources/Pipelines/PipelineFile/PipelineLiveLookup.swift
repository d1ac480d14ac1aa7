internal import LiveLookup
internal import Normalization

extension Pipeline {
  /// The data sets of Live Caller ID Lookup, as the section `live_lookup` asks for them.
  package struct LiveLookup: Equatable, Sendable {
    /// What becomes of a directory without Apple's test identity.
    package enum TestIdentity: String, CaseIterable, Sendable {
      /// It is published with a warning.
      case warn
      /// It is refused.
      case required
    }

    /// Which entries go to the lookup alone.
    package struct Only: Equatable, Sendable {
      /// Names of sources.
      package var sources: [String] = []
      /// Sources of a lower rank; nil asks nothing.
      package var rankBelow: Int?
      /// Entries last changed before the day, and those without a date; nil asks nothing.
      package var updatedBefore: CalendarDay?
    }

    /// A picture for the entries with a label or from a source; one of the two is there.
    package struct Icon: Equatable, Sendable {
      /// A label.
      package var label: String?
      /// A source's name.
      package var source: String?
      /// The file, relative to the pipeline file.
      package var file: String
    }

    /// A number for each of the two data sets; nil where it is not given.
    package struct Pair: Equatable, Sendable {
      /// Of the blocked numbers.
      package var block: Int?
      /// Of the identities.
      package var identity: Int?
    }

    /// Bundle identifier of the app's lookup extension.
    package var extensionIdentifier: String
    /// Minutes for which a phone keeps an identity; 0 leaves it to the phone.
    package var cacheMinutes = 1440
    /// What kind of callers they are.
    package var category = "unspecified"
    /// Fixed numbers of shards.
    package var shards = Pair()
    /// Entries a shard from which the number of shards is chosen once.
    package var entriesPerShard = Pair()
    /// Fixed numbers of buckets.
    package var buckets = Pair()
    /// Fixed sizes of buckets.
    package var bucketBytes = Pair()
    /// `whole` or `sharded`.
    package var layout = "whole"
    /// Encryption parameters.
    package var encryption = LookupEncryption.usual.name
    /// Whether `block` finds its shard through those of `identity`.
    package var sharesShards = false
    /// Where the service gets tokens.
    package var issuer: String?
    /// What becomes of a directory without the test identity.
    package var testIdentity = TestIdentity.warn
    /// Characters of a name that a phone shows.
    package var longestName = 40
    /// Pictures.
    package var icons: [Icon] = []
    /// Which entries go to the lookup alone.
    package var only: Only?
  }
}

// Keys.

extension PipelineKeys {
  /// `live_lookup`.
  static let liveLookup = KeySection(keys: [
    KeyDeclaration(
      "extension", .text(.bundleIdentifier), required: true,
      "Bundle identifier of the app's lookup extension."),
    KeyDeclaration(
      "cache_minutes", .integer(0...1_000_000), default: "1440",
      "Minutes for which a phone keeps an identity; 0 leaves it to the phone."),
    KeyDeclaration(
      "category", .choice(CallerProfile.Category.allCases.map(\.name)), default: "unspecified",
      "What kind of callers they are."),
    KeyDeclaration(
      "shards", .section(pair("Number of shards", 1...20_000)),
      "Fixed numbers of shards; without them entries_per_shard decides."),
    KeyDeclaration(
      "entries_per_shard", .section(pair("Entries a shard", 1...10_000_000)),
      default: "{ block: 50000, identity: 5000 }",
      "Entries a shard when the number of shards is chosen; it is kept from then on."),
    KeyDeclaration(
      "layout", .choice(LookupSettings.Files.allCases.map(\.rawValue)), default: "whole",
      "whole writes one file for each data set, sharded one for each shard."),
    KeyDeclaration(
      "buckets", .section(pair("Buckets of a shard", 1...10_000_000)),
      "Fixed numbers of buckets; without them they are chosen once and kept."),
    KeyDeclaration(
      "bucket_bytes", .section(pair("Bytes of a bucket", 64...1_000_000)),
      "Fixed sizes of buckets; without them they are chosen once and kept."),
    KeyDeclaration(
      "encryption", .choice(LookupEncryption.names), default: LookupEncryption.usual.name,
      "Encryption parameters, by the name that PIRProcessDatabase knows."),
    KeyDeclaration(
      "share_shards", .flag, default: "no",
      "Whether block finds its shard through those of identity, which tells the server less; "
        + "needs iOS 18.2."),
    KeyDeclaration("issuer", .text(.issuer), "URL from which the service gets tokens."),
    KeyDeclaration(
      "test_identity", .choice(Pipeline.LiveLookup.TestIdentity.allCases.map(\.rawValue)),
      default: "warn", "What becomes of a directory without Apple's test identity."),
    KeyDeclaration(
      "longest_name", .integer(1...65_534), default: "40",
      "Characters of a name that a phone shows; longer names are counted in a warning."),
    KeyDeclaration(
      "icons", .list(.section(icon), atLeast: 0), default: "[]",
      "Pictures in HEIC, by label or by source."),
    KeyDeclaration(
      "only", .section(only), "Which entries go to these data sets alone, and into no slot."),
  ])

  private static func pair(_ summary: String, _ range: ClosedRange<Int>) -> KeySection {
    KeySection(keys: [
      KeyDeclaration("block", .integer(range), "\(summary) for blocked numbers."),
      KeyDeclaration("identity", .integer(range), "\(summary) for identities."),
    ])
  }

  private static let icon = KeySection(keys: [
    KeyDeclaration("label", .text(.label), "The label of the entries; or source."),
    KeyDeclaration("source", .text(.name), "The source of the entries; or label."),
    KeyDeclaration(
      "file", .text(.anything), required: true, "The picture, relative to this file."),
  ])

  private static let only = KeySection(keys: [
    KeyDeclaration("sources", .list(.text(.name), atLeast: 1), "Entries from these sources."),
    KeyDeclaration(
      "rank_below", .integer(-1_000_000...1_000_000), "Entries from sources of a lower rank."),
    KeyDeclaration(
      "updated_before", .text(.day),
      "Entries last changed before the day in their source's zone, and those without a date."),
  ])
}

// Reading.

extension Pipeline.LiveLookup {
  /// Reads the section.
  init(_ reader: SectionReader) {
    extensionIdentifier = reader.text("extension") ?? ""
    cacheMinutes = reader.integer("cache_minutes") ?? cacheMinutes
    category = reader.choice("category", of: Word.self)?.rawValue ?? category
    shards = Pair(reader.section("shards"))
    entriesPerShard = Pair(reader.section("entries_per_shard"))
    layout = reader.choice("layout", of: Word.self)?.rawValue ?? layout
    buckets = Pair(reader.section("buckets"))
    bucketBytes = Pair(reader.section("bucket_bytes"))
    encryption = reader.choice("encryption", of: Word.self)?.rawValue ?? encryption
    sharesShards = reader.flag("share_shards") ?? sharesShards
    issuer = reader.text("issuer")
    testIdentity = reader.choice("test_identity", of: TestIdentity.self) ?? testIdentity
    longestName = reader.integer("longest_name") ?? longestName
    icons = (reader.sections("icons") ?? []).compactMap(Self.icon)
    only = reader.section("only").flatMap(Self.only)
    for (fixed, chosen, key) in [
      (shards.block, entriesPerShard.block, "block"),
      (shards.identity, entriesPerShard.identity, "identity"),
    ] where fixed != nil && chosen != nil {
      reader.report(
        "live_lookup gives both shards and entries_per_shard for \(key) (found two, expected one)",
        advice: "Keep one of them.", at: "entries_per_shard")
    }
    if sharesShards, let block = shards.block, let identity = shards.identity, block > identity {
      reader.report(
        "with share_shards block cannot have more shards than identity (found \(block), expected at "
          + "most \(identity))",
        advice: "Use fewer shards for block, or write `share_shards: no`.", at: "shards")
    }
  }

  /// A word that the key table has checked already.
  private struct Word: RawRepresentable { let rawValue: String }

  private static func icon(_ reader: SectionReader) -> Icon? {
    let icon = Icon(
      label: reader.text("label"), source: reader.text("source"), file: reader.text("file") ?? "")
    if (icon.label == nil) == (icon.source == nil) {
      reader.report(
        "an icon names \(icon.label == nil ? "neither label nor source" : "label and source") (found "
          + "\(icon.label == nil ? "none" : "both"), expected one of the two)",
        advice: "Name one of the two.", at: "file")
      return nil
    }
    return icon
  }

  private static func only(_ reader: SectionReader) -> Only? {
    let only = Only(
      sources: reader.texts("sources") ?? [], rankBelow: reader.integer("rank_below"),
      updatedBefore: reader.text("updated_before").flatMap(CalendarDay.init))
    // A value that is none has been reported already.
    let isWrong = ["sources", "rank_below", "updated_before"].contains { reader.has($0) }
    if only == Only(), !isWrong {
      reader.report(
        "live_lookup.only says nothing (found no condition, expected at least one)",
        advice: "Add sources, rank_below or updated_before.",
        at: "sources")
    }
    return only
  }
}

extension Pipeline.LiveLookup.Pair {
  fileprivate init(_ reader: SectionReader?) {
    block = reader?.integer("block")
    identity = reader?.integer("identity")
  }

  fileprivate var document: DocumentValue? {
    let members = [("block", block), ("identity", identity)].compactMap { key, value in
      value.map { (key: key, value: DocumentValue.integer(Int64($0))) }
    }
    return members.isEmpty ? nil : .mapping(members)
  }
}

// Checks that concern other sections.

extension Pipeline {
  /// What contradicts itself between `live_lookup` and the rest: problem, advice, key path.
  var liveLookupProblems: [(problem: String, advice: String, keyPath: String)] {
    guard let lookup = liveLookup else {
      return formats.contains(.liveLookup)
        ? [
          (
            "formats asks for live-lookup (found no section live_lookup, expected one)",
            "Add `live_lookup: { extension: … }`.", "formats"
          )
        ] : []
    }
    var problems: [(problem: String, advice: String, keyPath: String)] = []
    if !formats.contains(.liveLookup) {
      problems.append(
        (
          "live_lookup is given and formats does not ask for it (found no live-lookup, expected it)",
          "Write `formats: [tsv, live-lookup]`.", "live_lookup"
        ))
    }
    let names = sources.map(\.name)
    let named =
      lookup.icons.enumerated().compactMap { index, icon in
        icon.source.map { ($0, "live_lookup.icons[\(index)].source") }
      }
      + (lookup.only?.sources ?? []).enumerated().map {
        ($1, "live_lookup.only.sources[\($0)]")
      }
    for (name, keyPath) in named where !names.contains(name) {
      problems.append(
        (
          "live_lookup names the source \"\(name)\" "
            + NearestName.phrase(for: name, among: names), "Use the name of a source.", keyPath
        ))
    }
    if let slot = slots.identifiers.firstIndex(of: lookup.extensionIdentifier) {
      problems.append(
        (
          "live_lookup.extension is that of slot \(slot) (found \(lookup.extensionIdentifier), "
            + "expected another app extension)",
          "Use the bundle identifier of the lookup extension.", "live_lookup.extension"
        ))
    }
    problems += lookup.doubledIcons
    if lookup.only?.updatedBefore != nil, !merge.prefer.contains(.updated) {
      problems.append(
        (
          "live_lookup.only.updated_before needs updated in merge.prefer",
          "Add updated to merge.prefer.", "live_lookup.only.updated_before"
        ))
    }
    return problems
  }
}

extension Pipeline.LiveLookup {
  /// Labels and sources that have two icons.
  fileprivate var doubledIcons: [(problem: String, advice: String, keyPath: String)] {
    var seen: Set<[String?]> = []
    return icons.enumerated().compactMap { index, icon in
      // Entries have their labels in the normal form.
      let label = icon.label.map { LabelCleaner.cleaned($0) ?? $0 }
      guard !seen.insert([label, icon.source]).inserted else { return nil }
      let owner = icon.label.map { "the label \"\($0)\"" } ?? "the source \"\(icon.source ?? "")\""
      return (
        "live_lookup.icons gives \(owner) two pictures (found a second, expected one)",
        "Keep one of them.", "live_lookup.icons[\(index)].file"
      )
    }
  }
}

// Printing.

extension Pipeline.LiveLookup {
  /// The section with every default filled in.
  var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("extension", .text(extensionIdentifier)),
      ("cache_minutes", .integer(Int64(cacheMinutes))), ("category", .text(category)),
    ]
    for (key, pair) in [
      ("shards", shards), ("entries_per_shard", effectiveEntriesPerShard), ("buckets", buckets),
      ("bucket_bytes", bucketBytes),
    ] {
      if let document = pair.document { members.append((key, document)) }
    }
    members += [
      ("layout", .text(layout)),
      ("encryption", .text(encryption)),
      ("share_shards", .flag(sharesShards)),
    ]
    if let issuer { members.append(("issuer", .text(issuer))) }
    members += [
      ("test_identity", .text(testIdentity.rawValue)),
      ("longest_name", .integer(Int64(longestName))), ("icons", .list(icons.map(\.document))),
    ]
    if let only { members.append(("only", only.document)) }
    return .mapping(members)
  }

  private var effectiveEntriesPerShard: Pair {
    Pair(
      block: shards.block == nil ? entriesPerShard.block ?? 50_000 : nil,
      identity: shards.identity == nil ? entriesPerShard.identity ?? 5_000 : nil)
  }
}

extension Pipeline.LiveLookup.Icon {
  fileprivate var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = []
    if let label { members.append(("label", .text(label))) }
    if let source { members.append(("source", .text(source))) }
    return .mapping(members + [("file", .text(file))])
  }
}

extension Pipeline.LiveLookup.Only {
  fileprivate var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = []
    if !sources.isEmpty { members.append(("sources", .texts(sources))) }
    if let rankBelow { members.append(("rank_below", .integer(Int64(rankBelow)))) }
    if let updatedBefore {
      members.append(("updated_before", .text(updatedBefore.description)))
    }
    return .mapping(members)
  }
}
