package import DirectoryFormat

/// One of the two questions that a phone asks, each with a data set of its own.
package enum LookupUseCase: String, CaseIterable, Sendable {
  /// Who is calling: the value is a `CallIdentity`.
  case identity
  /// Whether to let the phone ring: the value is one byte, 1 to block.
  case block
}

extension Manifest.LiveLookup {
  /// The data set of a use case.
  package func dataSet(_ useCase: LookupUseCase) -> DataSet {
    switch useCase {
    case .identity: identity
    case .block: block
    }
  }
  /// How keywords of a use case find their shard.
  package func sharding(of useCase: LookupUseCase) -> ShardingFunction {
    guard useCase == .block, let blockModulus else { return .sha256 }
    return .doubleMod(blockModulus)
  }
}
