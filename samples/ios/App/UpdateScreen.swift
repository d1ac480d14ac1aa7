import CallKit
import DirectoryInstalling
import Foundation

/// How the app puts its updater together, and what its buttons do.
enum UpdateScreen {
  /// The identifiers of the Call Directory extensions, as the pipeline's `slots.identifiers`.
  static let slots = ["tw.example.app.directory1", "tw.example.app.directory2"]

  /// Fetches and loads; nil when the app group or the address is missing from the project.
  static func refresh(container: URL?) async -> [DirectoryUpdater.Notice]? {
    guard let container, let address = URL(string: "https://directory.example/taiwan/directory/")
    else { return nil }
    let updater = DirectoryUpdater(
      container: container, address: address, manager: SystemCallDirectory())
    return await updater.update()
  }

  /// Opens the place in Settings where the user turns the extensions on.
  static func openSettings() {
    CXCallDirectoryManager.sharedInstance.openSettings { _ in }
  }

  /// How far a load is, 0 … 1; poll it a few times a second while it runs.
  static func progress(of slot: String, container: URL) -> Double? {
    guard let progress = LoadProgress.read(slot: slot, container: container), progress.total > 0
    else { return nil }
    return Double(progress.done) / Double(progress.total)
  }
}
