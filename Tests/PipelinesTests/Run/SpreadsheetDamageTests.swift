import Testing

@testable import Pipelines

@Suite struct SpreadsheetDamageTests {
  @Test(
    "What spreadsheets write is told from what people write",
    arguments: [
      ("8.86E+11", "scientific"), ("8,86227E+11", "scientific"), ("-1e5", "scientific"),
      (" 8.9E+11 ", "scientific"), ("1234567890123450000", "rounded"),
      ("+8862271234567890", "whole"),
      ("1000000000000000", "rounded"), ("123456789012345", "whole"), ("#NAME?", "error"),
      ("#VALUE!", "error"), ("#N/A", "error"), ("#NOMBRE?", "error"), ("#名稱?", "error"),
      ("########", "error"), ("Err:508", "error"), ("#123", "whole"), ("#", "whole"),
      ("1-Feb", "day"), ("Feb-26", "day"), ("1. Mai", "day"), ("01-Dez-26", "day"),
      ("2月27日", "day"), ("1986年3月21日", "day"), ("1986/3/21", "day"), ("11/5/2026", "day"),
      ("2026-11-05 00:00", "day"), ("21.03.1986", "day"), ("02-27-1234", "whole"),
      ("02-2712-3456", "whole"), ("06.12.34.56.78", "whole"), ("1234-5-678", "whole"),
      ("02.12.3456", "whole"), ("02-2712-3456 ext 5", "whole"), ("2-Ext 5", "whole"),
      ("", "whole"), ("0912-345-678", "whole"), ("03-12-2500", "whole"), ("911/12/5", "whole"),
    ])
  func kinds(value: String, kind: String) {
    let found = SpreadsheetDamage(value, isNumber: true).map { "\($0)" } ?? "whole"
    #expect(found == kind)
  }

  @Test func `A label may be a day, but no error`() {
    #expect(SpreadsheetDamage("1-Feb", isNumber: false) == nil)
    #expect(SpreadsheetDamage("1E5", isNumber: false) == nil)
    #expect(SpreadsheetDamage("#NAME?", isNumber: false) == .error)
  }
}
