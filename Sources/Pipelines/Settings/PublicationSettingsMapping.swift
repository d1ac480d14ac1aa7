package import Publication
internal import Signing

extension PipelineFile {
  /// How the directory is published.
  ///
  /// - Parameter threads: Threads for deltas and renderings, at least 1.
  /// - Throws: What is wrong with the signing key; the key's text never appears in it.
  package func publicationSettings(threads: Int) throws(PipelineErrors) -> PublicationSettings {
    var settings = PublicationSettings(
      slots: pipeline.slots.identifiers.map { .init(identifier: $0, cap: pipeline.slots.cap) })
    settings.chunkTarget = UInt64(pipeline.chunkTarget)
    settings.keptGenerations = pipeline.generations
    settings.largestDeltaShare = Double(pipeline.largestDeltaShare.partsPerMillion) / 1_000_000
    settings.writesTwins = pipeline.writesTwins
    settings.freshness.expires = Int64(pipeline.freshness.expires.seconds)
    settings.freshness.next = Int64(pipeline.freshness.next.seconds)
    settings.renderings = Pipeline.Format.allCases.filter(pipeline.formats.contains).compactMap {
      switch $0 {
      case .tsv: nil
      case .json: .json
      case .sqlite: .sqlite
      case .liveLookup: nil
      }
    }
    settings.liveLookup = try lookupSettings()
    settings.threads = threads
    settings.deltaCheck = DeltaTrial.check
    try checkKeyAndIcons()
    do throws(SigningError) {
      settings.signingKey = try keySource?.privateKey()
    } catch {
      throw PipelineErrors([diagnostic(at: "sign", problem: "\(error)", advice: "")])
    }
    return settings
  }

  private var keySource: KeySource? {
    switch pipeline.signing {
    case .file(let path): .file(located(path))
    case .environment(let name): .environment(name)
    case nil: nil
    }
  }
}
