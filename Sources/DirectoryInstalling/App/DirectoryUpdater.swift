import DirectoryFormat
public import Foundation

/// The app's side in one piece: installs what is new, reloads what is due, and says what to show.
///
/// It remembers nothing: everything it says is read from the container and asked of the system, so
/// any number of them may be made, in the foreground as in the background.
public struct DirectoryUpdater: Sendable {
  /// Why an update runs.
  public enum Cause: Equatable, Sendable {
    /// The app was opened, or its turn in the background came: the server is asked if it is time.
    case turn
    /// The user asks: the server is asked now.
    case user
    /// A push says that there is something new: the server is asked now, unless it is known already.
    case push(UpdatePush)
  }

  /// Without a word of the publisher for so many seconds, slots count as not updated; 7 days.
  public var patience: TimeInterval = 7 * 86_400

  let container: URL
  private let slots: [String]
  private let manager: any CallDirectoryManaging
  private let install: @Sendable () async throws(InstallError) -> String
  private let isDue: @Sendable () -> Bool

  /// Updates by way of `installer` and `manager`.
  ///
  /// `slots`: the bundle identifiers of the app's Call Directory extensions; only their files are
  /// fetched, only they are reloaded.
  public init<Function>(
    installer: DirectoryInstaller<Function>, container: URL, slots: [String],
    manager: any CallDirectoryManaging
  ) {
    var installer = installer
    installer.slots = Set(slots)
    let ready = installer
    install = { () async throws(InstallError) in try await ready.install().generation }
    isDue = { ready.isDue() }
    self.container = container
    self.slots = slots
    self.manager = manager
  }

  /// Installs what is new if it is time to ask, then reloads what is due, and says how both ended.
  ///
  /// What is due is reloaded whatever the server said: a load may have been killed, or only begun.
  /// Ends within a tenth of a second when its task is cancelled; what was not done is due next time.
  public func update(_ cause: Cause = .turn) async -> UpdateReport {
    var report = UpdateReport()
    if asksServer(cause) {
      do throws(InstallError) {
        report.generation = try await install()
      } catch {
        report.failure = error
      }
    }
    // One at a time: of two, the second finds nothing left to reload.
    let turn = container.standardizedFileURL.path + "#reloads"
    guard !Task.isCancelled, await UpdateTurns.all.take(turn) else { return report }
    defer { UpdateTurns.all.giveBack(turn) }
    report.reloads = await SlotReloader(manager, state: state).reloadPending()
    return report
  }

  /// Loads every slot anew from the first entry to the last, after making the installed files whole.
  ///
  /// The cure where the system lost rows without a word. Costs the user a full load of every slot.
  public func repair() async -> UpdateReport {
    for slot in slots { try? state.repair(slot) }
    return await update(.user)
  }

  /// What to show of each slot, in the directory's order.
  public func guidance(at now: Date = Date()) async -> [SlotGuidance] {
    let update = UpdateState.read(container: container)
    var guidance: [SlotGuidance] = []
    for slot in state.allSlots() {
      let status = (try? await manager.status(of: slot.identifier)) ?? .unknown
      guidance.append(
        SlotGuidance(slot, status: status, update: update, patience: patience, at: now))
    }
    return guidance
  }

  /// When the server may be asked next, by its own word and this device's share of it; a day after
  /// the last time where it says nothing; nil: at once.
  public var nextTurn: Date? { turn(after: Date()) }

  /// The same by a clock that says `now`.
  package func turn(after now: Date) -> Date? {
    let update = UpdateState.read(container: container)
    let daily = update.confirmed.flatMap { $0 <= now ? $0.addingTimeInterval(86_400) : nil }
    return update.nextPoll(at: now) ?? daily
  }

  private var state: PhoneState { PhoneState(container: container, slots: slots) }

  private func asksServer(_ cause: Cause) -> Bool {
    switch cause {
    case .turn: isDue()
    case .user: true
    case .push(let push): push.isNews(to: UpdateState.read(container: container))
    }
  }
}
