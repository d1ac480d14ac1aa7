/// What data sets of Live Caller ID Lookup are to be made of a directory.
package struct LookupSettings: Equatable, Sendable {
  /// How many shards a data set has.
  package enum Shards: Equatable, Sendable {
    /// A fixed number, at least 1.
    case count(Int)
    /// So many rows a shard when the number is chosen; it is kept from then on.
    case rows(Int)
  }

  /// A picture in HEIC.
  package struct Icon: Equatable, Sendable {
    /// The bytes of the file.
    package var image: [UInt8]
    /// Where the pipeline asks for it, for messages.
    package var place: String

    /// Creates an icon.
    package init(image: [UInt8], place: String) {
      self.image = image
      self.place = place
    }
  }

  /// How the rows are spread over files.
  package enum Files: String, CaseIterable, Sendable {
    /// One file for each data set; Apple's tool makes the shards.
    case whole
    /// One file for each shard, so that shards that did not change need no processing.
    case sharded
  }

  /// Bundle identifier of the app's lookup extension; use cases are named after it.
  package var extensionIdentifier: String
  /// What is the same for every caller.
  package var profile = CallerProfile(cacheMinutes: 1440, category: .unspecified)
  /// Shards by use case; the defaults are those of Apple's testing instructions.
  package var shards: [LookupUseCase: Shards] = [.block: .rows(50_000), .identity: .rows(5_000)]
  /// Buckets of a shard by use case, where the pipeline fixes them.
  package var buckets: [LookupUseCase: Int] = [:]
  /// Size of a bucket in bytes by use case, where the pipeline fixes it.
  package var bucketBytes: [LookupUseCase: Int] = [:]
  /// How the rows are spread over files.
  package var files = Files.whole
  /// Encryption parameters.
  package var encryption = LookupEncryption.usual
  /// Whether `block` finds its shard through the shards of `identity`; needs iOS 18.2.
  package var sharesShards = false
  /// Where the service gets tokens; nil leaves it out.
  package var issuer: String?
  /// Whether a directory without Apple's test identity is refused.
  package var requiresTestIdentity = false
  /// Characters of a name that a phone shows; longer ones are counted.
  package var longestShownName = 40
  /// Icons by label, as it stands in the entries.
  package var iconsByLabel: [String: Icon] = [:]
  /// Icons by 0-based source.
  package var iconsBySource: [Int: Icon] = [:]

  /// Creates settings with the defaults.
  package init(extensionIdentifier: String) { self.extensionIdentifier = extensionIdentifier }

  /// The name of a use case for the service and the phone.
  package func name(of useCase: LookupUseCase) -> String {
    extensionIdentifier + "." + useCase.rawValue
  }

  /// How keywords of a use case find their shard, with so many shards of `identity`.
  package func sharding(of useCase: LookupUseCase, identityShards: Int?) -> ShardingFunction {
    guard useCase == .block, sharesShards, let identityShards else { return .sha256 }
    return .doubleMod(identityShards)
  }
}

/// The identity that Apple asks for when a service is registered.
package enum TestIdentity {
  /// The number in the example of Apple's onboarding document.
  package static let number: Int64 = 14_085_551_212
  /// The name that belongs to it.
  package static let name = "Johnny Appleseed"
}

/// Tells pictures in HEIC from others.
package enum HEIC {
  /// Whether bytes begin with the box `ftyp` (ISO/IEC 14496-12) of a HEIF brand that HEVC codes, and
  /// go on after it: the picture itself is in the boxes that follow.
  package static func isImage(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { isImage($0) }
  }

  /// The same of bytes in somebody else's memory.
  package static func isImage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard length >= 16, length < bytes.count, length % 4 == 0 else { return false }
    let brands = [8] + Array(stride(from: 16, to: length, by: 4))
    return brands.contains { start in
      ["heic", "heix", "heim", "heis"].contains { bytes[start..<start + 4].elementsEqual($0.utf8) }
    }
  }
}
