import DirectoryFormat

/// The columns of the block of a twin that is being filled.
///
/// Memory: 4 MiB of text at most, in columns.
struct TwinBlock: ~Copyable {
  /// What its lines are.
  private(set) var lines = TwinLines.identification
  /// Bytes of its lines; 0 for an empty block.
  private(set) var text = 0
  /// Differences to the number before.
  private(set) var numbers = ByteColumn()
  /// Which label each line has.
  private(set) var indices = ByteColumn()
  /// The labels.
  private(set) var index = LabelIndex()
  private var number: Int64 = 0
  private var count = 0
  /// How many lines have the label of the line before.
  private var repetitions = 0
  private var lastLabel = 0

  /// Whether most lines have the label of the line before, as those of ranges and wildcards.
  var isMostlyRepetitions: Bool { repetitions &* 2 > count }

  /// Whether a line of so many bytes may stand in this block.
  func hasRoom(for kind: TwinLines, _ bytes: Int) -> Bool {
    text == 0 || kind == lines && text &+ bytes <= TwinColumns.mostTextInBytes
  }

  /// Adds a line for which there is room; false for a number that is not greater than the one before.
  mutating func append(
    _ kind: TwinLines, textBytes: Int, _ value: Int64, label: UnsafeRawBufferPointer,
    labelHash: UInt32
  ) -> Bool {
    guard value > number else { return false }
    lines = kind
    text &+= textBytes
    numbers.append(varint: UInt64(truncatingIfNeeded: value &- number))
    number = value
    count &+= 1
    if kind.hasLabel {
      let known = index.number(of: label, hash: labelHash)
      if known > 0, known == lastLabel { repetitions &+= 1 }
      lastLabel = index.lastNumber
      indices.append(varint: UInt64(known))
    }
    return true
  }

  /// How many lines of so many bytes may stand behind those that it has.
  func linesWithRoom(of bytes: Int) -> Int { (TwinColumns.mostTextInBytes &- text) / bytes }

  /// Adds lines for the numbers behind the last one and with its label, for which there is room.
  mutating func appendNext(_ count: Int, textBytes: Int) {
    text &+= count &* textBytes
    number &+= Int64(count)
    numbers.append(varint: 1, times: count)
    self.count &+= count
    if lines.hasLabel {
      repetitions &+= count
      indices.append(varint: UInt64(index.lastNumber), times: count)
    }
  }

  /// Empties it.
  mutating func removeAll() {
    text = 0
    number = 0
    count = 0
    repetitions = 0
    lastLabel = 0
    numbers.removeAll()
    indices.removeAll()
    index.removeAll()
  }
}
