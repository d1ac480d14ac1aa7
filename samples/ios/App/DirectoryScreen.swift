import CallKit
import DirectoryInstalling
import SwiftUI

/// Every slot and what the user can do about it; updates when it appears.
struct DirectoryScreen: View {
  let updater: DirectoryUpdater
  @State private var slots: [SlotGuidance] = []
  @State private var failure: InstallError?
  @State private var isUpdating = false

  var body: some View {
    List {
      ForEach(slots) { SlotRow(slot: $0) }
      if let failure { Text("The last update failed. \(failure.description)") }
      Button("Update now") { run { await updater.update(.user) } }
      Button("Load everything anew") { run { await updater.repair() } }
    }
    .disabled(isUpdating)
    .task { run { await updater.update() } }
    .task {
      while !Task.isCancelled {
        slots = await updater.guidance()
        try? await Task.sleep(nanoseconds: 500_000_000)
      }
    }
  }

  private func run(_ update: @escaping () async -> UpdateReport) {
    isUpdating = true
    Task {
      failure = await update().failure
      isUpdating = false
    }
  }
}

/// One slot.
struct SlotRow: View {
  let slot: SlotGuidance

  var body: some View {
    VStack(alignment: .leading) {
      Text(slot.id)
      switch slot.state {
      case .off:
        Text("Turned off: the phone knows none of its numbers.")
        Button("Turn on in Settings", action: openSettings)
      case .waiting: Text("Waiting for the next update.")
      case .loading(let share): ProgressView("Loading", value: share)
      case .failed(let advice):
        Text("Not loaded. \(advice.sentence)")
        if advice.action == .report { Text("Please tell us: code \(advice.code).") }
      case .notUpdatedSince(let date):
        Text("Not updated since \(date.formatted(date: .abbreviated, time: .omitted)).")
      case .current: Text("Up to date.")
      }
      if let entries = slot.entries { Text("\(entries) numbers") }
    }
  }

  private func openSettings() {
    CXCallDirectoryManager.sharedInstance.openSettings { _ in }
  }
}
