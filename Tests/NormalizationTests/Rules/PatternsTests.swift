import Testing

@testable import Normalization

@Suite("Rule patterns")
struct PatternsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "US"), "+569555872.*", "?pattern@11"),
      (Reading(), "0912-XXX-678", "?pattern@6"),
      (Reading(), "0912***678", "?pattern@5"),
      (Reading(region: "US"), "^1617", "?pattern@1"),
      (Reading(region: "US"), "617555[0-9]", "?pattern@7"),
      (Reading(off: .patterns), "0912-XXX-678", "?junk@6"),
      (Reading(region: "BR"), "0xx11 3456-7890", "+551134567890"),
      (Reading(region: "BR"), "+55 (0xx11) 3456-7890", "+551134567890"),
      (Reading(region: "US"), "0xx11 3456-7890", "?pattern@2"),
      (Reading(region: "US"), "212-555-****", "?pattern@9"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
