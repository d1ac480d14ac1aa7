internal import Normalization

/// The normalizer of the source that a worker is reading.
///
/// Sources come one after the other, so a worker keeps one normalizer, however many sources there
/// are, and sources with the same settings share it.
struct CurrentNormalizer {
  private let settings: [NormalizationSettings]
  private var source = -1
  private var normalizer: Normalizer?

  /// For sources with these settings, by their index.
  init(_ settings: [NormalizationSettings]) { self.settings = settings }

  /// The normalizer of a source; valid until another source is asked for.
  ///
  /// - Throws: `NormalizationSettingsError`, `CellSettingsError`.
  mutating func of(source wanted: Int) throws -> Normalizer {
    if let normalizer, wanted == source || settings[wanted] == settings[source] {
      source = wanted
      return normalizer
    }
    let made = try Normalizer(settings: settings[wanted])
    (source, normalizer) = (wanted, made)
    return made
  }
}
