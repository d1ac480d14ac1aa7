import DirectoryFormat
import Foundation
import Publication
import Testing

/// What a run finds in the output folder, and what it makes of it.
@Suite struct OutputStateTests {
  private let scratch: Scratch
  private var path: String { scratch.path + "/out" }
  private let settings = Directories.settings(slots: 1, target: 40)
  private let lines = Directories.lines(seed: 81, count: 90)

  init() throws { scratch = try Scratch() }

  @discardableResult
  private func publish(_ settings: PublicationSettings? = nil) throws -> StagedGeneration {
    try Directories.publish(lines, in: path, settings: settings ?? self.settings)
  }

  @Test("a process that was just begun does not keep the lock of a build that has ended")
  func copiedLock() throws {
    var publisher: Publisher? = try Publisher(output: path, settings: settings)
    // What a child has between fork and exec: copies of all that is open.
    var lock = stat()
    #expect(publisher != nil && stat(path + "/.lock", &lock) == 0)
    let copies = (Int32(0)..<1_024).compactMap { descriptor -> Int32? in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == lock.st_ino
        && status.st_dev == lock.st_dev ? dup(descriptor) : nil
    }
    defer { copies.forEach { close($0) } }
    #expect(!copies.isEmpty)
    publisher = nil
    _ = try Publisher(output: path, settings: settings)
  }

