package import Normalization
internal import Records

extension Pipeline {
  /// How the records of each source become candidates, in the order of the sources.
  package func normalizationSettings() -> [NormalizationSettings] {
    sources.map(normalizationSettings)
  }

  private func normalizationSettings(for source: Source) -> NormalizationSettings {
    var settings = NormalizationSettings(
      cells: cellSettings(for: source),
      columns: source.columns.map(\.field) + source.constants.map(\.field))
    settings.action = source.action ?? .identify
    settings.actions = [
      .identify: actions.identify, .block: actions.block, .remove: actions.remove,
    ]
    settings.disabledStatuses = statuses.disabled
    settings.asOf = asOf?.daysSince1970
    settings.timezone = source.timezone
    settings.dateFormat = source.dateFormat.reading
    settings.labelSeparator = source.labelSeparator
    settings.representativeLabel = representativeLabel
    return settings
  }
}

extension Pipeline.Source.DateFormat {
  /// The format as the reader of dates knows it.
  var reading: DateFormat {
    switch self {
    case .iso: .iso
    case .roc: .roc
    case .dmy: .dmy
    case .mdy: .mdy
    }
  }
}
