import DirectoryFormat

/// The configurations that Apple's tools read, in canonical JSON.
package struct LookupConfiguration {
  private let settings: LookupSettings

  /// The word that stands for the 0-based index of a shard in the configuration of files that are
  /// sharded already: each is processed by itself, with its index in the word's place.
  package static let indexWord = "INDEX"

  /// Makes configurations for some settings.
  package init(_ settings: LookupSettings) { self.settings = settings }

  /// The file name of the configuration of `PIRProcessDatabase` for a use case.
  package static func processingName(_ useCase: LookupUseCase) -> String {
    "process-\(useCase.rawValue).json"
  }

  /// The file name of the configuration of `PIRService`.
  package static let serviceName = "service-config.json"

  /// What `PIRProcessDatabase` is told about a use case.
  package func processing(
    _ useCase: LookupUseCase, _ parameters: LookupParameters, _ function: ShardingFunction
  ) -> [UInt8] {
    let stem = useCase.rawValue
    let isSharded = settings.files == .sharded
    let output = isSharded ? "\(stem)-\(Self.indexWord)" : "\(stem)-SHARD_ID"
    var members: [String: JSONNode] = [
      "inputDatabase": .string(
        isSharded ? "\(stem)-\(Self.indexWord).binpb" : "\(stem).binpb"),
      "outputDatabase": .string(output + ".bin"),
      "outputPirParameters": .string(output + ".params.txtpb"),
      "rlweParameters": .string(settings.encryption.name),
      "databaseType": .string("keyword"),
      "sharding": .object(["shardCount": .integer(isSharded ? 1 : parameters.shards)]),
      "trialsPerShard": .integer(1),
      "cuckooTableArguments": .object([
        "hashFunctionCount": .integer(2),
        "maxEvictionCount": .integer(100),
        "maxSerializedBucketSize": .integer(parameters.bucketBytes),
        "bucketCount": .object([
          "fixedSize": .object(["bucketCount": .integer(parameters.buckets)])
        ]),
      ]),
    ]
    if case .doubleMod(let other) = function {
      members["shardingFunction"] = .object(["doubleMod": .integer(other)])
    }
    return JSONNode.object(members).document()
  }

  /// What `PIRService` is told; users and their tokens are added on the server, for they are secret.
  package func service(_ shards: [LookupUseCase: Int]) -> [UInt8] {
    let useCases = LookupUseCase.allCases.reversed().compactMap { useCase in
      shards[useCase].map { count in
        JSONNode.object([
          "name": .string(settings.name(of: useCase)),
          "fileStem": .string(useCase.rawValue),
          "shardCount": .integer(count),
          "versionCount": .integer(2),
        ])
      }
    }
    var members: [String: JSONNode] = ["usecases": .array(useCases), "users": .array([])]
    if let issuer = settings.issuer { members["issuerRequestUri"] = .string(issuer) }
    return JSONNode.object(members).document()
  }
}
