import Testing

@testable import Normalization

@Suite("Rule spreadsheet-damage")
struct SpreadsheetDamageTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "=\"0227123456\"", "+886227123456"),
      (Reading(), "'0912345678", "+886912345678"),
      (Reading(), "0227123456.0", "+886227123456 !spreadsheet-damage"),
      (Reading(), "8.86227E+11", "?scientific-notation@1"),
      (Reading(), "9.12345678E+8", "+886912345678 !lost-zero"),
      (Reading(off: .spreadsheetDamage), "8.86227E+11", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
