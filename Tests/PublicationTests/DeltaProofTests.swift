import Comparison
import DirectoryFormat
import Foundation
import Testing

@testable import Publication

@Suite struct DeltaProofTests {
  private static let old = "3\tc\n5\te\n7\tg\n8\th\n9\ti\n"
  private static let new = "2\tb\n3\tc\n7\tG\n8\th\n9\ti\n"
  private static let removals = "-i\t5\n-i\t7\n"
  private static let additions = "+i\t2\tb\n+i\t7\tG\n"

  @Test("the delta of two lists is proved, cut at any line")
  func proves() throws {
    var proof = DeltaProof(.identification)
    try check(&proof, Self.old, Self.new, Self.removals, Self.additions)
    var parts = DeltaProof(.identification)
    try check(&parts, "", "2\tb\n", "", "+i\t2\tb\n")
    try check(&parts, "3\tc\n5\te\n", "3\tc\n", "-i\t5\n", "")
    try check(&parts, "7\tg\n", "", "-i\t7\n", "")
    try check(&parts, "", "7\tG\n", "", "+i\t7\tG\n")
    try check(&parts, "8\th\n9\ti\n", "8\th\n9\ti\n", "", "")
  }

  @Test(
    "a delta that does not give the new list is refused",
    arguments: [
      ("-i\t5\n", additions), ("", additions), ("-i\t5\n-i\t7\n-i\t8\n", additions),
      ("-i\t7\n-i\t5\n", additions), ("-i\t5\n-i\t6\n-i\t7\n", additions),
      ("-b\t5\n-b\t7\n", additions), ("-i\t5\n-i\t7\n-i\t99\n", additions),
      (removals, "+i\t2\tb\n"), (removals, "+i\t7\tG\n"), (removals, "+i\t2\tb\n+i\t7\tg\n"),
      (removals, "+i\t7\tG\n+i\t2\tb\n"), (removals, "+i\t2\tb\n+i\t7\tG\n+i\t8\th\n"),
      (removals, "+i\t2\tb\n+i\t7\tG\n+i\t99\tz\n"), (removals, "+b\t2\n+i\t7\tG\n"),
      (removals, "+i\t2\tbb\n+i\t7\tG\n"),
    ])
  func refuses(removals: String, additions: String) {
    var proof = DeltaProof(.identification)
    #expect(throws: DeltaProof.Mismatch.self) {
      try check(&proof, Self.old, Self.new, removals, additions)
    }
  }

  @Test("a number that is added may not come again among the old lines of the next stretch")
  func acrossStretches() throws {
    for (old, new, removals) in [("7\tg\n", "7\tg\n", ""), ("7\tg\n8\th\n", "8\th\n", "-i\t7\n")] {
      var proof = DeltaProof(.identification)
      try check(&proof, "", "7\tG\n", "", "+i\t7\tG\n")
      #expect(throws: DeltaProof.Mismatch.self) { try check(&proof, old, new, removals, "") }
    }
  }

  @Test("lines that were left out are missed at the end")
  func end() throws {
    func chunk(_ bytes: Int) -> Manifest.Chunk {
      Manifest.Chunk(entries: 1, first: 1, last: 1, bytes: bytes, sha256: "")
    }
    var proof = DeltaProof(.identification)
    try check(&proof, "3\tc\n", "3\tc\n", "", "")
    try proof.checkEnd(old: [chunk(3), chunk(1)], new: [chunk(4)])
    for (old, new) in [(8, 4), (4, 8), (0, 4)] {
      #expect(throws: DeltaProof.Mismatch.self) {
        try proof.checkEnd(old: [chunk(old)], new: [chunk(new)])
      }
    }
  }

  @Test("the file must be what was proved", arguments: [true, false])
  func file(hasBlocking: Bool) throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (removal, addition) = hasBlocking ? ("-b\t4\n", "+b\t6\n") : ("", "")
    func check(_ file: String) throws {
      // A proof is good for one file: its hashes end with that.
      var proofs = [DeltaProof(.identification), DeltaProof(.blocking)]
      try self.check(&proofs[0], Self.old, Self.new, Self.removals, Self.additions)
      if hasBlocking { try self.check(&proofs[1], "4\n", "6\n", removal, addition) }
      try Data(file.utf8).write(to: URL(fileURLWithPath: path))
      try DeltaProof.checkFile(path, holds: proofs, through: FileSystem())
    }
    try check(Self.removals + removal + Self.additions + addition)
    for wrong in [
      Self.removals + Self.additions + removal + "+b\t7\n",
      Self.removals + removal + Self.additions + addition + "+b\t9\n",
      Self.removals + removal + Self.additions.dropLast(6),
      Self.removals + removal + "+i\t2\tb\n+i\t7\tH\n" + addition, "",
    ] {
      #expect(throws: DeltaProof.Mismatch.self) { try check(wrong) }
    }
  }

  private func check(
    _ proof: inout DeltaProof, _ old: String, _ new: String, _ removals: String, _ additions: String
  ) throws {
    try Array(old.utf8).withUnsafeBytes { old in
      try Array(new.utf8).withUnsafeBytes { new in
        try Array(removals.utf8).withUnsafeBytes { removals in
          try Array(additions.utf8).withUnsafeBytes { additions in
            try proof.check(
              old: LineWindow(old, path: "old"), new: LineWindow(new, path: "new"),
              lines: DeltaLines(removals: removals, additions: additions))
          }
        }
      }
    }
  }
}
