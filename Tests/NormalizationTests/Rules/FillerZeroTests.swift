import Testing

@testable import Normalization

@Suite("Rule filler-zero")
struct FillerZeroTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "004-25132681", "+886425132681 !filler-zero"),
      (Reading(), "+033661571", "+88633661571 !filler-zero"),
      (Reading(), "0062361971", "+88662361971 !filler-zero"),
      (Reading(region: "CN"), "086-18129817871", "+8618129817871 !filler-zero"),
      (Reading(), "Tel: 004-25132681", "+886425132681 !filler-zero"),
      (Reading(), "Zettel 004-25132681", "?ambiguous@8"),
      (Reading(off: .fillerZero), "004-25132681", "?unassigned@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
