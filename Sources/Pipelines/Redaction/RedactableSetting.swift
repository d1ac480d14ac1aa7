internal import Normalization

/// The settings of a pipeline that may be put back to their defaults, each by itself.
enum RedactableSetting {
  /// A change of one of them.
  typealias Change = (inout Pipeline) -> Void

  /// All of them that are not the default.
  static func all(of pipeline: Pipeline) -> [Change] {
    let defaults = Pipeline(name: "", sources: [], slots: pipeline.slots)
    let source = Pipeline.Source(name: "", paths: [], columns: [])
    return [
      { $0.asOf = nil },
      { $0.actions = defaults.actions },
      { $0.statuses = defaults.statuses },
      { $0.words = defaults.words },
      { $0.normalize = defaults.normalize },
      { $0.representativeLabel = nil },
      { $0.sources[0].action = nil },
      { $0.sources[0].words = source.words },
      { $0.sources[0].timezone = source.timezone },
      { $0.sources[0].dateFormat = source.dateFormat },
      { $0.sources[0].ragged = source.ragged },
      { $0.sources[0].labelSeparator = source.labelSeparator },
    ] + words(of: pipeline) + normalizing(pipeline, defaults.normalize)
  }

  private static func words(of pipeline: Pipeline) -> [Change] {
    let lists: [WritableKeyPath<Pipeline.Words, [String]>] = [
      \.placeholder, \.extensionMarker, \.label,
    ]
    return lists.flatMap { list in
      pipeline.words[keyPath: list].map { word in
        { (pipeline: inout Pipeline) in pipeline.words[keyPath: list].removeAll { $0 == word } }
      }
        + pipeline.sources[0].words[keyPath: list].map { word in
          { (pipeline: inout Pipeline) in
            pipeline.sources[0].words[keyPath: list].removeAll { $0 == word }
          }
        }
    }
  }

  private static func normalizing(
    _ pipeline: Pipeline, _ defaults: Pipeline.Normalizing
  ) -> [Change] {
    let changes: [Change] = [
      { $0.normalize.validate = defaults.validate },
      { $0.normalize.extensionWidth = defaults.extensionWidth },
      { $0.normalize.refusedTypes = [] },
      { $0.normalize.expansionBudget = defaults.expansionBudget },
    ]
    return changes
      + pipeline.normalize.rules.keys.sorted().map { rule in
        { (pipeline: inout Pipeline) in pipeline.normalize.rules[rule] = nil }
      }
  }
}
