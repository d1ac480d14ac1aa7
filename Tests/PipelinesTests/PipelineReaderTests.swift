import Normalization
import Records
import Testing

@testable import Pipelines

@Suite struct PipelineReaderTests {
  private func messages(_ text: String, asOf: CalendarDay? = nil) -> [String] {
    do {
      _ = try PipelineReader.read(text, path: "p.yaml", asOf: asOf)
      return []
    } catch { return error.diagnostics.map(\.description) }
  }

  @Test func everyKeyReachesThePipeline() throws {
    let pipeline = try PipelineReader.read(SamplePipeline.complete, path: "p.yaml").pipeline
    #expect(pipeline.name == "taiwan")
    #expect(pipeline.asOf == CalendarDay("2026-11-21"))
    let center = pipeline.sources[0]
    #expect(center.paths == ["../samples/center-*.csv", "more.csv.gz"])
    #expect(center.encoding == "Big5")
    #expect(center.delimiter == UInt8(ascii: "\t"))
    #expect(center.quote == UInt8(ascii: "'"))
    #expect(center.skipLines == 2)
    #expect(
      center.columns.prefix(4) == [
        .init(.number, .name("電話")), .init(.number, .name("傳真")),
        .init(.extensionDigits, .name("分機")), .init(.label, .position(3)),
      ])
    #expect(center.columns.contains(.init(.updated, .name("4"))))
    #expect(center.maximumRecordInBytes == 65_536)
    #expect(center.timezone == "Asia/Taipei")
    #expect(center.dateFormat == .roc)
    #expect(pipeline.region(of: center) == "CN")
    let pbx = pipeline.sources[1]
    #expect(pbx.action == .block)
    #expect(pbx.columns[0].selector == .path("@ext"))
    #expect(pipeline.region(of: pbx) == "TW")
    #expect(pipeline.actions.remove == ["刪除"])
    #expect(pipeline.statuses.disabled == ["停用", "disabled"])
    #expect(pipeline.normalize.validate == .length)
    #expect(pipeline.normalize.extensionWidth == 4)
    #expect(pipeline.normalize.refusedTypes == ["toll-free"])
    #expect(pipeline.normalize.rules == ["obsolete-numbering": false])
    #expect(pipeline.normalize.expansionBudget == 500)
    #expect(pipeline.merge.prefer == [.updated, .rank])
    #expect(pipeline.merge.both == .keep)
    #expect(pipeline.representativeLabel == "Marry 轉接專線")
    #expect(pipeline.slots.cap == 1_999_999)
    #expect(pipeline.chunkTarget == 1000)
    #expect(pipeline.formats == [.tsv, .json, .sqlite])
    #expect(pipeline.largestDeltaShare.partsPerMillion == 125_000)
    #expect(pipeline.generations == 9)
    #expect(!pipeline.writesTwins)
    #expect(pipeline.gate.refuse.rejected?.partsPerMillion == 5_000)
    #expect(pipeline.freshness.expires == TimeLimit("3d"))
    #expect(pipeline.freshness.next == TimeLimit("90m"))
    #expect(pipeline.signing == .file("../keys/private.pem"))
    #expect(pipeline.tests[0].directory == ["8862556677880718"])
    #expect(pipeline.tests[0].repairs == ["line-run-not-expanded"])
  }

  @Test func scalarsOfNumbersKeepTheirZeros() throws {
    let pipeline = try PipelineReader.read(SamplePipeline.complete, path: "p.yaml").pipeline
    #expect(pipeline.protect == ["110", "0119", "0255667788", "010", "02-5566-7788"])
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let pipeline = try PipelineReader.read(SamplePipeline.minimal, path: "p.yaml").pipeline
    #expect(pipeline.slots.cap == 1_500_000)
    #expect(pipeline.chunkTarget == 50_000)
    #expect(pipeline.formats == [.tsv])
    #expect(pipeline.gate.refuse.rejected == Percentage("5%"))
    #expect(pipeline.freshness.expires == TimeLimit("7d"))
    #expect(pipeline.freshness.next == TimeLimit("20h"))
    #expect(pipeline.sources[0].maximumRecordInBytes == 1 << 20)
    #expect(pipeline.merge.prefer == [.rank, .updated])
    #expect(pipeline.generations == 7)
    #expect(pipeline.writesTwins)
  }

  @Test("More words than a book holds are refused, and at once", .timeLimit(.minutes(5)))
  func words() {
    func pipeline(_ words: [String]) -> String {
      "version: 1\nname: w\nregion: TW\nwords: { label: [\(words.joined(separator: ", "))] }\n"
        + "sources: [{ name: a, path: a.csv, columns: { number: phone }, action: block }]\n"
        + "slots: { identifiers: [com.example.a] }\n"
    }
    let letters = Array("bcdfghjklm")
    let words = (0..<40_000).map { word in
      String(String(word).map { letters[$0.wholeNumberValue ?? 0] })
    }
    #expect(messages(pipeline(Array(words.prefix(1000)))).isEmpty)
    #expect(
      messages(pipeline(words)).contains {
        $0.contains("has 40000 elements (expected at most 1000)")
      })
    let long = words.prefix(1000).map { $0 + String(repeating: "x", count: 30) }
    #expect(messages(pipeline(long)).contains { $0.contains("expected at most 16384") })
  }

  @Test func anUnknownKeyNamesTheNearestWithItsPlace() {
    let text = SamplePipeline.complete.replacing("delimiter:", with: "delimeter:")
    #expect(
      messages(text) == [
        "p.yaml:10:5: unknown key \"delimeter\" (nearest: \"delimiter\"). "
          + "`callbook schema` lists all keys."
      ])
  }

  @Test func allProblemsAreReportedAtOnce() {
    let text = """
      version: 2
      name: ../x
      as_of: 2026-02-30
      sources:
        - name: one
          path: a.csv
          columns: { label: l }
          max_record: huge
        - name: one
          path: b.xml
          format: xml
          columns: { number: n, label: l }
          timezone: Mars/Base
          encoding: latin-99
          delimiter: ";"
      normalize: { rules: { no-such-rule: on }, validate: maybe }
      slots: { cap: 2000000, identifiers: [a, a] }
      gate: { rejected: 120% }
      formats: [csv]
      chunk: {}
      """
    let found = messages(text)
    let expected = [
      "1:10: version is \"2\"", "2:7: name is \"../x\"", "3:8: as_of is \"2026-02-30\"",
      "5:11: source \"one\" has no region", "7:14: columns maps no number", "8:17:",
      "9:11: two sources have the name \"one\"", "9:11: source \"one\" has no region",
      "11:13: the source has format xml and no record", "13:15: sources[1].timezone",
      "14:15: sources[1].encoding", "15:16: delimiter has no meaning in xml",
      "16:23: unknown key \"no-such-rule\"", "16:53: normalize.validate is \"maybe\"",
      "17:15: slots.cap is \"2000000\" (expected a whole number, 1 … 1999999)",
      "17:41: slots.identifiers names \"a\" twice", "18:19: gate.rejected is \"120%\"",
      "19:11: formats[0] is \"csv\"", "20:1: unknown key \"chunk\" (nearest: \"chunks\")",
    ]
    for start in expected {
      #expect(found.contains { $0.hasPrefix("p.yaml:\(start)") }, "\(start) in \(found)")
    }
    #expect(found.count == expected.count, "\(found)")
  }

  @Test(arguments: [
    ("[", "not YAML"), ("name: a\nname: b", "appears twice"), ("- a", "the file is a list"),
    ("", "the file is empty"), ("a: &x [1]\nb: *x", "aliases"),
    ("? &x [1]\n: 1\n? [*x, *x]\n: 2", "aliases"), ("a: \u{1}", "not YAML"),
    ("a: 1\n---\nb: 2", "not YAML"), ("{[1]: 2, name: a}", "a key is a list"),
    ("{[1]: 2}", "no key that is known"), ("Secret:*:1:\nother: 2", "no key that is known"),
    ("root:*:1:", "no key that is known"), ("secret", "the file is a text"),
    (String(repeating: "[", count: 100_000), "not YAML"),
    (String(repeating: "#", count: 1 << 20) + "\n", "at most 1048576"),
    ("version: !!binary aGVsbG8=\nname:", "version"),
  ])
  func whatIsNoPipelineIsAnError(_ text: String, _ words: String) {
    let found = messages(text)
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test(
    "An alias is refused behind whatever the parser takes for the end of a line",
    arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\t", "\""])
  func aliases(_ sign: String) {
    // Two to the power of 30 texts, were they written out.
    let levels = (1...30).map { "l\($0): [SIGN&a\($0) [SIGN*a\($0 - 1),SIGN*a\($0 - 1)]]" }
    let bomb = "l0: [SIGN&a0 x]\n" + levels.joined(separator: "\n") + "\n? [SIGN*a30]\n: 1\n"
    let found = messages(bomb.replacing("SIGN", with: sign == "\"" ? "\"\", " : sign))
    #expect(found.contains { $0.contains("aliases (*name) are not accepted") }, "\(found)")
  }

  @Test(arguments: [
    ("slots: { cap: 0, identifiers: [a.b] }", "slots: { identifiers: [a.b] }", "1 … 1999999"),
    ("slots: { identifiers: [] }", "slots: { identifiers: [a.b] }", "empty list"),
    ("slots: { identifiers: [\"\"] }", "slots: { identifiers: [a.b] }", "expected a text"),
    ("slots: { identifiers: [\"a b\"] }", "slots: { identifiers: [a.b] }", "blanks"),
    ("slots: {}", "slots: { identifiers: [a.b] }", "slots.identifiers is missing"),
    ("region: Taiwan", "region: TW", "expected a region code"),
    ("region:", "region: TW", "has no value"),
    ("region: [TW]", "region: TW", "is a list"),
    ("version: one", "version: 1", "expected a whole number, 1"),
    (
      "version: 1\nrepresentative: { label: \"\\u200b\" }", "version: 1",
      "p.yaml:2:26: representative.label is"
    ),
    ("version: 1\nsign: {}", "version: 1", "sign names no key"),
    ("version: 1\nsign: { key: a, environment: B }", "version: 1", "both key and environment"),
    ("version: 1\nfreshness: { expires: 59s, next: 1m }", "version: 1", "366 days"),
    ("version: 1\nfreshness: { expires: 367d }", "version: 1", "366 days"),
    ("version: 1\nfreshness: { next: 8d }", "version: 1", "beyond freshness.expires, 7d"),
    ("version: 1\nfreshness: { expires: 2h }", "version: 1", "freshness.next is 20h"),
    ("version: 1\nmerge: { prefer: [rank, rank] }", "version: 1", "twice"),
    ("version: 1\nmerge: { prefer: [rnk] }", "version: 1", "nearest: \"rank\""),
    ("version: 1\ntests: [{ cell: a }]", "version: 1", "expects nothing"),
    ("version: 1\ntests: [{ cell: a, reason: jnk }]", "version: 1", "nearest: \"junk\""),
    ("version: 1\ntests: [{ cell: a, reason: junk, source: x }]", "version: 1", "name the source"),
    ("version: 1\nactions: { block: [A], remove: [a] }", "version: 1", "both block and remove"),
  ])
  func aBadValueIsNamed(_ line: String, _ old: String, _ words: String) {
    let found = messages(SamplePipeline.minimal(line, insteadOf: old))
    #expect(found.count == 1)
    #expect(found.first?.contains(words) == true, "\(found)")
  }

  private static let sourcesLine =
    "sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]"

  @Test(arguments: [
    ("{ number: n }", "", "maps no label"), ("{ number: n, label: 0 }", "", "out of range"),
    ("{ first: n, label: l }", "", "only one end"), ("{ label: l }", "", "maps no number"),
    ("{ number: n, label: a, status: [a, b] }", "", "several columns"),
    ("{ number: n, label: l }", ", header: false", "no header"),
    ("{ number: n, label: l, action: x }", ", action: block", "constant action"),
    ("{ number: n, label: l }", ", quote: \",\"", "same character"),
    ("{ number: n, label: l }", ", record: /a", "no meaning in csv"),
    ("{ number: n, label: l, valid_to: x }", "", "there is no as_of"),
    ("{ number: n, label: l, nubmer: x }", "", "nearest: \"number\""),
  ])
  func aSourceThatContradictsItselfIsNamed(_ columns: String, _ more: String, _ words: String) {
    let line = "sources: [{ name: one, path: a.csv, columns: \(columns)\(more) }]"
    let found = messages(SamplePipeline.minimal(line, insteadOf: Self.sourcesLine))
    #expect(!found.isEmpty && found.allSatisfy { $0.contains(words) }, "\(found)")
  }

  @Test(arguments: [
    ("record: a b, columns: { number: n, label: l }", "p.yaml:4:58: sources[0].record is \"a b\""),
    ("record: //a, columns: { number: \"[n]\", label: l }", "columns.number is \"[n]\""),
  ])
  func aPathThatIsNotUnderstoodIsNamed(_ rest: String, _ words: String) {
    let line = "sources: [{ name: one, path: a.xml, format: xml, \(rest) }]"
    let found = messages(SamplePipeline.minimal(line, insteadOf: Self.sourcesLine))
    #expect(found.count == 1 && found.allSatisfy { $0.contains(words) }, "\(found)")
  }

  @Test func theDayOfTheCommandLineTakesThePlaceOfTheFiles() throws {
    let line =
      "sources: [{ name: one, path: a.csv, columns: { number: n, label: l, valid_to: x } }]"
    let text = SamplePipeline.minimal(line, insteadOf: Self.sourcesLine)
    let file = try PipelineReader.read(text, path: "p.yaml", asOf: CalendarDay("2026-01-02"))
    #expect(file.pipeline.asOf == CalendarDay("2026-01-02"))
  }

  @Test func testsBesideThePipelineAreReadWithTheirOwnPlaces() throws {
    let good = "version: 1\ntests: [{ cell: abc, reason: junk }]"
    let file = try PipelineReader.read(
      SamplePipeline.minimal, path: "p.yaml", tests: ("p.test.yaml", good))
    #expect(file.pipeline.tests.map(\.cell) == ["abc"])
    #expect(file.pipeline.tests.map(\.file) == ["p.test.yaml"])
    let unknown = "version: 1\ntests:\n  - { cell: abc, reason: junk, source: two }"
    let errors = #expect(throws: PipelineErrors.self) {
      try PipelineReader.read(
        SamplePipeline.minimal, path: "p.yaml", tests: ("p.test.yaml", unknown))
    }
    #expect(
      errors?.description.hasPrefix("p.test.yaml:3:40: tests name the source") == true,
      "\(String(describing: errors))")
    #expect(throws: PipelineErrors.self) {
      try PipelineReader.read(
        SamplePipeline.minimal, path: "p.yaml", tests: ("p.test.yaml", "version: 1\ntest: []"))
    }
  }

  @Test func pathsAreRelativeToTheFile() throws {
    let file = try PipelineReader.read(SamplePipeline.minimal, path: "a/b/p.yaml")
    #expect(file.located("../x.csv") == "a/b/../x.csv")
    #expect(file.located("/x.csv") == "/x.csv")
    #expect(file.located("-") == "-")
    let diagnostic = file.diagnostic(
      at: "sources[0].path[0]", problem: "no file", advice: "Check it.")
    #expect(diagnostic.description == "a/b/p.yaml:4:30: no file. Check it.")
  }
}

