import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

/// A run that signs takes its former generation from a folder that others may have written: a mirror
/// that was copied back, for one.
@Suite struct FormerOriginTests {
  private let scratch: Scratch
  private let key: Ed25519.PrivateKey
  private var settings = Directories.settings()
  private let first = Directories.lines(seed: 31, count: 120)
  private let second = Directories.lines(seed: 32, count: 130)
  private let largest = 1 << 53

  init() throws {
    scratch = try Scratch()
    key = try Ed25519.PrivateKey.generate()
    settings.signingKey = key
  }

  private func place(_ name: String) -> URL { URL(fileURLWithPath: scratch.path + "/" + name) }

  /// As a runner that begins empty has it: the published files alone.
  private func loseBookmark() throws { try FileManager.default.removeItem(at: place(".bookmark")) }

  /// Writes another sequence into a manifest; everything else stays as it is.
  private func raise(_ name: String = "directory/manifest.json", to sequence: Int) throws {
    var manifest = try Manifest.decode(Array(Data(contentsOf: place(name))))
    manifest.sequence = sequence
    try Data(manifest.encode()).write(to: place(name))
  }

  private func sequence() throws -> Int { try Directories.read(scratch.path).manifest.sequence }

  @Test("a manifest that was changed is refused, with or without what the last run left")
  func changed() throws {
    for keepsBookmark in [true, false] {
      try? FileManager.default.removeItem(atPath: scratch.path + "/directory")
      try? loseBookmark()
      try Directories.publish(first, in: scratch.path, settings: settings)
      if !keepsBookmark { try loseBookmark() }
      try raise(to: largest - 1)
      let before = try Directories.snapshot(scratch.path + "/directory")
      for lines in [first, second] {
        let error = #expect(throws: PublicationError.self) {
          try Directories.publish(lines, in: scratch.path, settings: settings)
        }
        #expect(error?.description.contains("callbook sign") == true)
      }
      #expect(try Directories.snapshot(scratch.path + "/directory") == before)
    }
  }

  @Test("a copy of what was signed is continued")
  func copied() throws {
    try Directories.publish(first, in: scratch.path, settings: settings)
    try loseBookmark()
    try Directories.publish(second, in: scratch.path, settings: settings)
    #expect(try sequence() == 2)
  }

  @Test("a copy that another key signed is continued once this one has signed it, too")
  func otherKey() throws {
    var other = settings
    other.signingKey = try Ed25519.PrivateKey.generate()
    try Directories.publish(first, in: scratch.path, settings: other)
    try loseBookmark()
    #expect(throws: PublicationError.self) {
      try Directories.publish(second, in: scratch.path, settings: settings)
    }
    _ = try DirectorySigner(directory: scratch.path + "/directory", key: key).sign()
    try Directories.publish(second, in: scratch.path, settings: settings)
    #expect(try sequence() == 2)
  }

  @Test("where the last run left word of it, signing begins and keys change without more ado")
  func ownMachine() throws {
    var unsigned = settings
    unsigned.signingKey = nil
    try Directories.publish(first, in: scratch.path, settings: unsigned)
    try Directories.publish(second, in: scratch.path, settings: settings)
    var other = settings
    other.signingKey = try Ed25519.PrivateKey.generate()
    try Directories.publish(first, in: scratch.path, settings: other)
    #expect(try sequence() == 3)
  }

  @Test("a kept manifest that was changed does not raise the sequence")
  func keptManifest() throws {
    try Directories.publish(first, in: scratch.path, settings: settings)
    try Directories.publish(second, in: scratch.path, settings: settings)
    try loseBookmark()
    let names = try FileManager.default.contentsOfDirectory(
      atPath: place("directory/generations").path)
    try raise("directory/generations/" + #require(names.first), to: largest - 1)
    let staged = try Directories.publish(first, in: scratch.path, settings: settings)
    #expect(staged.warnings.contains { $0.contains("sequence") })
    #expect(try sequence() == 3)
  }

  @Test("above the highest sequence nothing is published, and the message says why")
  func noneLeft() throws {
    let unsigned = Directories.settings()
    try Directories.publish(first, in: scratch.path, settings: unsigned)
    try raise(to: largest)
    let error = #expect(throws: PublicationError.self) {
      try Directories.publish(second, in: scratch.path, settings: unsigned)
    }
    #expect(error?.description.contains("highest sequence") == true)
    #expect(try sequence() == largest)
  }
}
