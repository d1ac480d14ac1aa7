import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// A night that changes nothing over a directory that somebody damaged.
@Suite struct HealingTests {
  private let scratch: Scratch
  private var path: String { scratch.path + "/out" }
  private let settings: PublicationSettings
  private var lines = Directories.lines(seed: 71, count: 300)
  private let generations: [Manifest]

  init() throws {
    scratch = try Scratch()
    var settings = Directories.settings(slots: 2, target: 30)
    settings.signingKey = try Ed25519.PrivateKey.generate()
    settings.renderings = [.json, .sqlite]
    settings.threads = 1
    self.settings = settings
    var generations: [Manifest] = []
    for night in 0..<3 {
      lines.identification[night * 40].label = "night \(night)"
      generations.append(
        try Directories.publish(lines, in: scratch.path + "/out", settings: settings).manifest)
    }
    self.generations = generations
  }

  private func hashes() throws -> [String: Substring] {
    try Directories.snapshot(path + "/directory").mapValues { $0.prefix(64) }
  }

  /// Changes the last byte but one, keeping the size, or removes the file.
  private func damage(_ name: String, removing: Bool) throws {
    let place = path + "/directory/" + name
    if removing { return try FileManager.default.removeItem(atPath: place) }
    var data = try Data(contentsOf: URL(filePath: place))
    data[data.count - 2] ^= 0x11
    try data.write(to: URL(filePath: place))
  }

