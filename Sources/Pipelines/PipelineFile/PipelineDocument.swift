internal import Extraction
internal import Records

extension Pipeline {
  /// The effective pipeline with every default filled in, in the order of the documents.
  ///
  /// Reading it back gives the same pipeline.
  package var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("version", .integer(1)), ("name", .text(name)),
    ]
    if let region { members.append(("region", .text(region))) }
    if isAsOfToday {
      members.append(("as_of", .text(TextForm.today)))
    } else if let asOf {
      members.append(("as_of", .text(asOf.description)))
    }
    members += [
      ("sources", .list(sources.map(\.document))),
      (
        "actions",
        .mapping([
          ("identify", .texts(actions.identify)), ("block", .texts(actions.block)),
          ("remove", .texts(actions.remove)),
        ])
      ),
      ("statuses", .mapping([("disabled", .texts(statuses.disabled))])),
      ("words", .mapping(words.byKey.map { ($0.key, .texts($0.words)) })),
      ("normalize", normalize.document),
      (
        "merge",
        .mapping([
          ("prefer", .texts(merge.prefer.map(\.rawValue))), ("both", .text(merge.both.rawValue)),
        ])
      ),
    ]
    if let representativeLabel {
      members.append(("representative", .mapping([("label", .text(representativeLabel))])))
    }
    members += [
      ("protect", .texts(protect)),
      (
        "slots",
        .mapping([
          ("cap", .integer(Int64(slots.cap))), ("identifiers", .texts(slots.identifiers)),
        ])
      ),
      ("chunks", .mapping([("target", .integer(Int64(chunkTarget)))])),
      ("formats", .texts(Format.allCases.filter(formats.contains).map(\.rawValue))),
    ]
    if let liveLookup { members.append(("live_lookup", liveLookup.document)) }
    members += [
      ("deltas", .mapping([("max_share", .text(largestDeltaShare.description))])),
      ("packed", .flag(writesTwins)),
      ("generations", .integer(Int64(generations))),
      ("reports", .integer(Int64(reports))),
      ("allow_empty", .flag(allowsEmpty)), ("continues", .flag(continues)),
    ]
    if !waivers.isEmpty { members.append(("waivers", .list(waivers.map(\.document)))) }
    members += [
      ("gate", gate.document),
      ("limits", limits.document),
      (
        "freshness",
        .mapping([
          ("expires", .text(freshness.expires.description)),
          ("next", .text(freshness.next.description)),
        ])
      ),
    ]
    switch signing {
    case .file(let path): members.append(("sign", .mapping([("key", .text(path))])))
    case .environment(let name): members.append(("sign", .mapping([("environment", .text(name))])))
    case nil: break
    }
    if !tests.isEmpty { members.append(("tests", .list(tests.map(\.document)))) }
    return .mapping(members)
  }
}

extension Pipeline.Limits {
  fileprivate var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("report", .text(report.description)), ("inflated", .text(inflated.description)),
    ]
    if let expansions { members.append(("expansions", .integer(Int64(expansions)))) }
    return .mapping(members)
  }
}

extension Pipeline.Normalizing {
  fileprivate var document: DocumentValue {
    .mapping([
      ("validate", .text(validate.rawValue)),
      ("extension_width", .integer(Int64(extensionWidth))),
      ("refuse", .texts(refusedTypes)),
      (
        "rules",
        .mapping(
          PipelineVocabulary.ruleDefaults.map { ($0.name, .flag(rules[$0.name] ?? $0.isOn)) })
      ),
      ("expansion_budget", .integer(Int64(expansionBudget))),
    ])
  }
}

extension Pipeline.Source {
  var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("name", .text(name)), ("path", .texts(paths)), ("format", .text(format.rawValue)),
      ("encoding", .text(encoding ?? "auto")),
    ]
    switch format {
    case .rejects:
      if hasDelimiter {
        members.append(("delimiter", .text(delimiterText)))
      }
      return .mapping(
        members + [
          ("spreadsheet", .flag(isFromSpreadsheet)),
          ("timeout", .text(TimeLimit(seconds: timeoutInSeconds)?.description ?? "1h")),
          ("required", .flag(isRequired)),
        ])
    case .csv:
      members += [
        ("delimiter", .text(delimiterText)),
        ("quote", .text(quote.map { String(UnicodeScalar($0)) } ?? "none")),
        ("header", .flag(hasHeader)), ("skip_lines", .integer(Int64(skipLines))),
        ("ragged", .text(ragged.rawValue)), ("spreadsheet", .flag(isFromSpreadsheet)),
      ]
    case .xml: if let record { members.append(("record", .text(record))) }
    }
    members.append(("columns", columnsDocument))
    members += shapeDocument
    if let region { members.append(("region", .text(region))) }
    members.append(("rank", .integer(Int64(rank))))
    if let action { members.append(("action", .text("\(action)"))) }
    members += [
      ("max_record", .text(ByteSize(bytes: maximumRecordInBytes).description)),
      ("timeout", .text(TimeLimit(seconds: timeoutInSeconds)?.description ?? "1h")),
      (
        "doubts",
        .mapping(
          ExportDoubt.allCases.map {
            ($0.rawValue, .text((doubts[$0] ?? $0.usualAnswer).rawValue))
          })
      ),
      ("required", .flag(isRequired)), ("min_records", .integer(Int64(fewestRecords))),
      ("timezone", .text(timezone)), ("date_format", .text(dateFormat.rawValue)),
      ("label_separator", .text(labelSeparator)),
    ]
    if let words = words.document { members.append(("words", words)) }
    if let gate = gate.document { members.append(("gate", gate)) }
    return .mapping(members)
  }

  private var columnsDocument: DocumentValue {
    .mapping(
      Field.allCases.compactMap { field in
        let selectors = columns.filter { $0.field == field }.map(\.selector.document)
        guard let only = selectors.first else { return nil }
        return (field.rawValue, selectors.count == 1 ? only : .list(selectors))
      })
  }
}

extension Pipeline.Column.Selector {
  fileprivate var document: DocumentValue {
    switch self {
    case .name(let name): .text(name)
    case .position(let position): .integer(Int64(position))
    case .path(let path): .text(path)
    }
  }
}

extension PipelineTest {
  fileprivate var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [("cell", .text(cell))]
    for (key, text) in [
      ("extension", extensionCell), ("area_code", areaCode), ("locality", locality),
      ("source", source), ("region", region),
    ] {
      if let text { members.append((key, .text(text))) }
    }
    for (key, texts) in [
      ("directory", directory), ("e164", e164), ("reason", reasons), ("repairs", repairs),
    ] {
      if let texts { members.append((key, .texts(texts))) }
    }
    return .mapping(members)
  }
}
