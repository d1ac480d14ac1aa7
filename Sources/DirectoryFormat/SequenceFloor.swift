/// The highest sequence that was accepted; nothing below it is, and no load deletes it.
///
/// Two hands keep one each, so that no file has two writers: the installer `installer.floor` for the
/// directory, the loader one for each slot. Where the installer lawfully goes back (a rollback that
/// the app allows, a rotation of keys), it writes its floor with the next `epoch`; a loader's floor
/// of an earlier epoch then counts for nothing.
public struct SequenceFloor: Equatable, Sendable {
  /// How often the installer went back lawfully; 0 where it never did.
  public var epoch: Int
  /// The sequence.
  public var sequence: Int

  /// Creates a floor.
  public init(epoch: Int, sequence: Int) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// The name of the installer's file.
  public static let installerFileName = "installer.floor"

  /// The name of the loader's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).floor"
  }

  private static let heading = "callbook-floor 1"
  private static let keys = ["epoch", "sequence"]

  /// The bytes of a floor's file: one `key value` a line.
  public func encode() -> [UInt8] {
    StateText.encode(
      Self.heading, zip(Self.keys, [String(epoch), String(sequence)]).map { ($0, $1) })
  }

  /// Reads a floor's file; nil for anything but a whole one.
  public static func decode(_ bytes: [UInt8]) -> SequenceFloor? {
    guard let values = StateText.decode(bytes, heading: heading, keys: keys),
      let epoch = Int(values[0]), epoch >= 0, let sequence = Int(values[1]), sequence >= 1
    else { return nil }
    return SequenceFloor(epoch: epoch, sequence: sequence)
  }
}