@Suite struct PipelineWordsTests {
  private func messages(_ text: String) -> [String] {
    do {
      _ = try PipelineReader.read(text, path: "p.yaml")
      return []
    } catch { return error.diagnostics.map(\.description) }
  }

  @Test func wordsOfPipelineAndSourceAreReadTogether() throws {
    let text =
      SamplePipeline.minimal.replacing(
        "columns: { number: n, label: l }",
        with: "columns: { number: n, label: l }, words: { extension: 接 }")
      + "\nwords: { extension: [pst], placeholder: not given, label: desk }"
      + "\ntests: [{ cell: 02-5566-7788接18, directory: 88625566778818 }, { cell: NOT GIVEN, reason: placeholder }]"
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    let settings = pipeline.cellSettings(for: pipeline.sources[0])
    #expect(settings.words.extensions == ["pst", "接"])
    #expect(settings.words.placeholders == ["not given"] && settings.words.labels == ["desk"])
    #expect(try PipelineTestRunner.run(pipeline) == [])
    let again = try PipelineReader.read(pipeline.document.yaml(), path: "p.yaml").pipeline
    #expect(again.words == pipeline.words && again.sources[0].words == pipeline.sources[0].words)
  }

  @Test func aWordThatNoCellCanHoldIsRefused() {
    let found = messages(SamplePipeline.minimal + "\nwords: { extension: [ext.], label: a b }")
    #expect(found.count == 2 && found.allSatisfy { $0.contains("expected a word of letters") })
  }

  @Test func aWordMeansOneThing() {
    let found = messages(
      SamplePipeline.minimal.replacing(
        "path: a.csv,", with: "path: a.csv, words: { label: 接, placeholder: 無 },")
        + "\nwords: { extension: [接, 無], placeholder: 接 }")
    #expect(found.map { String($0.prefix { $0 != "(" }).suffix(60) }.count == 3, "\(found)")
    #expect(found.allSatisfy { $0.contains("stands for both") })
  }
}
