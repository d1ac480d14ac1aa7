/// "These rows are on the phone": what the last load that ended well left there.
///
/// The loader removes it before the first effect of any load and writes it after a success, or back
/// where nothing was touched. It counts only beside the outcome of the same load (`SlotRecord`): as
/// soon as another load has begun, it says nothing any more.
public struct LoadMarker: Equatable, Sendable {
  /// The slot's identifier.
  public var slot: String
  /// The load that wrote it: 16 hexadecimal digits.
  public var load: String
  /// The generation that the rows are of.
  public var generation: String
  /// Its sequence.
  public var sequence: Int
  /// The slot's digest in it; of two empty lists for a slot that it does not have.
  public var digest: String
  /// Rows on the phone, both lists.
  public var entries: Int
  /// Whether they are only the first entries of the slot (a staged first load).
  public var isPartial: Bool

  /// Creates a marker.
  public init(
    slot: String, load: String, generation: String, sequence: Int, digest: String, entries: Int,
    isPartial: Bool
  ) {
    self.slot = slot
    self.load = load
    self.generation = generation
    self.sequence = sequence
    self.digest = digest
    self.entries = entries
    self.isPartial = isPartial
  }

  /// The name of the marker's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).marker"
  }

  private static let heading = "callbook-marker 2"
  private static let keys = [
    "slot", "load", "generation", "sequence", "digest", "entries", "state",
  ]

  /// The bytes of the marker's file: one `key value` a line.
  public func encode() -> [UInt8] {
    let values = [
      slot, load, generation, String(sequence), digest, String(entries),
      isPartial ? "partial" : "complete",
    ]
    return StateText.encode(Self.heading, zip(Self.keys, values).map { ($0, $1) })
  }

  /// Reads a marker's file; nil for anything but a whole marker of this version, which then counts
  /// as none.
  public static func decode(_ bytes: [UInt8]) -> LoadMarker? {
    guard let values = StateText.decode(bytes, heading: heading, keys: keys),
      LoadName.isName(values[1]), Hexadecimal.isDigest(values[2]),
      let sequence = Int(values[3]), sequence >= 1, Hexadecimal.isDigest(values[4]),
      let entries = Int(values[5]), entries >= 0,
      values[6] == "partial" || values[6] == "complete"
    else { return nil }
    return LoadMarker(
      slot: values[0], load: values[1], generation: values[2], sequence: sequence,
      digest: values[4], entries: entries, isPartial: values[6] == "partial")
  }
}
