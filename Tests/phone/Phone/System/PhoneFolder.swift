import Foundation
import SimulatedCallDirectory

/// A simulated phone: a folder with the app group's `container` and what the system keeps of each
/// slot, so that app and extensions can be processes of their own.
package struct PhoneFolder: Sendable {
  /// The folder.
  package let url: URL

  /// The one that the environment names.
  package init() {
    let path = ProcessInfo.processInfo.environment["PHONE"] ?? "/nowhere"
    url = URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Whether the user turned the extension of a slot on.
  package func isOn(_ slot: String) -> Bool { contents("off", slot) == nil }

  /// What is to go wrong in the next load of a slot, one time: words, separated by spaces.
  package func takeTrouble(_ slot: String) -> [String] {
    defer { try? FileManager.default.removeItem(at: file("trouble", slot)) }
    return contents("trouble", slot)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }

  /// Adds a line about a slot to what happened on this phone.
  package func log(_ words: String, _ slot: String) {
    let place = url.appendingPathComponent("system/log")
    guard let handle = try? FileHandle(forWritingTo: place) else { return }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: Data("\(slot) \(words)\n".utf8))
  }

  /// Begins a load, of which a slot has one at a time, until its process ends; false where one runs.
  package func begin(_ slot: String) -> Bool {
    let lock = open(file("lock", slot).path, O_CREAT | O_RDWR, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
    // Of a load that was killed nothing is left.
    if contents("loading", slot) != nil { keep(nil, of: slot) }
    return true
  }

  /// The rows of a slot, as the system keeps them; of one that was never loaded, none.
  package func directory(_ slot: String) -> SimulatedCallDirectory {
    let directory = SimulatedCallDirectory()
    defer { try? Data().write(to: file("loading", slot)) }
    guard let text = contents("rows", slot) else { return directory }
    guard let request = try? directory.request() else { return directory }
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t", maxSplits: 2)
      guard cells.count >= 2, let number = Int64(cells[1]) else { continue }
      if cells[0] == "b" {
        request.addBlockingEntry(withNextSequentialPhoneNumber: number)
      } else {
        Array(cells[2].utf8).withUnsafeBytes {
          request.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: $0)
        }
      }
    }
    request.complete()
    return directory
  }

  /// Keeps the rows of a slot; from now on its requests are incremental.
  package func keep(_ directory: SimulatedCallDirectory?, of slot: String) {
    var text = ""
    if let directory {
      for (number, label) in directory.identification.sorted(by: { $0.key < $1.key }) {
        text += "i\t\(number)\t\(label)\n"
      }
      for number in directory.blocking.sorted() { text += "b\t\(number)\n" }
    }
    try? Data(text.utf8).write(to: file("rows", slot), options: .atomic)
    try? FileManager.default.removeItem(at: file("loading", slot))
  }

  private func contents(_ kind: String, _ slot: String) -> String? {
    try? String(contentsOf: file(kind, slot), encoding: .utf8)
  }

  private func file(_ kind: String, _ slot: String) -> URL {
    url.appendingPathComponent("system/\(slot).\(kind)")
  }
}