  @Test("a manifest that is gone is not taken for a directory that never was")
  func missingManifest() throws {
    var settings = settings
    for kept in [0, 7] {
      try? FileManager.default.removeItem(atPath: path)
      settings.keptGenerations = kept
      try publish(settings)
      var changed = lines
      changed.identification[0].label = "x"
      try Directories.publish(changed, in: path, settings: settings)
      try FileManager.default.removeItem(atPath: path + "/directory/manifest.json")
      let before = try Directories.snapshot(path + "/directory")
      let error = #expect(throws: PublicationError.self) { try publish(settings) }
      #expect(
        error?.description.contains("manifest.json: the published manifest is missing") == true)
      #expect(try Directories.snapshot(path + "/directory") == before)
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try publish(settings).manifest.sequence == 1)
  }

  @Test("what a killed first run brought into the directory is no published one")
  func killedFirstRun() throws {
    try publish()
    let directory = path + "/directory"
    try FileManager.default.removeItem(atPath: directory + "/manifest.json")
    try FileManager.default.removeItem(atPath: path + "/.bookmark")
    #expect(try publish().manifest.sequence == 1)
  }

  @Test("a manifest that readers would refuse is not published")
  func tooLarge() throws {
    try publish()
    let before = try Directories.snapshot(path + "/directory")
    let publisher = try Publisher(output: path, settings: settings)
    try Directories.append(
      identification: Array(lines.identification.dropLast()), blocking: lines.blocking,
      to: publisher, settings: settings)
    var facts = Directories.facts(lines.identification.count + lines.blocking.count - 1)
    facts.tool = String(repeating: "x", count: Manifest.largestSizeInBytes)
    let staged = try publisher.finish(facts)
    let error = #expect(throws: PublicationError.self) {
      try publisher.publish(staged, issued: Directories.issued)
    }
    for word in ["chunks", "deltas", "slots", "Nothing was published", "generations"] {
      #expect(error?.description.contains(word) == true, "\(word)")
    }
    #expect(try Directories.snapshot(path + "/directory") == before)
  }

  @Test("more chunks than a manifest can name are refused before their files are made")
  func tooManyChunks() throws {
    let settings = Directories.settings(slots: 1, target: 1)
    let lines = (0..<60_000).map { Line(number: 886_2_0000_0000 + $0, label: "Shop") }
    let faults = Faults()
    let publisher = try Publisher(
      output: path, settings: settings, fileSystem: faults.fileSystem)
    let error = #expect(throws: PublicationError.self) {
      try Directories.append(
        identification: lines, blocking: [], to: publisher, settings: settings, batchSize: 5_000)
      _ = try publisher.finish(Directories.facts(lines.count))
    }
    for word in ["manifest.json", "chunks", "16777216", "Raise `chunks.target`"] {
      #expect(error?.description.contains(word) == true, "\(word)")
    }
    #expect(faults.calls.count { $0.kind == .create } == 0)
  }

  @Test("what a chunk takes of a manifest is known before there is one")
  func bytesOfChunks() throws {
    var settings = settings
    settings.writesTwins = false
    var manifest = try publish(settings).manifest
    let whole = manifest.encode().count
    let chunks = manifest.slots[0].identification.chunks
    #expect(chunks.count > 2)
    manifest.slots[0].identification.chunks = []
    // A comma between two of them, and the bracket's line of its own.
    #expect(
      whole - manifest.encode().count
        == chunks.reduce(0) { $0 + $1.bytesOfManifest } + chunks.count - 1 + 11)
  }

  @Test("a .staging that is a link, a file or a deep folder is removed, never what it leads to")
  func foreignStaging() throws {
    let foreign = scratch.path + "/foreign"
    let staging = path + "/.staging"
    let files = FileManager.default
    try files.createDirectory(atPath: foreign + "/inner", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: foreign + "/inner/file"))
    try publish()
    let making: [() throws -> Void] = [
      { try files.createSymbolicLink(atPath: staging, withDestinationPath: foreign) },
      { try files.createSymbolicLink(atPath: staging, withDestinationPath: "nowhere") },
      { try Data("x".utf8).write(to: URL(filePath: staging)) },
      {
        try files.createDirectory(atPath: staging + "/a/b", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: staging + "/a/b/c", withDestinationPath: foreign)
        try Data("x".utf8).write(to: URL(filePath: staging + "/a/file"))
      },
    ]
    for make in making {
      try make()
      #expect(try publish().isUnchanged)
      #expect(!files.fileExists(atPath: staging))
      #expect(files.fileExists(atPath: foreign + "/inner/file"))
    }
  }

  @Test("a lock names the process that holds it, and no dead one")
  func holder() throws {
    let lock = path + "/.lock"
    do {
      let publisher = try Publisher(output: path, settings: settings)
      #expect(throws: PublicationError.locked(path: lock, holder: getpid())) {
        try Publisher(output: path, settings: settings)
      }
      withExtendedLifetime(publisher) {}
    }
    let dead = Process()
    dead.executableURL = URL(filePath: "/bin/true")
    try dead.run()
    dead.waitUntilExit()
    let descriptor = open(lock, O_RDWR)
    defer { close(descriptor) }
    for text in ["\(dead.processIdentifier)\n", "", "0\n", "-1\n", "99999999999\n"] {
      try Data(text.utf8).write(to: URL(filePath: lock))
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      #expect(throws: PublicationError.locked(path: lock, holder: nil)) {
        try Publisher(output: path, settings: settings)
      }
    }
  }

  @Test("a check neither waits for a build nor stops one")
  func checkBesideBuild() throws {
    try publish()
    func check() throws -> Publisher {
      try Publisher(
        output: path, settings: settings, mode: .checking(scratch: scratch.path + "/out"))
    }
    func finish(_ publisher: Publisher) throws -> StagedGeneration {
      try Directories.append(
        identification: lines.identification, blocking: lines.blocking, to: publisher,
        settings: settings)
      return try publisher.finish(
        Directories.facts(lines.identification.count + lines.blocking.count))
    }
    let beside = try check()
    var other = lines
    other.identification.removeLast()
    try Directories.publish(other, in: path, settings: settings)
    // What is published by now counts, not what was when the check began.
    #expect(try !finish(beside).isUnchanged)
    let later = try check()
    try publish()
    #expect(try finish(later).isUnchanged)
  }

  @Test("without kept generations the former one stays until the next: it may just be read")
  func noneKept() throws {
    var settings = settings
    settings.keptGenerations = 0
    var lines = lines
    var former: Manifest?
    for night in 0..<4 {
      lines.identification[night * 9].label = "night \(night)"
      let manifest = try Directories.publish(lines, in: path, settings: settings).manifest
      let there = Set(
        try FileManager.default.contentsOfDirectory(atPath: path + "/directory/chunks"))
      let named = [manifest, former].compactMap { $0 }.flatMap { manifest in
        manifest.slots.flatMap { ($0.identification.chunks + $0.blocking.chunks).map(\.path) }
      }
      #expect(there == Set(named.map { String($0.dropFirst("chunks/".count)) }))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path + "/directory/generations") == [])
      former = manifest
    }
  }

  @Test("a private folder is nobody else's, and goes with its owner")
  func privateFolder() throws {
    let files = FileManager.default
    let foreign = scratch.path + "/foreign"
    try files.createDirectory(atPath: foreign, withIntermediateDirectories: true)
    // What a killed run left is known by not being locked; a link is not followed.
    let left = scratch.path + "/callbook-run-aaaaaa"
    try files.createDirectory(atPath: left + "/deep", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: scratch.path + "/callbook-run-bbbbbb", withDestinationPath: foreign)
    let first = try PrivateFolder(in: scratch.path, fileSystem: FileSystem())
    do {
      let second = try PrivateFolder(in: scratch.path, fileSystem: FileSystem())
      #expect(first.path != second.path && files.fileExists(atPath: second.path))
      let mode = try files.attributesOfItem(atPath: second.path)[.posixPermissions] as? NSNumber
      #expect(mode?.intValue == 0o700)
    }
    #expect(files.fileExists(atPath: first.path) && files.fileExists(atPath: foreign))
    #expect(
      Set(try files.contentsOfDirectory(atPath: scratch.path)) == [
        "foreign", "callbook-run-bbbbbb", String(first.path.dropFirst(scratch.path.count + 1)),
      ])
  }
}
