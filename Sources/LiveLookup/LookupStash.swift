/// A `StashOfEntries`: what was added, changed and removed since a data set was processed.
///
/// Field 1: hashed keywords, ascending, packed; field 2: their values in the same order; field 3:
/// hashed keywords that are gone, ascending, packed (apple/swift-homomorphic-encryption-protobuf,
/// api/pir/v1/pir.proto).
package struct LookupStash: Equatable, Sendable {
  /// A keyword that is new or has another value.
  package struct Addition: Equatable, Sendable {
    /// The keyword's hash.
    package var hash: UInt64
    /// Its value.
    package var value: [UInt8]

    /// Creates an addition.
    package init(hash: UInt64, value: [UInt8]) {
      self.hash = hash
      self.value = value
    }
  }

  /// Largest stash that is written, in bytes: it travels with every answer, so a larger one is of
  /// no use, and its parts are held in memory.
  package static let largestInBytes = 1 << 20

  /// Additions, ascending by hash.
  package private(set) var additions: [Addition]
  /// Removed hashes, ascending.
  package private(set) var removals: [UInt64]

  /// Sorts what changed.
  package init(additions: [Addition], removals: [UInt64]) {
    self.additions = additions.sorted { $0.hash < $1.hash }
    self.removals = removals.sorted()
  }

  /// The serialized message; empty when nothing changed.
  package func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    Self.appendHashes(additions.map(\.hash), key: 0x0A, to: &bytes)
    for addition in additions {
      bytes.append(0x12)
      Varint.append(addition.value.count, to: &bytes)
      bytes += addition.value
    }
    Self.appendHashes(removals, key: 0x1A, to: &bytes)
    return bytes
  }

  private static func appendHashes(_ hashes: [UInt64], key: UInt8, to bytes: inout [UInt8]) {
    if hashes.isEmpty { return }
    var packed: [UInt8] = []
    for hash in hashes {
      var rest = hash
      while rest >= 0x80 {
        packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      packed.append(UInt8(rest))
    }
    bytes.append(key)
    Varint.append(packed.count, to: &bytes)
    bytes += packed
  }
}

extension LookupStash {
  /// Reads a serialized stash; nil when it is not one that `encode` writes.
  package init?(_ bytes: [UInt8]) {
    var hashes: [UInt64] = []
    var values: [[UInt8]] = []
    var removals: [UInt64] = []
    let isSound = bytes.withUnsafeBytes { buffer in
      var place = 0
      while place < buffer.count {
        let key = buffer[place]
        place += 1
        guard let length = Varint.read(buffer, at: &place), length <= buffer.count - place
        else { return false }
        let body = UnsafeRawBufferPointer(rebasing: buffer[place..<place + length])
        place += length
        switch key {
        case 0x0A: guard Self.read(body, into: &hashes) else { return false }
        case 0x12: values.append(Array(body))
        case 0x1A: guard Self.read(body, into: &removals) else { return false }
        default: return false
        }
      }
      return true
    }
    guard isSound, hashes.count == values.count, Self.ascends(hashes), Self.ascends(removals)
    else { return nil }
    additions = zip(hashes, values).map { Addition(hash: $0, value: $1) }
    self.removals = removals
  }

  private static func read(_ body: UnsafeRawBufferPointer, into hashes: inout [UInt64]) -> Bool {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in body {
      guard shift < 70 else { return false }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 {
        hashes.append(value)
        (value, shift) = (0, 0)
      }
    }
    return shift == 0
  }

  private static func ascends(_ hashes: [UInt64]) -> Bool {
    zip(hashes, hashes.dropFirst()).allSatisfy { $0 < $1 }
  }
}
