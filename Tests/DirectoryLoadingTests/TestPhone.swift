import DirectoryFormat
import DirectoryInstalling
import DirectoryLoading
import Foundation
import Signing
import SimulatedCallDirectory
import Synchronization

/// A phone: the simulated system, the app extension with the loader, and the app's side of both.
final class TestPhone: CallDirectoryManaging, @unchecked Sendable {
  /// What befalls the next run of the extension.
  struct Trouble {
    /// The process dies before this effect, counted from 0.
    var diesBefore: Int?
    /// It dies because the phone restarts.
    var restarts = false
    /// The system's time is over before the request completes.
    var expires = false
    /// The completion and the report of a failure come only at `deliverLate`.
    var isLate = false
    /// The app dies too before it hears how the reload ended.
    var appDies = false
  }

  let system: SimulatedCallDirectory
  let folder: TestFolder
  var firstLoad = 0
  /// What befalls the next run.
  var trouble = Trouble()
  /// Effects of the last run.
  private(set) var effects = 0
  private(set) var isOn = true
  private var late: [SimulatedRequest] = []
  private let clock = Mutex<UInt64>(0)

  init(rules: SimulatedRules) throws {
    system = SimulatedCallDirectory(rules: rules)
    folder = try TestFolder(inMemory: true)
  }

  var state: PhoneState { PhoneState(container: URL(filePath: folder.path)) }

  var app: SlotReloader {
    var reloader = SlotReloader(self, state: state)
    reloader.attempts = 1
    reloader.pause = 0
    return reloader
  }

  func status(of identifier: String) async throws -> SlotStatus { isOn ? .enabled : .disabled }

  func reload(_ identifier: String) async throws {
    // There is one extension; the app's others load nothing here.
    if identifier == TestEntries.slot { try runExtension() }
  }

  func turnOff() {
    system.disable()
    isOn = false
  }

  func turnOn() {
    system.enable()
    isOn = true
  }

  /// The system calls what it still owes: completions and failures of former requests.
  func deliverLate() {
    late.forEach { $0.deliver() }
    late = []
  }

  /// One request to the extension, as the provider answers it; throws what the system tells the app.
  func runExtension() throws {
    let trouble = trouble
    self.trouble = Trouble()
    let life = Life(lastsFor: trouble.diesBefore)
    let request: SimulatedRequest
    do throws(CallDirectoryFault) {
      request = try system.request()
    } catch {
      throw Self.error(error.code)
    }
    let system = system
    life.onDeath = { trouble.restarts ? system.restart() : request.kill() }
    let load = LoadName.random()
    let loader = loader(life)
    request.onFailure = { fault in
      loader.requestFailed(code: fault.code.rawValue, message: fault.code.name, load: load)
    }
    let result = loader.load(into: MortalContext(request, life), as: load)
    if result.failure != nil {
      loader.finish(result, expired: false)
      if life.happens() { request.cancel() }
    } else if life.happens() {
      request.complete(expired: trouble.expires) { loader.finish(result, expired: $0) }
      if trouble.isLate { late.append(request) } else { request.deliver() }
    }
    effects = life.effects
    if trouble.appDies { throw CancellationError() }
    if let fault = request.fault { throw Self.error(fault.code) }
  }

  private func loader(_ life: Life) -> DirectoryLoader<SHA256> {
    var loader = DirectoryLoader<SHA256>(
      slot: TestEntries.slot, directory: folder.directory,
      state: MortalFiles(files: folder.state, life: life)
    ) { [weak self] in
      // Each look at the clock is a second later, so that every window writes the outcome.
      self?.clock.withLock {
        $0 += 1000
        return $0
      } ?? 0
    }
    loader.firstLoad = firstLoad
    return loader
  }

  private static func error(_ code: CallDirectoryFault.Code) -> NSError {
    NSError(domain: "com.apple.CallKit.error.calldirectorymanager", code: code.rawValue)
  }
}
