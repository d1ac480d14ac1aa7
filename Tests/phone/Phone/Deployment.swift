import DirectoryFormat
import Foundation

/// In place of the sample's: address, key and root come from the test.
nonisolated enum Deployment {
  static let appGroup = "group.tw.example.app"
  static let directory = "taiwan"
  static let addresses = [URL(string: environment("ADDRESS")) ?? URL(fileURLWithPath: "/")]
  static let slots = ["tw.example.app.directory1", "tw.example.app.directory2"]
  static let updateTask = "tw.example.app.update"
  static let publicKey = environment("PUBLIC_KEY")
  static let keyring = ProcessInfo.processInfo.environment["ROOT"].map { Keyring(root: $0) }
  static let signature = Ed25519SignatureCheck(publicKeyPEM: publicKey)

  static var container: URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)
  }

  private static func environment(_ name: String) -> String {
    ProcessInfo.processInfo.environment[name] ?? ""
  }
}
