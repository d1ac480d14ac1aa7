internal import CSystem
internal import Signing

/// What a frame holds.
package enum FrameKind: UInt8, Sendable, CaseIterable {
  /// Which stage wrote the stream, of which run.
  case begin = 1
  /// A sorted run of one part of the numbers.
  case run
  /// How many runs one part of one split has, and their digest.
  case partEnd
  /// Lines of rejects.csv.
  case rejects
  /// Lines of repairs.csv.
  case repairs
  /// Counts.
  case account
  /// Merged entries of one group of slots.
  case entries
  /// Lines of conflicts.csv.
  case conflicts
  /// The end of a complete stream; nothing follows.
  case end = 10
  /// What a manifest says about a chunk; its twin and its lines follow.
  case chunk
  /// Bytes of the twin.
  case twin
  /// Bytes of the chunk.
  case lines
}

/// The 40 bytes before each payload of a stream between stages.
///
/// Little-endian: `CBF1`, the kind, three zeros, split and part (u32), the payload's length and the
/// frame's place in its stream (u64), and XXH3 (64 bits, seed 0) of all that and the payload.
struct FrameHeader: Equatable, Sendable {
  var kind: FrameKind
  /// 0-based; of entries and chunks the group of slots; nil where the frame is of neither.
  var split: Int?
  /// 0-based; nil where the frame is of no part.
  var part: Int?
  /// Bytes of the payload.
  var length: Int
  /// 0-based place in the stream that the frame was written to.
  var sequence: Int
  /// Of the rest of the header and of the payload.
  var digest: UInt64 = 0

  static let bytes = 40
  /// Largest payload.
  static let mostPayload = 8 << 20
  private static let magic = Array("CBF1".utf8)
  private static let none = UInt32.max

  /// Whose frame it is, for messages.
  var place: String {
    let names = [("split", split), ("part", part)].map { name, number in
      number.map { "\(name) \($0)" } ?? "no \(name)"
    }
    return names.joined(separator: ", ")
  }

  /// The header as it is written, without its digest.
  private var start: [UInt8] {
    var bytes = Self.magic + [kind.rawValue, 0, 0, 0]
    for number in [split, part] {
      let value = number.map { UInt32($0) } ?? Self.none
      for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))) }
    }
    for number in [length, sequence] {
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    return bytes
  }

  /// The header as it is written.
  var encoded: [UInt8] {
    start + (0..<8).map { UInt8(truncatingIfNeeded: digest >> (8 * UInt64($0))) }
  }

  /// Computes the digest with a payload.
  func digest(of payload: UnsafeRawBufferPointer) -> UInt64 {
    start.withUnsafeBytes {
      callbook_xxh3_64($0.baseAddress, $0.count, payload.baseAddress, payload.count)
    }
  }

  /// Reads a header; nil for what is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.bytes, bytes.prefix(4).elementsEqual(Self.magic),
      let kind = FrameKind(rawValue: bytes[4]), bytes[5..<8].allSatisfy({ $0 == 0 })
    else { return nil }
    let number = { (range: Range<Int>) in Self.number(bytes[range]) }
    let place = { (value: UInt64) in value == UInt64(Self.none) ? nil : Int(value) }
    guard let length = Int(exactly: number(16..<24)), length <= Self.mostPayload,
      let sequence = Int(exactly: number(24..<32))
    else { return nil }
    self.init(
      kind: kind, split: place(number(8..<12)), part: place(number(12..<16)), length: length,
      sequence: sequence, digest: number(32..<40))
  }

  init(
    kind: FrameKind, split: Int?, part: Int?, length: Int, sequence: Int, digest: UInt64 = 0
  ) {
    self.kind = kind
    self.split = split
    self.part = part
    self.length = length
    self.sequence = sequence
    self.digest = digest
  }

  /// A little-endian number.
  private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A digest over the headers of frames, which hold the digests of their payloads, or over such
/// digests.
struct HeaderDigest {
  private var function = SHA256()

  mutating func add(_ header: FrameHeader) {
    header.encoded.withUnsafeBytes { function.update($0) }
  }

  mutating func add(digest: String) {
    Array(digest.utf8).withUnsafeBytes { function.update($0) }
  }

  /// The first 16 digits in hexadecimal; ends the digest.
  mutating func finish() -> String {
    function.finish()[..<8].map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
