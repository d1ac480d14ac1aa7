import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// Each call to the disk fails in turn: looks, lists, reads and locks as well as changes.
@Suite struct FaultTests {
  private let scratch: Scratch
  private var model: String { scratch.path + "/model" }
  private var path: String { scratch.path + "/run" }
  private let settings: PublicationSettings
  private var lines = Directories.lines(seed: 61, count: 240)
  private let former: Manifest

  init() throws {
    scratch = try Scratch()
    var settings = Directories.settings(slots: 2, target: 60)
    settings.signingKey = try Ed25519.PrivateKey.generate()
    settings.renderings = [.json]
    settings.threads = 1
    settings.keptGenerations = 3
    self.settings = settings
    for night in 0..<3 {
      lines.identification[night * 20].label = "night \(night)"
      try Directories.publish(lines, in: scratch.path + "/model", settings: settings)
    }
    // No second passes here that would let the next run trust what this one looked at.
    former = try Directories.read(scratch.path + "/model").manifest
  }

  private func names(_ path: String) throws -> Set<String> {
    Set(try Directories.snapshot(path + "/directory").keys)
  }

  /// Publishes into a fresh copy with the call at a position failing; nil when there is no such call.
  private func attempt(
    _ lines: (identification: [Line], blocking: [Line]), failing position: Int, code: Int32
  ) throws -> (call: FileCall, published: Published?, isUnchanged: Bool)? {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: model, toPath: path)
    let failure = PublicationError.file(path: "disk", operation: "read", code: code)
    let faults = Faults(failing: position, with: failure)
    var published: Published?
    var isUnchanged = false
    do {
      let publisher = try Publisher(
        output: path, settings: settings, fileSystem: faults.fileSystem)
      try Directories.append(
        identification: lines.identification, blocking: lines.blocking, to: publisher,
        settings: settings)
      let staged = try publisher.finish(
        Directories.facts(lines.identification.count + lines.blocking.count))
      isUnchanged = staged.isUnchanged
      published = try publisher.publish(staged, issued: Directories.issued)
    } catch let error as PublicationError {
      #expect(!error.description.isEmpty)
    }
    guard faults.happened else { return nil }
    return (faults.calls[position], published, isUnchanged)
  }

  @Test(
    "a night that changes something is published whole, or not at all", arguments: [EIO, EMFILE])
  func changed(code: Int32) throws {
    var lines = lines
    for index in stride(from: 5, to: lines.identification.count, by: 50) {
      lines.identification[index].label = "new"
    }
    let before = try names(model)
    var position = 0
    var kinds: Set<FileCall.Kind> = []
    while let run = try attempt(lines, failing: position, code: code) {
      kinds.insert(run.call.kind)
      let read = try Directories.read(path)
      #expect(
        read.manifest.sequence == former.sequence + (run.published == nil ? 0 : 1), "\(run.call)")
      if let published = run.published { #expect(read.manifest == published.manifest) }
      // Three generations are kept; the oldest of four goes, and only when all could be read.
      let generations = before.filter { $0.hasPrefix("generations/") }
      #expect(try names(path).isSuperset(of: generations), "\(run.call)")
      for name in generations { _ = try Directories.read(path, manifestPath: name) }
      position += 1
    }
    #expect(kinds.isSuperset(of: [.examine, .list, .open, .read, .create, .write, .sync, .rename]))
    #expect(kinds.contains(.lock) && kinds.contains(.remove) && position > 100)
  }

  @Test("a night that changes nothing removes nothing", arguments: [EIO, EMFILE, EACCES])
  func unchanged(code: Int32) throws {
    let before = try Directories.snapshot(model + "/directory").mapValues { $0.prefix(64) }
    var position = 0
    while let run = try attempt(lines, failing: position, code: code) {
      let after = try Directories.snapshot(path + "/directory").mapValues { $0.prefix(64) }
      #expect(after == before, "\(run.call)")
      position += 1
    }
    #expect(position > 60)
  }

  @Test("a file in generations/ that cannot be read is a warning, and nothing is swept")
  func unreadableGeneration() throws {
    let name = try #require(
      try names(model).first { $0.hasPrefix("generations/") } as String?)
    var lines = lines
    lines.identification[3].label = "changed"
    var settings = settings
    settings.keptGenerations = 1
    // The signature over the former timestamp is no part of a generation.
    let before = try names(model).filter { !$0.hasPrefix("signatures/timestamp-") }
    let fileSystem = FileSystem { call in
      call.kind == .open && call.path.hasSuffix(name)
        ? .file(path: call.path, operation: "open", code: EACCES) : nil
    }
    let staged = try Directories.publish(
      lines, in: model, settings: settings, fileSystem: fileSystem)
    #expect(staged.warnings.contains { $0.contains(name) && $0.contains("Nothing is swept") })
    #expect(try names(model).isSuperset(of: before))
    // The next night, which can read it, sweeps what is no longer kept.
    lines.identification[4].label = "changed again"
    try Directories.publish(lines, in: model, settings: settings)
    #expect(try names(model).filter { $0.hasPrefix("generations/") }.count == 1)
  }
}
