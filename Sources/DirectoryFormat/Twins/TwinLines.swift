/// What the lines of a block of a twin are: those of a chunk's list, or one kind of a delta's lines.
///
/// The raw value is the first byte of a block in the format `columns-1`.
package enum TwinLines: UInt8, CaseIterable, Sendable {
  /// `number TAB label`.
  case identification = 0
  /// `number`.
  case blocking = 1
  /// `-i TAB number`.
  case removedIdentification = 2
  /// `-b TAB number`.
  case removedBlocking = 3
  /// `+i TAB number TAB label`.
  case addedIdentification = 4
  /// `+b TAB number`.
  case addedBlocking = 5

  /// What stands before the number.
  package var prefix: StaticString {
    switch self {
    case .identification, .blocking: ""
    case .removedIdentification: "-i\t"
    case .removedBlocking: "-b\t"
    case .addedIdentification: "+i\t"
    case .addedBlocking: "+b\t"
    }
  }

  /// Whether a TAB and a label follow the number.
  package var hasLabel: Bool { self == .identification || self == .addedIdentification }

  /// The kind of a delta's lines that begin with two bytes; nil for any others.
  package init?(_ sign: UInt8, _ letter: UInt8) {
    switch (sign, letter) {
    case (UInt8(ascii: "-"), UInt8(ascii: "i")): self = .removedIdentification
    case (UInt8(ascii: "-"), UInt8(ascii: "b")): self = .removedBlocking
    case (UInt8(ascii: "+"), UInt8(ascii: "i")): self = .addedIdentification
    case (UInt8(ascii: "+"), UInt8(ascii: "b")): self = .addedBlocking
    default: return nil
    }
  }
}

/// The columns of a block: what the numbers are, which labels they have, and the labels.
package struct TwinColumns: Sendable {
  /// Largest text of a block in bytes: what bounds the memory of those who unpack it.
  package static let mostTextInBytes = 4 << 20

  /// Differences to the number before (to 0 for the first), as varints; each at least 1.
  package var numbers: [UInt8] = []
  /// Of each line with a label, as varints: 0 for the next label of `labels`, k for the k-th one.
  package var indices: [UInt8] = []
  /// The labels in the order of their first use, LF behind each.
  package var labels: [UInt8] = []

  /// Creates empty columns.
  package init() {}

  /// Most bytes that a column of so many takes once deflated: what incompressible bytes cost.
  package static func mostPacked(_ unpacked: Int) -> Int { unpacked + unpacked / 256 + 64 }
}
