@_spi(Stub) import CallKit
import Foundation

/// The app's side of the simulated phone's call directory: runs extensions as processes.
package final class PhoneCallDirectory: CXCallDirectoryManager, @unchecked Sendable {
  private let phone: PhoneFolder

  /// That of a phone.
  package init(of phone: PhoneFolder) { self.phone = phone }

  package override func getEnabledStatusForExtension(
    withIdentifier identifier: String,
    completionHandler: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
  ) {
    let status: EnabledStatus = phone.isOn(identifier) ? .enabled : .disabled
    DispatchQueue.global().async { completionHandler(status, nil) }
  }

  package override func reloadExtension(
    withIdentifier identifier: String,
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    DispatchQueue.global().async { [self] in
      let code = reload(identifier)
      let error = code.map { code in
        NSError(domain: CXErrorCodeCallDirectoryManagerError.errorDomain, code: code)
      }
      completionHandler?(error)
    }
  }

  /// Runs the extension to its end; the code of the error, nil where there was none.
  private func reload(_ slot: String) -> Int? {
    let program = Bundle.main.bundleURL
      .appendingPathComponent("PlugIns/\(slot).appex/DirectoryExtension")
    guard FileManager.default.fileExists(atPath: program.path) else { return 1 }
    guard phone.isOn(slot) else { return 6 }
    let process = Process()
    process.executableURL = program
    guard (try? process.run()) != nil else { return 2 }
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return 2 }
    return process.terminationStatus == 0 ? nil : Int(process.terminationStatus) - 10
  }
}
