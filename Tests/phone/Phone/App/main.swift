// The process of the app: does one thing that a user, a task or a push makes it do, then says what the
// app shows.
@testable import App
@_spi(Stub) import BackgroundTasks
@_spi(Stub) import CallKit
import DirectoryInstalling
import Foundation
import PhoneSystem
@_spi(Stub) import SwiftUI
import UIKit

CXCallDirectoryManager.instance = PhoneCallDirectory(of: PhoneFolder())

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "open": await say(updater().update())
case "update": await say(updater().update(.user))
case "repair": await say(updater().repair())
case "twice":
  async let first = updater().update(.user)
  async let second = updater().update(.user)
  await say(first)
  await say(second)
case "push": await push(words.dropFirst().first.flatMap { Int($0) })
case "enable":
  // The user turned it on in Settings: the system loads it, whatever the app thinks.
  // With its handler, whose end is waited for: without one the call returns before the extension runs, and the app ended
  // first in one of sixty.
  let failure = await withCheckedContinuation { (done: CheckedContinuation<String?, Never>) in
    CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: words[1]) { error in
      done.resume(returning: error.map { "\($0)" })
    }
  }
  if let failure { print("not loaded: \(failure)") }
case "task": await task(expiringAfter: words.dropFirst().first.flatMap { Double($0) })
default: break
}
for slot in await updater().guidance() {
  print(lines(of: SlotRow(slot: slot)).joined(separator: " | "))
}

func updater() -> DirectoryUpdater {
  guard let updater = DirectoryUpdater.ofThisApp else {
    print("no container")
    exit(3)
  }
  return updater
}

func say(_ report: UpdateReport) {
  print("\(report.outcome)\(report.failure.map { ": \($0)" } ?? "")")
}

@MainActor func push(_ sequence: Int?) async {
  let delegate = AppDelegate()
  var content: [AnyHashable: Any] = ["directory": Deployment.directory]
  if let sequence { content["sequence"] = sequence }
  let result = await withCheckedContinuation { continuation in
    delegate.application(
      UIApplication.shared, didReceiveRemoteNotification: content,
      fetchCompletionHandler: { continuation.resume(returning: $0) })
  }
  print(result)
}

/// The system launches the app in the background and starts its task; after some seconds the time is
/// over.
@MainActor func task(expiringAfter seconds: Double?) async {
  let scheduler = BGTaskScheduler.shared
  scheduler.permitted = Set(
    Bundle.main.infoDictionary?["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? [])
  _ = AppDelegate().application(UIApplication.shared, didFinishLaunchingWithOptions: nil)
  let task = BGAppRefreshTask(identifier: Deployment.updateTask)
  let (ends, end) = AsyncStream.makeStream(of: Bool.self)
  task.onCompletion = { success in
    end.yield(success)
    end.finish()
  }
  guard scheduler.launch(task) else { return print("nobody asked for the task") }
  if let seconds {
    try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
    task.expirationHandler?()
  }
  let begin = Date()
  for await success in ends { print("task \(success ? "succeeded" : "did not succeed")") }
  if seconds != nil { print(Date().timeIntervalSince(begin) < 1 ? "ended in time" : "ended late") }
  print(
    scheduler.pending[Deployment.updateTask] == nil ? "no next task" : "the next task is asked for")
}
