import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

@Suite struct InterruptionTests {
  /// Publishes a second generation over a first one, stopped after each number of changes in turn.
  private func forEachStop(
    with failure: PublicationError, _ check: (String, Manifest, Manifest?) throws -> Void
  ) throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 2, target: 60)
    settings.signingKey = try Ed25519.PrivateKey.generate()
    settings.renderings = [.json, .sqlite]
    settings.threads = 1
    settings.heldBytes = 8_000
    settings.keptGenerations = 1
    var lines = Directories.lines(seed: 30, count: 500)
    try Directories.publish(lines, in: scratch.path + "/model", settings: settings)
    lines.identification[9].label = "zwei"
    try Directories.publish(lines, in: scratch.path + "/model", settings: settings)
    let former = try Directories.read(scratch.path + "/model").manifest
    for index in stride(from: 0, to: lines.identification.count, by: 60) {
      lines.identification[index].label = "drei"
    }
    var changes = 0
    while true {
      let path = scratch.path + "/run"
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: scratch.path + "/model", toPath: path)
      let faults = Faults(stoppingAfter: changes, with: failure)
      do {
        let staged = try Directories.publish(
          lines, in: path, settings: settings, fileSystem: faults.fileSystem)
        try check(path, former, staged.manifest)
        if !faults.happened { break }
      } catch let error as PublicationError {
        #expect(error == failure)
        try check(path, former, nil)
      }
      // The next run, undisturbed, repairs whatever was left behind.
      if changes % 5 == 0 {
        let staged = try Directories.publish(lines, in: path, settings: settings)
        let read = try Directories.read(path)
        #expect(read.manifest == staged.manifest)
        #expect(read.identification == lines.identification)
        #expect(!FileManager.default.fileExists(atPath: path + "/.staging"))
        // What a run that changes nothing leaves alone, the next one that does sweeps.
        if !staged.isUnchanged { try checkNothingIsLeft(in: path) }
      }
      changes += 1
    }
    #expect(changes > 60, "the run was stopped at \(changes) places")
  }

  @Test("stopped at any change, the directory is whole: the former generation or the new one")
  func stopped() throws {
    try forEachStop(with: .stopped) { path, former, published in
      let read = try Directories.read(path)
      if let published {
        #expect(read.manifest == published)
      } else {
        #expect(
          read.manifest.sequence == former.sequence || read.manifest.sequence == former.sequence + 1
        )
      }
      for name in try FileManager.default.contentsOfDirectory(
        atPath: path + "/directory/generations")
      {
        _ = try Directories.read(path, manifestPath: "generations/" + name)
      }
    }
  }

  @Test("a full disk leaves the former generation whole and says so")
  func diskFull() throws {
    let failure = PublicationError.file(path: "disk", operation: "write", code: ENOSPC)
    #expect(failure.description.contains("Make room on the disk."))
    try forEachStop(with: failure) { path, _, _ in _ = try Directories.read(path) }
  }

  private func checkNothingIsLeft(in path: String) throws {
    let root = path + "/directory"
    let timestamp = try Array(Data(contentsOf: URL(fileURLWithPath: root + "/timestamp.json")))
    var named: Set<String> = [
      "manifest.json", "timestamp.json",
      DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: timestamp)),
    ]
    let generations = try FileManager.default.contentsOfDirectory(atPath: root + "/generations")
    for name in ["manifest.json"] + generations.map({ "generations/" + $0 }) {
      let data = try Array(Data(contentsOf: URL(fileURLWithPath: root + "/" + name)))
      let manifest = try Manifest.decode(data)
      named.insert(name)
      named.insert(DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: data)))
      named.formUnion(manifest.deltas.map(\.path))
      named.formUnion(manifest.deltas.compactMap(\.packed).map(\.path))
      for slot in manifest.slots {
        named.formUnion(slot.renderings.map(\.path))
        let chunks = slot.identification.chunks + slot.blocking.chunks
        named.formUnion(chunks.map(\.path) + chunks.compactMap(\.packed).map(\.path))
      }
    }
    #expect(Set(try Directories.snapshot(root).keys) == named)
  }
}
