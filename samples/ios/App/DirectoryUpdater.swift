import DirectoryFormat
import DirectoryInstalling
import Foundation

/// The app's side: call `update` from a background task once a day, and when the app opens.
struct DirectoryUpdater {
  /// The folder that app and extensions share.
  let container: URL
  /// Where `directory/` is published.
  let address: URL
  /// The phone's call directory; another one in tests.
  let manager: any CallDirectoryManaging

  /// What the app shows of one slot.
  enum Notice: Equatable {
    /// The slot is up to date.
    case current
    /// Ask the user to turn the extension on, with a button that opens Settings.
    case turnOn(slot: String)
    /// Try again with the next update.
    case later(slot: String, why: String)
    /// Tell us.
    case report(slot: String, why: String)
  }

  /// Installs what is new, then reloads what changed.
  func update() async -> [Notice] {
    let installer = DirectoryInstaller(
      transport: URLSessionTransport(base: address), container: container,
      digest: PortableSHA256.self)
    let changed: [String]
    do {
      changed = try await installer.install().changedSlots
    } catch {
      return [.later(slot: "", why: error.description)]
    }
    let notices = await reload(changed)
    // A staged first load holds the first entries only; the rest follows now.
    let partial = changed.filter {
      LoadProgress.read(slot: $0, container: container)?.wantsReload ?? false
    }
    return partial.isEmpty ? notices : notices + (await reload(partial))
  }

  private func reload(_ slots: [String]) async -> [Notice] {
    await SlotReloader(manager).reload(slots).map { reload in
      guard let advice = reload.advice else { return .current }
      switch advice.action {
      case .enableInSettings: return .turnOn(slot: reload.identifier)
      case .retry: return .later(slot: reload.identifier, why: advice.sentence)
      case .report: return .report(slot: reload.identifier, why: advice.sentence)
      }
    }
  }
}
