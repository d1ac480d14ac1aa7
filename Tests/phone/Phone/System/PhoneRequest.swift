@_spi(Stub) import CallKit
import Foundation
import SimulatedCallDirectory

/// The system's side of one request, in the process of the extension.
///
/// What can go wrong: `kill N` before the call N, 1-based; `kill-before-completion`, when all is handed
/// over and nothing stored; `kill-after-storing`, before the extension hears of it; `expire`; `fail
/// CODE`, which the delegate hears before the completion; `late`, a completion a third of a second
/// after the storing.
package final class PhoneRequest: CXCallDirectoryExtensionContext {
  private let request: SimulatedRequest
  private let directory: SimulatedCallDirectory
  private let phone: PhoneFolder
  private let slot: String
  private let trouble: [String]
  private let over = DispatchSemaphore(value: 0)
  private var count = 0
  private var status: Int32 = 0

  /// The request for a slot's next load.
  package init(_ slot: String, on phone: PhoneFolder) throws {
    self.slot = slot
    self.phone = phone
    directory = phone.directory(slot)
    request = try directory.request()
    trouble = phone.takeTrouble(slot)
  }

  /// Waits for the end, which another thread may bring: 0, or 10 and the error's code.
  package func waitForTheEnd() -> Int32 {
    over.wait()
    return status
  }

  package override var isIncremental: Bool { request.isIncremental }

  package override func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {
    called("+b")
    request.addBlockingEntry(withNextSequentialPhoneNumber: number)
  }

  package override func removeBlockingEntry(withPhoneNumber number: Int64) {
    called("-b")
    request.removeBlockingEntry(withPhoneNumber: number)
  }

  package override func removeAllBlockingEntries() {
    called("-b all")
    request.removeAllBlockingEntries()
  }

  package override func addIdentificationEntry(
    withNextSequentialPhoneNumber number: Int64, label: String
  ) {
    called("+i")
    Array(label.utf8).withUnsafeBytes {
      request.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: $0)
    }
  }

  package override func removeIdentificationEntry(withPhoneNumber number: Int64) {
    called("-i")
    request.removeIdentificationEntry(withPhoneNumber: number)
  }

  package override func removeAllIdentificationEntries() {
    called("-i all")
    request.removeAllIdentificationEntries()
  }

  package override func completeRequest(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    if trouble.first == "kill-before-completion" { die() }
    let expires = trouble.first == "expire"
    let fault = request.complete(expired: expires)?.code.rawValue
    let code = trouble.first == "fail" ? Int(trouble[1]) : fault
    phone.keep(code == nil ? directory : nil, of: slot)
    phone.log("completed \(count) calls\(code.map { ", code \($0)" } ?? "")", slot)
    if trouble.first == "kill-after-storing" { die() }
    nonisolated(unsafe) let context = self
    let wait = trouble.first == "late" ? 0.33 : 0
    DispatchQueue(label: "system").asyncAfter(deadline: .now() + wait) {
      if let code, !expires {
        let error = NSError(domain: CXErrorCodeCallDirectoryManagerError.errorDomain, code: code)
        context.delegate?.requestFailed(for: context, withError: error)
      }
      completionHandler?(expires)
      context.end(code: code)
    }
  }

  package override func cancelRequest(withError error: any Error) {
    request.cancel()
    phone.keep(nil, of: slot)
    phone.log("cancelled: \(error)", slot)
    end(code: 0)
  }

  private func called(_ name: String) {
    count += 1
    if trouble.first == "kill", count == Int(trouble[1]) { die() }
  }

  private func end(code: Int?) {
    if let code { status = 10 + Int32(code) }
    over.signal()
  }

  /// The system ends the process; what it keeps is what the app's process then finds.
  private func die() {
    phone.log("killed", slot)
    kill(getpid(), SIGKILL)
    sleep(10)
  }
}
