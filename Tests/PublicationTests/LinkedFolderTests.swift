import Foundation
import Publication
import Signing
import Synchronization
import Testing

/// Folders within the output that are links: what they lead to belongs to somebody else.
@Suite struct LinkedFolderTests {
  private let scratch: Scratch
  private var path: String { scratch.path + "/out" }
  private var victim: String { scratch.path + "/victim" }
  private let lines = Directories.lines(seed: 83, count: 90)
  private let settings: PublicationSettings

  init() throws {
    scratch = try Scratch()
    var settings = Directories.settings(slots: 1, target: 40)
    settings.keptGenerations = 2
    settings.renderings = [.json]
    self.settings = settings
  }

  /// Moves a folder of the output away and leaves a link to it, and a file there that a sweep takes.
  private func link(_ name: String) throws {
    let files = FileManager.default
    let place = path + "/" + name
    try files.moveItem(atPath: place, toPath: victim)
    try files.createSymbolicLink(atPath: place, withDestinationPath: victim)
    for kind in ["tsv", "cbp", "json", "sig"] {
      for digits in [32, 64] {
        let foreign = "\(victim)/\(String(repeating: "a", count: digits)).\(kind)"
        try Data("theirs".utf8).write(to: URL(filePath: foreign))
      }
    }
  }

  @Test(
    "nothing is written or swept where a folder of the output is a link",
    arguments: [
      "directory", "directory/chunks", "directory/packed", "directory/deltas",
      "directory/renderings", "directory/generations", "directory/signatures",
    ])
  func linked(_ name: String) throws {
    try Directories.publish(lines, in: path, settings: settings)
    try link(name)
    let before = try Directories.snapshot(victim)
    var changed = lines
    changed.identification[0].label = "x"
    for lines in [lines, changed] {
      let error = #expect(throws: PublicationError.self) {
        try Directories.publish(lines, in: path, settings: settings)
      }
      let words = error?.description ?? ""
      #expect(words.hasPrefix("\(path)/\(name): a folder of the output is a link ("), "\(words)")
      #expect(words.contains("found a link to \(victim), expected the folder itself"), "\(words)")
      #expect(try Directories.snapshot(victim) == before)
      #expect(!FileManager.default.fileExists(atPath: path + "/.staging"))
    }
  }

  @Test("the output folder itself may be a link")
  func linkedOutput() throws {
    try Directories.publish(lines, in: path, settings: settings)
    let link = scratch.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try Directories.publish(lines, in: link, settings: settings).isUnchanged)
    #expect(
      try Directories.publish(
        lines, in: scratch.path + "/./link/", settings: settings
      ).isUnchanged)
  }

  @Test("a folder that becomes a link while a build runs is neither swept nor written")
  func linkedMeanwhile() throws {
    try Directories.publish(lines, in: path, settings: settings)
    let publisher = try Publisher(output: path, settings: settings)
    var changed = lines
    changed.identification[0].label = "x"
    try Directories.append(
      identification: changed.identification, blocking: changed.blocking, to: publisher,
      settings: settings)
    let staged = try publisher.finish(
      Directories.facts(lines.identification.count + lines.blocking.count))
    try link("directory/chunks")
    let before = try Directories.snapshot(victim)
    #expect(throws: PublicationError.self) {
      try publisher.publish(staged, issued: Directories.issued)
    }
    #expect(try Directories.snapshot(victim) == before)
  }

  /// Exchanges a folder for a link to another one right before a call that changes something in it.
  private final class Exchange: Sendable {
    let folder: String
    let victim: String
    private let left: Mutex<Int>

    init(_ folder: String, for victim: String, before call: Int) {
      (self.folder, self.victim) = (folder, victim)
      left = Mutex(call)
    }

    /// Whether there was such a call.
    var happened: Bool { left.withLock { $0 < 0 } }

    func meet(_ call: FileCall) -> PublicationError? {
      left.withLock { left in
        guard left >= 0, call.isChange, call.path.hasPrefix(folder + "/") else { return }
        left -= 1
        guard left < 0 else { return }
        // A folder that is made just now can be none yet.
        _ = rename(folder, folder + ".moved")
        symlink(victim, folder)
      }
      return nil
    }
  }

  @Test(
    "a folder that is exchanged for a link after it was looked at is not followed",
    arguments: [
      "directory", "directory/chunks", "directory/packed", "directory/deltas",
      "directory/renderings", "directory/generations", "directory/signatures", ".staging",
    ])
  func exchanged(_ name: String) throws {
    var changed = lines
    changed.identification[0].label = "x"
    var settings = settings
    settings.signingKey = try Ed25519.PrivateKey.generate()
    for call in 0... {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: victim)
      try Directories.publish(lines, in: path, settings: settings)
      try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
      for name in ["manifest.json", "timestamp.json", String(repeating: "a", count: 32) + ".tsv"] {
        try Data("theirs".utf8).write(to: URL(filePath: victim + "/" + name))
      }
      let before = try Directories.snapshot(victim)
      let exchange = Exchange("\(path)/\(name)", for: victim, before: call)
      _ = try? Directories.publish(
        changed, in: path, settings: settings, fileSystem: FileSystem { exchange.meet($0) })
      guard exchange.happened else { break }
      let after = try Directories.snapshot(victim)
      #expect(after == before, "call \(call) in \(name)")
      if after != before { break }
    }
  }
}