  @Test("what can be made again is", arguments: [false, true])
  func healed(removing: Bool) throws {
    let before = try hashes()
    for folder in ["chunks/", "deltas/", "renderings/", "signatures/"] {
      let manifest = generations[2]
      let bytes = try Array(Data(contentsOf: URL(filePath: path + "/directory/manifest.json")))
      let named =
        manifest.deltas.map(\.path)
        + manifest.slots.flatMap {
          $0.renderings.map(\.path) + $0.identification.chunks.map(\.path)
        }
        + [DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: bytes))]
      for name in Set(named).sorted() where name.hasPrefix(folder) {
        try damage(name, removing: removing)
        let staged = try Directories.publish(lines, in: path, settings: settings)
        #expect(staged.isUnchanged, "\(name)")
        #expect(try hashes() == before, "\(name)")
      }
    }
  }

  @Test("a kept generation that cannot be made again is given up, with a warning")
  func givenUp() throws {
    let oldest = DirectoryPath.formerManifest(generation: generations[0].generation)
    let newer = Set(
      (generations[1].slots + generations[2].slots).flatMap { $0.identification.chunks.map(\.path) }
    )
    let own = try #require(
      generations[0].slots.flatMap(\.identification.chunks).first { !newer.contains($0.path) })
    try damage(own.path, removing: true)
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.warnings.contains { $0.contains(own.path) })
    // Nobody could prove a delta that begins with what is lost; what else is kept has its own.
    #expect(Set(staged.manifest.deltas.map(\.from)) == [generations[1].generation])
    #expect(!(try hashes().keys.contains(oldest)))
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)

    let other = DirectoryPath.formerManifest(generation: generations[1].generation)
    try damage(other, removing: false)
    let again = try Directories.publish(lines, in: path, settings: settings)
    #expect(again.warnings.contains { $0.contains(other) })
    #expect(!(try hashes().keys.contains(other)))
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)
  }

  /// The files of the oldest generation that no newer one has, but for manifest, chunks and deltas.
  private func ofOldestAlone() throws -> [String] {
    func files(_ manifest: Manifest) -> [String] {
      manifest.slots.flatMap { slot in
        slot.renderings.map(\.path)
          + DirectoryList.allCases.flatMap { slot[$0].chunks.compactMap(\.packed?.path) }
      }
    }
    let newer = Set(files(generations[1]) + files(generations[2]))
    return Set(files(generations[0])).subtracting(newer).sorted() + [try signature(ofOldest: ())]
  }

  private func signature(ofOldest: Void) throws -> String {
    let place = DirectoryPath.formerManifest(generation: generations[0].generation)
    let bytes = try Array(Data(contentsOf: URL(filePath: path + "/directory/" + place)))
    return DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: bytes))
  }

  @Test("what a kept generation had is made again", arguments: [false, true])
  func keptHealed(removing: Bool) throws {
    let before = try hashes()
    let names = try ofOldestAlone()
    for folder in ["packed/", "renderings/", "signatures/"] {
      #expect(names.contains { $0.hasPrefix(folder) }, "\(folder)")
    }
    for name in names {
      try damage(name, removing: removing)
      let staged = try Directories.publish(lines, in: path, settings: settings)
      #expect(staged.isUnchanged && staged.warnings.isEmpty, "\(name)")
      #expect(try hashes() == before, "\(name)")
    }
  }

  @Test("what a kept generation had and cannot be made again is given up alone, with a warning")
  func keptGivenUpAlone() throws {
    // A key that has gone, and nobody who remembers what was signed.
    try FileManager.default.removeItem(atPath: path + "/.bookmark")
    var settings = settings
    let key = try Ed25519.PrivateKey.generate()
    settings.signingKey = key
    _ = try DirectorySigner(directory: path + "/directory", key: key).sign()
    let name = try signature(ofOldest: ())
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.isUnchanged && staged.warnings.contains { $0.contains(name) })
    #expect(!(try hashes().keys.contains(name)))
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)
  }

  @Test("a former manifest that somebody put there is not signed", arguments: [false, true])
  func foreignManifest(withBookmark: Bool) throws {
    var foreign = generations[0]
    foreign.sequence = 99
    let bytes = foreign.encode()
    let name = DirectoryPath.formerManifest(generation: foreign.generation)
    try Data(bytes).write(to: URL(filePath: path + "/directory/" + name))
    if !withBookmark { try FileManager.default.removeItem(atPath: path + "/.bookmark") }
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(!staged.isUnchanged)
    let signature = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: bytes))
    #expect(!(try hashes().keys.contains(signature)))
    #expect(!(try hashes().keys.contains(name)))
    #expect(staged.warnings.contains { $0.contains(name) })
  }

  @Test("a former manifest that is a link or a pipe is no longer kept", arguments: [false, true])
  func noFile(isPipe: Bool) throws {
    let name = DirectoryPath.formerManifest(generation: generations[0].generation)
    let place = path + "/directory/" + name
    let aside = path + "/aside.json"
    try FileManager.default.moveItem(atPath: place, toPath: aside)
    if isPipe {
      #expect(mkfifo(place, 0o600) == 0)
    } else {
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: aside)
    }
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.warnings.contains { $0.contains(name) && $0.contains("no longer kept") })
    #expect(!(staged.manifest.deltas.contains { $0.from == generations[0].generation }))
    #expect((try? FileManager.default.attributesOfItem(atPath: place)) == nil)
    #expect(FileManager.default.fileExists(atPath: aside))
    let next = try Directories.publish(lines, in: path, settings: settings)
    #expect(next.isUnchanged && next.warnings.isEmpty)
  }

  @Test("a chunk that two kept generations need costs both")
  func sharedChunk() throws {
    func chunks(_ manifest: Manifest) -> Set<String> {
      Set(manifest.slots.flatMap { $0.identification.chunks.map(\.path) })
    }
    let shared = chunks(generations[0]).intersection(chunks(generations[1]))
    let name = try #require(shared.subtracting(chunks(generations[2])).sorted().first)
    try damage(name, removing: false)
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.warnings.count == 2)
    for manifest in generations[..<2] {
      let path = DirectoryPath.formerManifest(generation: manifest.generation)
      #expect(!(try hashes().keys.contains(path)))
    }
  }

  @Test("a missing chunk of an old generation costs its delta, like a damaged one")
  func missingChunk() throws {
    let newer = Set(
      (generations[1].slots + generations[2].slots).flatMap { $0.identification.chunks.map(\.path) }
    )
    let own = try #require(
      generations[0].slots.flatMap(\.identification.chunks).first { !newer.contains($0.path) })
    try damage(own.path, removing: true)
    var lines = lines
    lines.identification[3].label = "changed"
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.warnings.count == 1 && staged.warnings[0].contains("is missing"))
  }

  @Test("a kept manifest that is gone is told until something else is published, and nothing swept")
  func missingGeneration() throws {
    let name = DirectoryPath.formerManifest(generation: generations[0].generation)
    let place = URL(filePath: path + "/directory/" + name)
    let bytes = try Data(contentsOf: place)
    let whole = try hashes()
    func isTold(_ staged: StagedGeneration) -> Bool {
      staged.warnings.count == 1 && staged.warnings[0].contains("\(name): missing")
    }
    try damage(name, removing: true)
    for _ in 0..<2 {
      let staged = try Directories.publish(lines, in: path, settings: settings)
      #expect(staged.isUnchanged && isTold(staged))
    }
    try bytes.write(to: place)
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)
    #expect(try hashes() == whole)

    try damage(name, removing: true)
    var lines = lines
    let left = try hashes().filter { !$0.key.hasPrefix("signatures/timestamp-") }
    lines.identification[7].label = "changed"
    #expect(isTold(try Directories.publish(lines, in: path, settings: settings)))
    #expect(try Set(hashes().keys).isSuperset(of: left.filter { $0.key.contains("/") }.keys))
    // It is known to be gone by now, so what it needed goes too.
    lines.identification[8].label = "changed"
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)
    let found = Set(try hashes().keys)
    #expect(found.isDisjoint(with: chunks(generations[0]).subtracting(try chunksOfKept())))
  }

  private func chunks(_ manifest: Manifest) -> Set<String> {
    Set(
      manifest.slots.flatMap { slot in
        DirectoryList.allCases.flatMap { slot[$0].chunks.map(\.path) }
      })
  }

  private func chunksOfKept() throws -> Set<String> {
    let names = try hashes().keys.filter { $0.hasPrefix("generations/") } + ["manifest.json"]
    return Set(try names.flatMap { try chunks(Directories.read(path, manifestPath: $0).manifest) })
  }

  @Test("a kept manifest under the name of another is damaged")
  func exchangedGeneration() throws {
    let names = generations[..<2].map { DirectoryPath.formerManifest(generation: $0.generation) }
    let places = names.map { path + "/directory/" + $0 }
    try FileManager.default.removeItem(atPath: places[0])
    try FileManager.default.copyItem(atPath: places[1], toPath: places[0])
    let staged = try Directories.publish(lines, in: path, settings: settings)
    #expect(staged.warnings.count == 1)
    #expect(staged.warnings.first?.contains("\(names[0]): damaged") == true)
    #expect(Set(staged.manifest.deltas.map(\.from)) == [generations[1].generation])
    #expect(try hashes().keys.contains(names[1]) && !hashes().keys.contains(names[0]))
    #expect(try Directories.publish(lines, in: path, settings: settings).warnings.isEmpty)
  }

  @Test("a published file is read once, and again when something about it changes")
  func readOnce() throws {
    let old = Date(timeIntervalSinceNow: -3600)
    /// Files below the directory's folders that were read, but for chunks, which are compared anyway.
    func read() throws -> Set<String> {
      let faults = Faults()
      #expect(
        try Directories.publish(
          lines, in: path, settings: settings, fileSystem: faults.fileSystem
        ).isUnchanged)
      return Set(
        faults.calls.filter { $0.kind == .read }.map(\.path).filter {
          $0.contains("/deltas/") || $0.contains("/renderings/")
        })
    }
    // The dates of a fresh file say nothing yet: it is read until it is two seconds old.
    #expect(try !read().isEmpty)
    sleep(3)
    _ = try read()
    #expect(try read().isEmpty)
    let delta = path + "/directory/" + generations[2].deltas[0].path
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: delta)
    #expect(try read() == [delta])
  }
}
