import Testing

@testable import Normalization

@Suite("Rule stray-area-code")
struct StrayAreaCodeTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "CN"), "0755-13302929911", "+8613302929911 !stray-area-code"),
      (Reading(region: "CN"), "0-18028789981", "+8618028789981"),
      (Reading(region: "CN"), "-13510190581", "+8613510190581"),
      (Reading(), "02-0912345678", "+886912345678 !stray-area-code"),
      (Reading(region: "CN", off: .strayAreaCode), "0755-13302929911", "?impossible-length@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
