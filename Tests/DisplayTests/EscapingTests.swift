import Testing

@testable import Display

@Suite struct EscapingTests {
  @Test(
    "What has no sign of its own is spelled",
    arguments: [
      ("plain 02-5566-7788", "plain 02-5566-7788"), ("\u{1B}[31mred", "\\u{1B}[31mred"),
      ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"), ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
      ("\u{7F}\u{80}\u{9B}31m", "\\u{7F}\\u{80}\\u{9B}31m"),
      ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
      ("\u{202E}gnp.exe\u{202C}", "\\u{202E}gnp.exe\\u{202C}"),
      ("\u{2066}x\u{2069}\u{200E}\u{61C}", "\\u{2066}x\\u{2069}\\u{200E}\\u{61C}"),
      ("\u{FEFF}bom", "\\u{FEFF}bom"), ("\u{E0041}", "\\u{E0041}"), ("店家 café", "店家 café"),
      ("👩\u{200D}👧 می\u{200C}خواهم", "👩\u{200D}👧 می\u{200C}خواهم"), ("C:\\temp", "C:\\temp"),
      ("", ""),
    ])
  func controlsAreSpelled(_ text: String, _ shown: String) {
    #expect(Escaping.escaped(text) == shown)
  }

  @Test(
    "JSON is escaped and stays the same JSON",
    arguments: [
      ("{\n  \"a\": \"b 店家 é 👩\u{200D}👧\"\n}\n", "{\n  \"a\": \"b 店家 é 👩\u{200D}👧\"\n}\n"),
      ("[\"\u{9B}1m\u{7F}\"]", #"["\u009b1m\u007f"]"#),
      ("[\"\u{202E}\u{2028}\"]", #"["\u202e\u2028"]"#),
      (###"["##vso[x]###[y]## z"]"###, ###"["#\u0023vso[x]##\u0023[y]## z"]"###),
      (###"["##teamcity[x]"]"###, ##"["#\u0023teamcity[x]"]"##),
      ("[\"\u{E0041}\"]", #"["\udb40\udc41"]"#), ("[\"\t\u{1B}\"]", #"["\u0009\u001b"]"#),
    ])
  func hiddenScalarsOfJSONAreEscaped(_ text: String, _ shown: String) {
    #expect(Escaping.escapedJSON(text) == shown)
  }

  @Test(
    "What a CI system would obey is broken up",
    arguments: [
      ("::error::x", "\\u{3A}:error::x"), ("  ::add-mask::x", "  \\u{3A}:add-mask::x"),
      ("a ::b", "a ::b"), ("x ##[error]y", "x #\\u{23}[error]y"),
      ("##VSO[task.x]", "#\\u{23}VSO[task.x]"),
      ("###[group]", "##\\u{23}[group]"), ("## heading", "## heading"),
      ("\u{FEFF}::error::x", "\\u{FEFF}::error::x"),
      ("::\u{301}error::x", "\\u{3A}:\u{301}error::x"), ("\u{3000}::x", "\u{3000}\\u{3A}:x"),
      ("##[\u{301}error]", "#\\u{23}[\u{301}error]"), ("##Vso[x]", "#\\u{23}Vso[x]"),
      ("##teamcity[x]", "#\\u{23}teamcity[x]"), ("###TeamCity[x", "##\\u{23}TeamCity[x"),
      ("##teamcityx[", "##teamcityx["), ("##vs", "##vs"), ("#店##vso[", "#店#\\u{23}vso["),
    ])
  func commandsAreBroken(_ text: String, _ shown: String) {
    #expect(Escaping.escaped(text) == shown)
  }

  @Test(
    "A long run of accents or of signs is escaped in one pass", .timeLimit(.minutes(15)),
    arguments: ["\u{315}\u{300}", "#"])
  func longRunsTakeOnePass(_ sign: String) {
    // With the square of its length it would take hours; the limit only ends that, on a busy machine too.
    let text = String(repeating: sign, count: 400_000)
    for shown in [Escaping.escaped(text), Escaping.escapedLines(text), Escaping.escapedJSON(text)] {
      let isSame = shown.utf8.elementsEqual(text.utf8)
      #expect(isSame)
    }
  }

  @Test func linesKeepTheirLayout() {
    #expect(
      Escaping.escapedLines("a\tb\n::error::c\u{1B}\nd") == "a\tb\n\\u{3A}:error::c\\u{1B}\nd")
  }

  @Test("No scalar that acts on a terminal or a log passes")
  func nothingPasses() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value),
        value < 0x20 || (0x7F...0x9F).contains(value)
          || [0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF].contains(value)
          || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      else { continue }
      let shown = Escaping.escaped("a\(scalar)b")
      #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("店家", 4), ("ｆｕ", 4), ("ﾊﾝ", 2), ("é", 1), ("e\u{301}", 1), ("한국", 4),
    ("👩\u{200D}👧", 2),
    ("☎\u{FE0F}", 2), ("☎", 1), ("⌚", 2), ("…", 1), ("", 0), ("　", 2), ("\u{1100}\u{1161}", 2),
    ("𠀀", 2),
  ])
  func columns(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 4, "abc…"), ("店家名", 4, "店…"), ("店家名", 5, "店家…"), ("店家", 4, "店家"), ("ab", 1, "…"),
    ("ab", 0, ""),
  ])
  func cutting(_ text: String, _ columns: Int, _ shown: String) {
    #expect(DisplayWidth.cut(text, to: columns) == shown)
    #expect(DisplayWidth.of(DisplayWidth.cut(text, to: columns)) <= columns)
  }
}
