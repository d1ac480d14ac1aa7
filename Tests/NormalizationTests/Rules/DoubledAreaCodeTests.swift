import Testing

@testable import Normalization

@Suite("Rule doubled-area-code")
struct DoubledAreaCodeTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "(02)0229869851", "+886229869851 !doubled-area-code"),
      (Reading(), "(037)037728201", "+88637728201 !doubled-area-code"),
      (Reading(), "03-03-9907751#602", "+88639907751,602 !doubled-area-code"),
      (Reading(off: .doubledAreaCode), "(02)0229869851", "?unassigned@2"),
      (Reading(), "(02)02-8772-1234", "+886287721234 !doubled-area-code"),
      (Reading(), "02-02-8772-1234#12", "+886287721234,12 !doubled-area-code"),
      (Reading(), "020231105001", "?unassigned@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
