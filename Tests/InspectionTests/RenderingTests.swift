import CSQLite
import DirectoryFormat
import Foundation
import Inspection
import Publication
import Signing
import SimulatedCallDirectory
import Testing

@Suite struct RenderingTests {
  /// Labels that JSON must escape, and numbers whose order as text is another one.
  private let labels = [
    "886255667788": "Happy \"Bakery\" \\ 麵包店", "8862556677880718": "é", "99": "🏥", "1000": "a",
  ]
  private let blocked: [Int64] = [886_2_5566_0000, 100_000, 5]

  private func published() throws -> Folder {
    let folder = try Folder()
    try folder.publish(labels, blocked: blocked.sorted(), renderings: [.json, .sqlite])
    return folder
  }

  private func renderings(_ folder: Folder) throws -> [Manifest.Rendering] {
    try GenerationLocation(folder.directory).manifest.slots.flatMap(\.renderings)
  }

  /// What the loaders that teams already have do: parse the whole file, sort by integer, add.
  @Test("a loader that reads whole dictionaries loads the json renderings")
  func wholeDictionary() throws {
    let folder = try published()
    let system = SimulatedCallDirectory()
    let request = try system.request()
    for rendering in try renderings(folder).reversed() where rendering.format == "json" {
      let data = try Data(contentsOf: URL(filePath: folder.directory + "/" + rendering.path))
      if rendering.list == .identification {
        let parsed = try JSONSerialization.jsonObject(with: data)
        let entries = try #require(parsed as? [String: String])
        let sorted = entries.compactMap { key, value in Int64(key).map { ($0, value) } }
          .sorted { $0.0 < $1.0 }
        for (number, label) in sorted { add(number, label, to: request) }
      } else {
        let parsed = try JSONSerialization.jsonObject(with: data)
        let numbers = try #require(parsed as? [String]).compactMap { Int64($0) }.sorted()
        for number in numbers { request.addBlockingEntry(withNextSequentialPhoneNumber: number) }
      }
    }
    #expect(request.complete() == nil)
    try expectEverything(in: system)
  }

  @Test("an app with a local database loads the sqlite renderings")
  func database() throws {
    let folder = try published()
    let system = SimulatedCallDirectory()
    let request = try system.request()
    for rendering in try renderings(folder) where rendering.format == "sqlite" {
      var database: OpaquePointer?
      let place = folder.directory + "/" + rendering.path
      #expect(sqlite3_open_v2(place, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
      defer { sqlite3_close_v2(database) }
      var query: OpaquePointer?
      sqlite3_prepare_v2(
        database, "SELECT number, label FROM entries ORDER BY number", -1, &query, nil)
      defer { sqlite3_finalize(query) }
      while sqlite3_step(query) == SQLITE_ROW {
        let number = sqlite3_column_int64(query, 0)
        if let label = sqlite3_column_text(query, 1) {
          add(number, String(cString: label), to: request)
        } else {
          request.addBlockingEntry(withNextSequentialPhoneNumber: number)
        }
      }
    }
    #expect(request.complete() == nil)
    try expectEverything(in: system)
  }

  @Test("verify holds the rows of renderings against the chunks")
  func rows() throws {
    let folder = try published()
    #expect(try DirectoryVerifier(directory: folder.directory).verify().findings.isEmpty)
    let list = try renderings(folder)
    let json = try #require(list.first { $0.format == "json" && $0.list == .identification })
    let place = folder.directory + "/" + json.path
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    var swapped = lines
    swapped.swapAt(1, 2)
    let variants = [
      text.replacingOccurrences(of: "é", with: "e"), swapped.joined(separator: "\n") + "\n",
      text.replacingOccurrences(of: "\"99\"", with: "\"98\""), "{\n}\n",
      lines.dropLast().joined(separator: "\n") + "\n",
    ]
    for variant in variants {
      try replace(json, with: Data(variant.utf8), in: folder)
      let findings = try DirectoryVerifier(directory: folder.directory).verify().findings
      #expect(Self.ofFiles(findings) == ["rendering-differs"], "\(variant)")
      try replace(json, with: Data(text.utf8), in: folder)
    }
  }

  /// The verdicts on the manifest's files; the timestamp is of the manifest before.
  private static func ofFiles(_ findings: [Finding]) -> [String] {
    findings.filter { $0.path != DirectoryTimestamp.fileName }.map(\.verdict)
  }

  @Test("verify holds the rows of databases against the chunks")
  func databaseRows() throws {
    let folder = try published()
    for rendering in try renderings(folder) where rendering.format == "sqlite" {
      let place = folder.directory + "/" + rendering.path
      let sound = try Data(contentsOf: URL(filePath: place))
      var database: OpaquePointer?
      #expect(sqlite3_open(place, &database) == SQLITE_OK)
      let deletion = "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)"
      #expect(sqlite3_exec(database, deletion, nil, nil, nil) == SQLITE_OK)
      sqlite3_close_v2(database)
      let changed = try Data(contentsOf: URL(filePath: place))
      for data in [changed, Data("no database".utf8)] {
        try replace(rendering, with: data, in: folder)
        let findings = try DirectoryVerifier(directory: folder.directory).verify().findings
        #expect(Self.ofFiles(findings) == ["rendering-differs"])
        try replace(rendering, with: sound, in: folder)
      }
    }
  }

  // MARK: -

  private func add(_ number: Int64, _ label: String, to request: SimulatedRequest) {
    Array(label.utf8).withUnsafeBytes {
      request.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: $0)
    }
  }

  private func expectEverything(in system: SimulatedCallDirectory) throws {
    let expected = labels.map { (Int64($0.key) ?? 0, $0.value) }
    #expect(system.identification == Dictionary(uniqueKeysWithValues: expected))
    #expect(system.blocking == Set(blocked))
  }

  /// Puts other bytes in the place of a rendering, and their size and hash into the manifest.
  private func replace(_ rendering: Manifest.Rendering, with data: Data, in folder: Folder) throws {
    try data.write(to: URL(filePath: folder.directory + "/" + rendering.path))
    let place = folder.directory + "/manifest.json"
    var manifest = try GenerationLocation(folder.directory).manifest
    for slot in manifest.slots.indices {
      for index in manifest.slots[slot].renderings.indices
      where manifest.slots[slot].renderings[index].path == rendering.path {
        manifest.slots[slot].renderings[index].bytes = data.count
        manifest.slots[slot].renderings[index].sha256 = SHA256.hexadecimal(of: [UInt8](data))
      }
    }
    try Data(manifest.encode()).write(to: URL(filePath: place))
  }
}
