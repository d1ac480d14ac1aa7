import DirectoryFormat
import Foundation
import Inspection
import Signing
import SimulatedCallDirectory
import Testing

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
    #expect(try verifier.verify().isSound)
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
    let report = root.appending(path: "report/\(manifest.generation)")
    try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
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
