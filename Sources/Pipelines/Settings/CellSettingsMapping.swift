package import Normalization

extension Pipeline {
  /// How the phone cells of a source are read.
  ///
  /// - Parameter region: The region to read in; nil for the source's or the pipeline's, one of
  ///   which a pipeline that was read has.
  package func cellSettings(for source: Source, region: String? = nil) -> CellSettings {
    var settings = CellSettings(region: region ?? self.region(of: source) ?? "")
    switch normalize.validate {
    case .plan: settings.validation = .plan
    case .length: settings.validation = .length
    case .none: settings.validation = .none
    }
    settings.refusedTypes = normalize.refusedTypes
    settings.extensionWidth = normalize.extensionWidth
    settings.words.placeholders = words.placeholder + source.words.placeholder
    settings.words.extensions = words.extensionMarker + source.words.extensionMarker
    settings.words.labels = words.label + source.words.label
    settings.expansionBudget = normalize.expansionBudget
    for (name, isOn) in normalize.rules {
      if let rule = Rule(rawValue: name) { settings.rules[rule] = isOn }
    }
    return settings
  }
}
