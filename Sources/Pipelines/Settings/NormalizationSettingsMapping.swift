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
    switch source.dateFormat {
    case .iso: settings.dateFormat = .iso
    case .roc: settings.dateFormat = .roc
    }
    settings.labelSeparator = source.labelSeparator
    settings.representativeLabel = representativeLabel
    return settings
  }
}
