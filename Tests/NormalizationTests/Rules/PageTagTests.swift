import Testing

@testable import Normalization

/// Tags of web pages that were left behind in cells.
@Suite struct PageTagTests {
  @Test(
    "a blank, or the end of a line, whatever their case, attributes and slash",
    arguments: [
      ("TW", "<b>02-27123456</b>#12", "+886227123456,12"),
      ("TW", "<TD ALIGN=\"left\">02-27123456</TD><TD>分機12</TD>", "+886227123456,12"),
      ("TW", "<dt>分機</dt><dd>12</dd>", "?impossible-length@16"),
      ("TW", "02-2712<wbr>3456", "+886227123456"),
      ("CN", "021-54321234<br/>转8012", "+862154321234,8012"),
      ("CN", "&lt;b&gt;021-54321234&lt;/b&gt;转8012", "+862154321234,8012"),
      ("CN", "<!-- 13912345678 -->021-54321234", "+862154321234"),
      ("US", "desk@example.com<br/>212-555-0123", "+12125550123 !unused-text"),
      ("GB", "01904 639054 < 01904 639055", "+441904639054 +441904639055"),
    ])
  func tags(region: String, cell: String, expected: String) throws {
    #expect(try Reading(region: region).of(cell) == expected)
  }

  @Test(
    "the number of a link is read once with its text, and alone where that has none, or less of it",
    arguments: [
      ("<a href=\"tel:0227123456\">02-27123456 分機12</a>", "+886227123456,12"),
      ("<a href=\"tel:0227123456\">02-27123456</a>#12", "+886227123456,12"),
      ("<a href=\"tel:0227123456,12\">02-27123456</a>", "+886227123456,12"),
      ("<a href=\"tel:+886227123456\">2712-3456</a>#12", "+886227123456,12"),
      ("<a href=\"tel:0227123456\">撥打</a>", "+886227123456 !unused-text"),
      ("<a href=\"tel:0227123456\">02-27123457</a>", "?ambiguous@14"),
      ("<a href=\"tel:0912345678\">02-27123456</a>", "+886912345678 +886227123456"),
      ("<span data-tel=\"0227123456\"></span>", "+886227123456 !unused-text"),
      ("<a href=\"tel:0912345678\">0912***678</a>", "+886912345678"),
    ])
  func links(cell: String, expected: String) throws {
    #expect(try Reading().of(cell) == expected)
  }

  @Test("cut anywhere, a cell of tags still ends")
  func cutShort() throws {
    let cell =
      "<p><a href='tel:02-27123456,12'><b>2712</b>-<i>3456</i> x</a>&lt;br&gt;<!-- 1 --></p>"
    for end in cell.indices { _ = try Reading().of(String(cell[..<end])) }
    for start in cell.indices { _ = try Reading().of(String(cell[start...])) }
  }
}
