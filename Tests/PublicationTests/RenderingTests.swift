import CSQLite
import DirectoryFormat
import Foundation
import Publication
import Signing
import Testing

@Suite struct RenderingTests {
  @Test("json and sqlite hold the entries of the chunks; unchanged ones are not made again")
  func renderings() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 2)
    settings.renderings = [.json, .sqlite]
    var lines = Directories.lines(seed: 40, count: 500)
    try Directories.publish(lines, in: scratch.path, settings: settings)
    try check(lines, in: scratch.path)
    let before = try Directories.snapshot(scratch.path + "/directory")
    try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(try Directories.snapshot(scratch.path + "/directory") == before)
    lines.blocking.removeFirst()
    try Directories.publish(lines, in: scratch.path, settings: settings)
    try check(lines, in: scratch.path)
    let identification = try Directories.read(scratch.path).manifest.slots.flatMap(\.renderings)
      .filter { $0.list == .identification }
    let after = try Directories.snapshot(scratch.path + "/directory")
    for rendering in identification { #expect(after[rendering.path] == before[rendering.path]) }
  }

  @Test("a format that is asked for later is added to the same generation")
  func later() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 1)
    let lines = Directories.lines(seed: 41, count: 100)
    let first = try Directories.publish(lines, in: scratch.path, settings: settings)
    settings.renderings = [.json]
    let second = try Directories.publish(lines, in: scratch.path, settings: settings)
    #expect(second.manifest.generation == first.manifest.generation)
    #expect(second.manifest.sequence == 2)
    #expect(second.manifest.slots[0].renderings.count == 2)
  }

  @Test("deltas and renderings of a generation that comes back stay as they are, times included")
  func back() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 2)
    settings.renderings = [.json, .sqlite]
    let one = Directories.lines(seed: 42, count: 500)
    var other = one
    other.identification[7].label = "anders"
    other.blocking.removeLast()
    for lines in [one, other, one] {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    let before = try Directories.snapshot(scratch.path + "/directory")
    let staged = try Directories.publish(other, in: scratch.path, settings: settings)
    let after = try Directories.snapshot(scratch.path + "/directory")
    let manifest = staged.manifest
    let paths = manifest.deltas.map(\.path) + manifest.slots.flatMap(\.renderings).map(\.path)
    #expect(paths.contains { $0.hasPrefix("deltas/") && before[$0] != nil })
    #expect(paths.contains { $0.hasPrefix("renderings/") && before[$0] != nil })
    for path in paths where before[path] != nil { #expect(after[path] == before[path], "\(path)") }
    try check(other, in: scratch.path)
  }

  @Test("a delta or rendering that was damaged in its place is written again when it comes back")
  func mended() throws {
    let scratch = try Scratch()
    var settings = Directories.settings(slots: 1)
    settings.renderings = [.json]
    let one = Directories.lines(seed: 43, count: 500)
    var other = one
    other.identification[7].label = "anders"
    for lines in [one, other, one] {
      try Directories.publish(lines, in: scratch.path, settings: settings)
    }
    let root = scratch.path + "/directory/"
    for folder in ["deltas", "renderings"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: root + folder) {
        let place = URL(fileURLWithPath: root + folder + "/" + name)
        var data = try Data(contentsOf: place)
        data[data.count - 2] ^= 1
        try data.write(to: place)
      }
    }
    let manifest = try Directories.publish(other, in: scratch.path, settings: settings).manifest
    let delta = try #require(manifest.deltas.first)
    let rendering = try #require(
      manifest.slots[0].renderings.first { $0.list == .identification })
    for (path, sha256) in [(delta.path, delta.sha256), (rendering.path, rendering.sha256)] {
      let data = try Data(contentsOf: URL(fileURLWithPath: root + path))
      #expect(SHA256.hexadecimal(of: [UInt8](data)) == sha256, "\(path)")
    }
  }

  private func check(_ lines: (identification: [Line], blocking: [Line]), in path: String) throws {
    let manifest = try Directories.read(path).manifest
    var labels: [String: String] = [:]
    var blocked: [String] = []
    var rows: [DirectoryList: [Line]] = [:]
    for rendering in manifest.slots.flatMap(\.renderings) {
      let place = path + "/directory/" + rendering.path
      let data = try Data(contentsOf: URL(fileURLWithPath: place))
      #expect(data.count == rendering.bytes)
      switch (rendering.format, rendering.list) {
      case ("sqlite", _): rows[rendering.list, default: []] += try self.rows(of: place)
      case (_, .identification):
        let part = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        labels.merge(part) { $1 }
      default:
        blocked += try #require(try JSONSerialization.jsonObject(with: data) as? [String])
      }
    }
    #expect(
      labels.compactMap { key, value in Int64(key).map { Line(number: $0, label: value) } }.sorted()
        == lines.identification)
    #expect(blocked.compactMap(Int64.init).sorted() == lines.blocking.map(\.number))
    #expect(rows[.identification]?.sorted() == lines.identification)
    #expect(rows[.blocking]?.sorted() == lines.blocking)
  }

  private func rows(of path: String) throws -> [Line] {
    var database: OpaquePointer?
    #expect(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    defer { sqlite3_close(database) }
    var query: OpaquePointer?
    sqlite3_prepare_v2(database, "SELECT number, label FROM entries", -1, &query, nil)
    defer { sqlite3_finalize(query) }
    var lines: [Line] = []
    while sqlite3_step(query) == SQLITE_ROW {
      lines.append(
        Line(
          number: sqlite3_column_int64(query, 0),
          label: sqlite3_column_text(query, 1).map { String(cString: $0) }))
    }
    return lines
  }
}
