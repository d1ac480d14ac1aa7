import Foundation
import Publication
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
}
