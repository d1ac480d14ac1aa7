import Testing

@testable import Pipelines

@Suite struct CellShapeTests {
  @Test(arguments: [
    ("(202) 514-FOIA", "(999) 999-a"), ("03-3699721接737", "99-9999999字999"),
    ("call Bob later", "a"), ("Café Zoë 5", "a 9"), ("０２−１２３", "99−999"), ("電話番号は03", "字99"),
    ("ｶﾅ 1", "字 9"), ("전화 02", "字 99"), ("٠١٢", "999"), ("a1b2", "a9a9"), ("☎ 02", "☎ 99"),
    ("", ""),
    ("e\u{301}tat", "a"), ("n/a", "a/a"), ("-", "-"),
    // Names and numbers in circles, squares and brackets.
    ("Ⓑⓞⓑ", "a"), ("🅑🅞🅑 🄱🄾🄱", "a a"), ("⒝⒪⒝", "a"), ("㈱㊚", "字"), ("①②⑳", "999"), ("Ⅳ²", "99"),
  ])
  func shapes(_ cell: String, _ shape: String) { #expect(CellShape.of(cell) == shape) }

  @Test func longCellsAreCut() {
    #expect(CellShape.of(String(repeating: "-", count: 200)).unicodeScalars.count == 81)
  }
}
