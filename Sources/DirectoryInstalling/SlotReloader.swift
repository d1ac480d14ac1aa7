/// The app's side of the system's call directory: `CXCallDirectoryManager`, as far as it is needed.
public protocol CallDirectoryManaging: Sendable {
  /// Asks an extension to load.
  func reload(_ identifier: String) async throws
  /// Whether the user turned an extension on.
  func status(of identifier: String) async throws -> SlotStatus
}

/// Whether the user turned a slot's extension on.
public enum SlotStatus: String, Sendable {
  /// The system does not say.
  case unknown
  /// Off: nothing of the slot is on the phone.
  case disabled
  /// On.
  case enabled
}

/// How the reload of one slot ended.
public struct SlotReload: Equatable, Sendable {
  /// The slot's identifier.
  public var identifier: String
  /// Whether its extension is on.
  public var status: SlotStatus
  /// What went wrong; nil when it loaded.
  public var advice: ReloadAdvice?
}

/// Reloads slots one after another: each load blocks the system's database for the others.
public struct SlotReloader: Sendable {
  private let manager: any CallDirectoryManaging
  /// Most reloads of one slot that answers "loading already" or gives no reason.
  public var attempts = 3
  /// Pause before the next attempt, in seconds.
  public var pause = 5.0

  /// Reloads by way of `manager`.
  public init(_ manager: any CallDirectoryManaging) {
    self.manager = manager
  }

  /// Reloads the slots in the given order; one that is off or fails does not stop the rest.
  public func reload(_ identifiers: [String]) async -> [SlotReload] {
    var reloads: [SlotReload] = []
    for identifier in identifiers {
      let status = (try? await manager.status(of: identifier)) ?? .unknown
      let advice = status == .disabled ? Self.turnedOff : await advice(onReloading: identifier)
      reloads.append(SlotReload(identifier: identifier, status: status, advice: advice))
    }
    return reloads
  }

  private static let turnedOff = ReloadAdvice(CallDirectoryCode(code: 6).error)

  private func advice(onReloading identifier: String) async -> ReloadAdvice? {
    var advice: ReloadAdvice?
    for attempt in 0..<max(1, attempts) {
      if attempt > 0 { try? await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000)) }
      do {
        try await manager.reload(identifier)
        return nil
      } catch {
        advice = ReloadAdvice(error)
        if advice?.action != .retry { break }
      }
    }
    return advice
  }
}
