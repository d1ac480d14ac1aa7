/// What the app wants of a slot's next load: written by the app before it asks the system, read by
/// the loader.
///
/// It outlives the app: a reload whose end nobody saw, because the app was killed meanwhile, is made
/// up for the next time. The loader takes a request that was there when a load began away after that
/// load has replaced everything; the app takes it away after a reload that ended well.
public struct ReloadRequest: Equatable, Sendable {
  /// Why there is a request.
  public enum Cause: Equatable, Sendable {
    /// The app asks for what is due; the marker decides what that is.
    case update
    /// The rows on the phone are not to be trusted: everything is to be loaded anew.
    case repair
    /// The same, since the reload before ended with this code.
    case failed(code: Int)
  }

  /// The slot's identifier.
  public var slot: String
  /// Why there is a request.
  public var cause: Cause
  /// The load whose marker was there when the app asked; empty: there was none.
  public var former: String

  /// Creates a request.
  public init(slot: String, cause: Cause, former: String) {
    self.slot = slot
    self.cause = cause
    self.former = former
  }

  /// Whether the load is to replace everything, whatever the marker says.
  public var wantsEverything: Bool { cause != .update }

  /// The name of the request's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).request"
  }

  private static let heading = "callbook-request 1"
  private static let keys = ["slot", "cause", "former"]

  /// The bytes of the request's file: one `key value` a line.
  public func encode() -> [UInt8] {
    let cause =
      switch cause {
      case .update: "update"
      case .repair: "repair"
      case .failed(let code): "failed \(code)"
      }
    return StateText.encode(
      Self.heading, zip(Self.keys, [slot, cause, former]).map { ($0, $1) })
  }

  /// Reads a request's file; nil for anything but a whole one.
  public static func decode(_ bytes: [UInt8]) -> ReloadRequest? {
    guard let values = StateText.decode(bytes, heading: heading, keys: keys),
      values[2].isEmpty || LoadName.isName(values[2])
    else { return nil }
    let cause: Cause
    switch values[1] {
    case "update": cause = .update
    case "repair": cause = .repair
    default:
      guard values[1].hasPrefix("failed "), let code = Int(values[1].dropFirst(7)) else {
        return nil
      }
      cause = .failed(code: code)
    }
    return ReloadRequest(slot: values[0], cause: cause, former: values[2])
  }
}
