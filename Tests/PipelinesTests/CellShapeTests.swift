import Testing

@testable import Pipelines

@Suite struct CellShapeTests {
  @Test(arguments: [
    ("(202) 514-FOIA", "(999) 999-a"), ("03-3699721接737", "99-9999999字999"),
    ("call Bob later", "a"), ("Café Zoë 5", "a 9"), ("０２−１２３", "99−999"), ("電話番号は03", "字99"),
    ("ｶﾅ 1", "字 9"), ("전화 02", "字 99"), ("٠١٢", "999"), ("a1b2", "a9a9"), ("☎ 02", "☎ 99"),
    ("", ""), ("02-27123456", "99-99999999"), ("02-2712345x", "99-9999999a"),
    ("(02) 2712-34", "(99) 9999-99"), ("@[`{/:09 12", "@[`{/:99 99"),
    ("Bob 12345678 Lee", "a 99999999 a"),
    ("02 2712 3456　洽", "99 9999 9999　字"), ("12345678", "99999999"), ("1234567 ", "9999999 "),
    ("e\u{301}tat", "a"), ("n/a", "a/a"), ("-", "-"),
    // Names and numbers in circles, squares and brackets.
    ("Ⓑⓞⓑ", "a"), ("🅑🅞🅑 🄱🄾🄱", "a a"), ("⒝⒪⒝", "a"), ("㈱㊚", "字"), ("①②⑳", "999"), ("Ⅳ²", "99"),
  ])
  func shapes(_ cell: String, _ shape: String) { #expect(CellShape.of(cell) == shape) }

  @Test(arguments: [79, 80, 81, 200])
  func longFiguresAreCutWhereOthersAre(count: Int) {
    let cell = String(repeating: "1", count: count)
    let shape = String(repeating: "9", count: min(count, 80))
    #expect(CellShape.of(cell) == shape + (count > 80 ? "…" : ""))
  }

  @Test func longCellsAreCut() {
    #expect(CellShape.of(String(repeating: "-", count: 200)).unicodeScalars.count == 81)
  }
}
