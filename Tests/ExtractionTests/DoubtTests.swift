import Foundation
import Records
import Testing

@testable import Extraction

/// Exports that can be read, but look wrong.
@Suite struct DoubtTests {
  private static let rows = "number,label\n0912345678,店\n0912345679,店\n"

  private func source(
    _ files: [String], _ doubt: ExportDoubt? = nil, _ answer: ExportDoubt.Answer = .warn
  ) -> SourceDescription {
    var source = csv(files[0], options: CSVOptions())
    source.files = files
    source.columns = [MappedColumn(field: .number, selector: .name("number"))]
    if let doubt { source.doubts = [doubt: answer] }
    return source
  }

  /// The warnings of a run, or its error.
  private func outcome(of sources: [SourceDescription], workers: Int = 1) -> String {
    do {
      let extractor = try Extractor(sources: sources, blockSizeInBytes: 16)
      _ = try readAll(extractor, workers: workers)
      try extractor.finish()
      return extractor.warnings.joined(separator: "\n")
    } catch {
      return "refused: \(error)"
    }
  }

  @Test("the same bytes twice are a doubt, whatever the names")
  func repeated() throws {
    let scratch = try Scratch()
    let long = Self.rows + String(repeating: "0912345670,x\n", count: 50_000)
    let one = try scratch.file("1.csv", long.utf8)
    let other = try scratch.file("2.csv", long.utf8)
    // Of the same size and beginning, and different at the very end.
    let third = try scratch.file("3.csv", (long.dropLast(2) + "y\n").utf8)
    let said = outcome(of: [source([one, third, other])])
    #expect(said.contains(other) && said.contains("holds the same bytes as \(one)"), "\(said)")
    #expect(!said.contains(third) && said.contains("(repeated)"), "\(said)")
    #expect(outcome(of: [source([one, third, other], .repeated, .accept)]) == "")
    #expect(outcome(of: [source([one, third, other], .repeated, .refuse)]).hasPrefix("refused"))
    #expect(outcome(of: [source([one, third])]) == "")
  }

  @Test("one file in two sources is meant; twice in one source, by a link, it is not")
  func links() throws {
    let scratch = try Scratch()
    let one = try scratch.file("1.csv", Self.rows.utf8)
    let link = scratch.folder.path + "/link.csv"
    try #require(symlink(one, link) == 0)
    #expect(outcome(of: [source([one]), source([link])]) == "")
    #expect(outcome(of: [source([one, link])]).contains("(repeated)"))
  }

  @Test("files without records repeat nothing", arguments: ["", "number,label\n"])
  func empty(text: String) throws {
    let scratch = try Scratch()
    let files = try ["1.csv", "2.csv"].map { try scratch.file($0, text.utf8) }
    #expect(outcome(of: [source(files)]) == "")
  }

  @Test("a file that is still being transferred is refused, one beside an export too")
  func partial() throws {
    let scratch = try Scratch()
    let part = try scratch.file("1.csv.part", Self.rows.utf8)
    #expect(outcome(of: [source([part])]).hasPrefix("refused: \(part)"))
    #expect(outcome(of: [source([part], .partial, .warn)]).contains("(partial)"))
    #expect(outcome(of: [source([part], .partial, .accept)]) == "")
    let whole = try scratch.file("1.csv", Self.rows.utf8)
    #expect(outcome(of: [source([whole])]).contains("lies beside \(part)"))
    let other = try scratch.file("2.csv", Self.rows.utf8)
    #expect(outcome(of: [source([other])]) == "")
    // aria2 writes under the export's own name, and what is missing beside it.
    let control = try scratch.file("2.csv.aria2", [])
    #expect(outcome(of: [source([other])]).contains("lies beside \(control)"))
  }

  @Test(
    "a last line without an end is a doubt, in blocks and front to back",
    arguments: ["UTF-8", "UTF-16LE"], [1, 3])
  func unterminated(encoding: String, workers: Int) throws {
    let scratch = try Scratch()
    for (text, line) in [
      (Self.rows + "0912345670,cu", 4), (Self.rows + "0912345670,\"cut\n", nil),
      (Self.rows, nil), (Self.rows + "0912345670,x\r", nil), (Self.rows + "\n0", 5),
    ] as [(String, Int?)] {
      let bytes = encoding == "UTF-8" ? Array(text.utf8) : XMLReadingTests.wide(text)
      var description = source([try scratch.file("1.csv", bytes)])
      description.encoding = encoding
      let said = outcome(of: [description], workers: workers)
      if let line {
        #expect(said.contains("the last line (\(line)) has no line end"), "\(said)")
      } else {
        #expect(said == "")
      }
    }
  }

  @Test("many files of one doubt are one line")
  func many() throws {
    let scratch = try Scratch()
    let files = try (0..<5).map { try scratch.file("\($0).csv", (Self.rows + "\($0)").utf8) }
    let said = outcome(of: [source(files)])
    #expect(said.split(separator: "\n").count == 1)
    #expect(said.contains("(unterminated, the first of 5 files)"), "\(said)")
  }

  @Test("the first of several files of one doubt is that of their order, each counted once")
  func firstOfMany() throws {
    let scratch = try Scratch()
    let long = String(repeating: Self.rows, count: 400) + "0912345670,cut"
    let files = [
      try scratch.file("1.csv", long.utf8), try scratch.file("2.csv", (Self.rows + "0").utf8),
      try scratch.file("3.csv", (Self.rows + "0").utf8),
    ]
    // Whichever worker ends first.
    for _ in 0..<100 {
      let said = outcome(of: [source(files)], workers: 4)
      #expect(said.contains("1.csv") && said.contains("the first of 3 files"), "\(said)")
    }
  }

  @Test("a file outside of the root is refused, a link that leads out too")
  func root() throws {
    let scratch = try Scratch()
    let inside = try scratch.file("in.csv", Self.rows.utf8)
    let out = scratch.folder.path + "/out.csv"
    try #require(symlink("/etc/passwd", out) == 0)
    let near = scratch.folder.path + "-near"
    try #require(mkdir(near, 0o700) == 0)
    defer { rmdir(near) }
    let root = try #require(realpath(scratch.folder.path, nil))
    defer { free(root) }
    for (path, folder, isRefused) in [
      (inside, String(cString: root), false), (out, String(cString: root), true),
      (inside, near, true), ("/etc/passwd", String(cString: root), true),
      (
        scratch.folder.path + "/../" + scratch.folder.lastPathComponent + "/in.csv",
        String(cString: root), false
      ), (inside, "/", false),
    ] {
      var description = source([path])
      description.root = folder
      let said = outcome(of: [description])
      #expect(said.contains("--root") == isRefused, "\(said)")
    }
  }
}
