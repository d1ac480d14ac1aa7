import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// What is on the disk before the manifest is, in the order of the calls.
@Suite struct DurabilityTests {
  private let scratch: Scratch
  private let path: String
  private let settings: PublicationSettings
  private let lines = Directories.lines(seed: 51, count: 400)

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/out"
    var settings = Directories.settings(slots: 2, target: 40)
    settings.signingKey = try Ed25519.PrivateKey.generate()
    settings.renderings = [.json]
    settings.threads = 1
    self.settings = settings
  }

  private func publish(_ faults: Faults = Faults(), changing index: Int? = nil) throws -> Manifest {
    var lines = lines
    if let index { lines.identification[index].label = "changed \(index)" }
    return try Directories.publish(
      lines, in: path, settings: settings, fileSystem: faults.fileSystem
    ).manifest
  }

  /// The files and folders below `directory/` whose sync is in `calls`, under their published names.
  private func synced(_ calls: some Sequence<FileCall>) -> Set<String> {
    Set(
      calls.filter { $0.kind == .sync }.map { call in
        let place = call.path.replacing(path + "/directory/", with: "")
        guard place.hasPrefix(path + "/.staging/") else { return place }
        return place.replacing(path + "/.staging/", with: "").replacing("_", with: "/")
      })
  }

  private var folders: [String] {
    ["chunks", "deltas", "renderings", "signatures", "generations", path + "/directory", path]
  }

  private func files(of manifest: Manifest) throws -> [String] {
    let bytes = try Array(Data(contentsOf: URL(filePath: path + "/directory/manifest.json")))
    return manifest.deltas.map(\.path)
      + manifest.slots.flatMap { slot in
        slot.renderings.map(\.path)
          + (slot.identification.chunks + slot.blocking.chunks).map(\.path)
      } + [DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: bytes))]
  }

  @Test("everything that a manifest names is synced before it gets its name")
  func published() throws {
    for night in 0..<3 {
      let faults = Faults()
      let manifest = try publish(faults, changing: night == 0 ? nil : night * 30)
      let calls = faults.calls
      let rename = FileCall(.rename, path + "/directory/manifest.json")
      let position = try #require(calls.firstIndex(of: rename))
      let before = synced(calls[..<position])
      for name in try files(of: manifest) + folders + ["manifest.json"] {
        // A rendering is synced before its bytes, and so its name, are known.
        #expect(
          before.contains(name) || name.hasPrefix("renderings/"), "night \(night): \(name)")
      }
      let renderings = manifest.slots.reduce(0) { $0 + $1.renderings.count }
      #expect(before.count { $0.hasPrefix("rendering") } > renderings)
      for name in folders {
        let place = name.hasPrefix("/") ? name : path + "/directory/" + name
        let last = calls[..<position].lastIndex { $0 == FileCall(.sync, place) } ?? 0
        let moved = calls[..<position].lastIndex {
          $0.kind == .rename && $0.path.hasPrefix(place + "/")
        }
        #expect((moved ?? -1) < last, "night \(night): \(name)")
      }
      let after = calls[(position + 1)...].first { $0.isChange }
      #expect(after == FileCall(.sync, path + "/directory"), "night \(night)")
    }
  }

  @Test("a run that changes nothing syncs what an earlier one may not have come to")
  func unchanged() throws {
    _ = try publish()
    _ = try publish(changing: 7)
    let faults = Faults()
    let manifest = try publish(faults, changing: 7)
    let done = synced(faults.calls)
    for name in try files(of: manifest) + folders + ["manifest.json"] {
      #expect(done.contains(name), "\(name)")
    }
    #expect(!faults.calls.contains(FileCall(.rename, path + "/directory/manifest.json")))
  }
}
