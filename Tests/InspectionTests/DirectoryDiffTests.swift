import DirectoryFormat
import Foundation
import Inspection
import Publication
import Records
import Signing
import Testing

@Suite struct DirectoryDiffTests {
  @Test("two folders, or a folder and a kept manifest, give the same differences")
  func differences() throws {
    let folder = try Folder()
    try folder.publish(["1": "a", "2": "b", "3": "c"], blocked: [7, 8])
    let former = try GenerationLocation(folder.directory).manifest.generation
    try FileManager.default.copyItem(atPath: folder.path, toPath: folder.path + ".old")
    defer { try? FileManager.default.removeItem(atPath: folder.path + ".old") }
    try folder.publish(["1": "a", "2": "B", "4": "d"], blocked: [8, 9])
    for old in [
      folder.path + ".old/directory", folder.path + ".old/directory/manifest.json",
      folder.directory + "/generations/\(former).json",
    ] {
      let diff = try DirectoryDiff(old: old, new: folder.directory)
      var lines: [String] = []
      try diff.forEachEntry { lines.append($0.text(masked: false)) }
      #expect(
        lines.sorted() == [
          "added\tblocking\ts0\t9\t\t", "added\tidentification\ts0\t4\t\td",
          "relabelled\tidentification\ts0\t2\tb\tB", "removed\tblocking\ts0\t7\t\t",
          "removed\tidentification\ts0\t3\tc\t",
        ])
      let headlines = try diff.headlines()
      #expect(headlines.count == 2)
      #expect(headlines[0].text == "all slots: identification +1 -1 ~1, blocking +1 -1")
      #expect(headlines[1].slot == "s0")
    }
  }

  @Test("what was published passes verification, deltas included")
  func verified() throws {
    let folder = try Folder()
    let labels = Dictionary(uniqueKeysWithValues: (1...300).map { ("\($0 * 7_001)", "x\($0)") })
    try folder.publish(labels, blocked: [9_000_000, 9_000_001], slots: 2)
    var changed = labels
    changed["7001"] = "anders"
    changed["14002"] = nil
    changed["8999999"] = "neu"
    try folder.publish(changed, blocked: [9_000_001, 9_000_002], slots: 2)
    let report = try DirectoryVerifier(directory: folder.directory).verify()
    #expect(report.findings.isEmpty, "\(report.text(masked: false))")
    #expect(report.isSound && report.deltas > 0)
  }

  @Test("a manifest that is too large or no file is refused at once, with what was found")
  func unreadableManifests() throws {
    let folder = try Folder()
    try folder.publish(["1": "a"], blocked: [])
    let manifest = folder.directory + "/manifest.json"
    for (found, make) in [
      ("found 16777217", { truncate(manifest, off_t(16_777_217)) }),
      ("a pipe", { unlink(manifest) + mkfifo(manifest, 0o600) }),
      ("a device", { 0 }), ("a link", { unlink(manifest) + symlink("/dev/zero", manifest) }),
    ] as [(String, () -> Int32)] {
      #expect(make() == 0)
      let path = found == "a device" ? "/dev/zero" : folder.directory
      let error = #expect(throws: DirectoryDiffError.self) { try GenerationLocation(path) }
      #expect("\(try #require(error))".contains(found), "\(error.map { "\($0)" } ?? "")")
    }
  }

  @Test("what is not there differs from what is not sound")
  func errors() throws {
    let folder = try Folder()
    try folder.publish(["1": "a"], blocked: [])
    let error = #expect(throws: DirectoryDiffError.self) {
      try DirectoryDiff(old: folder.path + "/no", new: folder.directory)
    }
    #expect(error == .notFound(path: folder.path + "/no"))
    #expect(throws: DirectoryDiffError.self) {
      try DirectoryDiff(old: folder.directory + "/chunks", new: folder.directory)
    }
    // The output folder of a build stands for the directory in it.
    #expect(try DirectoryDiff(old: folder.path, new: folder.directory).headlines()[0].slot == nil)
    let manifest = folder.directory + "/manifest.json"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    try text.replacingOccurrences(of: "\"sequence\": 1", with: "\"sequence\": -1")
      .write(toFile: manifest, atomically: true, encoding: .utf8)
    #expect(throws: DirectoryDiffError.self) {
      try DirectoryDiff(old: folder.directory, new: folder.directory)
    }
  }

  @Test("entries that move to an added slot are no change of the whole")
  func addedSlot() throws {
    let folder = try Folder()
    let entries = Dictionary(uniqueKeysWithValues: (1...200).map { ("\($0 * 10_000)", "x") })
    try folder.publish(entries, blocked: [])
    let plan = try SlotPlan(directory: folder.directory)
    #expect(plan.slots[0].entries == 200 && plan.slots[0].growth == nil)
    let addition = try plan.adding("s1")
    try FileManager.default.copyItem(atPath: folder.path, toPath: folder.path + ".old")
    defer { try? FileManager.default.removeItem(atPath: folder.path + ".old") }
    try folder.publish(entries, blocked: [], slots: 2)
    let diff = try DirectoryDiff(old: folder.path + ".old/directory", new: folder.directory)
    let headlines = try diff.headlines()
    #expect(headlines[0].identification == .init())
    #expect(headlines[1].identification.removed == addition.moved)
    #expect(headlines[2].identification.added == addition.moved)
    #expect(addition.moved > 50 && addition.moved < 150)
    let slots = try GenerationLocation(folder.directory).manifest.slots
    #expect(slots.map(\.entries) == addition.entries)
  }

  @Test("growth is measured over the kept generations")
  func growth() throws {
    let folder = try Folder()
    for night in 1...4 {
      let entries = Dictionary(uniqueKeysWithValues: (1...night * 10).map { ("\($0)", "x") })
      try folder.publish(entries, blocked: [])
    }
    let plan = try SlotPlan(directory: folder.directory)
    #expect(plan.generations == 3)
    #expect(plan.slots[0].growth == 10)
    #expect(plan.slots[0].nightsUntilFull == 96)
    #expect(plan.crowded.isEmpty)
  }
}
