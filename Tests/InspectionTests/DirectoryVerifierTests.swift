import DirectoryFormat
import Foundation
import Publication
import Signing
import SimulatedCallDirectory
import Synchronization
import Testing

@testable import Inspection

@Suite struct DirectoryVerifierTests {
  private func copy(_ name: String) throws -> URL {
    let root = URL(filePath: NSTemporaryDirectory()).appending(path: "verify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(filePath: ConformanceKit.folder + "/" + name), to: root.appending(path: "directory"))
    return root
  }

  @Test func noSuchFolder() {
    #expect(throws: InspectionError.noSuchFolder(path: "/nowhere/at/all")) {
      try DirectoryVerifier(directory: "/nowhere/at/all").verify()
    }
  }

  @Test func aHugeManifestIsRefusedUnread() throws {
    let root = try copy("golden/first")
    defer { try? FileManager.default.removeItem(at: root) }
    let manifest = root.appending(path: "directory/manifest.json")
    let handle = try FileHandle(forWritingTo: manifest)
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let report = try DirectoryVerifier(directory: root.path + "/directory").verify()
    #expect(report.findings.map(\.verdict) == ["manifest-too-large"])
    #expect(
      report.findings.first?.message == "expected at most 16777216 bytes, found 1073741824")
  }

  @Test("of a heap of former generations no more are read than builds keep, and that is told")
  func aHeapOfFormerGenerations() throws {
    let root = try copy("golden/first")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.path + "/directory"
    let kept = folder + "/generations"
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let present = try FileManager.default.contentsOfDirectory(atPath: kept).count
    for number in 0..<(2001 - present) {
      let digits = String(number, radix: 16)
      let name = String(repeating: "0", count: 64 - digits.count) + digits + ".json"
      #expect(close(open(kept + "/" + name, O_WRONLY | O_CREAT, 0o600)) == 0)
    }
    let report = try DirectoryVerifier(directory: folder).verify()
    #expect(report.isSound)
    let notes = report.findings.filter { $0.verdict == "former-generation" }
    #expect(notes.map(\.path) == ["generations"])
    #expect(notes.first?.message.hasPrefix("expected at most 2000") == true)
    let error = #expect(throws: DirectoryDiffError.self) { try SlotPlan(directory: folder) }
    let told = "expected at most 2000 manifests of former generations, found 2001"
    #expect("\(try #require(error))".contains(told))
  }

  @Test("damaged twins and renderings of a kept generation are told, those given up are not")
  func filesOfFormerGenerations() throws {
    let folder = try Folder()
    func files() throws -> Set<String> {
      var names: Set<String> = []
      for kind in ["packed", "renderings"] {
        let found = try FileManager.default.contentsOfDirectory(
          atPath: folder.directory + "/" + kind)
        names.formUnion(found.map { kind + "/" + $0 })
      }
      return names
    }
    let labels = Dictionary(
      uniqueKeysWithValues: (0..<40).map { ("8862556677\($0 + 10)", "Shop \($0)") })
    try folder.publish(labels, blocked: [], renderings: [.json])
    let first = try files()
    try folder.publish(labels.mapValues { "New \($0)" }, blocked: [], renderings: [.json])
    func notes() throws -> [String] {
      let report = try DirectoryVerifier(directory: folder.directory).verify()
      #expect(report.isSound)
      return report.findings.filter { $0.verdict == "former-generation" }.map(\.path)
    }
    #expect(try notes() == [])
    // The rendering of an empty list is that of both.
    let published = try GenerationLocation(folder.directory).manifest
    let both = published.slots.flatMap { $0.renderings.map(\.path) }
    for name in first.subtracting(both).sorted() {
      let place = URL(filePath: folder.directory + "/" + name)
      let whole = try Data(contentsOf: place)
      var damaged = whole
      damaged[damaged.count / 2] ^= 1
      try damaged.write(to: place)
      #expect(try notes() == [name])
      try FileManager.default.removeItem(at: place)
      #expect(try notes() == [])
      try whole.write(to: place)
    }
    #expect(first.contains { $0.hasPrefix("renderings/") })
  }

  @Test("of what the system does not let be read nothing is known: that is no note")
  func unreadableFormerGenerations() throws {
    let folder = try Folder()
    let labels = ["886255667710": "Shop"]
    try folder.publish(labels, blocked: [], renderings: [.json])
    let kept = try GenerationLocation(folder.directory).manifest
    try folder.publish(labels.mapValues { "New " + $0 }, blocked: [])
    func findings() throws -> [String] {
      try DirectoryVerifier(directory: folder.directory).verify().findings.map {
        "\($0.severity) \($0.verdict) \($0.path)"
      }
    }
    #expect(try findings() == [])
    // A link that leads to itself is refused by the system, whoever asks.
    let names = [
      (kept.slots[0].renderings[0].path, "violation file-unreadable"),
      ("generations", "violation file-unreadable"),
      // The next build removes a link in the place of a manifest.
      ("generations/\(kept.generation).json", "note former-generation"),
    ]
    for (name, told) in names {
      let path = folder.directory + "/" + name
      try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      #expect(try findings() == ["\(told) \(name)"])
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + ".aside", toPath: path)
    }
    #expect(try findings() == [])
  }

  @Test func aManifestThatIsNoFileIsNotCalledLarge() throws {
    for isFolder in [true, false] {
      let root = try copy("golden/first")
      defer { try? FileManager.default.removeItem(at: root) }
      let manifest = root.path + "/directory/manifest.json"
      try FileManager.default.removeItem(atPath: manifest)
      if isFolder {
        try FileManager.default.createDirectory(
          atPath: manifest, withIntermediateDirectories: false)
      } else {
        try #require(mkfifo(manifest, 0o600) == 0)
      }
      let report = try DirectoryVerifier(directory: root.path + "/directory").verify()
      #expect(report.findings.map(\.verdict) == ["file-unreadable"])
      #expect(report.findings.first?.message.contains("errno 0") == false)
    }
  }

  private final class Progress: Sendable {
    let isOver = Atomic(false)
    let failures = Atomic(0)
  }

  @Test("a directory that a build changes meanwhile is sound", arguments: [0, 1])
  func beside(generations: Int) throws {
    let folder = try Folder()
    @Sendable func publish(_ round: Int) throws {
      let labels = (0..<40).map { ("8862556677\($0 + 10)", "\(round) \($0)") }
      try folder.publish(
        Dictionary(uniqueKeysWithValues: labels), blocked: [], slots: 2, generations: generations)
    }
    try publish(0)
    let progress = Progress()
    let thread = Thread {
      for round in 1...40 {
        do { try publish(round) } catch { progress.failures.add(1, ordering: .relaxed) }
      }
      progress.isOver.store(true, ordering: .releasing)
    }
    thread.start()
    var verified = 0
    while !progress.isOver.load(ordering: .acquiring) {
      let report = try DirectoryVerifier(directory: folder.directory).verify()
      #expect(report.isSound, "\(report.text(masked: false))")
      verified += 1
    }
    #expect(progress.failures.load(ordering: .relaxed) == 0)
    #expect(verified > 0)
  }

  @Test func rowsAreFoundInTheRunOfTheGeneration() throws {
    let folder = try Folder()
    let shelf = folder.path + "/report"
    let generation = String(repeating: "a", count: 64)
    for (run, text) in [
      ("2026-11-24-00007", "\"generation\" : \"\(generation)\"\n"),
      ("2026-11-23-00008", "\"generation\" : \"\(generation)\"\n"),
      ("2026-11-25-00009", "\"outcome\" : \"refused\"\n"), ("latest", generation + "\n\n"),
    ] {
      try FileManager.default.createDirectory(
        atPath: shelf + "/" + run, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: shelf + "/\(run)/summary.json"))
    }
    #expect(SourceRows.report(of: generation, on: shelf) == shelf + "/2026-11-23-00008")
    #expect(SourceRows.report(of: String(repeating: "b", count: 64), on: shelf) == nil)
    #expect(SourceRows.report(of: generation, on: shelf + "/none") == nil)
  }

  @Test func signatures() throws {
    let root = try copy("golden/first")
    defer { try? FileManager.default.removeItem(at: root) }
    let key = try Ed25519.PrivateKey.generate()
    var verifier = DirectoryVerifier(directory: root.path + "/directory")
    verifier.publicKey = try key.publicKey
    #expect(try verifier.verify().findings.map(\.verdict) == ["signature-missing"])
    let manifest = [UInt8](try Data(contentsOf: root.appending(path: "directory/manifest.json")))
    let place = root.appending(
      path: "directory/"
        + DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: manifest)))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try Ed25519.PrivateKey.generate().signature(of: manifest)).write(to: place)
    #expect(try verifier.verify().findings.map(\.verdict) == ["signature-wrong"])
    try Data(try key.signature(of: manifest)).write(to: place)
    // The kit's directories have no timestamp, without which no app takes a signed one.
    #expect(try verifier.verify().findings.map(\.verdict) == ["timestamp-missing"])
    #expect(try !verifier.verify().isSound)
  }

  @Test func aViolationNamesNeighboursCodeAndSourceRows() throws {
    let root = try copy("damaged/line-out-of-order")
    defer { try? FileManager.default.removeItem(at: root) }
    var verifier = DirectoryVerifier(directory: root.path + "/directory")
    let first = try #require(try verifier.verify().findings.first)
    #expect(first.code == .entriesOutOfOrder && first.line == 3)
    #expect(first.neighbours.previous > first.neighbours.number)
    #expect(first.sources.isEmpty)
    let manifest = try #require(try verifier.verify().manifest)
    let report = root.appending(path: "report/2026-11-22-00001")
    try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
    try Data("\"generation\" : \"\(manifest.generation)\"\n".utf8)
      .write(to: report.appending(path: "summary.json"))
    try Data("number,winner\n\(first.neighbours.number),x\n".utf8)
      .write(to: report.appending(path: "conflicts.csv"))
    verifier.threads = 1
    let found = try #require(try verifier.verify().findings.first)
    #expect(found.sources == ["conflicts.csv:2"])
    let number = String(found.neighbours.number)
    #expect(!found.text(masked: true).contains(number))
    #expect(found.text(masked: false).contains(number))
    #expect(found.text(masked: false).contains("CXErrorCodeCallDirectoryManagerError"))
  }
}
