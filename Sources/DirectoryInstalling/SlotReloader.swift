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
  private let state: PhoneState
  /// Most reloads of one slot that answers "loading already" or gives no reason.
  public var attempts = 3
  /// Pause before the next attempt, in seconds.
  public var pause = 5.0

  /// Reloads by way of `manager` and writes down in `state` what was asked for and how it ended.
  public init(_ manager: any CallDirectoryManaging, state: PhoneState) {
    self.manager = manager
    self.state = state
  }

  /// Reloads every pending slot, and those once more whose load left something due, as a staged first
  /// load does.
  ///
  /// What is still due afterwards is due at the next call. Ends early when its task is cancelled: a
  /// load that runs then goes on without being waited for.
  public func reloadPending() async -> [SlotReload] {
    var reloads = await reload(state.pendingSlots())
    let pending = Set(state.pendingSlots())
    for index in reloads.indices {
      let reload = reloads[index]
      guard reload.advice == nil, pending.contains(reload.identifier), !Task.isCancelled else {
        continue
      }
      reloads[index] = await self.reload(reload.identifier)
    }
    return reloads
  }

  /// Reloads the slots in the given order; one that is off or fails does not stop the rest, a
  /// cancelled task does.
  public func reload(_ identifiers: [String]) async -> [SlotReload] {
    var reloads: [SlotReload] = []
    for identifier in identifiers where !Task.isCancelled {
      reloads.append(await reload(identifier))
    }
    return reloads
  }

  private func reload(_ identifier: String) async -> SlotReload {
    let status = (try? await manager.status(of: identifier)) ?? .unknown
    var reload = SlotReload(identifier: identifier, status: status)
    if status == .disabled {
      let off = CallDirectoryCode(code: CallDirectoryCode.extensionDisabled)
      state.didReload(identifier, code: off.code)
      reload.advice = ReloadAdvice(off.error)
      return reload
    }
    reload.advice = .abandoned
    for attempt in 0..<max(1, attempts) where !Task.isCancelled {
      if attempt > 0 {
        guard (try? await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))) != nil else {
          break
        }
      }
      reload.advice = await advice(onReloading: identifier)
      if reload.advice?.action != .retry { break }
    }
    return reload
  }

  private func advice(onReloading identifier: String) async -> ReloadAdvice? {
    state.willReload(identifier)
    do {
      let manager = manager
      try await Abandonable.run { try await manager.reload(identifier) }
      state.didReload(identifier, code: nil)
      return nil
    } catch is CancellationError {
      return .abandoned
    } catch {
      let advice = ReloadAdvice(error)
      state.didReload(identifier, code: advice.code)
      return advice
    }
  }
}
