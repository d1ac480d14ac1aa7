public import Foundation

/// What the extension last wrote about its load: `state/slot-<identifier>.json` in the container.
public struct LoadProgress: Decodable, Equatable, Sendable {
  /// `loading`, `succeeded`, `unchanged`, `refused`, `failed` or `expired`.
  public var state: String
  /// `nothing`, `delta`, `full` or `first-entries`; the last asks for one more reload.
  public var plan: String
  /// The generation that was loaded.
  public var generation: String
  /// Calls made.
  public var done: Int
  /// Calls to make.
  public var total: Int
  /// The system's error code, if it gave one.
  public var code: Int?
  /// What went wrong.
  public var message: String

  /// Whether the slot holds only its first entries and wants another reload.
  public var wantsReload: Bool {
    plan == "first-entries" && state == "succeeded" || state == "expired" || state == "failed"
  }

  /// Reads the file of a slot; nil before its first load.
  public static func read(slot: String, container: URL) -> LoadProgress? {
    let file = container.appendingPathComponent("state/slot-\(slot).json")
    return (try? Data(contentsOf: file)).flatMap {
      try? JSONDecoder().decode(LoadProgress.self, from: $0)
    }
  }
}
