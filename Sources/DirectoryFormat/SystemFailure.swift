/// What the system said of a load that failed: a state file of its own, because the system says it
/// at any time and on any thread, also while the load or its completion writes the outcome.
public struct SystemFailure: Equatable, Sendable {
  /// The load: 16 hexadecimal digits.
  public var load: String
  /// The code of the error.
  public var code: Int
  /// What else is known of the error; one line.
  public var message: String

  /// Longest message in bytes of UTF-8.
  private static let longestMessage = 1000

  /// Creates a failure; a message of more than 1 000 bytes is cut, controls become spaces.
  public init(load: String, code: Int, message: String) {
    self.load = load
    self.code = code
    let scalars = message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    var text = String(String.UnicodeScalarView(scalars))
    while text.utf8.count > Self.longestMessage { text.removeLast() }
    self.message = text
  }

  /// The name of the failure's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).failure"
  }

  private static let heading = "callbook-failure 1"
  private static let keys = ["load", "code", "message"]

  /// The bytes of the failure's file: one `key value` a line.
  public func encode() -> [UInt8] {
    StateText.encode(
      Self.heading, zip(Self.keys, [load, String(code), message]).map { ($0, $1) })
  }

  /// Reads a failure's file; nil for anything but a whole one.
  public static func decode(_ bytes: [UInt8]) -> SystemFailure? {
    guard let values = StateText.decode(bytes, heading: heading, keys: keys),
      LoadName.isName(values[0]), let code = Int(values[1])
    else { return nil }
    return SystemFailure(load: values[0], code: code, message: values[2])
  }
}
