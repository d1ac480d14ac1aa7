import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// A directory that was built without a key is signed afterwards.
@Suite struct DirectorySignerTests {
  private let scratch: Scratch
  private var directory: String { scratch.path + "/directory" }
  private let key: Ed25519.PrivateKey
  private let settings = Directories.settings(slots: 2, target: 60)
  private let lines = Directories.lines(seed: 17, count: 120)

  init() throws {
    scratch = try Scratch()
    key = try Ed25519.PrivateKey.generate()
    try Directories.publish(lines, in: scratch.path, settings: settings)
  }

  private func contents() throws -> [String: String] {
    try Directories.snapshot(directory).mapValues { String($0.prefix(64)) }
  }

  private func sign(_ fileSystem: FileSystem = FileSystem()) throws -> DirectorySigner.Outcome {
    try DirectorySigner(directory: directory, key: key, fileSystem: fileSystem).sign()
  }

  @Test("the bytes are those of a build with the key, and a second time changes nothing")
  func asABuild() throws {
    let beside = try Scratch()
    var signed = settings
    signed.signingKey = key
    try Directories.publish(lines, in: beside.path, settings: signed)
    #expect(try sign().written == 2)
    let expected = try Directories.snapshot(beside.path + "/directory").mapValues {
      String($0.prefix(64))
    }
    #expect(try contents() == expected)
    let before = try Directories.snapshot(directory)
    #expect(try sign().written == 0)
    #expect(try Directories.snapshot(directory) == before)
  }

  @Test("behind an unchanged night only the new timestamp is signed")
  func nextNight() throws {
    _ = try sign()
    let night = Directories.issued.adding(seconds: 86_400)
    try Directories.publish(lines, in: scratch.path, settings: settings, issued: night)
    let outcome = try sign()
    #expect(outcome.written == 1)
    #expect(outcome.timestamp.issued == night)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/signatures")
    #expect(names.count == 2)
  }

  @Test("a signature of another key is replaced")
  func otherKey() throws {
    _ = try DirectorySigner(directory: directory, key: try Ed25519.PrivateKey.generate()).sign()
    #expect(try sign().written == 2)
    #expect(try sign().written == 0)
  }

  @Test(
    "what is damaged, or does not fit, is not signed",
    arguments: [
      ("manifest.json", "{}"), ("timestamp.json", "{}"), ("manifest.json", nil),
      ("timestamp.json", nil), ("manifest.json", "other"), ("timestamp.json", "other"),
    ] as [(String, String?)])
  func damaged(name: String, text: String?) throws {
    let place = URL(fileURLWithPath: directory + "/" + name)
    if text == "other" {
      // That of another night: sound in itself.
      let beside = try Scratch()
      try Directories.publish(
        Directories.lines(seed: 18, count: 90), in: beside.path, settings: settings)
      try FileManager.default.removeItem(at: place)
      try FileManager.default.copyItem(
        atPath: beside.path + "/directory/" + name, toPath: place.path)
    } else if let text {
      try Data(text.utf8).write(to: place)
    } else {
      try FileManager.default.removeItem(at: place)
    }
    let before = try contents()
    let error = #expect(throws: PublicationError.self) { try sign() }
    #expect(error?.description.contains("Nothing was signed.") == true)
    #expect(try contents() == before)
  }

  @Test("beside a build nothing is signed")
  func besideABuild() throws {
    let publisher = try Publisher(output: scratch.path, settings: settings)
    let error = #expect(throws: PublicationError.self) { try sign() }
    #expect(error?.description.contains("another run") == true)
    withExtendedLifetime(publisher) {}
  }

  @Test("stopped at any change, a signature is whole or not there, and the next run ends the work")
  func stopped() throws {
    let before = try contents()
    var changes = 0
    while true {
      let faults = Faults(stoppingAfter: changes, with: .stopped)
      _ = try? sign(faults.fileSystem)
      if !faults.happened { break }
      for (name, _) in try contents() where before[name] == nil && name.hasPrefix("signatures/") {
        let size = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)[.size]
        #expect(size as? Int == Ed25519.signatureLengthInBytes)
      }
      changes += 1
    }
    #expect(changes > 5)
    #expect(try contents().count == before.count + 2)
    #expect(!FileManager.default.fileExists(atPath: directory + "/.signing"))
  }
}
