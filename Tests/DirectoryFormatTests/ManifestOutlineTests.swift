import DirectoryFormat
import Foundation
import Testing

/// An outline is judged as the whole manifest is, and gives the same chunks.
@Suite struct ManifestOutlineTests {
  private static let kit = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "conformance")

  static let names: [String] = ["golden", "damaged"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: kit.appending(path: folder).path)
    return (names ?? []).sorted().map { "\(folder)/\($0)" }
  }

  @Test("every manifest of the kit is judged alike", arguments: names)
  func kit(name: String) throws {
    let file = Self.kit.appending(path: "\(name)/manifest.json")
    guard let data = try? Data(contentsOf: file) else { return }
    try data.withUnsafeBytes { bytes in
      let whole = Result { () throws(ManifestError) in
        let manifest = try Manifest.decode(bytes)
        try manifest.checkDigests(with: PortableSHA256.self)
        return manifest
      }
      let outline = Result { () throws(ManifestError) in
        try ManifestOutline(bytes, digest: PortableSHA256.self)
      }
      switch (whole, outline) {
      case (.failure(let error), .failure(let other)):
        // The order of the checks differs, so two sums that contradict may be named apart.
        #expect(error.kind == other.kind, "\(name): \(other)")
      case (.success(let manifest), .success(let outline)):
        try compare(manifest, outline)
      default: Issue.record("\(name): judged differently")
      }
    }
  }

  private func compare(_ manifest: Manifest, _ outline: ManifestOutline) throws {
    for slot in manifest.slots {
      for list in DirectoryList.allCases {
        var chunks: [Manifest.Chunk] = []
        outline.forEachChunk(of: list, inSlot: slot.index) {
          chunks.append($0)
          return true
        }
        #expect(chunks == slot[list].chunks)
        #expect(outline.manifest.slots[slot.index][list].entries == slot[list].entries)
        #expect(outline.manifest.slots[slot.index][list].chunks.isEmpty)
      }
    }
    #expect(outline.manifest.deltas == manifest.deltas)
    outline.forEachChunk(of: .blocking, inSlot: -1) { _ in
      Issue.record("a slot that is not there")
      return false
    }
  }
}
