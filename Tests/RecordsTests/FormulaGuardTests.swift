import Testing

@testable import Records

@Suite struct FormulaGuardTests {
  static let formulas = FormulaGuard(quote: UInt8(ascii: "\""))

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+886 2", "'+886 2"), ("-", "'-"), ("@x", "'@x"), ("＝1", "'＝1"),
    ("＋", "'＋"),
    ("－1", "'－1"), ("＠a", "'＠a"), (" =1", "' =1"), ("\u{A0}\u{3000}=1", "'\u{A0}\u{3000}=1"),
    ("\t=1", "\t'=1"), ("a;=1", "a;'=1"), ("a,-b,c", "a,'-b,c"), ("\"=1\"", "\"'=1\""),
    ("'=1", "''=1"), ("''=1", "'''=1"), ("a\n@b", "a\n'@b"), ("|=x", "|'=x"), ("\r\n+", "\r\n'+"),
  ])
  func whatCouldBeAFormulaGetsAnApostrophe(_ text: String, _ guarded: String) {
    #expect(Self.formulas.guarded(text) == guarded)
    #expect(Self.formulas.unguarded(guarded) == text)
  }

  @Test(arguments: ["", "02-5566-7788", "a=b", "'0718", "don't", "店家 - x", "a - b", "1;2", "'"])
  func whatCannotBeOneStays(_ text: String) {
    #expect(Self.formulas.guarded(text) == text)
    #expect(Self.formulas.unguarded(text) == text)
  }

  /// Random texts of the signs that matter, with delimiters that a source may have.
  @Test(arguments: [",", ";", "\t", " ", "~", "="])
  func everyTextComesBackAndNoCellIsAFormula(_ delimiter: String) throws {
    let formulas = FormulaGuard(
      delimiter: try #require(delimiter.utf8.first), quote: UInt8(ascii: "\""))
    let signs = [
      "'", "=", "+", "-", "@", "＝", "＠", " ", "\u{3000}", ",", ";", "\t", "\n", "\"", "a", "~",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        signs.randomElement(using: &generator) ?? ""
      }.joined()
      let guarded = formulas.guarded(text)
      #expect(formulas.unguarded(guarded) == text, "\(Array(text.utf8))")
      for separator in [",", ";", "\t", "\n", "\"", delimiter] {
        for cell in guarded.split(separator: separator) {
          let first = cell.drop { $0.isWhitespace }.first
          #expect(!"=+-@＝＋－＠".contains(first ?? "a") || delimiter == "=", "\(guarded)")
        }
      }
    }
  }

  @Test func anApostropheThatPartsOrQuotesCannotGuard() {
    #expect(!FormulaGuard(delimiter: UInt8(ascii: "'")).isUsable)
    #expect(!FormulaGuard(quote: UInt8(ascii: "'")).isUsable)
    #expect(Self.formulas.isUsable)
  }
}
