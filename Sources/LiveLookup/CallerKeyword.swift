import Signing

/// What a phone asks with: `+` and the digits of an E.164 number, as UTF-8.
///
/// The form is that of every example in Apple's pir-service-example.
package enum CallerKeyword {
  /// Fewest digits of a number that can call.
  ///
  /// A calling code of three and four digits of a subscriber (Niue, Saint Helena). What is shorter
  /// is a short code, for which nothing is documented.
  package static let fewestDigits = 7
  /// Most digits of an E.164 number.
  package static let mostDigits = 15
  /// Longest keyword in bytes.
  package static let longest = 1 + mostDigits

  /// The hash by which a keyword finds its shard and stands in a stash: the first eight bytes of
  /// its SHA-256, the lowest first.
  package static func hash(of keyword: UnsafeRawBufferPointer) -> UInt64 {
    SHA256.lowestEightBytes(of: keyword)
  }
}

/// Which shard of a data set holds a keyword.
///
/// Known answers: `KeywordDatabaseTests` of apple/swift-homomorphic-encryption.
package enum ShardingFunction: Equatable, Sendable {
  /// The hash modulo the number of shards.
  case sha256
  /// The hash modulo the shards of the other use case, then modulo those of this one, so that both
  /// questions together tell the server no more than one does. Needs iOS 18.2.
  case doubleMod(Int)

  /// The 0-based shard of a keyword's hash among `count` shards, at least 1.
  @inline(__always)
  package func shard(of hash: UInt64, among count: Int) -> Int {
    switch self {
    case .sha256: Int(hash % UInt64(count))
    case .doubleMod(let other): Int(hash % UInt64(other) % UInt64(count))
    }
  }
}
